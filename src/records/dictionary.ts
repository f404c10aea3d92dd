/**
 * The distinct texts of a column, numbered in the order in which they first occur. They are looked up by their UTF-8,
 * so that a cell that occurred before never becomes a string. A hash table with open addressing and linear probing
 * (Knuth, The Art of Computer Programming 3, 6.4), all in typed arrays.
 */

/** Slots for texts before the first growth; a power of 2. */
const FIRST_SLOTS = 1 << 8;

export class Dictionary {
  /** How many texts there are. */
  size = 0;
  /** For each slot a hash and a number plus 1, which is 0 where the slot is free. */
  private slots = new Int32Array(2 * FIRST_SLOTS);
  private mask = FIRST_SLOTS - 1;
  /** Where each text begins in `bytes`; it ends where the next begins. */
  private starts: Uint32Array = new Uint32Array(FIRST_SLOTS);
  private bytes: Buffer = Buffer.alloc(FIRST_SLOTS * 8);
  private end = 0;

  /** The number of a text, the next one if it is new. */
  number(source: Uint8Array, from: number, to: number): number {
    const hash = hashBytes(source, from, to);
    const { slots, mask } = this;
    let slot = hash & mask;
    for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
      if (slots[2 * slot] !== hash) continue;
      const number = slots[2 * slot + 1]! - 1;
      if (this.equals(number, source, from, to)) return number;
    }
    slots[2 * slot] = hash;
    slots[2 * slot + 1] = this.size + 1;
    return this.append(source, from, to);
  }

  /** The text of a number. */
  text(number: number): string {
    return this.bytes.toString('utf8', this.starts[number], this.endOf(number));
  }

  private endOf(number: number): number {
    return number + 1 < this.size ? this.starts[number + 1]! : this.end;
  }

  private equals(number: number, source: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this;
    const start = this.starts[number]!;
    const length = to - from;
    if (this.endOf(number) - start !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== source[from + i]) return false;
    return true;
  }

  private append(source: Uint8Array, from: number, to: number): number {
    if (this.size === this.starts.length) {
      const starts = new Uint32Array(2 * this.size);
      starts.set(this.starts);
      this.starts = starts;
    }
    const end = this.end + to - from;
    if (end > this.bytes.length) {
      const bytes = Buffer.alloc(Math.max(end, 2 * this.bytes.length));
      this.bytes.copy(bytes, 0, 0, this.end);
      this.bytes = bytes;
    }
    for (let i = from, at = this.end; i < to; i++, at++) this.bytes[at] = source[i]!;
    this.starts[this.size] = this.end;
    this.end = end;
    const number = this.size++;
    // At most three slots in four are taken.
    if (4 * this.size > 3 * (this.mask + 1)) this.rehash();
    return number;
  }

  private rehash(): void {
    const { slots: old } = this;
    this.slots = new Int32Array(2 * old.length);
    this.mask = 2 * this.mask + 1;
    const { slots, mask } = this;
    for (let i = 0; i < old.length; i += 2) {
      if (old[i + 1] === 0) continue;
      let slot = old[i]! & mask;
      while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      slots[2 * slot] = old[i]!;
      slots[2 * slot + 1] = old[i + 1]!;
    }
  }
}

/** FNV-1a with a final mix, so that the low bits depend on all of the text. */
function hashBytes(source: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ source[i]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
