/**
 * How many individuals. N records drawn uniformly from K individuals show C = K(1 − e^(−N/K)) of them, and
 * two records are of the same one with probability 1/K: so K = 1/π ties the clusters to EM. A partition into
 * C individuals can be labelled in K!/(K − C)! ways, so a merge costs log(K − C + 1).
 */

/** Expected number of individuals that N records show, of K. @example shownOf(1e9, 100) // => about 100 */
export function shownOf(K: number, records: number): number {
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

/** What a merge costs when the K individuals not shown number K − C, with C as expected: log(K e^(−N/K) + 1). */
export function mergeCost(K: number, records: number): number {
  return Math.log1p(K * Math.exp(-records / K));
}
