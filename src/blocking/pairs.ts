/**
 * The pair generator: every candidate pair of a plan exactly once, in typed batches, in memory that does
 * not depend on the number of pairs.
 *
 * Rules are worked off in turn. A pair belongs to the first rule that generates it, which is decided from
 * the two records alone (the blocks they share), so no pair has to be remembered, and any part of a rule's blocks
 * can be worked off by itself.
 */
import { exclusion, type Table } from '../records/table.ts';
import { type Blocks, inOrderOfRecords } from './blocks.ts';
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

/** The blocks whose pairs one rule, or the words of one column, makes candidates. */
export interface RulePart {
  /** Its number: rules first, then words. */
  readonly rule: number;
  /** Members of each block: rows[firsts[b]] … rows[firsts[b + 1] − 1], ascending. */
  readonly firsts: Int32Array;
  readonly rows: Int32Array;
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
  const earlier = EarlierRules.of(table, plan);
  const pairs = new PairsOfBlocks(table, earlier, batchSize);
  for (const part of ruleParts(table, plan, earlier)) yield* pairs.of(part, 0, part.firsts.length - 1);
}

/** The rules of a plan in turn, each filled in among the earlier ones. */
export function* ruleParts(
  table: Pick<Table, 'size'>,
  plan: BlockingPlan,
  earlier: EarlierRules,
): Generator<RulePart> {
  if (plan.everyPair) {
    const rows = Int32Array.from({ length: table.size }, (_, row) => row);
    yield { rule: 0, firsts: Int32Array.of(0, table.size), rows };
    return;
  }
  for (let rule = 0; rule < plan.rules.length; rule++) {
    const { keys, largest } = plan.rules[rule]!;
    const built = plan.built.get(plan.rules[rule]!);
    plan.built.delete(plan.rules[rule]!);
    const blocks = inOrderOfRecords(built ?? blocksOf(keys, plan.keys));
    earlier.fill(rule, blocks, largest);
    yield { rule, ...blockMembers(blocks, largest) };
  }
  for (let w = 0; w < plan.words.length; w++) {
    const { firsts, rows } = plan.words[w]!;
    yield { rule: plan.rules.length + w, firsts, rows };
  }
}

/**
 * Tells for any two rows whether the plan makes them candidates.
 *
 * @param earlier with every rule filled in, where there is one already
 * @example isCandidate(3, 8) // => true when some rule pairs rows 3 and 8
 */
export function candidateTest(
  table: Table,
  plan: BlockingPlan,
  earlier = everyRule(table, plan),
): (a: number, b: number) => boolean {
  const isExcluded = exclusion(table) ?? (() => false);
  if (plan.everyPair) return (a, b) => !isExcluded(a, b);
  const all = plan.rules.length + plan.words.length;
  return (a, b) => !isExcluded(a, b) && earlier.generated(a, b, all, 0);
}

function everyRule(table: Table, plan: BlockingPlan): EarlierRules {
  const earlier = EarlierRules.of(table, plan);
  for (const _ of ruleParts(table, plan, earlier));
  return earlier;
}

/** Blocks of which not all records are taken, or that hold one record, are left out. */
function blockMembers({ codes, sizes }: Blocks, largest: number): Pick<RulePart, 'firsts' | 'rows'> {
  const used = (block: number): boolean => sizes[block]! >= 2 && sizes[block]! <= largest;
  let blocks = 0;
  let records = 0;
  for (let block = 0; block < sizes.length; block++) {
    if (!used(block)) continue;
    blocks++;
    records += sizes[block]!;
  }
  const firsts = new Int32Array(blocks + 1);
  const next = new Int32Array(sizes.length).fill(-1);
  for (let block = 0, at = 0; block < sizes.length; block++) {
    if (!used(block)) continue;
    next[block] = firsts[at]!;
    firsts[at + 1] = firsts[at]! + sizes[block]!;
    at++;
  }
  const rows = new Int32Array(records);
  for (let row = 0; row < codes.length; row++) {
    const block = codes[row]!;
    if (block >= 0 && next[block]! >= 0) rows[next[block]!++] = row;
  }
  return { firsts, rows };
}

/** The pairs of blocks, batch by batch. */
export class PairsOfBlocks {
  private readonly earlier: EarlierRules;
  private readonly isExcluded: ((a: number, b: number) => boolean) | undefined;
  private readonly batch: PairBatch;

  constructor(table: Pick<Table, 'sourceOf' | 'unique'>, earlier: EarlierRules, batchSize = BATCH) {
    this.earlier = earlier;
    this.isExcluded = exclusion(table);
    this.batch = {
      ...{ left: new Int32Array(batchSize), right: new Int32Array(batchSize) },
      ...{ count: 0, rule: 0 },
    };
  }

  /** Those of the blocks from … to − 1 of a rule that no earlier one generated. */
  *of({ rule, firsts, rows }: RulePart, from: number, to: number): Generator<PairBatch> {
    const { batch, earlier, isExcluded } = this;
    const { left, right } = batch;
    batch.rule = rule;
    batch.count = 0;
    for (let block = from; block < to; block++) {
      const end = firsts[block + 1]!;
      for (let i = firsts[block]!; i < end; i++) {
        const a = rows[i]!;
        for (let j = i + 1; j < end; j++) {
          const b = rows[j]!;
          if (isExcluded?.(a, b) || earlier.generated(a, b, rule, block)) continue;
          left[batch.count] = a;
          right[batch.count++] = b;
          if (batch.count === left.length) {
            yield batch;
            batch.count = 0;
          }
        }
      }
    }
    if (batch.count > 0) yield batch;
    batch.count = 0;
  }
}
