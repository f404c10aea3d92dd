/**
 * From levels to patterns: a pair's levels are read as the digits of one mixed-radix integer, and each
 * distinct integer becomes one agreement pattern with a count.
 */
import { MISSING, type Patterns } from './patterns.ts';

/** Products of radices stay below this, so that keys are exact integers in a double. */
const LARGEST_KEY = 2 ** 52;

/** Levels of each pattern, G × F, row-major, and how many pairs show it. */
export interface RawPatterns {
  readonly levels: Uint8Array;
  readonly counts: Float64Array;
}

/** Interns agreement patterns: equal level vectors get the same index, and each index a count. */
export class PatternIndex {
  size = 0;
  private readonly levelCounts: readonly number[];
  /** What each level of each field adds to the key, F × 256; a missing comparison adds nothing. */
  private readonly digits: Float64Array;
  /** First field of the second key word; keys of more fields than fit one double use two. */
  private readonly border: number;
  private low: Float64Array;
  private high: Float64Array;
  private slots: Int32Array;
  private tally: Float64Array;
  private levels: Uint8Array;

  constructor(levelCounts: readonly number[]) {
    const fields = levelCounts.length;
    this.levelCounts = levelCounts;
    this.digits = new Float64Array(256 * fields);
    let border = fields;
    let stride = 1;
    for (let f = 0; f < fields; f++) {
      if (stride * (levelCounts[f]! + 1) > LARGEST_KEY) {
        if (border < fields) throw new RangeError('more levels than two keys can hold');
        border = f;
        stride = 1;
      }
      for (let level = 0; level < MISSING; level++) this.digits[(f << 8) | level] = (level + 1) * stride;
      stride *= levelCounts[f]! + 1;
    }
    this.border = border;
    this.low = new Float64Array(256);
    this.high = new Float64Array(256);
    this.tally = new Float64Array(256);
    this.levels = new Uint8Array(256 * fields);
    this.slots = new Int32Array(1024).fill(-1);
  }

  /**
   * Index of the pattern whose levels stand at `levels[at … at + F − 1]`; a new one has count 0.
   */
  intern(levels: Uint8Array, at: number): number {
    let low = 0;
    let high = 0;
    const fields = this.levelCounts.length;
    const { digits, border } = this;
    for (let f = 0; f < border; f++) low += digits[(f << 8) | levels[at + f]!]!;
    for (let f = border; f < fields; f++) high += digits[(f << 8) | levels[at + f]!]!;
    const mask = this.slots.length - 1;
    let slot = hashKey(low, high) & mask;
    for (;;) {
      const index = this.slots[slot]!;
      if (index < 0) break;
      if (this.low[index] === low && this.high[index] === high) return index;
      slot = (slot + 1) & mask;
    }
    return this.insert(low, high, slot, levels, at);
  }

  /** Add `weight` pairs to a pattern. */
  add(index: number, weight: number): void {
    this.tally[index]! += weight;
  }

  /** The patterns so far in the order of their indices, with their counts: what `absorb` takes. */
  raw(): RawPatterns {
    const { size } = this;
    const fields = this.levelCounts.length;
    return { levels: this.levels.slice(0, size * fields), counts: this.tally.slice(0, size) };
  }

  /**
   * Add what another index has counted.
   *
   * @returns the index here of each index there
   */
  absorb({ levels, counts }: RawPatterns): Int32Array {
    const fields = this.levelCounts.length;
    return Int32Array.from(counts, (count, there) => {
      const here = this.intern(levels, there * fields);
      this.add(here, count);
      return here;
    });
  }

  /**
   * The patterns so far, copied, in an order that depends only on which they are.
   *
   * @returns the patterns, and the place among them of each index
   */
  patterns(): { patterns: Patterns; placeOf: Int32Array } {
    const { size, levelCounts, low, high } = this;
    const fields = levelCounts.length;
    const order = Int32Array.from({ length: size }, (_, index) => index);
    order.sort((a, b) => high[a]! - high[b]! || low[a]! - low[b]!);
    const placeOf = new Int32Array(size);
    const levels = new Uint8Array(size * fields);
    const counts = new Float64Array(size);
    order.forEach((index, place) => {
      placeOf[index] = place;
      counts[place] = this.tally[index]!;
      levels.set(this.levels.subarray(index * fields, (index + 1) * fields), place * fields);
    });
    return { patterns: { size, levelCounts, levels, counts }, placeOf };
  }

  private insert(low: number, high: number, slot: number, levels: Uint8Array, at: number): number {
    if (2 * this.size >= this.slots.length || this.size === this.low.length) {
      this.grow();
      const mask = this.slots.length - 1;
      slot = hashKey(low, high) & mask;
      while (this.slots[slot]! >= 0) slot = (slot + 1) & mask;
    }
    const fields = this.levelCounts.length;
    const index = this.size++;
    this.low[index] = low;
    this.high[index] = high;
    this.slots[slot] = index;
    for (let f = 0; f < fields; f++) this.levels[index * fields + f] = levels[at + f]!;
    return index;
  }

  private grow(): void {
    const capacity = 2 * this.low.length;
    const copy = (from: Float64Array): Float64Array => {
      const to = new Float64Array(capacity);
      to.set(from);
      return to;
    };
    this.low = copy(this.low);
    this.high = copy(this.high);
    this.tally = copy(this.tally);
    const levels = new Uint8Array(capacity * this.levelCounts.length);
    levels.set(this.levels);
    this.levels = levels;
    const mask = 4 * capacity - 1;
    this.slots = new Int32Array(mask + 1).fill(-1);
    for (let index = 0; index < this.size; index++) {
      let slot = hashKey(this.low[index]!, this.high[index]!) & mask;
      while (this.slots[slot]! >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = index;
    }
  }
}

/** A 32-bit mix of two exact integers below 2^52. */
function hashKey(low: number, high: number): number {
  // `| 0` takes an integer modulo 2^32, and is an instruction where `%` of doubles is a call.
  const a = low | 0;
  const b = (low / 4294967296) | 0;
  const c = high | 0;
  let h = Math.imul(a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c, 0x85ebca6b), 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x27d4eb2f);
  return (h ^ (h >>> 13)) >>> 0;
}
