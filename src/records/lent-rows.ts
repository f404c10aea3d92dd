/** Rows on their way to other threads: as bytes in shared memory, whether they come as bytes or as cells. */
import type { CellBytes } from './raw-column.ts';

/** Bytes from which rows are sent on, and the room there is for them at first. */
const ENOUGH = 1 << 17;
const ROOM = 2 * ENOUGH;

export class LentRows implements CellBytes {
  bytes: Buffer = Buffer.from(new SharedArrayBuffer(ROOM));
  bounds: Int32Array = new Int32Array(new SharedArrayBuffer(ROOM));
  width = 0;
  length = 0;
  /** Bytes and bounds in use. */
  private end = 0;
  private bounded = 0;

  /** Begins anew, for rows of a width. */
  clear(width: number): void {
    this.width = width;
    this.length = 0;
    this.end = 0;
    this.bounded = 0;
  }

  get isEnough(): boolean {
    return this.end >= ENOUGH;
  }

  /** Adds rows of the same width. */
  add({ bytes, bounds, width, length }: CellBytes): void {
    const count = length * (width + 1);
    if (count === 0) return;
    const from = bounds[0]!;
    const to = bounds[count - 1]!;
    this.reserve(to - from, count);
    this.bytes.set(bytes.subarray(from, to), this.end);
    const shift = this.end - from;
    for (let i = 0, at = this.bounded; i < count; i++, at++) this.bounds[at] = bounds[i]! + shift;
    this.end += to - from;
    this.bounded += count;
    this.length += length;
  }

  /** Adds a row. */
  addCells(cells: readonly string[]): void {
    let most = this.width;
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    for (let c = 0; c < this.width; c++) most += 3 * cells[c]!.length;
    this.reserve(most, this.width + 1);
    for (let c = 0; c < this.width; c++) {
      this.bounds[this.bounded++] = this.end;
      // Something stands between two cells; nobody looks at what.
      this.end += this.bytes.write(cells[c]!, this.end) + 1;
    }
    this.bounds[this.bounded++] = this.end;
    this.length++;
  }

  private reserve(bytes: number, bounds: number): void {
    if (this.end + bytes > this.bytes.length) {
      const larger = Buffer.from(new SharedArrayBuffer(2 * (this.end + bytes)));
      larger.set(this.bytes.subarray(0, this.end));
      this.bytes = larger;
    }
    if (this.bounded + bounds > this.bounds.length) {
      const larger = new Int32Array(new SharedArrayBuffer(8 * (this.bounded + bounds)));
      larger.set(this.bounds.subarray(0, this.bounded));
      this.bounds = larger;
    }
  }
}
