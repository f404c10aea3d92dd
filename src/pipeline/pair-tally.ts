/**
 * Pairs compared and counted by agreement pattern and, where they can still turn out to be matches, rarity; these are
 * kept.
 * Batches in, typed arrays out: each thread has a tally of its own.
 */
import { BATCH, type PairBatch } from '../blocking/pairs.ts';
import type { Comparison } from '../compare/comparison.ts';
import { PatternIndex } from '../compare/pattern-index.ts';
import type { Rarity } from '../compare/rarity.ts';
import { Int32List } from '../records/int32-list.ts';
import type { PlausibilityBound } from './plausibility-bound.ts';

/** Width of a rarity class, in nats; half of it is the most that a pattern's weight is off by. */
export const CLASS_WIDTH = 0.25;
/** Classes reach from −CLASS_BIAS to CLASS_BIAS widths. */
export const CLASS_BIAS = 120;

/** Pairs worth keeping: rows left[i] < right[i], and the index of the pattern they show. */
export interface KeptPairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly pattern: Int32Array;
}

export class PairTally {
  /** Patterns of F + 1 digits: the levels, and the class of rarity. */
  readonly index: PatternIndex;
  private readonly comparison: Comparison;
  private readonly rarity: Rarity | undefined;
  private readonly bound: PlausibilityBound;
  private readonly levels: Uint8Array;
  private readonly key: Uint8Array;
  private left = new Int32List();
  private right = new Int32List();
  private pattern = new Int32List();

  constructor(comparison: Comparison, rarity: Rarity | undefined, bound: PlausibilityBound) {
    const fields = comparison.levelCounts.length;
    this.index = new PatternIndex([...comparison.levelCounts, 2 * CLASS_BIAS + 1]);
    this.comparison = comparison;
    this.rarity = rarity;
    this.bound = bound;
    this.levels = new Uint8Array(BATCH * fields);
    this.key = new Uint8Array(fields + 1);
  }

  /** Compare and count a batch, of at most `BATCH` pairs. */
  add({ left, right, count }: PairBatch): void {
    const { comparison, rarity, bound, levels, key, index } = this;
    const fields = comparison.levelCounts.length;
    comparison.compare(left, right, count, levels);
    for (let pair = 0, at = 0; pair < count; pair++, at += fields) {
      for (let f = 0; f < fields; f++) key[f] = levels[at + f]!;
      const a = left[pair]!;
      const b = right[pair]!;
      const logRatio = rarity === undefined ? 0 : rarity.logRatio(a, b, levels, at);
      const logOdds = bound.logOdds(levels, at);
      const isKept = logOdds + logRatio >= bound.needed;
      // Neither as rare as they are nor as usual could these be matches.
      const isHopeless = !isKept && logOdds < bound.needed;
      key[fields] = isHopeless ? CLASS_BIAS : rarityClass(logRatio);
      const g = index.intern(key, 0);
      index.add(g, 1);
      if (isKept) {
        this.left.push(a);
        this.right.push(b);
        this.pattern.push(g);
      }
    }
  }

  /** The pairs kept since this was last asked. */
  take(): KeptPairs {
    const { left, right, pattern } = this;
    const kept = { left: left.view().slice(), right: right.view().slice(), pattern: pattern.view().slice() };
    for (const list of [left, right, pattern]) list.length = 0;
    return kept;
  }
}

/**
 * The log of a rarity factor as it counts: that of the middle of its class.
 *
 * @example roundedRarity(1.1) // => 1
 */
export function roundedRarity(logRatio: number): number {
  return (rarityClass(logRatio) - CLASS_BIAS) * CLASS_WIDTH;
}

function rarityClass(logRatio: number): number {
  const nearest = Math.round(logRatio / CLASS_WIDTH);
  return Math.max(-CLASS_BIAS, Math.min(CLASS_BIAS, nearest)) + CLASS_BIAS;
}
