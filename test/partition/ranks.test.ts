import { expect, test } from 'vitest';
import { ranksOf, stablyBy } from '../../src/partition/ranks.ts';

test('the greatest value has rank 0, and equal ones share a rank', () => {
  expect([...ranksOf(Float64Array.of(2, 7, 2, -1, 7))]).toEqual([2, 0, 2, 4, 0]);
});

test('few different values and many have the ranks of a sorted list', () => {
  for (const different of [1, 300, 100_000]) {
    const values = Float64Array.from({ length: 30_000 }, (_, i) => ((i * 7919) % different) / 3 - 50);
    const sorted = [...values].sort((a, b) => b - a);
    const first = new Map<number, number>();
    sorted.forEach((value, at) => {
      if (!first.has(value)) first.set(value, at);
    });
    expect(ranksOf(values)).toEqual(Int32Array.from(values, (value) => first.get(value)!));
  }
});

test('indices with equal keys stay as they stand', () => {
  expect([...stablyBy(Int32Array.of(1, 0, 1, 0), 2, Int32Array.of(2, 0, 3, 1))]).toEqual([3, 1, 2, 0]);
});
