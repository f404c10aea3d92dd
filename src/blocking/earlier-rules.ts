/** Whether a pair was generated before, by an earlier rule or an earlier word: so that each comes once. */
import type { Table } from '../records/table.ts';
import type { Blocks } from './blocks.ts';
import { firstSharedWord, type WordKeys } from './words.ts';

/** What the rules of a plan and its words make of the records. All arrays can be shared between threads. */
export interface RuleBlocks {
  /** Number of rules, R. */
  readonly rules: number;
  /**
   * Block of each record under each rule filled in, N × R, row-major; where the rule does not use the record's
   * block, a negative number that no other record has.
   */
  readonly blocks: Int32Array;
  readonly words: readonly Pick<WordKeys, 'field' | 'starts' | 'words'>[];
}

/** The rules of a plan, worked off one after the other, words last. */
export class EarlierRules {
  readonly ruleBlocks: RuleBlocks;
  private readonly codes: readonly Int32Array[];

  constructor(table: Pick<Table, 'columns'>, ruleBlocks: RuleBlocks) {
    this.ruleBlocks = ruleBlocks;
    this.codes = ruleBlocks.words.map(({ field }) => table.columns[field]!.codes);
  }

  /** Nothing filled in yet. */
  static of(
    table: Pick<Table, 'columns' | 'size'>,
    plan: { rules: readonly unknown[]; words: readonly WordKeys[] },
  ): EarlierRules {
    const rules = plan.rules.length;
    const blocks = new Int32Array(new SharedArrayBuffer(4 * table.size * rules));
    return new EarlierRules(table, { rules, blocks, words: plan.words });
  }

  /** Fill in rule r, which uses the blocks of at most `largest` records. */
  fill(rule: number, { codes, sizes }: Blocks, largest: number): void {
    const { blocks, rules } = this.ruleBlocks;
    for (let row = 0, at = rule; row < codes.length; row++, at += rules) {
      const block = codes[row]!;
      blocks[at] = block >= 0 && sizes[block]! <= largest ? block : ~row;
    }
  }

  /**
   * Whether a rule before `rule` generated the pair: rules first, then columns of words, and in one of these, if
   * it is the one at hand, a word before `word`.
   *
   * @example earlier.generated(3, 8, 1, 0) // => true when rows 3 and 8 share a block of rule 0
   */
  generated(a: number, b: number, rule: number, word: number): boolean {
    const { blocks, rules } = this.ruleBlocks;
    const atA = a * rules;
    const atB = b * rules;
    const before = Math.min(rule, rules);
    for (let r = 0; r < before; r++) if (blocks[atA + r] === blocks[atB + r]) return true;
    return rule >= rules && this.byWord(a, b, rule - rules, word);
  }

  private byWord(a: number, b: number, column: number, word: number): boolean {
    const { words } = this.ruleBlocks;
    for (let w = 0; w <= column && w < words.length; w++) {
      const codes = this.codes[w]!;
      if (codes[a]! < 0 || codes[b]! < 0) continue;
      const shared = firstSharedWord(words[w]!, codes[a]!, codes[b]!);
      if (shared >= 0 && (w < column || shared < word)) return true;
    }
    return false;
  }
}
