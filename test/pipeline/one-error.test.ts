/** What `resolve` makes of copies that have one error each, as test data often do. */
import { describe, expect, test, vi } from 'vitest';
import { MISSING } from '../../src/compare/patterns.ts';
import { errorCount } from '../../src/em/error-count.ts';
import type { Resolution } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import type { Table } from '../../src/records/table.ts';
import { COLUMNS, copiesWithErrors, ORIGINALS } from './error-copies.ts';

vi.mock('../../src/em/error-count.ts', { spy: true });

/** What is found when errors are taken for independent. */
function plainly(table: Table): Resolution {
  const tilt = ({ size }: { size: number }) => new Float64Array(size);
  vi.mocked(errorCount).mockImplementation((patterns) => ({ gamma: 0, logTilt: tilt(patterns), tilt }));
  const resolution = resolve(table);
  vi.mocked(errorCount).mockReset();
  return resolution;
}

/** Weights of the patterns with so many errors, by their levels. */
function weightsOf({ linkage: { evidence, weights } }: Resolution, errors: number): Map<string, number> {
  const { levels, levelCounts, size } = evidence.patterns;
  const found = new Map<string, number>();
  for (let g = 0; g < size; g++) {
    const own = [...levels.subarray(g * levelCounts.length, (g + 1) * levelCounts.length)];
    if (own.filter((level, f) => level !== MISSING && level < levelCounts[f]! - 1).length === errors)
      found.set(own.join(), weights[g]!);
  }
  return found;
}

describe.each([1, 2, 3])('copies with one error each, seed %i', async (seed) => {
  const table = await copiesWithErrors(seed, () => 1);
  const [found, plain] = [resolve(table), plainly(table)];

  test('are told from records that happen to agree on all but two columns', () => {
    expect(plain.linkage.estimation.errorRepulsion).toBe(0);
    expect(found.linkage.estimation.errorRepulsion).toBeGreaterThan(3);
    // Seen: off by 0 to 3, and by 16 to 29.
    expect(Math.abs(found.entities - ORIGINALS)).toBeLessThan(6);
    expect(ORIGINALS - plain.entities).toBeGreaterThan(12);
  });

  test.each([
    [1, 1],
    [2, -1],
    [3, -1],
  ])('change the weight of pairs with %i errors by %i bit or more', (errors, bits) => {
    const before = weightsOf(plain, errors);
    for (const [levels, weight] of weightsOf(found, errors))
      expect(Math.sign(bits) * (weight - before.get(levels)!)).toBeGreaterThan(Math.abs(bits));
    expect(before.size).toBeGreaterThan(0);
  });

  test('have match probabilities that go with their weights', () => {
    const { weights, probabilities, parameters } = found.linkage;
    const odds = parameters.prior / (1 - parameters.prior);
    weights.forEach((bits, g) => {
      expect(probabilities[g]!).toBeCloseTo(1 / (1 + 2 ** -bits / odds), 3);
    });
  });
});

test.each([1, 2, 3])('errors that are independent are left so, seed %i', async (seed) => {
  const table = await copiesWithErrors(seed, (next) => COLUMNS.filter(() => next() < 0.1).length);
  expect(resolve(table).linkage.estimation.errorRepulsion).toBe(0);
});
