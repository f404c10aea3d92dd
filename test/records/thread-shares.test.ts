import { expect, it } from 'vitest';
import { shareOut } from '../../src/records/thread-shares.ts';

it('leaves the thread that reads fewer columns, the more threads there are', () => {
  const distinct = [1, 0.06, 0.3, 0.5, 0, 0.02, 0.04, 0.04, 0.05, 0.9, 0.9];
  const kept = [1, 2, 3].map((others) => shareOut(distinct, others).filter((owner) => owner === 0).length);
  expect(kept).toEqual([...kept].sort((a, b) => b - a));
  expect(kept[0]).toBeGreaterThan(0);
});

it('gives every thread a column where there are enough', () => {
  expect(new Set(shareOut([1, 1, 1, 1, 1, 1, 1, 1], 3)).size).toBeGreaterThanOrEqual(3);
  expect(shareOut([0.5], 2)).toEqual([1]);
});
