import { expect, test } from 'vitest';
import { ranksOf, stablyBy } from '../../src/partition/ranks.ts';

test('the greatest value has rank 0, and equal ones share a rank', () => {
  expect([...ranksOf(Float64Array.of(2, 7, 2, -1, 7))]).toEqual([2, 0, 2, 4, 0]);
});

test('indices with equal keys stay as they stand', () => {
  expect([...stablyBy(Int32Array.of(1, 0, 1, 0), 2, Int32Array.of(2, 0, 3, 1))]).toEqual([3, 1, 2, 0]);
});
