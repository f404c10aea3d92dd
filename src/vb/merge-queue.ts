/** A priority queue of candidate merges: the largest gain first, of equal ones the lower number. */
export class MergeQueue {
  private gains = new Float64Array(1024);
  private items = new Int32Array(1024);
  private size = 0;

  get length(): number {
    return this.size;
  }

  push(item: number, gain: number): void {
    if (this.size === this.items.length) this.grow();
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(item, gain, parent)) break;
      this.items[at] = this.items[parent]!;
      this.gains[at] = this.gains[parent]!;
      at = parent;
    }
    this.items[at] = item;
    this.gains[at] = gain;
  }

  /** The item with the largest gain; −1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const top = this.items[0]!;
    this.size--;
    const [item, gain] = [this.items[this.size]!, this.gains[this.size]!];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.items[child + 1]!, this.gains[child + 1]!, child))
        child++;
      if (this.before(item, gain, child)) break;
      this.items[at] = this.items[child]!;
      this.gains[at] = this.gains[child]!;
      at = child;
    }
    this.items[at] = item;
    this.gains[at] = gain;
    return top;
  }

  private before(item: number, gain: number, other: number): boolean {
    return gain > this.gains[other]! || (gain === this.gains[other]! && item < this.items[other]!);
  }

  private grow(): void {
    const gains = new Float64Array(2 * this.gains.length);
    gains.set(this.gains);
    this.gains = gains;
    const items = new Int32Array(2 * this.items.length);
    items.set(this.items);
    this.items = items;
  }
}
