/**
 * Rarity of values: two records that share a rare surname are likelier one person than two that share a
 * common one, and a slip of the pen shows most clearly when one of the spellings is rare.
 *
 * For non-matches a pair of values {a, b} at level l has probability ∝ θ_a θ_b, θ being their frequencies.
 * For matches one of them is the truth and the other a copy of it: at equality ∝ θ_a, and at lower levels,
 * where each misspelling of a value is as likely as another, ∝ θ_a + θ_b. So m_l/u_l is to be multiplied by
 *
 *     r(a, b) / E_u[r | l],   r(a, b) = 1/θ_a + 1/θ_b,
 *
 * which at equality is the term-frequency adjustment Σθ²/θ_a (Newcombe et al., 1959; Winkler, 1989). As it
 * has mean 1 among non-matches at each level, m and u keep their meaning. Below equality people also
 * confuse common names with common names, in proportion to their frequency, which would leave the ratio
 * at 1; the exponent ½ stands between the two.
 */
import { random } from '../math/random.ts';
import { type Column, expandedValues, presentCount, type Table } from '../records/table.ts';
import type { Comparison } from './comparison.ts';
import { levelOffsets, MISSING } from './patterns.ts';

/** Exponent of the ratio below equality. */
const BELOW_EQUALITY = 0.5;
/** Random pairs of records per column from which E_u[r | l] is estimated. */
const SAMPLE = 400_000;

/** The adjustment of one table. */
export class Rarity {
  private readonly comparison: Comparison;
  private readonly offsets: Int32Array;
  private readonly codes: readonly Int32Array[];
  /** 1/θ of each value of each column. */
  private readonly inverse: readonly Float64Array[];
  /** log E_u[r | l], flat over fields and levels. */
  private readonly logMean: Float64Array;

  constructor(table: Table, comparison: Comparison, seed: number) {
    this.comparison = comparison;
    this.offsets = levelOffsets(comparison.levelCounts);
    this.codes = table.columns.map((column) => column.codes);
    this.inverse = table.columns.map((column) => {
      const present = presentCount(column);
      return Float64Array.from(column.counts, (count) => present / count);
    });
    this.logMean = new Float64Array(this.offsets.at(-1)!);
    table.columns.forEach((column, field) => {
      this.fillMeans(column, field, seed);
    });
  }

  /**
   * Natural logarithm of the factor of m/u for a pair of rows, summed over the fields.
   *
   * @param levels the levels of the pair at levels[at … at + F − 1]; level 0 is never adjusted
   */
  logRatio(left: number, right: number, levels: Uint8Array, at: number): number {
    let sum = 0;
    for (let f = 0; f < this.codes.length; f++) {
      const level = levels[at + f]!;
      if (level === 0 || level === MISSING) continue;
      const codes = this.codes[f]!;
      sum += this.logValueRatio(f, codes[left]!, codes[right]!, level);
    }
    return sum;
  }

  /** Natural logarithm of the factor for two values of a field at a level. */
  logValueRatio(field: number, a: number, b: number, level: number): number {
    if (level === 0) return 0;
    const inverse = this.inverse[field]!;
    const log = Math.log(inverse[a]! + inverse[b]!) - this.logMean[this.offsets[field]! + level]!;
    return level === this.comparison.levelCounts[field]! - 1 ? log : BELOW_EQUALITY * log;
  }

  private fillMeans(column: Column, field: number, seed: number): void {
    const levels = this.comparison.levelCounts[field]!;
    const inverse = this.inverse[field]!;
    const rows = expandedValues(column);
    const present = rows.length;
    const sums = new Float64Array(levels);
    const counts = new Float64Array(levels);
    const rng = random(seed);
    for (let draw = 0; present > 0 && draw < SAMPLE; draw++) {
      const [a, b] = [rows[rng.below(present)]!, rows[rng.below(present)]!];
      if (a === b) continue;
      const level = this.comparison.valueLevel(field, a, b);
      sums[level]! += inverse[a]! + inverse[b]!;
      counts[level]!++;
    }
    const at = this.offsets[field]!;
    for (let level = 1; level < levels - 1; level++)
      this.logMean[at + level] = Math.log(
        counts[level]! > 0 ? sums[level]! / counts[level]! : 2 * inverse.length,
      );
    let squares = 0;
    for (const count of column.counts) squares += (count / present) ** 2;
    this.logMean[at + levels - 1] = Math.log(2 / squares);
  }
}
