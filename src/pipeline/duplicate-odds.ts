/** What the pairs inside sources say of duplicates there: the odds that there are any. */
import type { Linkage } from './link.ts';

/** Points at which the share of duplicates is tried. */
const POINTS = 200;

/**
 * Bayes factor for duplicates among some pairs against none: their share is zero, or anything up to that of
 * matches among all pairs, each as likely.
 *
 *     B = 1/π ∫₀^π ∏_i (1 − t + t r_i) dt,   r_i = P(pattern of pair i | match) / P(pattern | non-match)
 *
 * A single pair that can only be a duplicate makes B large; pairs as alike as chance brings forth leave it small.
 *
 * @param inside places in `evidence` of the pairs that were kept
 * @param pairs all pairs in question, also those not kept, which are as good as no matches
 */
export function duplicateOdds(
  { evidence, weights, parameters }: Linkage,
  inside: readonly number[],
  pairs: number,
): number {
  const ratios = Float64Array.from(inside, (i) => Math.expm1(weights[evidence.pattern[i]!]! * Math.LN2));
  let sum = 0;
  for (let point = 0; point < POINTS; point++) {
    const share = (parameters.prior * (point + 0.5)) / POINTS;
    let log = (pairs - inside.length) * Math.log1p(-share);
    for (const ratio of ratios) log += Math.log1p(share * ratio);
    sum += Math.exp(log);
  }
  return sum / POINTS;
}
