/** That the step of K leaves the posterior of K given the partition as it is, against quadrature. */
import { describe, expect, test } from 'vitest';
import { lgamma } from '../../src/math/gamma.ts';
import { random } from '../../src/math/random.ts';
import { logLabels, mostIndividuals, nextK, type Population } from '../../src/smered/population.ts';
import { chainDeviate } from './chain-deviate.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
const CHANCE = 4;
const EVEN = Number.POSITIVE_INFINITY;

/** log K!/(K − C)! / (K^N₀ ∏_s K!/(K − n_s)!), or of Γ(Kr)/Γ(Kr + N₀) r^N₀ in place of K^−N₀. */
function logTarget(K: number, C: number, { draws, r }: Population): number {
  let log = lgamma(K + 1) - lgamma(K - C + 1);
  if (r === EVEN) log -= draws.single * Math.log(K);
  else log += lgamma(K * r) - lgamma(K * r + draws.single) + draws.single * Math.log(r);
  for (const n of draws.unique) log -= lgamma(K + 1) - lgamma(K - n + 1);
  return log;
}

const CASES: [string, number, Population][] = [
  ['a few of many', 5, { draws: { single: 12, unique: [] }, r: EVEN }],
  ['no two together', 8, { draws: { single: 8, unique: [] }, r: EVEN }],
  ['one only', 1, { draws: { single: 4, unique: [] }, r: EVEN }],
  ['uneven sizes', 5, { draws: { single: 12, unique: [] }, r: 0.4 }],
  ['files without duplicates', 8, { draws: { single: 3, unique: [5, 6] }, r: EVEN }],
];

describe('nextK', () => {
  test.each(CASES)('draws K from its posterior: %s', (_, C, population) => {
    const least = Math.max(C, ...population.draws.unique);
    const [low, high] = [Math.log(least), Math.log(mostIndividuals(population.draws))];
    const [bins, points] = [30, 400];
    const binOf = (K: number) => Math.min(bins - 1, Math.floor((bins * (Math.log(K) - low)) / (high - low)));
    const masses = Array.from({ length: bins }, (_, bin) => {
      let sum = 0;
      for (let i = 0; i < points; i++) {
        const logK = low + ((high - low) * (bin + (i + 0.5) / points)) / bins;
        sum += Math.exp(logTarget(Math.exp(logK), C, population));
      }
      return sum;
    });
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const rng = random(1);
    let K = least;
    const states = Int32Array.from({ length: 200_000 }, () => {
      K = nextK(K, C, population, rng);
      return binOf(K);
    });
    const { deviate } = chainDeviate(
      states,
      masses.map((mass) => mass / total),
    );
    expect(deviate).toBeLessThan(CHANCE);
  });

  test.each(CASES)('knows the part of the target that depends on K: %s', (_, C, population) => {
    const K = Math.max(C, ...population.draws.unique);
    for (const other of [K + 0.5, K + 7, 50 * K])
      expect(logLabels(other, C, population) - logLabels(K, C, population)).toBeCloseTo(
        logTarget(other, C, population) - logTarget(K, C, population),
        8,
      );
  });
});
