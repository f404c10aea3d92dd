import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lgamma, logFalling } from '../../src/math/gamma.ts';

/** x and log Γ(x): scipy.special.gammaln, scipy 1.17.1. */
const KNOWN: [number, number][] = [
  [1e-300, 690.7755278982137],
  [1e-12, 27.63102111592797],
  [1e-6, 13.81550998074943],
  [0.001, 6.907178885383853],
  [0.01, 4.599479878042022],
  [0.1, 2.252712651734206],
  [0.3, 1.0957979948180756],
  [0.5, 0.5723649429247],
  [0.9, 0.06637623973474327],
  [1, 0],
  [1.0000001, -5.772155830717687e-8],
  [1.25, -0.09827183642181311],
  [1.4616321449683622, -0.1214862905358497],
  [1.5, -0.12078223763524526],
  [2, 0],
  [2.5, 0.2846828704729192],
  [4.7, 2.736405146315567],
  [6.99, 6.560531049842762],
  [7, 6.579251212010101],
  [9.9999, 12.801602305348398],
  [10, 12.801827480081469],
  [10.01, 12.824350262448247],
  [12.5, 18.73434751193645],
  [25, 54.78472939811232],
  [100, 359.1342053695754],
  [450.5, 2300.080258184603],
  [12345.678, 103959.91990554606],
  [1e6, 12815504.569147611],
  [1e9, 19723265827.503716],
  [1e15, 3.3538776394910668e16],
];

test.each(KNOWN)('log Γ(%d) is scipy’s to 1e-13', (x, known) => {
  expect(Math.abs(lgamma(x) - known)).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(known)));
});

test('both zeros are exact', () => {
  expect(lgamma(1)).toBe(0);
  expect(lgamma(2)).toBe(0);
});

test('Γ(n) is a factorial', () => {
  for (let n = 3, factorial = 2; n < 20; factorial *= n++) {
    expect(Math.abs(lgamma(n) - Math.log(factorial))).toBeLessThan(1e-13 * Math.max(1, Math.log(factorial)));
  }
});

test('the edges of its domain', () => {
  expect(lgamma(0)).toBe(Number.POSITIVE_INFINITY);
  expect(lgamma(-1.5)).toBeNaN();
  expect(lgamma(Number.NaN)).toBeNaN();
});

describe('log K(K − 1)…(K − n + 1)', () => {
  const sumOfLogs = (K: number, n: number): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.log(K - i);
    return sum;
  };

  /** n log K + Σ log(1 − i/K), the logs as series, of which Faulhaber's first terms sum the powers; n ≪ K. */
  const bySeries = (K: number, n: number): number => {
    let sum = n * Math.log(K);
    for (let p = 1; p <= 20; p++)
      sum -= ((n / K) ** p / p) * (n / (p + 1) - 1 / 2 + (p === 1 ? 0 : p / (12 * n)));
    return sum;
  };

  const error = (K: number, n: number, known: number) =>
    Math.abs(logFalling(K, n) - known) / Math.max(1, known);

  test('is the sum of the logs, K whole or not', () => {
    for (const K of [1, 2, 9, 10, 11, 12, 30, 200, 5000, 10.5, 20.25, 777.7])
      for (const n of [1, 2, 5, 9, 10, 11, 20, 190, 199, 200, 777, 4990, 5000])
        if (n <= K) expect(error(K, n, sumOfLogs(K, n))).toBeLessThan(1e-10);
  });

  test('is the difference of two log Γ where that is exact enough', () => {
    const cases = fc.record({
      K: fc.double({ min: 0, max: 1e4, noNaN: true }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, ({ K, share }) => {
        const n = K * share;
        expect(error(K, n, lgamma(K + 1) - lgamma(K - n + 1))).toBeLessThan(1e-9);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test.each([1e6, 123_456_789.25, 1e10, 1e13])('is exact where log Γ(K) is not, K = %d', (K) => {
    for (const n of [1, 2, 3, 10, 1000]) expect(error(K, n, sumOfLogs(K, n))).toBeLessThan(1e-12);
    for (const share of [1e-3, 0.01, 0.1, 0.2]) {
      const n = Math.round(K * share);
      expect(error(K, n, bySeries(K, n))).toBeLessThan(1e-12);
      // … and so for the rest of the n that are no small share of K.
      expect(error(K, K - 2 * n, logFalling(K, n) + logFalling(K - n, K - 3 * n))).toBeLessThan(1e-12);
    }
  });

  test.each([0, 1, 9.5, 10, 1e6, 1e13])('is 0 of nothing and K! of all, K = %d', (K) => {
    expect(logFalling(K, 0)).toBeCloseTo(0, 12);
    expect(error(K, K, lgamma(K + 1))).toBeLessThan(1e-13);
  });
});
