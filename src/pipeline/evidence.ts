/**
 * The evidence of a table: its candidate pairs compared once, counted by agreement pattern and rarity, and
 * those that can still turn out to be matches kept as typed arrays. Everything EM and scoring need; no pair
 * is looked at again.
 */
import { BATCH, candidatePairs } from '../blocking/pairs.ts';
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Comparison } from '../compare/comparison.ts';
import { PatternIndex } from '../compare/pattern-index.ts';
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { Rarity } from '../compare/rarity.ts';
import { Int32List } from '../records/int32-list.ts';
import type { Table } from '../records/table.ts';
import type { Steps } from './steps.ts';

/** Width of a rarity class, in nats; half of it is the most that a pattern's weight is off by. */
const CLASS_WIDTH = 0.25;
/** Classes reach from −CLASS_BIAS to CLASS_BIAS widths. */
const CLASS_BIAS = 120;

export interface Evidence {
  /** Distinct combinations of agreement pattern and rarity class, G over F fields. */
  readonly patterns: Patterns;
  /** Minus the log of the rarity factor of each pattern, what EM adds to its log u; length G. */
  readonly logRarity: Float64Array;
  /** Kept pairs: rows left[i] < right[i] and the pattern they show. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly pattern: Int32Array;
  /** Pairs of each pattern that were not kept, length G. */
  readonly dropped: Float64Array;
  /** Candidates compared, kept or not. */
  readonly compared: number;
  /** Candidates that each rule generated (rules, then words), after removing repeats. */
  readonly byRule: Float64Array;
}

export interface EvidenceOptions {
  /** Level counts of all pairs of the table, flat (see `crossProductLevels`). */
  crossProduct: Float64Array;
  /** Undefined leaves rarity out. */
  rarity?: Rarity | undefined;
  /** Log of the odds, prior included, that a pair must be able to reach to be kept; −Infinity keeps all. */
  keepAbove: number;
  /** Told the pairs compared so far, once per batch. */
  progress?: ((pairs: number) => void) | undefined;
}

/** Compare every candidate of a plan, batch by batch. */
export function* gatherEvidence(
  table: Table,
  plan: BlockingPlan,
  comparison: Comparison,
  options: EvidenceOptions,
): Steps<Evidence> {
  const { rarity } = options;
  const fields = comparison.levelCounts.length;
  const index = new PatternIndex([...comparison.levelCounts, 2 * CLASS_BIAS + 1]);
  const levels = new Uint8Array(BATCH * fields);
  const key = new Uint8Array(fields + 1);
  const left = new Int32List();
  const right = new Int32List();
  const pattern = new Int32List();
  const byRule = new Float64Array(Math.max(1, plan.rules.length + plan.words.length));
  const bound = new PlausibilityBound(comparison, plan.totalPairs, options);
  let compared = 0;
  for (const batch of candidatePairs(table, plan)) {
    const { count } = batch;
    comparison.compare(batch.left, batch.right, count, levels);
    for (let pair = 0, at = 0; pair < count; pair++, at += fields) {
      for (let f = 0; f < fields; f++) key[f] = levels[at + f]!;
      const [a, b] = [batch.left[pair]!, batch.right[pair]!];
      const logRatio = rarity === undefined ? 0 : rarity.logRatio(a, b, levels, at);
      key[fields] = rarityClass(logRatio);
      const g = index.intern(key, 0);
      index.add(g, 1);
      if (bound.reaches(levels, at, logRatio)) {
        left.push(a);
        right.push(b);
        pattern.push(g);
      }
    }
    compared += count;
    byRule[batch.rule]! += count;
    options.progress?.(compared);
    yield;
  }
  const { patterns, placeOf } = index.patterns();
  const split = withoutClass(patterns, comparison.levelCounts);
  const places = pattern.view().map((g) => placeOf[g]!);
  const dropped = split.patterns.counts.slice();
  for (const g of places) dropped[g]!--;
  return {
    ...split,
    ...{ left: left.view(), right: right.view(), pattern: places },
    ...{ dropped, compared, byRule },
  };
}

function rarityClass(logRatio: number): number {
  const nearest = Math.round(logRatio / CLASS_WIDTH);
  return Math.max(-CLASS_BIAS, Math.min(CLASS_BIAS, nearest)) + CLASS_BIAS;
}

/** Splits the rarity class off again: patterns of F fields and what EM adds to the log u of each. */
function withoutClass(
  indexed: Patterns,
  levelCounts: readonly number[],
): { patterns: Patterns; logRarity: Float64Array } {
  const fields = levelCounts.length;
  const levels = new Uint8Array(indexed.size * fields);
  const logRarity = new Float64Array(indexed.size);
  for (let g = 0; g < indexed.size; g++) {
    for (let f = 0; f < fields; f++) levels[g * fields + f] = indexed.levels[g * (fields + 1) + f]!;
    logRarity[g] = -(indexed.levels[g * (fields + 1) + fields]! - CLASS_BIAS) * CLASS_WIDTH;
  }
  return { patterns: { size: indexed.size, levelCounts, levels, counts: indexed.counts }, logRarity };
}

/**
 * An upper bound of a pair's log odds before anything is estimated: m at most 1, the prior at most that of
 * ten matches per record, u no rarer than the rarest level frequency allows among all pairs.
 */
class PlausibilityBound {
  private readonly offsets: Int32Array;
  private readonly surprise: Float64Array;
  private readonly fields: number;
  private readonly needed: number;

  constructor(comparison: Comparison, totalPairs: number, { crossProduct, keepAbove }: EvidenceOptions) {
    this.offsets = levelOffsets(comparison.levelCounts);
    this.fields = comparison.levelCounts.length;
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
