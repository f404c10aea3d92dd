/**
 * How far the draws of a Markov chain are from the probabilities of its states: Pearson's χ² with a correction for
 * draws that depend on each other (Rao & Scott 1984, second order). With n draws, p the probabilities and Γ the
 * covariance of √n (p̂ − p), estimated from batches of draws,
 *
 *     X² = n Σ_s (p̂_s − p_s)²/p_s ,   E X² = t = Σ_s Γ_ss/p_s ,   Var X² = 2q ,  q = Σ_st Γ_st²/(p_s p_t) ,
 *
 * so X² t/q is taken for χ² with t²/q degrees of freedom. For independent draws t and q are the number of states
 * less one.
 */
import { normal } from './exact-posterior.ts';

/** Batches of draws: far longer than draws remember. */
const BATCHES = 200;
/** States expected less often than this are put together. */
const LEAST_EXPECTED = 50;

export interface ChainDeviate {
  /** X² as a standard normal deviate; infinite where a state without probability was drawn. */
  deviate: number;
  /** Integrated autocorrelation time, the mean over the states: draws that are worth one. */
  time: number;
}

/**
 * @param states the state of each draw, 0 … S − 1, or −1 for one that has no probability
 * @param shares the probability of each state, length S, summing to 1
 */
export function chainDeviate(states: ArrayLike<number>, shares: readonly number[]): ChainDeviate {
  const n = states.length;
  const rare = shares.map((share) => share * n < LEAST_EXPECTED);
  const p = shares.filter((_, s) => !rare[s]);
  const rest = shares.reduce((sum, share, s) => sum + (rare[s] ? share : 0), 0);
  if (rest > 0) p.push(rest);
  let kept = 0;
  const cellOf = rare.map((isRare) => (isRare ? p.length - 1 : kept++));

  const batches = Array.from({ length: BATCHES }, () => new Float64Array(p.length));
  for (let draw = 0; draw < n; draw++) {
    const cell = cellOf[states[draw]!];
    if (cell === undefined) return { deviate: Number.POSITIVE_INFINITY, time: Number.NaN };
    batches[Math.floor((draw * BATCHES) / n)]![cell]! += BATCHES / n;
  }
  const mean = p.map((_, s) => batches.reduce((sum, batch) => sum + batch[s]!, 0) / BATCHES);
  const freedom = BATCHES - 1;
  const length = n / BATCHES;
  const gamma = (s: number, t: number): number =>
    (length / freedom) * batches.reduce((sum, b) => sum + (b[s]! - mean[s]!) * (b[t]! - mean[t]!), 0);
  let [t, q] = [0, 0];
  for (let a = 0; a < p.length; a++)
    for (let b = 0; b <= a; b++) {
      const value = gamma(a, b) / Math.sqrt(p[a]! * p[b]!);
      if (a === b) t += value;
      q += (a === b ? 1 : 2) * value ** 2;
    }
  // E q = Σλ² (1 + 1/ν) + (Σλ)²/ν for a covariance estimated with ν degrees of freedom.
  q = (freedom ** 2 / ((freedom - 1) * (freedom + 2))) * (q - t ** 2 / freedom);
  const squares = n * p.reduce((sum, share, s) => sum + (mean[s]! - share) ** 2 / share, 0);
  return { deviate: normal((squares * t) / q, t ** 2 / q), time: t / (p.length - 1) };
}
