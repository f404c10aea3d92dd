/**
 * The hit-and-miss model of the records of one individual in one field, with y and z̃ enumerated:
 *
 *     p(x, y, z̃) = θ_y ∏_i β^{z̃_i} (1 − β)^{1 − z̃_i} · (z̃_i ? θ_{x_i} : 1{x_i = y}) .
 */
import type { FieldCounts } from '../../src/partition/likelihood.ts';

export interface Latent {
  y: number;
  /** z̃ of each record. */
  distorted: boolean[];
  /** p(x, y, z̃). */
  probability: number;
}

/** Every y and z̃ for the values of the records, impossible ones left out. */
export function latents(x: readonly number[], theta: ArrayLike<number>, beta: number): Latent[] {
  const patterns = Array.from({ length: 2 ** x.length }, (_, bits) =>
    x.map((_, i) => ((bits >> i) & 1) === 1),
  );
  return Array.from(theta).flatMap((share, y) =>
    patterns.flatMap((distorted) => {
      const factors = x.map((value, i) => (distorted[i] ? beta * theta[value]! : value === y ? 1 - beta : 0));
      const probability = factors.reduce((product, factor) => product * factor, share);
      return probability > 0 ? [{ y, distorted, probability }] : [];
    }),
  );
}

/** p(x). */
export function marginal(x: readonly number[], theta: ArrayLike<number>, beta: number): number {
  return latents(x, theta, beta).reduce((sum, { probability }) => sum + probability, 0);
}

/** All lists of n values of V. */
export function allValues(n: number, V: number): number[][] {
  if (n === 0) return [[]];
  return allValues(n - 1, V).flatMap((x) => Array.from({ length: V }, (_, v) => [...x, v]));
}

/** The values as the likelihood takes them, in order of first appearance, from a place on. */
export function countsOf(x: readonly number[], at = 0): FieldCounts {
  const values = [...new Set(x)];
  const counts = values.map((value) => x.filter((other) => other === value).length);
  const before = new Array(at).fill(0);
  return {
    values: Int32Array.from([...before, ...values]),
    counts: Int32Array.from([...before, ...counts]),
    at,
    distinct: values.length,
  };
}
