import { expect, it } from 'vitest';
import { EarlierRules } from '../../src/blocking/earlier-rules.ts';
import { PairsOfBlocks, type RulePart, ruleParts } from '../../src/blocking/pairs.ts';
import { planBlocking } from '../../src/blocking/plan.ts';
import { someBlocks } from '../../src/blocking/some-blocks.ts';
import { random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import type { ColumnType } from '../../src/records/types.ts';
import { tableOf } from './tables.ts';

const rng = random(5);
const word = (distinct: number): string => `w${Math.floor(distinct * rng.next() ** 2).toString(36)}`;
const rows = Array.from({ length: 6000 }, (_, i) => [word(500), word(60), word(300), `n${i % 2500}`]);

function pairsOfSome(table: Table, scale: number): { pairs: Map<number, string[]>; all: number } {
  const plan = planBlocking(table, 300_000);
  const earlier = EarlierRules.of(table, plan);
  const generator = new PairsOfBlocks(table, earlier);
  const pairs = new Map<number, string[]>();
  let all = 0;
  const values = (row: number): string => table.columns.map((c) => c.values[c.codes[row]!]).join(' ');
  const count = (part: RulePart, take: (a: number, b: number) => void): void => {
    for (const { left, right, count: n } of generator.of(part, 0, part.firsts.length - 1))
      for (let i = 0; i < n; i++) take(left[i]!, right[i]!);
  };
  for (const part of ruleParts(table, plan, earlier)) {
    count(part, () => all++);
    const names: string[] = [];
    count(someBlocks(part, plan, scale), (a, b) => names.push([values(a), values(b)].sort().join(' | ')));
    pairs.set(part.rule, names.sort());
  }
  return { pairs, all };
}

const types: Record<string, ColumnType> = { a: 'category', b: 'category', c: 'category', d: 'code' };

it('takes about one pair in four, and the same ones whatever the order of the records', () => {
  const one = pairsOfSome(tableOf(types, rows), 4);
  const other = pairsOfSome(tableOf(types, rows.toReversed()), 4);
  const taken = [...one.pairs.values()].reduce((sum, { length }) => sum + length, 0);
  expect(one.all).toBeGreaterThan(20_000);
  expect(taken / one.all).toBeGreaterThan(0.15);
  expect(taken / one.all).toBeLessThan(0.35);
  expect(other.pairs).toEqual(one.pairs);
});
