/**
 * The pair generator: every candidate pair of a plan exactly once, in typed batches, in memory that does
 * not depend on the number of pairs.
 *
 * Rules are worked off in turn. A pair belongs to the first rule that generates it, which is decided from
 * the two records alone (the blocks they share), so no pair has to be remembered.
 */
import { exclusion, NO_VALUE, type Table } from '../records/table.ts';
import { inOrderOfRecords } from './blocks.ts';
import { EarlierRules } from './earlier-rules.ts';
import { type BlockingPlan, blocksOf } from './plan.ts';

/** A batch of candidates: rows left[i] < right[i], i < count. The arrays are reused from batch to batch. */
export interface PairBatch {
  left: Int32Array;
  right: Int32Array;
  count: number;
  /** The rule that generated them: rules first, then words; 0 when every pair is a candidate. */
  rule: number;
}

/** Default number of pairs in a batch. */
export const BATCH = 8192;

/**
 * Generate the candidates of a plan.
 *
 * @param batchSize most pairs in a batch; the pairs and their order do not depend on it
 *
 * @example for (const { left, right, count } of candidatePairs(table, plan)) …
 */
export function* candidatePairs(table: Table, plan: BlockingPlan, batchSize = BATCH): Generator<PairBatch> {
  const batch: PairBatch = {
    ...{ left: new Int32Array(batchSize), right: new Int32Array(batchSize) },
    ...{ count: 0, rule: 0 },
  };
  const isExcluded = exclusion(table);
  if (plan.everyPair) {
    for (let a = 0; a < table.size; a++) {
      for (let b = a + 1; b < table.size; b++) {
        if (isExcluded?.(a, b)) continue;
        batch.left[batch.count] = a;
        batch.right[batch.count++] = b;
        if (batch.count === batchSize) {
          yield batch;
          batch.count = 0;
        }
      }
    }
    if (batch.count > 0) yield batch;
    return;
  }
  const earlier = new EarlierRules(table, plan);
  const isPassed: Pass =
    isExcluded === undefined
      ? (a, b, block) => earlier.generated(a, b, block)
      : (a, b, block) => isExcluded(a, b) || earlier.generated(a, b, block);
  for (let r = 0; r < plan.rules.length; r++) {
    const rule = plan.rules[r]!;
    const blocks = inOrderOfRecords(blocksOf(rule.keys, plan.keys));
    earlier.start(r, blocks, rule.largest);
    yield* pairsOfBlocks(blockMembers(blocks, rule.largest), r, isPassed, batch, batchSize);
  }
  for (let w = 0; w < plan.words.length; w++) {
    const { firsts, rows } = plan.words[w]!;
    earlier.startWords(w);
    yield* pairsOfBlocks({ firsts, rows }, plan.rules.length + w, isPassed, batch, batchSize);
  }
}

/**
 * Tells for any two rows whether the plan makes them candidates.
 *
 * @example isCandidate(3, 8) // => true when some rule pairs rows 3 and 8
 */
export function candidateTest(table: Table, plan: BlockingPlan): (a: number, b: number) => boolean {
  const isExcluded = exclusion(table) ?? (() => false);
  if (plan.everyPair) return (a, b) => !isExcluded(a, b);
  const rules = new EarlierRules(table, plan);
  plan.rules.forEach((rule, r) => {
    rules.start(r, blocksOf(rule.keys, plan.keys), rule.largest);
  });
  rules.startWords(plan.words.length);
  return (a, b) => !isExcluded(a, b) && rules.generated(a, b, 0);
}

/** Members of each block: rows[firsts[b]] … rows[firsts[b + 1] − 1], ascending. */
interface Members {
  firsts: Int32Array;
  rows: Int32Array;
}

function blockMembers({ codes, sizes }: { codes: Int32Array; sizes: Int32Array }, largest: number): Members {
  const used = (block: number): boolean => sizes[block]! >= 2 && sizes[block]! <= largest;
  const firsts = new Int32Array(sizes.length + 1);
  for (let block = 0; block < sizes.length; block++)
    firsts[block + 1] = firsts[block]! + (used(block) ? sizes[block]! : 0);
  const rows = new Int32Array(firsts[sizes.length]!);
  const next = firsts.slice();
  for (let row = 0; row < codes.length; row++) {
    const block = codes[row]!;
    if (block !== NO_VALUE && used(block)) rows[next[block]!++] = row;
  }
  return { firsts, rows };
}

/** Whether a pair of a block is not to be generated: it cannot match, or was before. */
type Pass = (a: number, b: number, block: number) => boolean;

function* pairsOfBlocks(
  { firsts, rows }: Members,
  rule: number,
  isPassed: Pass,
  batch: PairBatch,
  batchSize: number,
): Generator<PairBatch> {
  batch.rule = rule;
  const { left, right } = batch;
  for (let block = 0; block + 1 < firsts.length; block++) {
    const end = firsts[block + 1]!;
    for (let i = firsts[block]!; i < end; i++) {
      const a = rows[i]!;
      for (let j = i + 1; j < end; j++) {
        const b = rows[j]!;
        if (isPassed(a, b, block)) continue;
        left[batch.count] = a;
        right[batch.count++] = b;
        if (batch.count === batchSize) {
          yield batch;
          batch.count = 0;
        }
      }
    }
  }
  if (batch.count > 0) {
    yield batch;
    batch.count = 0;
  }
}
