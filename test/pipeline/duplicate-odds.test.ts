import { expect, test } from 'vitest';
import { duplicateOdds } from '../../src/pipeline/duplicate-odds.ts';
import type { Linkage } from '../../src/pipeline/link.ts';

/** A linkage of patterns with the given match weights (bits) and prior. */
function linkageOf(weights: readonly number[], prior: number): Pick<Linkage, 'weights' | 'parameters'> {
  return { weights: Float64Array.from(weights), parameters: { prior } } as unknown as Linkage;
}

test('duplicate odds fall with the pairs that are no duplicates, as the integral says', () => {
  // (1 − e^(−πn))/(πn) with πn = 10.
  expect(duplicateOdds(linkageOf([], 1e-4), new Map(), 100_000)).toBeCloseTo(0.1, 3);
});

test('one pair that can only be a duplicate decides', () => {
  expect(duplicateOdds(linkageOf([60], 1e-4), new Map([[0, 1]]), 100_000)).toBeGreaterThan(1e6);
});

test('pairs as alike as chance brings forth leave the odds low', () => {
  const counts = new Map([
    [0, 15],
    [1, 5],
  ]);
  expect(duplicateOdds(linkageOf([13, 13], 5e-4), counts, 270_000)).toBeLessThan(0.1);
});
