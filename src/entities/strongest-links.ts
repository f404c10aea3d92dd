/**
 * The links that hold an entity together: a maximum spanning tree of its pairs (Kruskal, 1956). Any two records hang
 * together by links of which the weakest is as strong as on any other way between them, so that the weakest link of
 * the tree is where the entity comes apart first.
 */
import { Forest } from './union-find.ts';

/**
 * The links of the tree, the strongest first; fewer than n − 1 where the pairs do not connect all records.
 *
 * @param size number of records, n
 * @param left one record of each pair, 0 … n − 1
 * @param right the other
 * @param strength of each pair; of equal ones the pair that comes first is taken
 * @returns places among the pairs
 * @example strongestLinks(3, [0, 0, 1], [1, 2, 2], [5, 1, 3]) // => [0, 2]
 */
export function strongestLinks(
  size: number,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  strength: ArrayLike<number>,
): number[] {
  const order = Int32Array.from({ length: left.length }, (_, pair) => pair).sort(
    (a, b) => strength[b]! - strength[a]! || a - b,
  );
  const forest = new Forest(size);
  return Array.from(order).filter((pair) => forest.join(left[pair]!, right[pair]!));
}
