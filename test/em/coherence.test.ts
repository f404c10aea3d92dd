import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coherence } from '../../src/em/coherence.ts';

describe('coherence of the match class', () => {
  test('of two columns that tell as much is the mean of their agreement', () => {
    expect(coherence([2, 2], [0.1, 0.9, 0.8, 0.2], [0.99, 0.01, 0.99, 0.01])).toBeCloseTo(0.55, 12);
  });

  test('weights each column by −log u at equality, and counts partial agreement as agreement', () => {
    // 1 bit and 3 bits; matches differ in a tenth and in three tenths.
    const m = [0.1, 0.9, 0.3, 0.4, 0.3];
    const u = [0.5, 0.5, 0.5, 0.375, 0.125];
    expect(coherence([2, 3], m, u)).toBeCloseTo((1 * 0.9 + 3 * 0.7) / 4, 12);
  });

  test('does not count columns that are always equal', () => {
    expect(coherence([2, 2], [0.6, 0.4, 0.2, 0.8], [0, 1, 0.9, 0.1])).toBeCloseTo(0.8, 12);
  });

  test('is 1 where nothing can be compared', () => {
    expect(coherence([], [], [])).toBe(1);
    expect(coherence([2], [0.5, 0.5], [0, 1])).toBe(1);
  });

  test('lies between the least and the greatest agreement of a column', () => {
    const column = fc.record({
      m: fc.double({ min: 0, max: 1, noNaN: true }),
      u: fc.double({ min: 1e-12, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), (columns) => {
        const value = coherence(
          columns.map(() => 2),
          columns.flatMap(({ m }) => [1 - m, m]),
          columns.flatMap(({ u }) => [1 - u, u]),
        );
        const agreement = columns.map(({ m }) => m);
        expect(value).toBeGreaterThanOrEqual(Math.min(...agreement) - 1e-12);
        expect(value).toBeLessThanOrEqual(Math.max(...agreement) + 1e-12);
      }),
    );
  });
});
