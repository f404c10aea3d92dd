/** Whether a pair was generated before, by an earlier rule or an earlier word: so that each comes once. */
import { NO_VALUE, type Table } from '../records/table.ts';
import type { Blocks } from './blocks.ts';
import type { BlockingPlan } from './plan.ts';
import { firstSharedWord } from './words.ts';

/** The rules of a plan, worked off one after the other, words last. */
export class EarlierRules {
  private readonly table: Table;
  private readonly plan: BlockingPlan;
  private readonly rules: number;
  /**
   * Block of each record under each rule started, N × R, row-major; where the rule does not use the record's
   * block, a negative number that no other record has.
   */
  private readonly blocks: Int32Array;
  private earlierRules = 0;
  private words = -1;

  constructor(table: Table, plan: BlockingPlan) {
    this.table = table;
    this.plan = plan;
    this.rules = plan.rules.length;
    this.blocks = new Int32Array(table.size * this.rules);
  }

  /** Begin with rule r, which uses the blocks of at most `largest` records. */
  start(rule: number, { codes, sizes }: Blocks, largest: number): void {
    this.earlierRules = rule;
    for (let row = 0, at = rule; row < codes.length; row++, at += this.rules) {
      const block = codes[row]!;
      this.blocks[at] = block !== NO_VALUE && sizes[block]! <= largest ? block : ~row;
    }
  }

  /** Begin with the words of the w-th wordy column; beyond the last, every rule and word is an earlier one. */
  startWords(words: number): void {
    this.earlierRules = this.rules;
    this.words = words;
  }

  /**
   * Whether an earlier rule, word column or, in the column begun, word before `word` generated the pair.
   *
   * @example earlier.generated(3, 8, 0) // => true when rows 3 and 8 share a block of an earlier rule
   */
  generated(a: number, b: number, word: number): boolean {
    const { blocks, rules, earlierRules } = this;
    const atA = a * rules;
    const atB = b * rules;
    for (let r = 0; r < earlierRules; r++) if (blocks[atA + r] === blocks[atB + r]) return true;
    return this.words >= 0 && this.byWord(a, b, word);
  }

  private byWord(a: number, b: number, word: number): boolean {
    for (let w = 0; w <= this.words && w < this.plan.words.length; w++) {
      const words = this.plan.words[w]!;
      const { codes } = this.table.columns[words.field]!;
      if (codes[a]! < 0 || codes[b]! < 0) continue;
      const shared = firstSharedWord(words, codes[a]!, codes[b]!);
      if (shared >= 0 && (w < this.words || shared < word)) return true;
    }
    return false;
  }
}
