/** What is known of pairs of values, as far as there is room: older pairs make way for newer ones. */
import { slotBits } from './slot-bits.ts';

/** A cache has about this many slots for each value of its column, a power of two from 2^10 to 2^19. */
const SLOTS_PER_VALUE = 32;
const FEWEST_BITS = 10;
const MOST_BITS = 19;
/** The pairs of a value are spread over two to the power of this slots. */
const NEAR_BITS = 5;

/** A direct-mapped cache of one number per pair of values a < b. */
export class PairCache {
  private readonly bits: number;
  private readonly distinct: number;
  /** In each slot the pair as one number, and what it has: side by side, to be read at once. */
  private readonly slots: Float64Array;

  constructor(distinct: number) {
    this.bits = slotBits(SLOTS_PER_VALUE * distinct, FEWEST_BITS, MOST_BITS);
    this.distinct = distinct;
    this.slots = new Float64Array(2 << this.bits).fill(-1);
  }

  /** NaN where it is not known. */
  get(a: number, b: number): number {
    const slot = this.slotOf(a, b);
    return this.slots[slot] === a * this.distinct + b ? this.slots[slot + 1]! : Number.NaN;
  }

  set(a: number, b: number, value: number): number {
    const slot = this.slotOf(a, b);
    this.slots[slot] = a * this.distinct + b;
    this.slots[slot + 1] = value;
    return value;
  }

  /** The pairs of one value stand side by side, as those of one individual are asked about together. */
  private slotOf(a: number, b: number): number {
    const near = Math.imul(a, 0x9e3779b1) >>> (32 - this.bits);
    return 2 * (near ^ (Math.imul(b, 0x85ebca6b) >>> (32 - NEAR_BITS)));
  }
}
