/** The rows that hold each value of a column: one counting sort for each column that is asked for. */
import { type Column, NO_VALUE } from '../records/table.ts';

class RowsByValue {
  private readonly starts: Int32Array;
  private readonly rows: Int32Array;

  constructor({ codes, counts }: Pick<Column, 'codes' | 'counts'>) {
    this.starts = new Int32Array(counts.length + 1);
    for (let code = 0; code < counts.length; code++)
      this.starts[code + 1] = this.starts[code]! + counts[code]!;
    this.rows = new Int32Array(this.starts.at(-1)!);
    const next = this.starts.slice();
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!;
      if (code !== NO_VALUE) this.rows[next[code]!++] = row;
    }
  }

  /** The share of a value among the rows that have one, θ. */
  share(code: number): number {
    return (this.starts[code + 1]! - this.starts[code]!) / this.rows.length;
  }

  /** The rows of a value, ascending; none for `NO_VALUE`. */
  of(code: number): Int32Array {
    return code === NO_VALUE
      ? this.rows.subarray(0, 0)
      : this.rows.subarray(this.starts[code], this.starts[code + 1]);
  }
}

/** The rows of a column by value. */
export type RowsOf = (column: Column) => RowsByValue;

/** Those of the columns of one table, each sorted when it is first asked for. */
export function rowsByValue(): RowsOf {
  const known = new Map<Column, RowsByValue>();
  return (column) => {
    const rows = known.get(column) ?? new RowsByValue(column);
    known.set(column, rows);
    return rows;
  };
}
