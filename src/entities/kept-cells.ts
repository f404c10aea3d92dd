/** The cells of some records, kept while all are read. */
export class KeptCells {
  private readonly rows: Int32Array;
  private readonly cells = new Map<number, readonly string[]>();

  /** @param rows of the records to keep */
  constructor(rows: Iterable<number>) {
    this.rows = Int32Array.from(new Set(rows)).sort();
  }

  /** The records to keep among those from `first` up to, but not including, `end`. */
  between(first: number, end: number): Int32Array {
    return this.rows.subarray(this.placeOf(first), this.placeOf(end));
  }

  wants(row: number): boolean {
    return this.rows[this.placeOf(row)] === row;
  }

  keep(row: number, cells: readonly string[]): void {
    this.cells.set(row, cells);
  }

  /** The cells of a record; undefined where it was not met. */
  of(row: number): readonly string[] | undefined {
    return this.cells.get(row);
  }

  /** How many of the rows are below one. */
  private placeOf(row: number): number {
    let [from, to] = [0, this.rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows[middle]! < row) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
