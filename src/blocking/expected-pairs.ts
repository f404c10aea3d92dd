/** How many candidates a plan gives after removing those that several rules generate: estimated from some blocks. */
import type { Table } from '../records/table.ts';
import { EarlierRules } from './earlier-rules.ts';
import { PairsOfBlocks, type RulePart, ruleParts } from './pairs.ts';
import type { BlockingPlan } from './plan.ts';

/** Pairs of each rule that are looked at, about. */
const LOOKED_AT = 50_000;

/**
 * Candidates of a plan, each counted once: of each rule the share that no earlier one generates, in blocks at even
 * distances, times its pairs.
 */
export function expectedPairs(table: Table, plan: BlockingPlan): number {
  if (plan.everyPair) return plan.totalPairs;
  const earlier = EarlierRules.of(table, plan);
  const pairs = new PairsOfBlocks(table, earlier);
  let expected = 0;
  for (const part of ruleParts(table, plan, earlier)) expected += newPairs(part, pairs);
  return Math.round(expected);
}

function newPairs(part: RulePart, pairs: PairsOfBlocks): number {
  const { firsts } = part;
  const inBlock = (block: number): number => {
    const records = firsts[block + 1]! - firsts[block]!;
    return (records * (records - 1)) / 2;
  };
  let all = 0;
  for (let block = 0; block + 1 < firsts.length; block++) all += inBlock(block);
  const step = Math.max(1, Math.floor(all / LOOKED_AT));
  let [seen, found] = [0, 0];
  for (let block = step >> 1; block + 1 < firsts.length; block += step) {
    seen += inBlock(block);
    for (const { count } of pairs.of(part, block, block + 1)) found += count;
  }
  return seen === 0 ? all : (all * found) / seen;
}
