/**
 * How many individuals. N records drawn uniformly from K individuals show C = K(1 − e^(−N/K)) of them, a file
 * of n records without duplicates leaves 1 − n/K of them unseen, and two records are of the same individual
 * with probability 1/K: so K = 1/π ties the clusters to EM. A partition into C individuals can be labelled in
 * K!/(K − C)! ways, so a merge costs log(K − C + 1).
 */
import { type Draws, recordsOf } from '../records/table.ts';

/** log of the share of K individuals that no record shows. @param K at least the size of each unique file */
function logUnseen(K: number, { single, unique }: Draws): number {
  let sum = -single / K;
  for (const records of unique) sum += Math.log1p(-records / K);
  return sum;
}

/** The least K there can be: no file without duplicates has more records than there are individuals. */
function leastOf({ unique }: Draws): number {
  return Math.max(1, ...unique);
}

/**
 * The K of which the records are expected to show C. C is kept below N − ½: where no record has a partner
 * K could be anything above.
 *
 * @example individualsFor(9000, { single: 10000, unique: [] }) // => about 46,600
 */
export function individualsFor(shown: number, draws: Draws): number {
  const least = leastOf(draws);
  const target = Math.min(shown, recordsOf(draws) - 0.5);
  const shownOf = (K: number): number => -K * Math.expm1(logUnseen(K, draws));
  if (shownOf(least) >= target) return least;
  let [low, high] = [least, 2 * target];
  while (shownOf(high) < target) [low, high] = [high, 2 * high];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (shownOf(middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** What the label term log K!/(K − C)! charges for merging two of C individuals, and pays for splitting one. */
export interface LabelTerm {
  merge(occupied: number): number;
  split(occupied: number): number;
  /** Individuals that records can be drawn from: more than this many cannot be occupied. */
  readonly most: number;
}

/** K fixed, though not always to a whole number: the label term exactly. */
export function fixedLabels(K: number): LabelTerm {
  return {
    merge: (occupied) => (occupied > K ? 0 : Math.log(K - occupied + 1)),
    split: (occupied) => (occupied + 1 > K ? Number.NEGATIVE_INFINITY : Math.log(K - occupied)),
    most: Math.floor(K),
  };
}

/**
 * K learned: the individuals not shown are as many as expected, so a merge costs log(K − C + 1) with that C
 * wherever the search is. (With C as found, a search that begins with N > K individuals could not begin.)
 */
export function expectedLabels(K: number, draws: Draws): LabelTerm {
  const least = Math.max(K, leastOf(draws));
  return constantLabels(Math.log1p(least * Math.exp(logUnseen(least, draws))));
}

/** The same cost wherever the search is. */
export function constantLabels(cost: number): LabelTerm {
  return { merge: () => cost, split: () => cost, most: Number.POSITIVE_INFINITY };
}
