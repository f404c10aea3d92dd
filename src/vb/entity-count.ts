/**
 * How many individuals. N records drawn uniformly from K individuals show C = K(1 − e^(−N/K)) of them, and
 * two records are of the same one with probability 1/K: so K = 1/π ties the clusters to EM. A partition into
 * C individuals can be labelled in K!/(K − C)! ways, so a merge costs log(K − C + 1).
 */

/** Expected number of individuals that N records show, of K. @example shownOf(1e9, 100) // => about 100 */
function shownOf(K: number, records: number): number {
  return -K * Math.expm1(-records / K);
}

/**
 * The K of which N records are expected to show C. C is kept below N − ½: where no record has a partner
 * K could be anything above.
 *
 * @example individualsFor(9000, 10000) // => about 45,300
 */
export function individualsFor(shown: number, records: number): number {
  const target = Math.min(shown, records - 0.5);
  if (!(target > 0)) return 1;
  let [low, high] = [target, 2 * target];
  while (shownOf(high, records) < target) [low, high] = [high, 2 * high];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (shownOf(middle, records) < target) low = middle;
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

/** K fixed: the label term exactly. */
export function fixedLabels(K: number): LabelTerm {
  return {
    merge: (occupied) => (occupied > K ? 0 : Math.log(K - occupied + 1)),
    split: (occupied) => (occupied >= K ? Number.NEGATIVE_INFINITY : Math.log(K - occupied)),
    most: K,
  };
}

/**
 * K learned: the individuals not shown number K − C, with C as expected, so a merge costs log(K e^(−N/K) + 1)
 * wherever the search is. (With C as found, a search that begins with N > K individuals could not begin.)
 */
export function expectedLabels(K: number, records: number): LabelTerm {
  const cost = Math.log1p(K * Math.exp(-records / K));
  return { merge: () => cost, split: () => cost, most: Number.POSITIVE_INFINITY };
}
