import { expect, test } from 'vitest';
import { duplicateOdds } from '../../src/pipeline/duplicate-odds.ts';
import type { Linkage } from '../../src/pipeline/link.ts';

/** A linkage of pairs with the given match weights (bits) and prior. */
function linkageOf(weights: readonly number[], prior: number): Linkage {
  return {
    evidence: { pattern: Int32Array.from(weights.keys()) },
    weights: Float64Array.from(weights),
    parameters: { prior },
  } as unknown as Linkage;
}

const all = (weights: readonly number[]) => [...weights.keys()];

test('duplicate odds fall with the pairs that are no duplicates, as the integral says', () => {
  // (1 − e^(−πn))/(πn) with πn = 10.
  expect(duplicateOdds(linkageOf([], 1e-4), [], 100_000)).toBeCloseTo(0.1, 3);
});

test('one pair that can only be a duplicate decides', () => {
  const weights = [60];
  expect(duplicateOdds(linkageOf(weights, 1e-4), all(weights), 100_000)).toBeGreaterThan(1e6);
});

test('pairs as alike as chance brings forth leave the odds low', () => {
  const weights = Array.from({ length: 20 }, () => 13);
  expect(duplicateOdds(linkageOf(weights, 5e-4), all(weights), 270_000)).toBeLessThan(0.1);
});
