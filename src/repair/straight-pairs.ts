/**
 * Records that agree in two columns as they stand with records that cross others: if one of them is exchanged, both
 * are.
 */
import type { Table } from '../records/table.ts';
import { type CrossedColumns, hasTwo } from './crossed-columns.ts';
import type { CrossedPair } from './crossed-pairs.ts';
import { ALIKE, EQUAL } from './likeness.ts';
import type { RowsOf } from './rows-by-value.ts';

/** Rows of a value are looked through if they are no more than this. */
const FEW_ROWS = 100;

/** Pairs of one of the given rows and a row with the same value in one column and the same or an alike one in the other. */
export function straightPairs(
  { columns, size }: Pick<Table, 'columns' | 'size'>,
  crossed: CrossedColumns,
  rows: Iterable<number>,
  rowsOf: RowsOf,
): CrossedPair[] {
  const { f, g, likeness } = crossed;
  const pairs: CrossedPair[] = [];
  const seen = new Set<number>();
  for (const row of rows)
    for (const column of columns) {
      const others = rowsOf(column).of(column.codes[row]!);
      if (others.length > FEW_ROWS) continue;
      for (const other of others) {
        if (other === row || !hasTwo(crossed, other)) continue;
        if (f.codes[row] !== f.codes[other] && g.codes[row] !== g.codes[other]) continue;
        const [a, b] = [Math.min(row, other), Math.max(row, other)];
        if (seen.has(a * size + b)) continue;
        seen.add(a * size + b);
        const inF = likeness(f, f.codes[a]!, f, f.codes[b]!);
        const inG = likeness(g, g.codes[a]!, g, g.codes[b]!);
        if (Math.min(inF, inG) >= ALIKE && Math.max(inF, inG) === EQUAL) pairs.push({ a, b });
      }
    }
  return pairs;
}
