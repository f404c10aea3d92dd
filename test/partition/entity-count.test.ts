import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { expectedLabels, fixedLabels, individualsFor } from '../../src/partition/entity-count.ts';
import type { Draws } from '../../src/records/table.ts';
import { logLabels } from './partitions.ts';

/** Records of any individual each. */
const drawn = (single: number): Draws => ({ single, unique: [] });

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
    [1, 1, 1],
  ])('%d of %d records is %d', (C, records, K) => {
    expect(individualsFor(C, drawn(records))).toBeCloseTo(K, 6);
  });

  test('is that of which the records are expected to show so many', () => {
    const counts = fc
      .integer({ min: 2, max: 100_000 })
      .chain((records) => fc.tuple(fc.constant(records), fc.integer({ min: 1, max: records - 1 })));
    fc.assert(
      fc.property(counts, ([records, C]) => {
        const K = individualsFor(C, drawn(records));
        expect(K).toBeGreaterThanOrEqual(C);
        expect(Math.abs(shown(K, records) / C - 1)).toBeLessThan(1e-6);
        expect(individualsFor(C + 0.5, drawn(records))).toBeGreaterThanOrEqual(K);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('is what it would be for half an individual fewer where no record has a partner', () => {
    expect(individualsFor(1000, drawn(1000))).toBe(individualsFor(999.5, drawn(1000)));
    // Half a pair is expected among N²/2 pairs where K = N².
    expect(individualsFor(1000, drawn(1000)) / 1000 ** 2).toBeCloseTo(1, 3);
  });
});

describe('with files without duplicates', () => {
  /** Records drawn with replacement and files drawn without. */
  const draws = fc.record({
    single: fc.integer({ min: 0, max: 500 }),
    unique: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 }),
  });
  const recordsOf = ({ single, unique }: Draws) => unique.reduce((a, b) => a + b, single);
  const largest = ({ unique }: Draws) => Math.max(...unique);

  test.each([
    { K: 60, draws: { single: 0, unique: [20, 30] } },
    { K: 60, draws: { single: 0, unique: [60, 10] } },
    { K: 300, draws: { single: 0, unique: [50, 290, 120] } },
    { K: 2000, draws: { single: 900, unique: [500, 1200] } },
  ])('$K is what draws of $draws out of $K show', ({ K, draws }) => {
    const { below } = random(3);
    const pool = Array.from({ length: K }, (_, k) => k);
    const runs = Math.ceil(2e6 / recordsOf(draws));
    let total = 0;
    for (let run = 0; run < runs; run++) {
      const shown = new Set<number>();
      for (let i = 0; i < draws.single; i++) shown.add(below(K));
      for (const records of draws.unique)
        for (let i = 0; i < records; i++) {
          const j = i + below(K - i);
          [pool[i], pool[j]] = [pool[j]!, pool[i]!];
          shown.add(pool[i]!);
        }
      total += shown.size;
    }
    expect(individualsFor(total / runs, draws) / K).toBeCloseTo(1, 2);
  });

  test('two files that share every, one or half of a record', () => {
    // C = n₁ + n₂ − n₁n₂/K.
    const unique = [20, 30];
    expect(individualsFor(30, { single: 0, unique })).toBe(30);
    expect(individualsFor(49, { single: 0, unique })).toBeCloseTo(600, 6);
    expect(individualsFor(49.5, { single: 0, unique })).toBeCloseTo(1200, 6);
    expect(individualsFor(50, { single: 0, unique })).toBeCloseTo(1200, 6);
  });

  test('it is that of which they are expected to show so many, and no fewer than the largest has', () => {
    fc.assert(
      fc.property(draws, fc.double({ min: 0, max: 1, noNaN: true }), (some, share) => {
        const C = Math.round(share * recordsOf(some));
        const K = individualsFor(C, some);
        expect(K).toBeGreaterThanOrEqual(largest(some));
        expect(K).toBeGreaterThanOrEqual(C - 1e-9);
        expect(individualsFor(C + 1, some)).toBeGreaterThanOrEqual(K);
        if (C <= largest(some)) expect(K).toBe(largest(some));
        else {
          const unseen = some.unique.reduce((p, n) => p * (1 - n / K), Math.exp(-some.single / K));
          expect(K * (1 - unseen)).toBeCloseTo(Math.min(C, recordsOf(some) - 0.5), 3);
        }
      }),
      { numRuns: 300, seed: 4 },
    );
  });

  test('one record at a time is as good as drawn with replacement', () => {
    const singly = individualsFor(900, { single: 0, unique: new Array(1000).fill(1) });
    expect(singly / individualsFor(900, drawn(1000))).toBeCloseTo(1, 2);
  });

  test('a merge costs as many as they leave unseen, and nothing where the largest has everyone', () => {
    fc.assert(
      fc.property(draws, fc.integer({ min: 1, max: 2000 }), (some, K) => {
        const { merge, split, most } = expectedLabels(K, some);
        const real = Math.max(K, largest(some));
        const unseen = some.unique.reduce((p, n) => p * (1 - n / real), Math.exp(-some.single / real));
        expect(merge(5)).toBeCloseTo(Math.log(1 + real * unseen), 9);
        expect([split(5), merge(70)]).toEqual([merge(5), merge(5)]);
        if (K <= largest(some)) expect(merge(1)).toBe(0);
        expect(most).toBe(Number.POSITIVE_INFINITY);
      }),
      { numRuns: 300, seed: 5 },
    );
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
      [46_608, 10_000],
    ] as const) {
      const { merge, split, most } = expectedLabels(K, drawn(records));
      expect(merge(7)).toBeCloseTo(Math.log(K - shown(K, records) + 1), 9);
      expect([merge(900), split(7), split(900)]).toEqual([merge(7), merge(7), merge(7)]);
      expect(most).toBe(Number.POSITIVE_INFINITY);
    }
  });
});
