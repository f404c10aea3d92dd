/** Levels of cells that hold several codes (model numbers, part numbers, registrations). */
import type { FieldLevels } from './field-levels.ts';
import { codeStrings } from './jaro-winkler.ts';
import { tokenise } from './tokens.ts';

/** Fewest characters that a code must have in common with another from its beginning on. */
const SHORTEST_STEM = 4;

/**
 * | level      | rule                                                                                     |
 * | ---------- | ---------------------------------------------------------------------------------------- |
 * | equal      | a code in common                                                                         |
 * | same stem  | a code of one begins, or ends, with a code of the other: "txsr506", "txsr506b"           |
 * | different  | all else                                                                                 |
 *
 * One edit apart are the codes of things that are not the same (the next model, another size) far more often than
 * slips of the pen, so that such codes are different.
 *
 * @example codesLevels(column).compare(0, 1) // => 1 for the values 'rxv863 26108' and 'rxv863bl'
 */
export function codesLevels(values: readonly string[], counts: ArrayLike<number>): FieldLevels {
  const { tokens, offsets, vocabulary } = tokenise(values, counts);
  const strings = codeStrings(vocabulary);
  const { chars, offsets: starts } = strings;
  const sizeOf = (code: number): number => starts[code + 1]! - starts[code]!;

  function hasStem(s: number, t: number): boolean {
    const [short, long] = sizeOf(s) <= sizeOf(t) ? [s, t] : [t, s];
    const size = sizeOf(short);
    if (size < SHORTEST_STEM) return false;
    const [from, at, end] = [starts[short]!, starts[long]!, starts[long + 1]! - size];
    let begins = true;
    let ends = true;
    for (let i = 0; i < size && (begins || ends); i++) {
      if (chars[from + i] !== chars[at + i]) begins = false;
      if (chars[from + i] !== chars[end + i]) ends = false;
    }
    return begins || ends;
  }

  return {
    names: ['different', 'same stem', 'equal'],
    compare(a, b) {
      let best = 0;
      for (let i = offsets[a]!; i < offsets[a + 1]!; i++)
        for (let j = offsets[b]!; j < offsets[b + 1]!; j++) {
          const [s, t] = [tokens[i]!, tokens[j]!];
          if (s === t) return 2;
          if (best < 1 && hasStem(s, t)) best = 1;
        }
      return best;
    },
  };
}
