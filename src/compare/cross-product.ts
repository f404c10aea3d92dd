/**
 * How often each level occurs among ALL pairs of records, whether candidates or not: the ground truth of u.
 * Equal values are counted exactly. Other levels are exact where a column has few distinct values, and
 * estimated from random pairs of records elsewhere.
 */
import { type Column, NO_VALUE, type Table } from '../records/table.ts';
import type { Comparison } from './comparison.ts';
import { levelOffsets } from './patterns.ts';
import { equalPairs, visitUnequalPairs } from './value-pairs.ts';

/** Random pairs of records looked at per column that is not counted in full. */
const SAMPLE = 1_000_000;

/**
 * Expected number of pairs at each level of each field among the N(N − 1)/2 pairs of the table; pairs in
 * which a value is missing are in no level. Flat over fields and levels (see `levelOffsets`).
 *
 * @example crossProductLevels(table, new Comparison(table), 1) // => Float64Array [2, 1] for the values m, m, f
 */
export function crossProductLevels(
  { columns }: Pick<Table, 'columns'>,
  comparison: Comparison,
  seed: number,
): Float64Array {
  const offsets = levelOffsets(comparison.levelCounts);
  const counts = new Float64Array(offsets.at(-1)!);
  columns.forEach((column, field) => {
    counts.set(fieldLevels(column, field, comparison, seed), offsets[field]!);
  });
  return counts;
}

/** The same of one field, length L_f. */
export function fieldLevels(
  column: Column,
  field: number,
  comparison: Comparison,
  seed: number,
): Float64Array {
  const counts = new Float64Array(comparison.levelCounts[field]!);
  const sampling = { draws: SAMPLE, seed };
  const scale = visitUnequalPairs(column, field, comparison, sampling, (_a, _b, level, weight) => {
    counts[level]! += weight;
  });
  for (let level = 0; level < counts.length; level++) counts[level]! *= scale;
  counts[counts.length - 1]! += equalPairs(column);
  return counts;
}

/**
 * The same of the pairs that could match: all but those inside a source without duplicates.
 *
 * @param all those of all pairs
 */
export function possibleLevels(
  table: Table,
  comparison: Comparison,
  seed: number,
  all: Float64Array,
): Float64Array {
  const counts = all.slice();
  for (const s of table.unique ?? []) {
    const { first, rows } = table.sources[s]!;
    const columns = table.columns.map((column) => restricted(column, first, first + rows));
    crossProductLevels({ columns }, comparison, seed).forEach((pairs, i) => {
      counts[i] = Math.max(0, counts[i]! - pairs);
    });
  }
  return counts;
}

/** The column as the rows from … to − 1 have it. */
function restricted(column: Column, from: number, to: number): Column {
  const codes = column.codes.subarray(from, to);
  const counts = new Int32Array(column.counts.length);
  for (const code of codes) if (code !== NO_VALUE) counts[code]!++;
  return { ...column, codes, counts };
}
