/**
 * Connected components by union–find: a forest in one Int32Array, joined by size, with path halving (Tarjan &
 * van Leeuwen 1984), so that n joins of N records cost practically n + N steps.
 */
import { type Partition, partitionOf } from './partition.ts';

/**
 * The entities that pairs of records make: whatever hangs together by pairs is one.
 *
 * @param size number of records, N
 * @param left one record of each pair, 0 … N − 1
 * @param right the other
 * @param use whether pair i counts; all do if not given
 * @example connectedComponents(4, [3], [1]) // => { entityOf: [0, 1, 2, 1], entities: 3 }
 */
export function connectedComponents(
  size: number,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  use?: (pair: number) => boolean,
): Partition {
  const forest = new Forest(size);
  for (let pair = 0; pair < left.length; pair++)
    if (use === undefined || use(pair)) forest.join(left[pair]!, right[pair]!);
  return forest.partition();
}

/** Trees of records that hang together. */
export class Forest {
  /** Parent of each record that has one; minus the size of its tree for a root. */
  private readonly parent: Int32Array;

  constructor(size: number) {
    this.parent = new Int32Array(size).fill(-1);
  }

  /** Joins the trees of two records; false where they are one already. */
  join(a: number, b: number): boolean {
    const { parent } = this;
    let [large, small] = [this.root(a), this.root(b)];
    if (large === small) return false;
    if (parent[large]! > parent[small]!) [large, small] = [small, large];
    parent[large]! += parent[small]!;
    parent[small] = large;
    return true;
  }

  partition(): Partition {
    return partitionOf(this.parent.map((_, record) => this.root(record)));
  }

  private root(record: number): number {
    const { parent } = this;
    let at = record;
    for (let above = parent[at]!; above >= 0; above = parent[at]!) {
      const further = parent[above]!;
      if (further < 0) return above;
      parent[at] = further;
      at = further;
    }
    return at;
  }
}
