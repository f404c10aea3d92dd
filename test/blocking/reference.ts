/** The candidates of a plan found by looking at every pair of records. */
import type { BlockingPlan } from '../../src/blocking/plan.ts';
import type { Table } from '../../src/records/table.ts';

const wordsOf = (value: string): Set<string> => new Set(value.split(' ').filter((word) => word.length >= 2));

/** For each rule or column of words, how often it pairs two rows (once a word); first rules, then words. */
function tests(table: Table, plan: BlockingPlan): ((a: number, b: number) => number)[] {
  const rows = [...Array(table.size).keys()];
  const rules = plan.rules.map(({ keys, largest }) => {
    const agree = (a: number, b: number): boolean =>
      keys.every((key) => {
        const { codes } = plan.keys[key]!;
        return codes[a]! >= 0 && codes[a] === codes[b];
      });
    const blockSize = rows.map((a) => rows.filter((b) => agree(a, b)).length);
    return (a: number, b: number) => (agree(a, b) && blockSize[a]! <= largest ? 1 : 0);
  });
  const words = plan.words.map(({ field, largest }) => {
    const { codes, values } = table.columns[field]!;
    const own = rows.map((row) => (codes[row]! < 0 ? new Set<string>() : wordsOf(values[codes[row]!]!)));
    const records = (word: string): number => own.filter((set) => set.has(word)).length;
    return (a: number, b: number) =>
      [...own[a]!].filter((word) => own[b]!.has(word) && records(word) <= largest).length;
  });
  return [...rules, ...words];
}

/** Candidate pairs as `left-right`, and how many pairs each rule or column of words has. */
export function referencePairs(table: Table, plan: BlockingPlan): { pairs: Set<string>; byRule: number[] } {
  const conditions = tests(table, plan);
  const pairs = new Set<string>();
  const byRule = conditions.map(() => 0);
  for (let a = 0; a < table.size; a++) {
    for (let b = a + 1; b < table.size; b++) {
      const found = conditions.map((pairsUp) => pairsUp(a, b));
      found.forEach((times, r) => {
        byRule[r]! += times;
      });
      if (plan.everyPair || found.some((times) => times > 0)) pairs.add(`${a}-${b}`);
    }
  }
  return { pairs, byRule };
}
