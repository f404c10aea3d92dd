/** The levels of pairs of rows counted one by one, to hold estimates against. */
import type { Comparison } from '../../src/compare/comparison.ts';
import { levelOffsets, MISSING } from '../../src/compare/patterns.ts';
import type { Table } from '../../src/records/table.ts';

/** Counts by field and level, of all pairs but those excluded. */
export function bruteForceLevels(
  table: Table,
  comparison: Comparison,
  isExcluded = (_a: number, _b: number) => false,
): Float64Array {
  const offsets = levelOffsets(comparison.levelCounts);
  const counts = new Float64Array(offsets.at(-1)!);
  for (let a = 0; a < table.size; a++)
    for (let b = a + 1; b < table.size; b++)
      for (let f = 0; f < table.columns.length; f++) {
        const level = comparison.fieldLevel(f, a, b);
        if (level !== MISSING && !isExcluded(a, b)) counts[offsets[f]! + level]!++;
      }
  return counts;
}
