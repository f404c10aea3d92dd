/** What the pairs inside sources say of duplicates there: the odds that there are any. */
import type { Linkage } from './link.ts';

/** Points at which the share of duplicates is tried. */
const POINTS = 200;

/**
 * Bayes factor for duplicates among some pairs against none: their share is zero, or anything up to that of
 * matches among all pairs, each as likely.
 *
 *     B = 1/π ∫₀^π ∏_g (1 − t + t r_g)^n_g dt,   r_g = P(pattern g | match) / P(pattern g | non-match)
 *
 * A single pair that can only be a duplicate makes B large; pairs as alike as chance brings forth leave it small.
 *
 * @param counts pairs that were kept, by pattern
 * @param pairs all pairs in question, also those not kept, which are as good as no matches
 */
export function duplicateOdds(
  { weights, parameters }: Pick<Linkage, 'weights' | 'parameters'>,
  counts: ReadonlyMap<number, number>,
  pairs: number,
): number {
  const ratios = Float64Array.from(counts.keys(), (g) => Math.expm1(weights[g]! * Math.LN2));
  const times = Float64Array.from(counts.values());
  const kept = times.reduce((sum, n) => sum + n, 0);
  let sum = 0;
  for (let point = 0; point < POINTS; point++) {
    const share = (parameters.prior * (point + 0.5)) / POINTS;
    let log = (pairs - kept) * Math.log1p(-share);
    for (let i = 0; i < ratios.length; i++) log += times[i]! * Math.log1p(share * ratios[i]!);
    sum += Math.exp(log);
  }
  return sum / POINTS;
}
