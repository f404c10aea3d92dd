/**
 * The conjunction of two keys, in time linear in the records and near to that of reading them: where values are many,
 * records are first sorted by a few bits of a hash of their two codes, so that each part is numbered within a table
 * that fits the cache of the processor.
 */
import { ALONE, type Blocks, outside, shared } from './blocks.ts';

/** Tables up to this many cells count by direct addressing instead of sorting. */
const DIRECT_CELLS = 1 << 18;

/** Records that a part holds, about. */
const PART = 4096;
/** Words of a sorted record: its codes in both partitions, and its row. */
const WORDS = 3;

/**
 * The blocks of records that agree on both partitions, in no order that matters.
 *
 * @example intersect({ codes: [0, 0, 1], sizes: [2, 1] }, { codes: [0, 0, 0], sizes: [3] })
 * // => { codes: [0, 0, -2], sizes: [2] }
 */
export function intersect(a: Blocks, b: Blocks): Blocks {
  const size = a.codes.length;
  const width = b.sizes.length;
  if (a.sizes.length * width > DIRECT_CELLS) return intersectSorted(a, b);
  const codes = new Int32Array(size);
  const sizes = new Int32Array(size);
  const blockOf = new Int32Array(a.sizes.length * width);
  let blocks = 0;
  for (let row = 0; row < size; row++) {
    const [codeA, codeB] = [a.codes[row]!, b.codes[row]!];
    if (codeA < 0 || codeB < 0) {
      codes[row] = outside(codeA, codeB);
      continue;
    }
    const cell = codeA * width + codeB;
    let block = blockOf[cell]! - 1;
    if (block < 0) {
      block = blocks++;
      blockOf[cell] = blocks;
    }
    codes[row] = block;
    sizes[block]!++;
  }
  return shared({ codes, sizes: sizes.subarray(0, blocks) });
}

function intersectSorted(a: Blocks, b: Blocks): Blocks {
  const codes = new Int32Array(a.codes.length);
  const { starts, records } = sortedByHash(a.codes, b.codes, codes);
  const slots = new Slots(starts);
  const sizes = new Int32Array(records.length / WORDS / 2);
  let blocks = 0;
  for (let part = 0; part + 1 < starts.length; part++) {
    slots.clear(part);
    for (let at = starts[part]!; at < starts[part + 1]!; at += WORDS) {
      const first = slots.firstLike(records, at);
      const row = records[at + 2]!;
      if (first === at) {
        codes[row] = ALONE;
        continue;
      }
      const firstRow = records[first + 2]!;
      if (codes[firstRow] === ALONE) {
        codes[firstRow] = blocks;
        sizes[blocks++] = 1;
      }
      const block = codes[firstRow]!;
      codes[row] = block;
      sizes[block]!++;
    }
  }
  return { codes, sizes: sizes.slice(0, blocks) };
}

/** An open-addressing table of the records of one part, by their codes. */
class Slots {
  private readonly starts: Int32Array;
  /** Where the first record with the codes in each slot stands, plus one; 0 where there is none. */
  private readonly slots: Int32Array;
  private mask = 0;

  constructor(starts: Int32Array) {
    this.starts = starts;
    let largest = 0;
    for (let part = 0; part + 1 < starts.length; part++) largest = Math.max(largest, this.capacity(part));
    this.slots = new Int32Array(largest);
  }

  /** Begin with a part. */
  clear(part: number): void {
    const capacity = this.capacity(part);
    this.mask = capacity - 1;
    this.slots.fill(0, 0, capacity);
  }

  /** Where the first record of the part stands that has the codes of the one at `at`: itself if it is the first. */
  firstLike(records: Int32Array, at: number): number {
    const { slots, mask } = this;
    const codeA = records[at]!;
    const codeB = records[at + 1]!;
    let slot = mix(codeA, codeB) & mask;
    for (;;) {
      const first = slots[slot]! - 1;
      if (first < 0) break;
      if (records[first] === codeA && records[first + 1] === codeB) return first;
      slot = (slot + 1) & mask;
    }
    slots[slot] = at + 1;
    return at;
  }

  private capacity(part: number): number {
    const records = (this.starts[part + 1]! - this.starts[part]!) / WORDS;
    let capacity = 2;
    while (capacity < 2 * records) capacity *= 2;
    return capacity;
  }
}

/**
 * Records that have both codes, by the first bits of the hash of these and within a part in their order; what the
 * others are in is written to `codes`, if that is given.
 */
function sortedByHash(
  a: Int32Array,
  b: Int32Array,
  codes?: Int32Array,
): { starts: Int32Array; records: Int32Array } {
  let bits = 0;
  while (bits < 16 && a.length > PART << bits) bits++;
  // Shifts count modulo 32, so that no bits at all want one part of their own.
  const shift = 32 - Math.max(1, bits);
  const starts = new Int32Array((1 << Math.max(1, bits)) + 1);
  for (let row = 0; row < a.length; row++)
    if (a[row]! >= 0 && b[row]! >= 0) starts[(mix(a[row]!, b[row]!) >>> shift) + 1]! += WORDS;
  for (let part = 1; part < starts.length; part++) starts[part]! += starts[part - 1]!;
  const records = new Int32Array(starts.at(-1)!);
  const next = starts.slice();
  for (let row = 0; row < a.length; row++) {
    const codeA = a[row]!;
    const codeB = b[row]!;
    if (codeA < 0 || codeB < 0) {
      if (codes !== undefined) codes[row] = outside(codeA, codeB);
      continue;
    }
    const part = mix(codeA, codeB) >>> shift;
    const at = next[part]!;
    records[at] = codeA;
    records[at + 1] = codeB;
    records[at + 2] = row;
    next[part] = at + WORDS;
  }
  return { starts, records };
}

/** A 32-bit mix of two codes. */
function mix(codeA: number, codeB: number): number {
  let hash = Math.imul(codeA ^ Math.imul(codeB, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
