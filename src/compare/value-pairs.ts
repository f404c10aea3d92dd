/**
 * Pairs of different values of a column, as often as they meet among all pairs of records: every pair where
 * the column has few distinct values, a random sample elsewhere.
 */
import { random } from '../math/random.ts';
import { type Column, expandedValues } from '../records/table.ts';
import type { Comparison } from './comparison.ts';

/** Columns with at most this many pairs of distinct values are counted in full. */
const COUNT_ALL = 1_000_000;

/** Told of two different values, their level, and how many pairs of records they stand for, unscaled. */
type Visit = (a: number, b: number, level: number, weight: number) => void;

/**
 * Visit the pairs of different values of a column.
 *
 * @param draws random pairs of records to draw where not all are counted; pairs of equal values are left out
 * @returns what the weights are to be multiplied by so that they sum to the number of pairs of records that
 * both have a value and different ones: 1 when every pair was visited
 */
export function visitUnequalPairs(
  column: Column,
  field: number,
  comparison: Comparison,
  { draws, seed }: { draws: number; seed: number },
  visit: Visit,
): number {
  const { counts } = column;
  const distinct = counts.length;
  if ((distinct * (distinct - 1)) / 2 <= COUNT_ALL) {
    for (let a = 0; a < distinct; a++)
      for (let b = a + 1; b < distinct; b++)
        visit(a, b, comparison.valueLevel(field, a, b), counts[a]! * counts[b]!);
    return 1;
  }
  const { compare } = comparison.fields[field]!;
  const present = expandedValues(column);
  const size = present.length;
  const rng = random(seed);
  let unequal = 0;
  for (let draw = 0; draw < draws; draw++) {
    const a = present[rng.below(size)]!;
    const b = present[rng.below(size)]!;
    if (a === b) continue;
    unequal++;
    // Past the cache: pairs drawn at random hardly ever come twice.
    visit(a, b, a < b ? compare(a, b) : compare(b, a), 1);
  }
  return ((size * (size - 1)) / 2 - equalPairs(column)) / Math.max(1, unequal);
}

/** Exact number of pairs of records that hold the same value: Σ n(n − 1)/2. */
export function equalPairs({ counts }: Pick<Column, 'counts'>): number {
  let pairs = 0;
  for (const count of counts) pairs += (count * (count - 1)) / 2;
  return pairs;
}
