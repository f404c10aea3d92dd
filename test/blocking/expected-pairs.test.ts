import { expect, it } from 'vitest';
import { expectedPairs } from '../../src/blocking/expected-pairs.ts';
import { candidatePairs } from '../../src/blocking/pairs.ts';
import { planBlocking } from '../../src/blocking/plan.ts';
import { random } from '../../src/math/random.ts';
import { tableOf } from './tables.ts';

function people(records: number) {
  const rng = random(4);
  const rows = Array.from({ length: records }, () => {
    const zip = rng.below(60);
    return [
      `name${rng.below(80)} x`,
      `19${10 + rng.below(80)}-0${1 + rng.below(9)}-11`,
      `${10000 + zip}`,
      `t${zip}`,
    ];
  });
  return tableOf({ name: 'text', born: 'date', zip: 'postcode', town: 'category' }, rows);
}

const counted = (...[table, plan]: Parameters<typeof candidatePairs>): number => {
  let pairs = 0;
  for (const { count } of candidatePairs(table, plan)) pairs += count;
  return pairs;
};

it('is exact where all blocks are looked at', () => {
  const table = people(400);
  const plan = planBlocking(table, 8000);
  expect(plan.rules.length + plan.words.length).toBeGreaterThan(1);
  expect(expectedPairs(table, plan)).toBe(counted(table, plan));
  expect(expectedPairs(table, planBlocking(table))).toBe(79_800);
});

it('is within a twentieth where some are', () => {
  const table = people(20_000);
  const plan = planBlocking(table);
  const pairs = counted(table, plan);
  expect(pairs).toBeLessThan(plan.mostPairs);
  expect(Math.abs(expectedPairs(table, plan) / pairs - 1)).toBeLessThan(0.05);
});
