/**
 * A screen before a costly comparison of strings: most pairs of values have so few letters in common that no
 * measure would call them alike, which their sets of letters tell in a few operations.
 */
import { bitCount, letterLimits, letterSet, limitIndex, shape } from './jaro-winkler.ts';

/** The letter sets of the values of a column, for one threshold of Jaro–Winkler similarity. */
export class LetterScreen {
  /** Set of the letters and digits, and shape, of each value, side by side. */
  private readonly letters: Int32Array;
  private readonly limits: Int8Array;

  constructor(values: readonly string[], threshold: number) {
    this.limits = letterLimits(threshold).slice();
    this.letters = new Int32Array(2 * values.length);
    values.forEach((value, v) => {
      this.letters[2 * v] = letterSet(value.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''));
      this.letters[2 * v + 1] = shape(value);
    });
  }

  /**
   * Whether the Jaro–Winkler similarity of two values is certainly below the threshold.
   *
   * @example new LetterScreen(['smith', 'jones'], 0.8).isUnlike(0, 1) // => true
   */
  isUnlike(a: number, b: number): boolean {
    const { letters, limits } = this;
    const most = limits[limitIndex(letters[2 * a + 1]!, letters[2 * b + 1]!)]!;
    return bitCount(letters[2 * a]! ^ letters[2 * b]!) > most;
  }

  /** Whether each of two values certainly has a letter that the other has not. */
  bothHaveOwn(a: number, b: number): boolean {
    const lettersA = this.letters[2 * a]!;
    const lettersB = this.letters[2 * b]!;
    return (lettersA & ~lettersB) !== 0 && (lettersB & ~lettersA) !== 0;
  }

  /** Whether two values certainly are more than `edits` edits apart: each changes at most two letters of the set. */
  isBeyond(edits: number, a: number, b: number): boolean {
    return bitCount(this.letters[2 * a]! ^ this.letters[2 * b]!) > 2 * edits;
  }
}
