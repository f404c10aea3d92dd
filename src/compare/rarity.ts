/**
 * Rarity of values: two records that share a rare surname are likelier one person than two that share a
 * common one, and a slip of the pen shows most clearly when one of the spellings is rare.
 *
 * For non-matches a pair of values {a, b} at level l has probability ∝ θ_a θ_b, θ being their frequencies.
 * For matches one of them is the truth and the other a copy of it: at equality ∝ θ_a, and at lower levels,
 * where each misspelling of a value is as likely as another, ∝ θ_a + θ_b. So m_l/u_l is to be multiplied by
 *
 *     r(a, b)ᵉ / E_u[rᵉ | l],   r(a, b) = 1/θ_a + 1/θ_b,   e = 1 at equality, ⅓ below
 *
 * which at equality is the term-frequency adjustment Σθ²/θ_a (Newcombe et al., 1959; Winkler, 1989). As it
 * has mean 1 among non-matches at each level, m and u keep their meaning. Below equality people also
 * confuse common names with common names, in proportion to their frequency, which would leave the ratio
 * at 1; the exponent stands between the two.
 */
import { type Column, presentCount, type Table } from '../records/table.ts';
import type { Comparison } from './comparison.ts';
import { levelOffsets, MISSING } from './patterns.ts';
import { visitUnequalPairs } from './value-pairs.ts';

/** Exponent of the ratio below equality, that of the cube root. */
const BELOW_EQUALITY = 1 / 3;
/** Random pairs of records per column from which E_u is estimated where values are many. */
const SAMPLE = 400_000;

/** The adjustment of one table. */
export class Rarity {
  private readonly comparison: Comparison;
  private readonly offsets: Int32Array;
  /** 1/θ of each value of each column. */
  private readonly inverse: readonly Float64Array[];
  /** log (2/θ) of the same: what equal values need. */
  private readonly logTwice: readonly Float64Array[];
  readonly logMeans: Float64Array;

  /** @param logMeans where they are known already */
  constructor(
    table: Pick<Table, 'columns'>,
    comparison: Comparison,
    seed: number,
    logMeans = rarityMeans(table, comparison, seed),
  ) {
    this.comparison = comparison;
    this.offsets = levelOffsets(comparison.levelCounts);
    this.inverse = table.columns.map(inverseShares);
    this.logTwice = this.inverse.map((values) => values.map((inverse) => Math.log(inverse + inverse)));
    this.logMeans = logMeans;
  }

  /**
   * Natural logarithm of the factor of m/u for a pair of rows, summed over the fields.
   *
   * @param levels the levels of the pair at levels[at … at + F − 1]; level 0 is never adjusted
   */
  logRatio(left: number, right: number, levels: Uint8Array, at: number): number {
    const { codes, fields } = this.comparison;
    const [a, b] = [left * fields.length, right * fields.length];
    let sum = 0;
    for (let f = 0; f < fields.length; f++) {
      const level = levels[at + f]!;
      if (level === 0 || level === MISSING) continue;
      sum += this.logValueRatio(f, codes[a + f]!, codes[b + f]!, level);
    }
    return sum;
  }

  /** Natural logarithm of the factor for two values of a field at a level. */
  logValueRatio(field: number, a: number, b: number, level: number): number {
    if (level === 0) return 0;
    const inverse = this.inverse[field]!;
    const log = a === b ? this.logTwice[field]![a]! : Math.log(inverse[a]! + inverse[b]!);
    const isTop = level === this.comparison.levelCounts[field]! - 1;
    return (isTop ? log : BELOW_EQUALITY * log) - this.logMeans[this.offsets[field]! + level]!;
  }
}

/**
 * log E_u[rᵉ | l] of every level, flat over fields and levels: means in pairs of records drawn with replacement, in
 * which r has mean 2 / Σθ² over equal values.
 */
function rarityMeans(
  { columns }: Pick<Table, 'columns'>,
  comparison: Comparison,
  seed: number,
): Float64Array {
  const offsets = levelOffsets(comparison.levelCounts);
  const means = new Float64Array(offsets.at(-1)!);
  columns.forEach((column, field) => {
    means.set(fieldRarity(column, field, comparison, seed), offsets[field]!);
  });
  return means;
}

/** 1/θ of each value. */
function inverseShares(column: Column): Float64Array {
  const present = presentCount(column);
  return Float64Array.from(column.counts, (count) => present / count);
}

/** The same of one field, length L_f; 0 at level 0. */
export function fieldRarity(
  column: Column,
  field: number,
  comparison: Comparison,
  seed: number,
): Float64Array {
  const top = comparison.levelCounts[field]! - 1;
  const inverse = inverseShares(column);
  const present = presentCount(column);
  const pairs = new Float64Array(top + 1);
  const sums = new Float64Array(top + 1);
  const sampling = { draws: SAMPLE, seed };
  const scale = visitUnequalPairs(column, field, comparison, sampling, (a, b, level, weight) => {
    const r = inverse[a]! + inverse[b]!;
    pairs[level]! += weight;
    sums[level]! += weight * (level === top ? r : Math.cbrt(r));
  });
  const means = new Float64Array(top + 1);
  // A level met in few of the pairs drawn has a mean close to that of all pairs, 2V.
  const typical = scale === 1 ? Number.MIN_VALUE : 1;
  for (let level = 1; level < top; level++)
    means[level] = Math.log(
      (sums[level]! + typical * Math.cbrt(2 * inverse.length)) / (pairs[level]! + typical),
    );
  let squares = 0;
  for (const count of column.counts) squares += count * count;
  means[top] = Math.log((present * present + scale * sums[top]!) / (squares / 2 + scale * pairs[top]!));
  return means;
}
