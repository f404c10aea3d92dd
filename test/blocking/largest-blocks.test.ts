import { expect, it } from 'vitest';
import { largestBlocks } from '../../src/blocking/largest-blocks.ts';
import { planBlocking } from '../../src/blocking/plan.ts';
import { tableOf } from './tables.ts';

const TABLE = tableOf(
  { city: 'category', surname: 'person' },
  Array.from({ length: 100 }, (_, row) => [
    row < 60 ? 'springfield' : `town ${row % 20}`,
    row < 30 ? 'smith' : ['smithson', 'jones', 'marsh'][row % 3]!,
  ]),
);

it('names the largest block of each key, and a part of a value by a value that has it', () => {
  const plan = planBlocking(TABLE, 1);
  expect(plan.rules).toEqual([]);
  expect(largestBlocks(TABLE, plan, 5)).toEqual([
    { name: 'city = "springfield"', records: 60 },
    { name: 'surname: first 3 letters as in "smith"', records: 54 },
    { name: 'surname = "smith"', records: 30 },
  ]);
  expect(largestBlocks(TABLE, plan, 1)).toHaveLength(1);
});

it('joins the keys of a rule, the largest block first', () => {
  const plan = planBlocking(TABLE, 2000);
  expect(plan.rules.length).toBeGreaterThan(0);
  const blocks = largestBlocks(TABLE, plan, 2);
  expect(blocks.map(({ name }) => name)).toContainEqual(expect.stringContaining(' & '));
  const sizes = blocks.map(({ records }) => records);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});
