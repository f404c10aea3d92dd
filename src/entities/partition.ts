/** A partition of records into entities, numbered by where each first appears. */
export interface Partition {
  /** Entity of each record, 0 … C − 1 in order of first appearance; length N. */
  readonly entityOf: Int32Array;
  /** Number of entities, C. */
  readonly entities: number;
}

/**
 * The partition that labels of the records make, whatever whole numbers the labels are.
 *
 * @example partitionOf(Int32Array.of(7, 3, 7)) // => { entityOf: [0, 1, 0], entities: 2 }
 */
export function partitionOf(labels: Int32Array): Partition {
  const most = labels.reduce((a, b) => Math.max(a, b), -1);
  const entityOfLabel = new Int32Array(most + 1).fill(-1);
  let entities = 0;
  const entityOf = labels.map((label) => {
    if (entityOfLabel[label] === -1) entityOfLabel[label] = entities++;
    return entityOfLabel[label]!;
  });
  return { entityOf, entities };
}
