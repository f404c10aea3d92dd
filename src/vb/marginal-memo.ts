/**
 * What marginals of a few values came to: while individuals are merged and records moved, the same values meet over
 * and over. Direct-mapped, so that memory is bounded: older ones make way for newer ones.
 */
import type { FieldCounts } from '../partition/likelihood.ts';
import { slotBits } from './slot-bits.ts';

/** Most distinct values of what is remembered. */
const FEW = 8;
/** Entries of a slot: field, number of values, and the values with their counts. */
const WIDTH = 2 + 2 * FEW;
/** Slots for each record, and the least and most of them, as powers of two. */
const SLOTS_PER_RECORD = 4;
const FEWEST_BITS = 8;
const MOST_BITS = 16;

/** Remembers one number per field and values with their counts. */
export class MarginalMemo {
  /** The values asked for last, ascending. */
  readonly field: FieldCounts = {
    ...{ values: new Int32Array(FEW), counts: new Int32Array(FEW) },
    ...{ at: 0, distinct: 0 },
  };
  private readonly bits: number;
  private readonly keys: Int32Array;
  private readonly numbers: Float64Array;
  private slot = 0;

  constructor(records: number) {
    this.bits = slotBits(SLOTS_PER_RECORD * records, FEWEST_BITS, MOST_BITS);
    this.keys = new Int32Array(WIDTH << this.bits).fill(-1);
    this.numbers = new Float64Array(1 << this.bits);
  }

  /** Whether so many values are remembered. */
  static takes({ distinct }: FieldCounts): boolean {
    return distinct <= FEW;
  }

  /** The number of these values, in whatever order; NaN where it is not known, and `set` will take it. */
  get(f: number, { values, counts, at, distinct }: FieldCounts): number {
    const { field } = this;
    field.distinct = distinct;
    let hash = f;
    for (let d = 0; d < distinct; d++) {
      const value = values[at + d]!;
      let place = d;
      for (; place > 0 && field.values[place - 1]! > value; place--) {
        field.values[place] = field.values[place - 1]!;
        field.counts[place] = field.counts[place - 1]!;
      }
      field.values[place] = value;
      field.counts[place] = counts[at + d]!;
    }
    for (let d = 0; d < distinct; d++)
      hash = Math.imul(Math.imul(hash ^ field.values[d]!, 0x9e3779b1) ^ field.counts[d]!, 0x85ebca6b);
    this.slot = ((hash ^ (hash >>> 15)) >>> 0) & ((1 << this.bits) - 1);
    return this.isThere(f) ? this.numbers[this.slot]! : Number.NaN;
  }

  /** Remembers the number of the values asked for last. */
  set(f: number, number: number): number {
    const { keys, field, slot } = this;
    const { distinct } = field;
    let at = slot * WIDTH;
    keys[at++] = f;
    keys[at++] = distinct;
    for (let d = 0; d < distinct; d++) {
      keys[at++] = field.values[d]!;
      keys[at++] = field.counts[d]!;
    }
    this.numbers[slot] = number;
    return number;
  }

  private isThere(f: number): boolean {
    const { keys, field, slot } = this;
    const { distinct } = field;
    let at = slot * WIDTH;
    if (keys[at++] !== f || keys[at++] !== distinct) return false;
    for (let d = 0; d < distinct; d++)
      if (keys[at++] !== field.values[d] || keys[at++] !== field.counts[d]) return false;
    return true;
  }
}
