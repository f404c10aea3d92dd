/** Scores of the accuracy bench on partitions small enough to count by hand. */
import { expect, it } from 'vitest';
import { bCubedF1, pairF1, truePairs } from './scores.ts';

it('B-cubed averages over records: precision (2·2/3 + 1/3 + 1)/4, recall (1 + 1 + 1/2 + 1/2)/4', () => {
  const [precision, recall] = [(4 / 3 + 1 / 3 + 1) / 4, 3 / 4];
  expect(bCubedF1(['x', 'x', 'x', 'y'], ['a', 'a', 'b', 'b'])).toBeCloseTo(
    (2 * precision * recall) / (precision + recall),
    12,
  );
});

it('B-cubed is 1 for the same partition under other names', () => {
  expect(bCubedF1(['x', 'y', 'x'], ['a', 'b', 'a'])).toBe(1);
});

it('counts the pairs of each entity', () => {
  expect(truePairs(['a', 'b', 'a', 'a', 'b'])).toBe(4);
});

it('F1 of pairs counts what was not found as missed, and is 1 where there is nothing to find', () => {
  expect(pairF1(2, 4, 6)).toBe(0.4);
  expect(pairF1(0, 0, 0)).toBe(1);
});
