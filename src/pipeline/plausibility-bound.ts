/** Which pairs can still turn out to be matches, told before all candidates have been compared. */
import { levelOffsets } from '../compare/patterns.ts';
import type { Parameters } from '../em/parameters.ts';

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
  /** m, u and the prior, where some candidates have been compared already. */
  parameters?: Parameters | undefined;
}

/**
 * An upper bound of a pair's log odds. Before anything is estimated: m at most 1, the prior at most that of
 * ten matches per record, u no rarer than the rarest level frequency allows among all pairs. Afterwards: the odds
 * themselves, and some more.
 */
export class PlausibilityBound {
  /** What each level of each field adds to the log odds, F × 256; a missing comparison adds nothing. */
  private readonly surprise: Float64Array;
  private readonly fields: number;
  /** What a pair must reach to be kept. */
  readonly needed: number;

  constructor({ levelCounts, crossProduct, totalPairs, keepAbove, parameters }: BoundOptions) {
    this.fields = levelCounts.length;
    this.surprise = new Float64Array(256 * this.fields);
    const offsets = levelOffsets(levelCounts);
    for (let f = 0; f < this.fields; f++) {
      const [from, to] = [offsets[f]!, offsets[f + 1]!];
      const known = parameters && logRatios(parameters, from, to);
      this.surprise.set(known ?? surprises(crossProduct.subarray(from, to)), f << 8);
    }
    if (parameters !== undefined) {
      const { prior } = parameters;
      this.needed = keepAbove - Math.log(prior / (1 - prior)) - UNSURE;
      return;
    }
    const records = Math.sqrt(2 * totalPairs);
    this.needed = keepAbove + Math.log(Math.max(1, totalPairs / (MATCHES_PER_RECORD * records)));
  }

  /** The bound for a pair with the levels at levels[at … at + F − 1], without what the rarity of its values adds. */
  logOdds(levels: Uint8Array, at: number): number {
    let sum = 0;
    for (let f = 0; f < this.fields; f++) sum += this.surprise[(f << 8) | levels[at + f]!]!;
    return sum;
  }
}

const MATCHES_PER_RECORD = 10;
/** Log odds below those to be reached that estimates from some candidates may be wrong by, in nats. */
const UNSURE = 10;
/** Matches among all pairs make levels look commoner than they are among non-matches, by this in nats. */
const SLACK = 1;

/** How unlikely each level of a field is among all pairs, more than by chance; disagreement is not surprising. */
function surprises(pairs: Float64Array): Float64Array {
  let compared = 0;
  for (const count of pairs) compared += count;
  return pairs.map((count, level) => (level === 0 ? 0 : Math.log((compared + 1) / (count + 1)) + SLACK));
}

/** log m/u of the levels of a field. */
function logRatios({ m, u }: Parameters, from: number, to: number): Float64Array {
  const ratios = new Float64Array(to - from);
  for (let i = from; i < to; i++) ratios[i - from] = Math.log(m[i]! / u[i]!);
  return ratios;
}
