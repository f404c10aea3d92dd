import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedLabels, fixedLabels, individualsFor } from '../../src/vb/entity-count.ts';
import { logLabels } from './partitions.ts';

/** C = K(1 − (1 − 1/K)ᴺ) exactly, of which K(1 − e^(−N/K)) is the limit. */
const shown = (K: number, records: number) => K * (1 - Math.exp(-records / K));

describe('the number of individuals behind those shown', () => {
  test.each([
    // C/K = 1 − e^(−1), 1 − e^(−1/2) and 1 − e^(−2) for K equal to, twice and half the number of records.
    [1000 * (1 - Math.exp(-1)), 1000, 1000],
    [2000 * (1 - Math.exp(-0.5)), 1000, 2000],
    [500 * (1 - Math.exp(-2)), 1000, 500],
    [1, 1_000_000, 1],
    [0, 1000, 1],
  ])('%d of %d records is %d', (C, records, K) => {
    expect(individualsFor(C, records)).toBeCloseTo(K, 6);
  });

  test('is that of which the records are expected to show so many', () => {
    const counts = fc
      .integer({ min: 2, max: 100_000 })
      .chain((records) => fc.tuple(fc.constant(records), fc.integer({ min: 1, max: records - 1 })));
    fc.assert(
      fc.property(counts, ([records, C]) => {
        const K = individualsFor(C, records);
        expect(K).toBeGreaterThanOrEqual(C);
        expect(Math.abs(shown(K, records) / C - 1)).toBeLessThan(1e-6);
        expect(individualsFor(C + 0.5, records)).toBeGreaterThanOrEqual(K);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('is what it would be for half an individual fewer where no record has a partner', () => {
    expect(individualsFor(1000, 1000)).toBe(individualsFor(999.5, 1000));
    // Half a pair is expected among N²/2 pairs where K = N².
    expect(individualsFor(1000, 1000) / 1000 ** 2).toBeCloseTo(1, 3);
  });
});

describe('the label term', () => {
  test('of a fixed K is the difference of log K!/(K − C)!, merging and splitting', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 450 }), (K, C) => {
        const { merge, split, most } = fixedLabels(K);
        expect(most).toBe(K);
        expect(merge(C)).toBeCloseTo(logLabels(C, K) - logLabels(C - 1, K), 10);
        if (C < K) {
          expect(split(C)).toBe(merge(C + 1));
          expect(split(C)).toBeCloseTo(logLabels(C + 1, K) - logLabels(C, K), 10);
        } else expect(split(C)).toBe(Number.NEGATIVE_INFINITY);
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('of a K to be learned is that of K at the number of individuals expected, everywhere', () => {
    for (const [K, records] of [
      [1000, 1000],
      [50, 1000],
      [45_300, 10_000],
    ] as const) {
      const { merge, split, most } = expectedLabels(K, records);
      expect(merge(7)).toBeCloseTo(Math.log(K - shown(K, records) + 1), 9);
      expect([merge(900), split(7), split(900)]).toEqual([merge(7), merge(7), merge(7)]);
      expect(most).toBe(Number.POSITIVE_INFINITY);
    }
  });
});
