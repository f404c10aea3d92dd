/**
 * The parameters of the Fellegi–Sunter model (Fellegi & Sunter 1969): for every level l of every field f,
 * m_fl = P(level l | match) and u_fl = P(level l | non-match), and the prior π = P(match).
 */
import { levelOffsets } from '../compare/patterns.ts';

export interface Parameters {
  /** π, the share of matches among all pairs. */
  prior: number;
  /** m of every level of every field, flat (see `levelOffsets`); each field sums to 1. */
  m: Float64Array;
  /** u, laid out as m. */
  u: Float64Array;
}

/**
 * Least value of an m or u. A level never seen in a class keeps this probability, so that no weight is
 * infinite and no likelihood is 0/0; it is too small to move any other figure beyond 1e-12.
 */
export const LEAST_PROBABILITY = 1e-12;

/** Bounds of π; it may be very small because it can refer to all pairs of two large files. */
const LEAST_PRIOR = 1e-20;
const GREATEST_PRIOR = 1 - 1e-12;

/** π brought inside its bounds. */
export function boundPrior(prior: number): number {
  return Math.min(GREATEST_PRIOR, Math.max(LEAST_PRIOR, prior));
}

/**
 * Writes to `out[from … to)` the distribution p proportional to `weights[from … to)` that maximises
 * Σ weight·log p under p ≥ `LEAST_PROBABILITY`: levels below the bound are set to it, the others share the
 * rest in proportion. Weights that are all zero leave `out` as it is.
 *
 * @example // weights [3, 1] give [0.75, 0.25]; weights [4, 0] give [1 - 1e-12, 1e-12]
 */
export function normalise(weights: Float64Array, out: Float64Array, from: number, to: number): void {
  let total = 0;
  for (let i = from; i < to; i++) total += weights[i]!;
  if (!(total > 0) || total === Number.POSITIVE_INFINITY) return;
  const least = total * LEAST_PROBABILITY;
  let low = 0;
  let rest = 0;
  for (let i = from; i < to; i++) {
    if (weights[i]! <= least) low++;
    else rest += weights[i]!;
  }
  if (low === 0) {
    for (let i = from; i < to; i++) out[i] = weights[i]! / total;
    return;
  }
  const share = 1 - low * LEAST_PROBABILITY;
  for (let i = from; i < to; i++) {
    out[i] = weights[i]! <= least ? LEAST_PROBABILITY : (weights[i]! / rest) * share;
  }
}

/** A copy with every field of m and u summing to 1 and every value within its bounds; the input is not touched. */
export function bounded(levelCounts: readonly number[], parameters: Parameters): Parameters {
  const offsets = levelOffsets(levelCounts);
  const m = parameters.m.slice();
  const u = parameters.u.slice();
  for (let field = 0; field < levelCounts.length; field++) {
    normalise(parameters.m, m, offsets[field]!, offsets[field + 1]!);
    normalise(parameters.u, u, offsets[field]!, offsets[field + 1]!);
  }
  return { prior: boundPrior(parameters.prior), m, u };
}

/**
 * Match weight of every level, log₂(m/u), flat like m: the bits of evidence for a match the level adds
 * (Fellegi & Sunter 1969).
 *
 * @example levelWeights({ prior: 0.1, m: Float64Array.of(0.1, 0.9), u: Float64Array.of(0.775, 0.225) })
 * // => Float64Array [-2.954…, 2]
 */
export function levelWeights(parameters: Parameters): Float64Array {
  return parameters.m.map((m, i) => Math.log2(m / parameters.u[i]!));
}
