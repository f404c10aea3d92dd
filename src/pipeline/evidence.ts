/**
 * The evidence of a table: its candidate pairs compared once, counted by agreement pattern and rarity, and
 * those that can still turn out to be matches kept as typed arrays. Everything EM and scoring need; no pair
 * is looked at again.
 *
 * The blocks of each rule are cut into chunks, which this thread and others take from one counter. Patterns are sorted
 * and pairs put together by chunk, so that nothing depends on who compared what.
 */
import { EarlierRules } from '../blocking/earlier-rules.ts';
import { PairsOfBlocks, type RulePart, ruleParts } from '../blocking/pairs.ts';
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { Patterns } from '../compare/patterns.ts';
import type { Rarity } from '../compare/rarity.ts';
import type { Parameters } from '../em/parameters.ts';
import type { Table } from '../records/table.ts';
import { type ChunkedPart, ChunkResults, chunked, compareChunks } from './chunks.ts';
import type { ComparingThreads } from './comparing-threads.ts';
import { CLASS_BIAS, CLASS_WIDTH, PairTally } from './pair-tally.ts';
import { PlausibilityBound } from './plausibility-bound.ts';
import type { Steps } from './steps.ts';

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
  /** m, u and the prior as far as they are known, by which pairs are judged then. */
  parameters?: Parameters | undefined;
  /** The blocks to compare; those of all rules by default. */
  parts?: Iterable<RulePart> | undefined;
  /** Told the pairs compared so far, now and then. */
  progress?: ((pairs: number) => void) | undefined;
  /** Threads that help. */
  threads?: ComparingThreads | undefined;
  /** Filled in by the way, where it is wanted afterwards. */
  earlier?: EarlierRules | undefined;
}

/** Compare every candidate of a plan, chunk by chunk. */
export function* gatherEvidence(
  table: Table,
  plan: BlockingPlan,
  comparison: Comparison,
  options: EvidenceOptions,
): Steps<Evidence> {
  const { rarity, crossProduct, keepAbove, parameters, threads, progress } = options;
  const { levelCounts } = comparison;
  const earlier = options.earlier ?? EarlierRules.of(table, plan);
  const bounds = { levelCounts, crossProduct, totalPairs: plan.totalPairs, keepAbove, parameters };
  const tally = new PairTally(comparison, rarity, new PlausibilityBound(bounds));
  const pairs = new PairsOfBlocks(table, earlier);
  const results = new ChunkResults();
  threads?.begin({ ruleBlocks: earlier.ruleBlocks, bounds, logMeans: rarity?.logMeans });
  let chunks = 0;
  const parts = (options.parts ?? ruleParts(table, plan, earlier))[Symbol.iterator]();
  const prepare = (): ChunkedPart | undefined => {
    const { done, value } = parts.next();
    if (done) return undefined;
    const part = chunked(value, chunks);
    chunks += part.bounds.length - 1;
    threads?.offer(part);
    return part;
  };
  // The others are given the next rule before they have done with this one.
  for (let part = prepare(); part !== undefined; ) {
    const next = prepare();
    for (const result of compareChunks(part, pairs, tally)) {
      results.add(result);
      progress?.(results.compared);
      yield;
    }
    part = next;
  }
  if (threads !== undefined) yield* threads.finished(results, tally.index);
  const { patterns, placeOf } = tally.index.patterns();
  const { left, right, pattern } = results.inOrder();
  for (let i = 0; i < pattern.length; i++) pattern[i] = placeOf[pattern[i]!]!;
  const split = withoutClass(patterns, levelCounts);
  const dropped = split.patterns.counts.slice();
  for (const g of pattern) dropped[g]!--;
  const byRule = new Float64Array(Math.max(1, plan.rules.length + plan.words.length));
  results.countByRule(byRule);
  return { ...split, left, right, pattern, dropped, compared: results.compared, byRule };
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
