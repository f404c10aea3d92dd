/** How the match weights of the candidates are distributed, and where a match becomes likelier than none. */
import { priorBits } from './explanation.ts';
import type { Linkage } from './link.ts';

export interface WeightHistogram {
  /** Bin b holds the weights from `from` + b · width up to, but not including, the next one's, in bits. */
  readonly from: number;
  readonly width: number;
  /** Candidates in each bin, and how many of them are expected to be matches. */
  readonly pairs: Float64Array;
  readonly matches: Float64Array;
  /** Weight at which the match probability is .5: minus the prior weight. */
  readonly threshold: number;
}

/** Most bins; wider ones are taken where there would be more. */
const MOST_BINS = 120;

/** The distribution over all candidates that were compared, kept or not. */
export function weightHistogram(
  linkage: Pick<Linkage, 'weights' | 'probabilities' | 'parameters'> & {
    evidence: Pick<Linkage['evidence'], 'patterns'>;
  },
): WeightHistogram {
  const { weights, probabilities, evidence } = linkage;
  const { counts } = evidence.patterns;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const weight of weights) {
    least = Math.min(least, weight);
    most = Math.max(most, weight);
  }
  const threshold = -priorBits(linkage);
  if (weights.length === 0)
    return { from: 0, width: 1, pairs: new Float64Array(0), matches: new Float64Array(0), threshold };
  let width = 1;
  while (Math.floor(most / width) - Math.floor(least / width) >= MOST_BINS) width *= 2;
  const first = Math.floor(least / width);
  const bins = Math.floor(most / width) - first + 1;
  const [pairs, matches] = [new Float64Array(bins), new Float64Array(bins)];
  for (let g = 0; g < weights.length; g++) {
    const bin = Math.floor(weights[g]! / width) - first;
    pairs[bin]! += counts[g]!;
    matches[bin]! += counts[g]! * probabilities[g]!;
  }
  return { from: first * width, width, pairs, matches, threshold };
}
