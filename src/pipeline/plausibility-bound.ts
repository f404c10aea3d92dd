/** Which pairs can still turn out to be matches, told before anything is estimated. */
import { levelOffsets, MISSING } from '../compare/patterns.ts';

/** What the bound is made of. */
export interface BoundOptions {
  /** Number of levels of each field, L_f. */
  levelCounts: readonly number[];
  /** Level counts of all pairs of the table, flat (see `crossProductLevels`). */
  crossProduct: Float64Array;
  /** Pairs of the table that could match. */
  totalPairs: number;
  /** Log of the odds, prior included, that a pair must be able to reach to be kept; −Infinity keeps all. */
  keepAbove: number;
}

/**
 * An upper bound of a pair's log odds before anything is estimated: m at most 1, the prior at most that of
 * ten matches per record, u no rarer than the rarest level frequency allows among all pairs.
 */
export class PlausibilityBound {
  private readonly offsets: Int32Array;
  private readonly surprise: Float64Array;
  private readonly fields: number;
  private readonly needed: number;

  constructor({ levelCounts, crossProduct, totalPairs, keepAbove }: BoundOptions) {
    this.offsets = levelOffsets(levelCounts);
    this.fields = levelCounts.length;
    this.surprise = new Float64Array(crossProduct.length);
    for (let f = 0; f < this.fields; f++) {
      const [from, to] = [this.offsets[f]!, this.offsets[f + 1]!];
      let compared = 0;
      for (let i = from; i < to; i++) compared += crossProduct[i]!;
      for (let i = from + 1; i < to; i++)
        this.surprise[i] = Math.log((compared + 1) / (crossProduct[i]! + 1)) + SLACK;
    }
    const records = Math.sqrt(2 * totalPairs);
    this.needed = keepAbove + Math.log(Math.max(1, totalPairs / (MATCHES_PER_RECORD * records)));
  }

  reaches(levels: Uint8Array, at: number, logRatio: number): boolean {
    let sum = logRatio;
    for (let f = 0; f < this.fields; f++) {
      const level = levels[at + f]!;
      if (level !== MISSING) sum += this.surprise[this.offsets[f]! + level]!;
    }
    return sum >= this.needed;
  }
}

const MATCHES_PER_RECORD = 10;
/** Matches among all pairs make levels look commoner than they are among non-matches, by this in nats. */
const SLACK = 1;
