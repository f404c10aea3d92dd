import { expect, test } from 'vitest';
import { digamma } from '../../src/math/digamma.ts';
import { lgamma } from '../../src/math/gamma.ts';

/** x and ψ(x): scipy.special.digamma, scipy 1.17.1. */
const KNOWN: [number, number][] = [
  [1e-12, -1000000000000.5773],
  [1e-6, -1000000.57721402],
  [0.001, -1000.5755719318103],
  [0.01, -100.56088545786868],
  [0.1, -10.423754940411076],
  [0.3, -3.502524222200133],
  [0.5, -1.9635100260214235],
  [0.9, -0.7549269499470516],
  [1, -0.5772156649015329],
  [1.0000001, -0.5772155004081381],
  [1.25, -0.2274535333762654],
  [1.4616321449683622, -9.241265521729427e-17],
  [1.5, 0.03648997397857652],
  [2, 0.42278433509846713],
  [2.5, 0.7031566406452432],
  [3, 0.9227843350984671],
  [4.7, 1.4374238096317817],
  [6.99, 1.8712477055941494],
  [7, 1.872784335098467],
  [9.9999, 2.2517420723779034],
  [10, 2.251752589066721],
  [10.01, 2.2528037003181356],
  [12.5, 2.4851956512749123],
  [25, 3.198742512851974],
  [100, 4.600161852738088],
  [450.5, 6.109247788525504],
  [12345.678, 9.421020820741761],
  [1e6, 13.81551005796419],
  [1e9, 20.723265836446412],
  [1e15, 34.538776394910684],
];

test.each(KNOWN)('ψ(%d) is scipy’s to 1e-13', (x, known) => {
  expect(Math.abs(digamma(x) - known)).toBeLessThanOrEqual(1e-13 * Math.max(1, Math.abs(known)));
});

test('is the derivative of log Γ', () => {
  for (const x of [0.05, 0.7, 1, 3.3, 9.99, 40]) {
    const h = 1e-5 * x;
    const slope = (lgamma(x + h) - lgamma(x - h)) / (2 * h);
    expect(Math.abs(digamma(x) - slope)).toBeLessThan(1e-7 * Math.max(1, Math.abs(slope)));
  }
});

test('the edges of its domain', () => {
  expect(digamma(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(digamma(-1)).toBeNaN();
  expect(digamma(Number.NaN)).toBeNaN();
});
