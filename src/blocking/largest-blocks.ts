/** The blocks that make a plan costly, by the values that their records share. */
import type { Table } from '../records/table.ts';
import { countPairs } from './blocks.ts';
import { blockingKeys } from './keys.ts';
import { type BlockingPlan, blocksOf } from './plan.ts';

/** Records that agree on all keys of a rule. */
export interface NamedBlock {
  /** `city = "springfield"`, `surname: first 3 letters as in "smith" & year = "1980"`. */
  readonly name: string;
  readonly records: number;
}

/**
 * The largest block of each of the rules, or of the keys that make the fewest pairs where no rule was taken; the
 * largest first.
 *
 * @param count most blocks
 */
export function largestBlocks(table: Table, plan: BlockingPlan, count: number): NamedBlock[] {
  const keys = plan.keys.length > 0 ? plan.keys : blockingKeys(table);
  const cheapest = keys
    .map(({ sizes }, k) => ({ k, pairs: countPairs(sizes) }))
    .filter(({ pairs }) => pairs > 0)
    .sort((a, b) => a.pairs - b.pairs)
    .slice(0, count);
  const conjunctions =
    plan.rules.length > 0 ? plan.rules.map((rule) => rule.keys) : cheapest.map(({ k }) => [k]);
  const blocks = conjunctions.flatMap((conjunction) => {
    const { codes, sizes } = blocksOf(conjunction, keys);
    const records = sizes.reduce((most, size) => Math.max(most, size), 0);
    if (records < 2) return [];
    const row = codes.indexOf(sizes.indexOf(records));
    const names = conjunction.map((k) => {
      const { field, name } = keys[k]!;
      const column = table.columns[field]!;
      return `${name} ${name === column.name ? '=' : 'as in'} "${column.values[column.codes[row]!]!}"`;
    });
    return [{ name: names.join(' & '), records }];
  });
  const distinct = new Map(blocks.map((block) => [block.name, block]));
  return [...distinct.values()].sort((a, b) => b.records - a.records).slice(0, count);
}
