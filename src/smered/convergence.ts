/**
 * Whether Markov chains have come to agree on a scalar, and what their draws are worth: rank-normalised split R̂ and
 * bulk effective sample size (Vehtari, Gelman, Simpson, Carpenter & Bürkner 2021, Rank-normalization, folding, and
 * localization: an improved R̂ for assessing convergence of MCMC, Bayesian Analysis 16, 667–718).
 *
 * Each chain is split into its first and last half (of an odd number of draws the middle one is left out), and draws
 * are replaced by normal scores of their ranks r among all S: Φ⁻¹((r − 3/8) / (S + 1/4)); equal draws share their
 * mean rank. Values are those of arviz 0.23, but for these edges, which are as in an early version of R's posterior:
 *
 * - draws that are all the same: R̂ = 1 and all draws count (arviz: NaN, and all count). Nothing speaks against
 *   convergence, but nothing for it either: whether the scalar can vary, the caller has to know;
 * - one chain: R̂ compares its halves (arviz: NaN);
 * - a draw that is not finite: NaN (arviz ranks infinite ones).
 *
 * Fewer than 4 draws in a chain, or no chain, give NaN, as in arviz.
 */
import { normalQuantile } from '../math/normal-quantile.ts';

/** Draws a chain must have at least. */
const FEWEST_DRAWS = 4;

/**
 * R̂: how much wider all draws spread than those of one half chain; 1 where chains agree, and below 1.01 as a rule of
 * thumb. The higher of two values: of the draws, which sees chains in different places, and of their distances from
 * the median, which sees chains of different spread. Infinity if each half stays at a value of its own.
 *
 * @param chains M chains of T draws each, in the order drawn; O(MT log MT)
 * @throws RangeError if chains differ in length
 * @example rankNormalisedRhat([Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 1, 4, 3)]) // => 1.618…
 */
export function rankNormalisedRhat(chains: readonly Float64Array[]): number {
  const draws = halves(chains);
  if (draws === undefined) return Number.NaN;
  if (isConstant(draws.values)) return 1;
  const centre = median(draws.values);
  const folded = { ...draws, values: draws.values.map((value) => Math.abs(value - centre)) };
  const bulk = splitRhat(normalScores(draws));
  return isConstant(folded.values) ? bulk : Math.max(bulk, splitRhat(normalScores(folded)));
}

/**
 * Bulk effective sample size: how many independent draws would tell the mean of the normal scores as precisely. With
 * S draws it is at most S log₁₀ S; a hundred per chain are the usual least. Autocorrelations are summed over Geyer's
 * (1992) initial monotone sequence, so that only lags up to its end are computed.
 *
 * @param chains M chains of T draws each, in the order drawn; O(MT (log MT + lags))
 * @throws RangeError if chains differ in length
 * @example bulkEffectiveSize([Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 1, 4, 3)]) // => 7.22…
 */
export function bulkEffectiveSize(chains: readonly Float64Array[]): number {
  const draws = halves(chains);
  if (draws === undefined) return Number.NaN;
  const all = draws.values.length;
  if (isConstant(draws.values)) return all;
  return all / Math.max(autocorrelationTime(normalScores(draws)), 1 / Math.log10(all));
}

/** The draws of half chains, one after the other. */
interface HalfChains {
  /** Draws, half chain after half chain. */
  readonly values: Float64Array;
  /** Draws in each half, n. */
  readonly length: number;
}

/** The first and last halves of all chains; undefined if they are too short, or not finite. */
function halves(chains: readonly Float64Array[]): HalfChains | undefined {
  const draws = chains[0]?.length ?? 0;
  if (chains.some((chain) => chain.length !== draws)) throw new RangeError('chains must have equal length');
  if (draws < FEWEST_DRAWS) return undefined;
  const length = draws >> 1;
  const values = new Float64Array(2 * chains.length * length);
  chains.forEach((chain, c) => {
    values.set(chain.subarray(0, length), 2 * c * length);
    values.set(chain.subarray(draws - length), (2 * c + 1) * length);
  });
  return values.every(Number.isFinite) ? { values, length } : undefined;
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function normalScores({ values, length }: HalfChains): HalfChains {
  const order = new Uint32Array(values.length).map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const scores = new Float64Array(values.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    const rank = (from + 1 + to) / 2;
    const score = normalQuantile((rank - 3 / 8) / (values.length + 1 / 4));
    for (let i = from; i < to; i++) scores[order[i]!] = score;
  }
  return { values: scores, length };
}

/** R̂ = √((B/W + n − 1)/n), with the variance W inside half chains and n times that of their means, B. */
function splitRhat(draws: HalfChains): number {
  const { means, within } = moments(draws);
  return Math.sqrt(variance(means) / within + (draws.length - 1) / draws.length);
}

/** The mean of each half chain, and the mean of their variances. */
function moments({ values, length }: HalfChains): { means: Float64Array; within: number } {
  const means = new Float64Array(values.length / length);
  let within = 0;
  for (let half = 0; half < means.length; half++) {
    const own = values.subarray(half * length, (half + 1) * length);
    means[half] = mean(own);
    within += variance(own) / means.length;
  }
  return { means, within };
}

/** Taken from the first value on, so that the mean of equal values is exact. */
function mean(values: Float64Array): number {
  const first = values[0]!;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}

/** With n − 1 below. */
function variance(values: Float64Array): number {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

/**
 * τ = −1 + 2 Σ_k P_k, P_k = ρ_2k + ρ_2k+1 being the autocorrelations ρ of all chains together at two lags. The sum
 * ends before the first P_k that is not positive, or at the last lag; of that P_k the even lag is added once. No P_k
 * counts for more than the one before.
 */
function autocorrelationTime(draws: HalfChains): number {
  const { length } = draws;
  const { means, within } = moments(draws);
  const total = (within * (length - 1)) / length + variance(means);
  const centred = draws.values.map((value, i) => value - means[Math.floor(i / length)]!);
  const correlation = (lag: number): number => 1 - (within - autocovariance(centred, length, lag)) / total;

  let even = 1;
  let pair = even + correlation(1);
  let most = Number.POSITIVE_INFINITY;
  let time = -1;
  for (let lag = 2; lag < length - 2 && pair > 0; lag += 2) {
    most = Math.min(most, pair);
    time += 2 * most;
    even = correlation(lag);
    pair = even + correlation(lag + 1);
  }
  return time + (pair >= 0 ? even : Math.max(0, even));
}

/** The mean of the half chains' autocovariances at a lag, with n below; `centred` has their means taken off. */
function autocovariance(centred: Float64Array, length: number, lag: number): number {
  let sum = 0;
  for (let start = 0; start < centred.length; start += length)
    for (let i = start + lag; i < start + length; i++) sum += centred[i]! * centred[i - lag]!;
  return sum / centred.length;
}
