/**
 * How often each level occurs among ALL pairs of records, whether candidates or not: the ground truth of u.
 * Equality is counted exactly from value counts. Other levels are exact where a column has few distinct
 * values, and estimated from random pairs of values elsewhere.
 */
import { random } from '../math/random.ts';
import { type Column, expandedValues, type Table } from '../records/table.ts';
import type { Comparison } from './comparison.ts';
import { levelOffsets } from './patterns.ts';

/** Columns with at most this many pairs of distinct values are counted in full. */
const COUNT_ALL = 1_000_000;
/** Random pairs of records looked at per column otherwise. */
const SAMPLE = 1_000_000;

/**
 * Expected number of pairs at each level of each field among the N(N − 1)/2 pairs of the table; pairs in
 * which a value is missing are in no level. Flat over fields and levels (see `levelOffsets`).
 */
export function crossProductLevels(table: Table, comparison: Comparison, seed: number): Float64Array {
  const offsets = levelOffsets(comparison.levelCounts);
  const counts = new Float64Array(offsets.at(-1)!);
  table.columns.forEach((column, field) => {
    const of = counts.subarray(offsets[field]!, offsets[field + 1]!);
    const distinct = column.values.length;
    if ((distinct * (distinct - 1)) / 2 <= COUNT_ALL) countValuePairs(column, field, comparison, of);
    else sampleRecordPairs(column, field, comparison, seed, of);
  });
  return counts;
}

function countValuePairs(column: Column, field: number, comparison: Comparison, out: Float64Array): void {
  const { counts } = column;
  for (let a = 0; a < counts.length; a++) {
    out[out.length - 1]! += (counts[a]! * (counts[a]! - 1)) / 2;
    for (let b = a + 1; b < counts.length; b++)
      out[comparison.valueLevel(field, a, b)]! += counts[a]! * counts[b]!;
  }
}

function sampleRecordPairs(
  column: Column,
  field: number,
  comparison: Comparison,
  seed: number,
  out: Float64Array,
): void {
  const present = expandedValues(column);
  const size = present.length;
  let equalPairs = 0;
  for (const count of column.counts) equalPairs += (count * (count - 1)) / 2;
  const unequalPairs = (size * (size - 1)) / 2 - equalPairs;
  const rng = random(seed);
  let unequal = 0;
  for (let draw = 0; draw < SAMPLE; draw++) {
    const a = present[rng.below(size)]!;
    const b = present[rng.below(size)]!;
    if (a === b) continue;
    unequal++;
    out[comparison.valueLevel(field, a, b)]!++;
  }
  const scale = unequalPairs / Math.max(1, unequal);
  for (let level = 0; level < out.length - 1; level++) out[level]! *= scale;
  out[out.length - 1] = equalPairs;
}
