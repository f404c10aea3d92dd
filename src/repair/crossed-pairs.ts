/**
 * Pairs of records that agree crosswise in two columns: the one's value of f is the other's of g, and the values
 * that are left are the same or alike. Only records whose values are likelier the other way round are looked at,
 * and for each the rows of its rarer values: N records cost N, whatever the number of pairs.
 */
import { NO_VALUE, type Table } from '../records/table.ts';
import { type CrossedColumns, exchangeEvidence, hasTwo } from './crossed-columns.ts';
import { ALIKE } from './likeness.ts';
import type { RowsOf } from './rows-by-value.ts';

/** Rows of a value are looked through if they are no more than this. */
const FEW_ROWS = 100;
/** Where every value of a record has more, the shortest list is looked through up to this length. */
const MOST_ROWS = 2000;

export interface CrossedPair {
  /** a < b. */
  readonly a: number;
  readonly b: number;
}

export interface CrossedPairs {
  readonly pairs: readonly CrossedPair[];
  /** Records whose two values are likelier in each other's column. */
  readonly suspects: number;
}

/** All pairs of a suspect record and one that it crosses. */
export function crossedPairs(
  { columns, size }: Pick<Table, 'columns' | 'size'>,
  crossed: CrossedColumns,
  rowsOf: RowsOf,
): CrossedPairs {
  const { f, g, inG, inF } = crossed;
  const pairs: CrossedPair[] = [];
  const seen = new Set<number>();
  let suspects = 0;

  const offer = (row: number, other: number): void => {
    if (row === other || !hasTwo(crossed, other) || !isCrossing(crossed, row, other)) return;
    const [a, b] = [Math.min(row, other), Math.max(row, other)];
    if (seen.has(a * size + b)) return;
    seen.add(a * size + b);
    pairs.push({ a, b });
  };

  for (let row = 0; row < size; row++) {
    if (!hasTwo(crossed, row)) continue;
    const there = inG[f.codes[row]!]!;
    const here = inF[g.codes[row]!]!;
    if ((there === NO_VALUE && here === NO_VALUE) || exchangeEvidence(crossed, row) < 0) continue;
    suspects++;
    let shortest: Int32Array | undefined;
    for (const column of columns) {
      const code = column === f ? here : column === g ? there : column.codes[row]!;
      if (code === NO_VALUE) continue;
      const rows = rowsOf(column).of(code);
      if (shortest === undefined || rows.length < shortest.length) shortest = rows;
      if (rows.length <= FEW_ROWS) for (const other of rows) offer(row, other);
    }
    if (shortest !== undefined && shortest.length > FEW_ROWS && shortest.length <= MOST_ROWS)
      for (const other of shortest) offer(row, other);
  }
  return { pairs, suspects };
}

/** Whether one value stands in the other column of the other row, and the other value may stand in this one. */
function isCrossing({ f, g, inG, inF, likeness }: CrossedColumns, a: number, b: number): boolean {
  const forth = inG[f.codes[a]!] === g.codes[b];
  const back = inF[g.codes[a]!] === f.codes[b];
  if (forth && back) return true;
  if (forth) return likeness(g, g.codes[a]!, f, f.codes[b]!) === ALIKE;
  return back && likeness(f, f.codes[a]!, g, g.codes[b]!) === ALIKE;
}
