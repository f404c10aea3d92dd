/**
 * The hit-and-miss model drawn as it is written, and whether two simulators of one distribution agree (Geweke 2004,
 * Getting it right: joint distribution tests of posterior simulators, JASA 99, 799–804).
 */
import type { Random } from '../../src/math/random.ts';
import type { HitMissParameters, HitMissPrior } from '../../src/smered/hit-miss-parameters.ts';

const MISSING = -1;

/** One draw of 0 … V − 1 by its share. */
function drawnValue(theta: Float64Array, { next }: Random): number {
  let left = next();
  for (let v = 0; v < theta.length; v++) {
    left -= theta[v]!;
    if (left < 0) return v;
  }
  return theta.length - 1;
}

/** Draws x where it is not missing, from the model as it is written. */
export function drawData(
  of: Int32Array,
  { theta, beta }: HitMissParameters,
  codes: readonly Int32Array[],
  rng: Random,
): void {
  codes.forEach((column, f) => {
    const y = new Map<number, number>();
    column.forEach((code, row) => {
      if (code === MISSING) return;
      if (!y.has(of[row]!)) y.set(of[row]!, drawnValue(theta[f]!, rng));
      column[row] = rng.next() < beta[f]! ? drawnValue(theta[f]!, rng) : y.get(of[row]!)!;
    });
  });
}

/** Draws θ and β from the prior. */
export function drawPrior(
  { theta, beta }: HitMissParameters,
  { mu, a, b }: HitMissPrior,
  { gamma }: Random,
): void {
  for (const shares of theta) {
    for (let v = 0; v < shares.length; v++) shares[v] = gamma(mu);
    const total = shares.reduce((sum, share) => sum + share);
    for (let v = 0; v < shares.length; v++) shares[v]! /= total;
  }
  for (let f = 0; f < beta.length; f++) {
    const hit = gamma(a);
    beta[f] = hit / (hit + gamma(b));
  }
}

/** Mean and squared standard error, by means of batches that depend on each other little. */
function batchMeans(values: readonly number[], batches = 100): { mean: number; square: number } {
  const length = values.length / batches;
  const mean = values.reduce((a, b) => a + b) / values.length;
  let square = 0;
  for (let i = 0; i < batches; i++) {
    const own = values.slice(i * length, (i + 1) * length).reduce((a, b) => a + b) / length;
    square += (own - mean) ** 2;
  }
  return { mean, square: square / (batches * (batches - 1)) };
}

/** The differences of the means of each function, in standard errors; rows are draws, of equal number in both. */
export function meanDifferences(one: readonly number[][], other: readonly number[][]): number[] {
  return one[0]!.map((_, i) => {
    const [a, b] = [one, other].map((list) => batchMeans(list.map((values) => values[i]!)));
    return (a!.mean - b!.mean) / Math.sqrt(a!.square + b!.square);
  });
}
