/**
 * The distinct texts of a column, each with a value and a count. They are looked up by their UTF-8, so that a cell
 * that occurred before never becomes a string. A hash table with open addressing and linear probing (Knuth, The Art of
 * Computer Programming 3, 6.4). As most of the time goes by waiting for memory, what belongs to a text stands in
 * one place, but for its bytes.
 */
import { constants } from 'node:buffer';

/** Slots for texts before the first growth; a power of 2. */
const FIRST_SLOTS = 1 << 8;

/** Entries of a slot: hash, place of the bytes plus 1 (0 where the slot is free), value, count. */
const SLOT = 4;
const [PLACE, VALUE, COUNT] = [1, 2, 3];

/** Stands behind the bytes of each text; no UTF-8 holds it. */
const END = 0xff;

/** The value of a text that has not occurred before; it stands in `bytes`, where it stays. */
export type ValueFor = (bytes: Buffer, from: number, to: number) => number;

/** All that a dictionary holds. */
export interface DictionaryParts {
  readonly size: number;
  readonly slots: Int32Array;
  readonly bytes: Uint8Array;
  readonly end: number;
}

export class Dictionary {
  private readonly valueFor: ValueFor;
  private size = 0;
  private slots: Int32Array = new Int32Array(SLOT * FIRST_SLOTS);
  private mask = FIRST_SLOTS - 1;
  private bytes: Buffer = Buffer.alloc(FIRST_SLOTS * 8);
  private end = 0;
  private hashes: Int32Array = new Int32Array(0);

  /** @param valueFor may look up other texts */
  constructor(valueFor: ValueFor) {
    this.valueFor = valueFor;
  }

  /** The value of a text, which is counted `times` times. */
  value(source: Buffer, from: number, to: number, times = 1): number {
    const slot = this.slotOf(hashBytes(source, from, to), source, from, to);
    this.slots[slot + COUNT]! += times;
    return this.slots[slot + VALUE]!;
  }

  /**
   * The values of many texts, each of which is counted once: the i-th goes from `bounds[first + i step]` to one
   * before the entry that follows. Faster than one by one, for the memory can look for the next ones while it still
   * waits for this one.
   */
  values(source: Buffer, bounds: Int32Array, first: number, step: number, out: Int32Array): void {
    const count = out.length;
    if (count > this.hashes.length) this.hashes = new Int32Array(2 * count);
    const { hashes, slots, mask } = this;
    for (let i = 0, at = first; i < count; i++, at += step)
      hashes[i] = hashBytes(source, bounds[at]!, bounds[at + 1]! - 1);
    for (let i = 0; i < count; i++) {
      const hash = hashes[i]!;
      let slot = SLOT * (hash & mask);
      while (slots[slot] !== hash && slots[slot + PLACE] !== 0) slot = (slot + SLOT) & (SLOT * mask);
      out[i] = slot;
    }
    for (let i = 0, at = first; i < count; i++, at += step) {
      const from = bounds[at]!;
      const to = bounds[at + 1]! - 1;
      let slot = out[i]!;
      if (slots !== this.slots || !this.holds(slot, source, from, to))
        slot = this.slotOf(hashes[i]!, source, from, to);
      this.slots[slot + COUNT]!++;
      out[i] = this.slots[slot + VALUE]!;
    }
  }

  /** Gives the value and the count of each text, in no order. */
  forEach(take: (value: number, count: number) => void): void {
    const { slots } = this;
    for (let slot = 0; slot < slots.length; slot += SLOT)
      if (slots[slot + PLACE] !== 0) take(slots[slot + VALUE]!, slots[slot + COUNT]!);
  }

  /** The text whose bytes begin at a place that `valueFor` was told. */
  textAt(from: number): string {
    const { bytes } = this;
    let to = from;
    let all = 0;
    for (let byte = bytes[to]!; byte !== END; byte = bytes[++to]!) all |= byte;
    return bytes.toString(all < 128 ? 'latin1' : 'utf8', from, to);
  }

  /** What it holds, for another thread; not to be used before it is taken back. */
  handOver(): DictionaryParts {
    return { size: this.size, slots: this.slots, bytes: this.bytes, end: this.end };
  }

  takeBack({ size, slots, bytes, end }: DictionaryParts): void {
    this.size = size;
    this.slots = slots;
    this.mask = slots.length / SLOT - 1;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = end;
  }

  private slotOf(hash: number, source: Buffer, from: number, to: number): number {
    const { slots, mask } = this;
    let slot = SLOT * (hash & mask);
    for (; slots[slot + PLACE] !== 0; slot = (slot + SLOT) & (SLOT * mask))
      if (slots[slot] === hash && this.holds(slot, source, from, to)) return slot;
    return this.add(hash, source, from, to);
  }

  /** Whether the text of a slot is the one given. */
  private holds(slot: number, source: Buffer, from: number, to: number): boolean {
    const place = this.slots[slot + PLACE]! >>> 0;
    if (place === 0) return false;
    const { bytes } = this;
    let at = place - 1;
    for (let i = from; i < to; i++, at++) if (bytes[at] !== source[i]) return false;
    return bytes[at] === END;
  }

  private add(hash: number, source: Buffer, from: number, to: number): number {
    const place = this.append(source, from, to) + 1;
    // May look up, and so add, other texts, and write over the source.
    const value = this.valueFor(this.bytes, place - 1, place - 1 + to - from);
    // At most three slots in four are taken.
    if (4 * ++this.size > 3 * (this.mask + 1)) this.rehash();
    const slot = this.freeSlot(hash);
    this.slots[slot] = hash;
    this.slots[slot + PLACE] = place;
    this.slots[slot + VALUE] = value;
    return slot;
  }

  private append(source: Buffer, from: number, to: number): number {
    const start = this.end;
    const end = start + to - from + 1;
    if (end > this.bytes.length) {
      const bytes = Buffer.alloc(Math.max(end, Math.min(2 * this.bytes.length, constants.MAX_LENGTH)));
      this.bytes.copy(bytes, 0, 0, start);
      this.bytes = bytes;
    }
    const { bytes } = this;
    for (let i = from, at = start; i < to; i++, at++) bytes[at] = source[i]!;
    bytes[end - 1] = END;
    this.end = end;
    return start;
  }

  private rehash(): void {
    const { slots: old } = this;
    this.slots = new Int32Array(2 * old.length);
    this.mask = 2 * this.mask + 1;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + PLACE] === 0) continue;
      const to = this.freeSlot(old[from]!);
      for (let i = 0; i < SLOT; i++) this.slots[to + i] = old[from + i]!;
    }
  }

  private freeSlot(hash: number): number {
    const { slots, mask } = this;
    let slot = SLOT * (hash & mask);
    while (slots[slot + PLACE] !== 0) slot = (slot + SLOT) & (SLOT * mask);
    return slot;
  }
}

/** MurmurHash3 for 32 bits (Appleby, 2008). */
function hashBytes(source: Buffer, from: number, to: number): number {
  let hash = 0;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const four = source[i]! | (source[i + 1]! << 8) | (source[i + 2]! << 16) | (source[i + 3]! << 24);
    hash ^= scrambled(four);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let shift = 0; i < to; i++, shift += 8) rest |= source[i]! << shift;
  hash ^= scrambled(rest) ^ (to - from);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function scrambled(four: number): number {
  const product = Math.imul(four, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}
