/**
 * The parameters of the hit-and-miss model (Steorts, Hall & Fienberg 2014) and their prior: the shares θ_f of
 * the values of field f and the probability β_f that a value is distorted,
 *
 *     log p(θ, β) = Σ_f [(μ − 1) Σ_v log θ_fv − lnB(μ, …, μ)] + Σ_f [(a − 1) log β_f + (b − 1) log(1 − β_f) − lnB(a, b)].
 */
import { LEAST_SHARE } from '../math/dirichlet.ts';
import { lgamma } from '../math/gamma.ts';
import type { Column } from '../records/table.ts';

export interface HitMissParameters {
  /** θ_fv by field and value code; each field sums to 1. */
  readonly theta: readonly Float64Array[];
  /** β_f, length F. */
  readonly beta: Float64Array;
}

/** θ_f ~ Dirichlet(μ, …, μ) and β_f ~ Beta(a, b), the same for all fields. */
export interface HitMissPrior {
  readonly mu: number;
  readonly a: number;
  readonly b: number;
}

/** Flat shares, and about 5 per cent of the values distorted. */
export const USUAL_PRIOR: HitMissPrior = { mu: 1, a: 5, b: 100 };

/** @throws RangeError unless μ, a and b are positive and finite */
export function checkPrior(prior: HitMissPrior): void {
  for (const name of ['mu', 'a', 'b'] as const) {
    if (!(prior[name] > 0 && prior[name] < Number.POSITIVE_INFINITY))
      throw new RangeError(`${name} must be a positive number, not ${prior[name]}`);
  }
}

/**
 * Where a chain begins: θ_fv = (n_fv + 1)/(n_f + V_f) with n_fv records that show v, and β_f = a/(a + b).
 *
 * @throws RangeError unless the prior's numbers are positive
 * @example startingParameters([{ counts: Int32Array.of(2, 0) }]).theta[0] // => Float64Array [0.75, 0.25]
 */
export function startingParameters(
  columns: readonly Pick<Column, 'counts'>[],
  prior: HitMissPrior = USUAL_PRIOR,
): HitMissParameters {
  checkPrior(prior);
  const theta = columns.map(({ counts }) => {
    const total = counts.reduce((sum, count) => sum + count, counts.length);
    return Float64Array.from(counts, (count) => (count + 1) / total);
  });
  return { theta, beta: new Float64Array(columns.length).fill(prior.a / (prior.a + prior.b)) };
}

/**
 * log p(θ, β), natural logarithm; the density of θ_f is that of its first V_f − 1 shares. Cost linear in Σ V_f.
 *
 * @example
 * logPrior({ theta: [Float64Array.of(0.5, 0.3, 0.2)], beta: Float64Array.of(0.5) }, { mu: 1, a: 1, b: 1 })
 * // => 0.6931471805599472, log Γ(3)
 */
export function logPrior({ theta, beta }: HitMissParameters, { mu, a, b }: HitMissPrior): number {
  let log = beta.length * (lgamma(a + b) - lgamma(a) - lgamma(b));
  for (const share of beta) log += (a - 1) * Math.log(share) + (b - 1) * Math.log1p(-share);
  for (const shares of theta) {
    const V = shares.length;
    if (V === 0) continue;
    log += lgamma(V * mu) - V * lgamma(mu);
    if (mu !== 1) for (const share of shares) log += (mu - 1) * Math.log(share);
  }
  return log;
}

/** The parameters as plain lists, which JSON keeps to the last bit. */
export interface HitMissState {
  readonly theta: readonly (readonly number[])[];
  readonly beta: readonly number[];
}

export function stateOf({ theta, beta }: HitMissParameters): HitMissState {
  return { theta: theta.map((shares) => Array.from(shares)), beta: Array.from(beta) };
}

/**
 * The parameters that a state was made of.
 *
 * @throws RangeError where a number is no share that could have been drawn, or θ and β differ in their fields
 */
export function parametersOf({ theta, beta }: HitMissState): HitMissParameters {
  if (theta.length !== beta.length)
    throw new RangeError(`theta has ${theta.length} fields, but beta has ${beta.length}`);
  for (const share of theta.flat())
    if (!(share >= LEAST_SHARE && share <= 1))
      throw new RangeError(`theta holds ${share}, which is no share`);
  for (const share of beta)
    if (!(share >= LEAST_SHARE && share < 1))
      throw new RangeError(`beta holds ${share}, which is no probability between 0 and 1`);
  return { theta: theta.map((shares) => Float64Array.from(shares)), beta: Float64Array.from(beta) };
}
