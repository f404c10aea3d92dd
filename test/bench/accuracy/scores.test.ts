/** Scores of the accuracy bench on partitions small enough to count by hand. */
import { expect, it } from 'vitest';
import { pairF1, truePairs } from './scores.ts';

it('counts the pairs of each entity', () => {
  expect(truePairs(['a', 'b', 'a', 'a', 'b'])).toBe(4);
});

it('F1 of pairs counts what was not found as missed, and is 1 where there is nothing to find', () => {
  expect(pairF1(2, 4, 6)).toBe(0.4);
  expect(pairF1(0, 0, 0)).toBe(1);
});
