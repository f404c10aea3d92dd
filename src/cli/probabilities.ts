/** A column of probabilities as it streams in. */

import type { PlainRows } from '../csv/plain-rows.ts';
import { ErError } from '../errors.ts';
import type { CellBytes } from '../records/raw-column.ts';

export class Probabilities {
  private readonly column: string;
  private readonly file: string;
  private buffer = new Float64Array(1024);
  private length = 0;

  /** @param column, file how errors name them */
  constructor(column: string, file: string) {
    this.column = column;
    this.file = file;
  }

  /** The probabilities, NaN for an empty cell. */
  view(): Float64Array {
    return this.buffer.subarray(0, this.length);
  }

  /** @throws ErError if the cell holds something else than a number from 0 to 1 */
  push(cell: string, line: number): void {
    this.add(this.value(cell, line));
  }

  /** Adds a cell of each row. */
  pushPlain(rows: PlainRows, cell: number): void {
    for (let row = 0; row < rows.length; row++) this.add(this.valueAt(rows, row, cell));
  }

  /** The number in a cell of rows as bytes. */
  valueAt(rows: PlainRows, row: number, cell: number): number {
    return this.value(cellText(rows, row, cell), rows.lines[row]!);
  }

  /** The number in a cell, NaN if it is empty. */
  value(cell: string, line: number): number {
    const value = Number(cell);
    if (value > 0 && value <= 1) return value;
    const text = cell.trim();
    if (text === '') return Number.NaN;
    if (value === 0) return 0;
    throw new ErError(
      `"${this.column}" is "${text}"; it must be a number from 0 to 1, or empty where it is not known`,
      { file: this.file, line },
    );
  }

  /** Adds a number that is known to be a probability. */
  add(value: number): void {
    if (this.length === this.buffer.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.length++] = value;
  }
}

/** A cell of rows as bytes. */
function cellText({ bytes, bounds, width }: CellBytes, row: number, cell: number): string {
  const at = row * (width + 1) + cell;
  return bytes.toString('latin1', bounds[at]!, bounds[at + 1]! - 1);
}
