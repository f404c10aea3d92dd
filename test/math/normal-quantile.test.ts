import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalQuantile } from '../../src/math/normal-quantile.ts';

/** p and Φ⁻¹(p): scipy.stats.norm.ppf, scipy 1.17.1. */
const KNOWN: [number, number][] = [
  [1e-300, -37.0470962993612],
  [1e-100, -21.273453560965322],
  [1e-20, -9.262340089798409],
  [1.3887943864964021e-11, -6.657904643501104],
  [1e-11, -6.706023155495137],
  [1e-6, -4.753424308822899],
  [0.001, -3.090232306167813],
  [0.01, -2.3263478740408408],
  [0.025, -1.9599639845400545],
  [0.075, -1.4395314709384563],
  [0.0750001, -1.4395307645017301],
  [0.2, -0.8416212335729142],
  [0.4, -0.2533471031357997],
  [0.5, 0],
  [0.5000001, 2.506628273311648e-7],
  [0.6, 0.2533471031357997],
  [0.8, 0.8416212335729143],
  [0.925, 1.4395314709384563],
  [0.9250001, 1.439532177375901],
  [0.975, 1.959963984540054],
  [0.99, 2.3263478740408408],
  [0.999, 3.090232306167813],
  [0.999999, 4.753424308817087],
  [0.999999999999, 7.0344869100478356],
  [0.9999999999999999, 8.209536151601387],
];

test.each(KNOWN)('Φ⁻¹(%d) is scipy’s to 2e-15 of itself', (p, known) => {
  expect(Math.abs(normalQuantile(p) - known)).toBeLessThanOrEqual(2e-15 * Math.abs(known));
});

test('is odd about one half, and rises', () => {
  // Multiples of 2⁻³⁰, whose distance from 1 is exact.
  const shares = fc.integer({ min: 1, max: 2 ** 30 - 2 }).map((n) => n / 2 ** 30);
  fc.assert(
    fc.property(shares, (p) => {
      expect(normalQuantile(1 - p)).toBe(-normalQuantile(p));
      expect(normalQuantile(p + 2 ** -30)).toBeGreaterThan(normalQuantile(p));
    }),
  );
});

test('the edges of its domain', () => {
  expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  for (const p of [-1e-9, 1.0000001, Number.NaN]) expect(normalQuantile(p)).toBeNaN();
});
