/** A set of records, one bit each: it is gone through in ascending order while records are still being added. */

export class RecordSet {
  private readonly words: Int32Array;

  /** The empty set. @param size records that there are */
  constructor(size: number) {
    this.words = new Int32Array((size + 31) >>> 5);
  }

  /** Adds every record there is. */
  addAll(size: number): void {
    this.words.fill(-1);
    if (size % 32 > 0) this.words[this.words.length - 1] = (1 << (size % 32)) - 1;
  }

  add(row: number): void {
    this.words[row >>> 5]! |= 1 << (row & 31);
  }

  /** The least record of the set from the given one on; −1 where there is none. */
  next(from: number): number {
    const { words } = this;
    let at = from >>> 5;
    if (at >= words.length) return -1;
    let rest = words[at]! & (-1 << (from & 31));
    while (rest === 0) {
      if (++at === words.length) return -1;
      rest = words[at]!;
    }
    return (at << 5) + 31 - Math.clz32(rest & -rest);
  }
}
