/**
 * How many records the individuals have. Where individual k is drawn with a probability of its own, and these
 * come from a symmetric Dirichlet with concentration r, N labels among K individuals have probability
 *
 *     p(z) = K!/(K − C)! · Γ(Kr)/Γ(Kr + N) ∏_k Γ(r + n_k)/Γ(r)
 *
 * (Dirichlet-multinomial; labels without names). r = ∞ is the paper's uniform draw, where sizes are nearly
 * Poisson; a small r lets few individuals have most of the records, and r → 0 with Kr fixed is Ewens'
 * distribution. r and K are learned by maximum likelihood from the sizes found.
 */
import { logFalling } from '../math/gamma.ts';
import type { Draws } from '../records/table.ts';

/** log Γ(r + n)/Γ(r) − n log r, by size; 0 for all sizes where r is infinite. */
export type SizePrior = (records: number) => number;

/** All sizes alike. */
export const EVEN: SizePrior = () => 0;

/** The size prior of a concentration r. */
export function sizePrior(r: number): SizePrior {
  if (r === Number.POSITIVE_INFINITY) return EVEN;
  const table = [0];
  return (records) => {
    for (let n = table.length; n <= records; n++) table.push(table[n - 1]! + Math.log1p((n - 1) / r));
    return table[records]!;
  };
}

/** Sizes of individuals: how many have each. */
type SizeCounts = ReadonlyMap<number, number>;

/** K and r, and the log probability of the partition given both. */
interface Sizes {
  K: number;
  r: number;
  logProbability: number;
}

/**
 * log of 1/(K^N₀ ∏_s K!/(K − n_s)!), the probability of what was drawn, for N₀ records drawn one by one and files of
 * n_s without duplicates; where r is finite (and there are no such files), of what stands in its place, the
 * sizes left out.
 */
export function logDrawn({ single, unique }: Draws, K: number, r: number): number {
  const singly =
    r === Number.POSITIVE_INFINITY
      ? -single * Math.log(K)
      : single * Math.log(r) - logFalling(K * r + single - 1, single);
  return unique.reduce((sum, records) => sum - logFalling(Math.max(K, records), records), singly);
}

/** log p(z) of a partition with the given sizes. */
function logPartition(counts: SizeCounts, K: number, r: number): number {
  let C = 0;
  let N = 0;
  let sum = 0;
  const prior = sizePrior(r);
  for (const [n, individuals] of counts) {
    C += individuals;
    N += individuals * n;
    sum += individuals * prior(n);
  }
  return sum + logFalling(K, C) + logDrawn({ single: N, unique: [] }, K, r);
}

/** Concentrations tried: from nearly Ewens to nearly uniform, by factors of about 1.5. */
const CONCENTRATIONS = Array.from({ length: 30 }, (_, i) => 0.02 * 1.4 ** i);

/**
 * The K and r under which the sizes found are most probable; r is infinite unless a finite one is better by
 * more than half the log of the number of records.
 *
 * @param K where r is infinite
 */
export function learnSizes(counts: SizeCounts, K: number): Sizes {
  let records = 0;
  let C = 0;
  for (const [n, individuals] of counts) {
    records += n * individuals;
    C += individuals;
  }
  const even: Sizes = {
    K,
    r: Number.POSITIVE_INFINITY,
    logProbability: logPartition(counts, Math.max(K, C), Number.POSITIVE_INFINITY),
  };
  let best: Sizes = { ...even, logProbability: even.logProbability + Math.log(records) / 2 };
  for (const r of CONCENTRATIONS) {
    const found = bestK(counts, C, records, r);
    if (found.logProbability > best.logProbability) best = found;
  }
  return best.r === Number.POSITIVE_INFINITY ? even : best;
}

/** Golden-section search over log K. */
function bestK(counts: SizeCounts, C: number, records: number, r: number): Sizes {
  const at = (logK: number): number => logPartition(counts, C + Math.expm1(logK), r);
  let [low, high] = [0, Math.log1p(records ** 2)];
  const share = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 60; step++) {
    const [a, b] = [high - share * (high - low), low + share * (high - low)];
    if (at(a) < at(b)) low = a;
    else high = b;
  }
  const K = C + Math.expm1((low + high) / 2);
  return { K, r, logProbability: logPartition(counts, K, r) };
}
