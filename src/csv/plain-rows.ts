/** Rows without quotes, as bytes: where their cells begin and end, without an object for each row or cell. */

import { isAscii } from 'node:buffer';
import type { Delimiter } from './dialect.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Rows of one width. What they hold is valid while the sink that they are given to is at work on them. */
export class PlainRows {
  readonly delimiter: Delimiter;
  /** How many rows there are. */
  length = 0;
  /** Cells of each row. */
  width = 0;
  /** UTF-8. */
  bytes: Buffer = Buffer.alloc(0);
  /**
   * Cell c of row r begins at `bounds[r (width + 1) + c]` and ends one before the next entry, where a delimiter or
   * the line end stands.
   */
  bounds: Int32Array = new Int32Array(1 << 12);
  /** The line of each row. */
  lines: Int32Array = new Int32Array(1 << 9);
  /** The line after the last row. */
  nextLine = 1;
  private isAscii = false;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
  }

  /**
   * Takes in rows up to the first that has another width, or to `end`. Blank lines are skipped.
   *
   * @param from the beginning of a line
   * @param end that of a line too, without a quote in between
   * @param line the number of the first line
   * @returns where it stopped
   */
  fill(bytes: Buffer, from: number, end: number, line: number, width: number): number {
    this.reset(bytes, from, end, line, width);
    const delimiter = this.delimiter.charCodeAt(0);
    let { bounds } = this;
    let start = from;
    let first = 0;
    let filled = 1;
    bounds[0] = start;
    for (let i = from; i < end; i++) {
      const byte = bytes[i]!;
      if (byte === delimiter) {
        // A row too wide is put off before it can overflow.
        if (filled - first <= width) bounds[filled] = i + 1;
        filled++;
      } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        const cells = filled - first;
        const next = byte === CARRIAGE_RETURN && bytes[i + 1] === LINE_FEED ? i + 2 : i + 1;
        if (cells > 1 || i > start) {
          if (cells !== width) return start;
          bounds[filled++] = i + 1;
          this.addLine();
          first = filled++;
          bounds = this.roomFor(filled + width);
        }
        this.nextLine++;
        start = next;
        bounds[first] = start;
        i = next - 1;
      }
    }
    return start;
  }

  /** The bytes of a row, as text. */
  text(row: number): string {
    const start = this.bounds[row * (this.width + 1)]!;
    const end = this.bounds[row * (this.width + 1) + this.width]! - 1;
    return this.bytes.toString(this.isAscii ? 'latin1' : 'utf8', start, end);
  }

  cells(row: number): string[] {
    return this.text(row).split(this.delimiter);
  }

  private reset(bytes: Buffer, from: number, end: number, line: number, width: number): void {
    this.bytes = bytes;
    this.isAscii = isAscii(bytes.subarray(from, end));
    this.length = 0;
    this.nextLine = line;
    this.width = width;
    this.roomFor(width + 1);
  }

  private addLine(): void {
    if (this.length === this.lines.length) this.lines = doubled(this.lines, this.length + 1);
    this.lines[this.length++] = this.nextLine;
  }

  private roomFor(entries: number): Int32Array {
    if (entries > this.bounds.length) this.bounds = doubled(this.bounds, entries);
    return this.bounds;
  }
}

function doubled(list: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(2 * list.length, least));
  larger.set(list);
  return larger;
}
