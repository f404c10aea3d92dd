/** How often the pairs of a group hold equal values, column by column, and what that says of another group. */
import { MISSING, type Patterns } from '../compare/patterns.ts';

/** Comparisons of a column that its share of equal values is taken from, at least. */
const ENOUGH_COMPARED = 20;
/** Columns in which matches are equal less often than this tell nothing. */
const OFTEN_EQUAL = 0.5;

export class Agreement {
  private readonly patterns: Patterns;
  private readonly compared: Float64Array;
  private readonly equal: Float64Array;

  constructor(patterns: Patterns) {
    this.patterns = patterns;
    this.compared = new Float64Array(patterns.levelCounts.length);
    this.equal = new Float64Array(patterns.levelCounts.length);
  }

  /** One more pair, of pattern g. */
  add(g: number): void {
    const { levels, levelCounts } = this.patterns;
    levelCounts.forEach((count, f) => {
      const level = levels[g * levelCounts.length + f]!;
      if (level !== MISSING) this.compared[f]!++;
      if (level === count - 1) this.equal[f]!++;
    });
  }

  /** The pairs of both groups. */
  plus(other: Agreement): Agreement {
    const sum = new Agreement(this.patterns);
    for (const { compared, equal } of [this, other])
      for (let f = 0; f < compared.length; f++) {
        sum.compared[f]! += compared[f]!;
        sum.equal[f]! += equal[f]!;
      }
    return sum;
  }

  /**
   * The largest share of this group that can be pairs of the other kind: these would be equal in every column as
   * often as the others are, so their share is at most the least ratio of the two frequencies.
   *
   * @returns 0 to 1; 1 where no column tells
   * @example // 5 of 100 equal here and 80 of 100 there: at most .0625 of the pairs are of that kind
   */
  mostOf(kind: Agreement): number {
    let most = 1;
    this.compared.forEach((compared, f) => {
      if (compared < ENOUGH_COMPARED || kind.compared[f]! < ENOUGH_COMPARED) return;
      const usual = kind.equal[f]! / kind.compared[f]!;
      if (usual >= OFTEN_EQUAL) most = Math.min(most, this.equal[f]! / compared / usual);
    });
    return most;
  }
}
