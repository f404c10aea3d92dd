import { describe, expect, it } from 'vitest';
import { EarlierRules } from '../../src/blocking/earlier-rules.ts';
import { blocksOf, planBlocking } from '../../src/blocking/plan.ts';
import { wordKeys } from '../../src/blocking/words.ts';
import { tableOf } from './tables.ts';

/** Forty rules on one column, to go beyond the bits of a machine word. */
const table = tableOf({ code: 'code', title: 'text' }, [
  ['x', 'deep blue'],
  ['x', 'deep sea'],
  ['x', 'red sea'],
  ['', 'red sky'],
  ['', 'sea sky'],
]);
const words = [wordKeys(table.columns[1]!, 1, 100)!];
const plan = {
  ...planBlocking(table, 9),
  words,
  rules: Array.from({ length: 40 }, (_, r) => ({ keys: [0], largest: r < 39 ? 2 : 3 }) as never),
};

describe('EarlierRules', () => {
  it('counts only rules before the present one, and only blocks they use', () => {
    const earlier = EarlierRules.of(table, plan);
    plan.rules.forEach((rule: { keys: number[]; largest: number }, r) => {
      earlier.fill(r, blocksOf(rule.keys, plan.keys), rule.largest);
      expect(earlier.generated(0, 1, r, 0)).toBe(false);
    });
    expect(earlier.generated(0, 1, 40, 0)).toBe(true);
    expect(earlier.generated(3, 4, 40, 0)).toBe(false);
  });

  it('takes words from the rarest: a pair belongs to the first word that it shares', () => {
    const earlier = EarlierRules.of(table, { ...plan, rules: [] });
    const number = (a: number, b: number): boolean[] =>
      [0, 1, 2, 3].map((word) => earlier.generated(a, b, 0, word));
    expect(number(0, 1)).toEqual([false, true, true, true]); // deep is the first of the words held twice
    expect(number(2, 3)).toEqual([false, false, true, true]); // red the second
    expect(number(0, 2)).toEqual([false, false, false, false]);
    expect(earlier.generated(2, 3, 1, 0)).toBe(true);
  });
});
