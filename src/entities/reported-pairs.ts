/** The pairs of records worth reporting beside a set of entities: those it joins, and those it might have joined. */

/** What is known of pairs of records. */
export interface ScoredPairs {
  /** Records left[i] < right[i] of pair i. */
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
  /** Match probability of pair i. */
  probability(pair: number): number;
}

/**
 * The pairs inside one entity, and those between two with at least the given match probability, sorted by their
 * records.
 *
 * @param entityOf the entity of each record
 * @returns their places among `pairs`
 */
export function reportedPairs(pairs: ScoredPairs, entityOf: Int32Array, least: number): Int32Array {
  const { left, right } = pairs;
  const found: number[] = [];
  for (let i = 0; i < left.length; i++)
    if (entityOf[left[i]!] === entityOf[right[i]!] || pairs.probability(i) >= least) found.push(i);
  return Int32Array.from(found).sort((a, b) => left[a]! - left[b]! || right[a]! - right[b]!);
}
