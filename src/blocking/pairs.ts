/**
 * The pair generator: every candidate pair of a plan exactly once, in typed batches, in memory that does
 * not depend on the number of pairs.
 *
 * Rules are worked off in turn. A pair belongs to the first rule that generates it, which is decided from
 * the two records alone (the keys they agree on), so no pair has to be remembered.
 */
import { NO_VALUE, type Table } from '../records/table.ts';
import { type BlockingPlan, blocksOf } from './plan.ts';
import { firstSharedWord } from './words.ts';

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
  if (plan.everyPair) {
    for (let a = 0; a < table.size; a++) {
      for (let b = a + 1; b < table.size; b++) {
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
  for (let r = 0; r < plan.rules.length; r++) {
    const rule = plan.rules[r]!;
    const blocks = blocksOf(rule.keys, plan.keys);
    earlier.start(r, blocks, rule.largest);
    yield* pairsOfBlocks(blockMembers(blocks, rule.largest), r, earlier, batch, batchSize);
  }
  for (let w = 0; w < plan.words.length; w++) {
    const { firsts, rows } = plan.words[w]!;
    earlier.startWords(w);
    yield* pairsOfBlocks({ firsts, rows }, plan.rules.length + w, earlier, batch, batchSize);
  }
}

/**
 * Tells for any two rows whether the plan makes them candidates.
 *
 * @example isCandidate(3, 8) // => true when some rule pairs rows 3 and 8
 */
export function candidateTest(table: Table, plan: BlockingPlan): (a: number, b: number) => boolean {
  if (plan.everyPair) return () => true;
  const rules = new EarlierRules(table, plan);
  plan.rules.forEach((rule, r) => {
    rules.start(r, blocksOf(rule.keys, plan.keys), rule.largest);
  });
  rules.finish();
  return (a, b) => rules.generated(a, b, 0);
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

function* pairsOfBlocks(
  { firsts, rows }: Members,
  rule: number,
  earlier: EarlierRules,
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
        if (earlier.generated(a, b, block)) continue;
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

/**
 * Tells whether a pair was generated before, by an earlier rule or an earlier word of the same column.
 *
 * Per record: its K key codes side by side, and one bit per rule that says whether the record is in a block
 * the rule uses (large blocks are left to finer rules).
 */
class EarlierRules {
  private readonly keys: number;
  /** Key codes, N × K. */
  private readonly keyCodes: Int32Array;
  /** Words of 32 rule bits per record, N × W. */
  private readonly used: Int32Array;
  private readonly usedWidth: number;
  /** Words of 31 key bits per rule, R × M. */
  private readonly ruleKeys: Int32Array;
  private readonly maskWidth: number;
  private readonly agreement: Int32Array;
  private readonly rules: number;
  private readonly table: Table;
  private readonly plan: BlockingPlan;
  private current = 0;
  private currentWords = -1;

  constructor(table: Table, plan: BlockingPlan) {
    this.table = table;
    this.plan = plan;
    this.rules = plan.rules.length;
    this.keys = plan.keys.length;
    this.keyCodes = new Int32Array(table.size * this.keys);
    plan.keys.forEach((key, k) => {
      for (let row = 0, at = k; row < table.size; row++, at += this.keys) this.keyCodes[at] = key.codes[row]!;
    });
    this.usedWidth = Math.ceil(this.rules / 32);
    this.used = new Int32Array(table.size * this.usedWidth);
    this.maskWidth = Math.max(1, Math.ceil(this.keys / 31));
    this.agreement = new Int32Array(this.maskWidth);
    this.ruleKeys = new Int32Array(this.rules * this.maskWidth);
    plan.rules.forEach((rule, r) => {
      for (const key of rule.keys) {
        const word = r * this.maskWidth + Math.floor(key / 31);
        this.ruleKeys[word]! |= 1 << (key % 31);
      }
    });
  }

  /** Begin with rule r; its own blocks are remembered for the rules after it. */
  start(rule: number, blocks: { codes: Int32Array; sizes: Int32Array }, largest: number): void {
    this.current = rule;
    const bit = 1 << (rule & 31);
    const word = rule >> 5;
    for (let row = 0; row < blocks.codes.length; row++) {
      const block = blocks.codes[row]!;
      if (block !== NO_VALUE && blocks.sizes[block]! <= largest)
        this.used[row * this.usedWidth + word]! |= bit;
    }
  }

  /** Begin with the words of the w-th wordy column. */
  startWords(words: number): void {
    this.current = this.rules;
    this.currentWords = words;
  }

  /** All rules and words are earlier ones from now on. */
  finish(): void {
    this.current = this.rules;
    this.currentWords = this.plan.words.length;
  }

  /** Whether an earlier rule, or for words an earlier word, generated the pair. `block` is the word. */
  generated(a: number, b: number, block: number): boolean {
    if (this.current > 0 && this.byRule(a, b)) return true;
    if (this.currentWords < 0) return false;
    for (let w = 0; w <= this.currentWords && w < this.plan.words.length; w++) {
      const words = this.plan.words[w]!;
      const codes = this.table.columns[words.field]!.codes;
      if (codes[a]! < 0 || codes[b]! < 0) continue;
      const shared = firstSharedWord(words, codes[a]!, codes[b]!);
      if (shared >= 0 && (w < this.currentWords || shared < block)) return true;
    }
    return false;
  }

  private byRule(a: number, b: number): boolean {
    const { keys, keyCodes, agreement, maskWidth, ruleKeys, used, usedWidth } = this;
    let atA = a * keys;
    let atB = b * keys;
    for (let word = 0, key = 0; word < maskWidth; word++) {
      let bits = 0;
      for (let bit = 0; bit < 31 && key < keys; bit++, key++) {
        const code = keyCodes[atA++]!;
        if (code === keyCodes[atB++]! && code >= 0) bits |= 1 << bit;
      }
      agreement[word] = bits;
    }
    for (let r = 0; r < this.current; r++) {
      if (((used[a * usedWidth + (r >> 5)]! >> (r & 31)) & 1) === 0) continue;
      let agrees = true;
      for (let word = 0; word < maskWidth; word++) {
        const needed = ruleKeys[r * maskWidth + word]!;
        if ((agreement[word]! & needed) !== needed) {
          agrees = false;
          break;
        }
      }
      if (agrees) return true;
    }
    return false;
  }
}
