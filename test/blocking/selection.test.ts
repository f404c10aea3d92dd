import { describe, expect, it } from 'vitest';
import { blockingKeys } from '../../src/blocking/keys.ts';
import type { Rule } from '../../src/blocking/rule.ts';
import { findsByRule, findsByWords, Selection } from '../../src/blocking/selection.ts';
import type { SimulatedMatches } from '../../src/blocking/simulated-matches.ts';
import { wordKeys } from '../../src/blocking/words.ts';
import { tableOf } from './tables.ts';

const table = tableOf({ a: 'code', b: 'code', title: 'text' }, [
  ['x', 'y', 'deep sea'],
  ['x', 'y', 'deep sky'],
  ['x', '', ''],
  ['x', 'y', 'lonely sea'],
]);
const keys = blockingKeys(table);

/** Four matches of the four records; rows of `agrees` are the keys a, b and title. */
const matches: SimulatedMatches = {
  rows: Int32Array.of(0, 1, 2, 3),
  agrees: Uint8Array.of(...[1, 0, 0], ...[1, 1, 0], ...[1, 0, 0], ...[0, 1, 0]),
  similar: Uint8Array.of(...[0, 0, 1], ...[0, 0, 0], ...[0, 0, 1], ...[0, 0, 1]),
};
const rule = (name: string, chosen: number[], pairs: number, reaches = [1, 1, 1, 1]): Rule => ({
  ...{ keys: chosen, name, largest: 9, pairs, complete: true },
  reaches: Uint8Array.from(reaches),
});
const selectionOf = (budget: number, ...rules: Rule[]): Selection => {
  const selection = new Selection(table, keys, matches, budget);
  for (const offered of rules) selection.offer(offered);
  selection.take();
  return selection;
};

describe('Selection', () => {
  it('takes first what finds most per pair, and then only what finds more', () => {
    const both = rule('both', [0, 1], 8);
    const selection = selectionOf(100, rule('b', [1], 8), both, rule('a', [0], 8));
    expect(selection.rules.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(selection).toMatchObject({ pairs: 16, missed: 0 });
  });

  it('keeps the budget, taking what still fits', () => {
    const selection = selectionOf(9, rule('a', [0], 8), rule('b', [1], 8), rule('both', [0, 1], 8));
    expect(selection.rules.map(({ name }) => name)).toEqual(['a']);
    expect(selection.missed).toBe(0.25);
    expect(selectionOf(0, rule('a', [0], 8))).toMatchObject({ rules: [], pairs: 0, missed: 1 });
  });

  it('counts only matches of records in blocks that are used', () => {
    expect([...findsByRule(rule('a', [0], 1, [0, 1, 1, 1]), matches, 3)]).toEqual([0, 1, 1, 0]);
  });

  it('counts similar wording that has a rare word', () => {
    const words = wordKeys(table.columns[2]!, 2, 1);
    expect(words).toBeUndefined();
    const more = wordKeys(table.columns[2]!, 2, 2)!;
    expect([...findsByWords(more, matches, table)]).toEqual([1, 0, 0, 1]);
  });

  it('reconsiders: gives up early choices for later offers that find more within the budget', () => {
    const selection = selectionOf(10, rule('b', [1], 9));
    selection.offer(rule('a', [0], 10));
    selection.take();
    expect(selection.rules.map(({ name }) => name)).toEqual(['b']);
    selection.reconsider();
    expect(selection.rules.map(({ name }) => name)).toEqual(['a']);
    expect(selection).toMatchObject({ pairs: 10, missed: 0.25 });
  });

  it('keeps its first choice where the second misses as much', () => {
    const selection = selectionOf(9, rule('a', [0], 8));
    selection.offer(rule('again', [0], 4));
    selection.reconsider();
    expect(selection.rules.map(({ name }) => name)).toEqual(['a']);
    expect(selection.pairs).toBe(8);
  });

  it('names the conjunctions that most of the open matches agree on', () => {
    const selection = selectionOf(100, rule('b', [1], 1));
    expect(selection.mostPromising([[1], [0], [2]], 5)).toEqual([[0]]);
    expect(new Selection(table, keys, matches, 9).mostPromising([[1], [0], [0, 1]], 2)).toEqual([[0], [1]]);
  });
});
