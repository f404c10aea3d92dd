/**
 * Deterministic annealing (Katahira, Watanabe & Okada 2008; Rose 1998): the φ step at temperature T,
 * φ ∝ exp(score / T), with T falling to 1. At a fixed T the steps raise ELBO + (T − 1) H(φ); the ELBO itself
 * is sure to rise only from the sweep on at which T is 1.
 */
export interface Annealing {
  /** Temperature of the first sweep, above 0. Scores differ by 1/A nats and more, so it is large or idle. */
  readonly from: number;
  /** Sweeps until the temperature is 1. */
  readonly sweeps: number;
}

/**
 * Temperature of sweep 0, 1, …: from `from` down to 1 in equal ratios, then 1.
 *
 * @example temperature({ from: 16, sweeps: 2 }, 1) // => 4
 */
export function temperature(annealing: Annealing | undefined, sweep: number): number {
  if (annealing === undefined || sweep >= annealing.sweeps) return 1;
  return annealing.from ** (1 - sweep / annealing.sweeps);
}
