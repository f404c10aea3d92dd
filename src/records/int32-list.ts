/** A list of 32-bit integers that grows by doubling, for columns of unknown length. */
export class Int32List {
  length = 0;
  private buffer = new Int32Array(1024);

  push(value: number): void {
    if (this.length === this.buffer.length) this.grow(this.length + 1);
    this.buffer[this.length++] = value;
  }

  /** The entry at a position below `length`. */
  at(index: number): number {
    return this.buffer[index]!;
  }

  append(values: Int32Array): void {
    if (this.length + values.length > this.buffer.length) this.grow(this.length + values.length);
    this.buffer.set(values, this.length);
    this.length += values.length;
  }

  /** Append `value` until the list has `length` entries. */
  padTo(length: number, value: number): void {
    if (length <= this.length) return;
    if (length > this.buffer.length) this.grow(length);
    this.buffer.fill(value, this.length, length);
    this.length = length;
  }

  /** The entries, as a view that is valid until the next change. */
  view(): Int32Array {
    return this.buffer.subarray(0, this.length);
  }

  /** All entries, for another thread; the list is not to be used before they are taken back. */
  handOver(): Int32Array {
    return this.view();
  }

  takeBack(entries: Int32Array): void {
    this.buffer = new Int32Array(entries.buffer as ArrayBuffer);
    this.length = entries.length;
  }

  private grow(atLeast: number): void {
    const larger = new Int32Array(Math.max(atLeast, 2 * this.buffer.length));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}
