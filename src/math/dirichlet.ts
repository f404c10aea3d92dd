/**
 * Draws from the Dirichlet and the beta distribution as shares of gamma draws, in log space: for a shape a
 * below 1 log Gamma(a) = log Gamma(a + 1) + log(U)/a, so that draws of very small shapes keep their ratios
 * where they would all underflow to 0 (Marsaglia & Tsang 2000, section 6).
 */
import type { Random } from './random.ts';

/** The least share that is drawn, the smallest normal number, so that its logarithm is finite. */
export const LEAST_SHARE = 2 ** -1022;
/** The greatest number below 1. */
const BELOW_ONE = 1 - 2 ** -53;

/**
 * Draw from Dirichlet(shapes); every share is at least LEAST_SHARE. Cost linear in V.
 *
 * @param shapes positive, length V
 * @param into receives the shares, length V; may be `shapes`
 * @example dirichlet(Float64Array.of(4), random(1)) // => Float64Array [1]
 */
export function dirichlet(
  shapes: Float64Array,
  rng: Random,
  into: Float64Array = new Float64Array(shapes.length),
): Float64Array {
  let most = Number.NEGATIVE_INFINITY;
  for (let v = 0; v < shapes.length; v++) {
    into[v] = logGamma(shapes[v]!, rng);
    most = Math.max(most, into[v]!);
  }
  let total = 0;
  for (let v = 0; v < into.length; v++) {
    into[v] = Math.exp(into[v]! - most);
    total += into[v]!;
  }
  for (let v = 0; v < into.length; v++) into[v] = Math.max(LEAST_SHARE, into[v]! / total);
  return into;
}

/** Draw from Beta(a, b) for positive a and b; at least LEAST_SHARE and below 1. */
export function beta(a: number, b: number, rng: Random): number {
  const logOdds = logGamma(a, rng) - logGamma(b, rng);
  return Math.min(BELOW_ONE, Math.max(LEAST_SHARE, 1 / (1 + Math.exp(-logOdds))));
}

/** The logarithm of a gamma draw of scale 1. */
function logGamma(shape: number, rng: Random): number {
  if (shape >= 1) return Math.log(rng.gamma(shape));
  return Math.log(rng.gamma(shape + 1)) + Math.log(1 - rng.next()) / shape;
}
