/**
 * How many pairs are matches with one record exchanged, by EM over pairs whose likelihood ratios are known: each
 * is a chance pair, a match as it stands, or a match with one record exchanged. The share of the latter among
 * the S × N pairs of a suspect and a record, X / S N, is the mean of their posteriors; all pairs that do not cross
 * have posterior 0.
 *
 *     p = X e^x / (S N + S e^y + X e^x),   X = ½ + Σ p
 *
 * with x and y the evidence for each. A suspect has one match as it stands, about. The sum rises with X and is
 * concave, so there is one solution.
 */
import type { CrossedEvidence } from './crossed-evidence.ts';

/** Exchanged pairs as if seen before. */
const PSEUDO = 0.5;
const MOST_ITERATIONS = 500;
const TOLERANCE = 1e-6;

export interface ExchangeShare {
  /** Expected number of pairs with one record exchanged, the half pair included. */
  readonly expected: number;
  /** Log odds of each pair that one of its records is exchanged. */
  readonly logOdds: Float64Array;
}

/**
 * @param suspects S
 * @param records N
 */
export function exchangeShare(
  evidence: readonly CrossedEvidence[],
  suspects: number,
  records: number,
): ExchangeShare {
  const chance = Math.log(suspects) + Math.log(records);
  // Log odds against, were X = 1.
  const against = Float64Array.from(evidence, ({ exchanged, asItStands }) => {
    const stands = Math.log(suspects) + asItStands;
    const most = Math.max(chance, stands);
    return most + Math.log(Math.exp(chance - most) + Math.exp(stands - most)) - exchanged;
  });
  const odds = against.slice().sort().map(Math.exp);
  let expected = PSEUDO + evidence.length;
  for (let i = 0; i < MOST_ITERATIONS; i++) {
    const before = expected;
    expected = PSEUDO;
    for (let at = 0; at < odds.length; at++) expected += before / (before + odds[at]!);
    if (Math.abs(expected - before) <= TOLERANCE * before) break;
  }
  return { expected, logOdds: against.map((log) => Math.log(expected) - log) };
}
