/** How many records two partitions share, entity by entity: the table that every score of a partition comes from. */

/** The cells of the table that are not empty, sorted by first and then by second entity. */
export interface Contingency {
  readonly records: number;
  /** The entity of the first and of the second partition of each cell, and the records in both. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly both: Int32Array;
  /** Records of each entity; 0 for numbers that no record has. */
  readonly firstSizes: Int32Array;
  readonly secondSizes: Int32Array;
  /** The cell of each record. */
  readonly cellOf: Int32Array;
}

/**
 * Counts the records of each pair of entities, by two counting sorts; time and memory grow with the records and with
 * the largest number of an entity.
 *
 * @param first, second entity of each record, whole numbers from 0
 * @throws RangeError if they are not of one length
 * @example contingency(Int32Array.of(0, 0, 1), Int32Array.of(0, 1, 1)).both // => Int32Array [1, 1, 1]
 */
export function contingency(first: Int32Array, second: Int32Array): Contingency {
  const records = first.length;
  if (second.length !== records)
    throw new RangeError(`partitions of ${records} and of ${second.length} records cannot be compared`);
  const firstSizes = sizes(first);
  const secondSizes = sizes(second);
  const order = sortedBy(first, firstSizes, sortedBy(second, secondSizes));
  const cells = { first: new Int32Array(records), second: new Int32Array(records) };
  const both = new Int32Array(records);
  const cellOf = new Int32Array(records);
  let last = -1;
  for (const record of order) {
    const [one, other] = [first[record]!, second[record]!];
    if (last < 0 || cells.first[last] !== one || cells.second[last] !== other) {
      last++;
      cells.first[last] = one;
      cells.second[last] = other;
    }
    both[last]!++;
    cellOf[record] = last;
  }
  return {
    ...{ records, firstSizes, secondSizes, cellOf },
    first: cells.first.subarray(0, last + 1),
    second: cells.second.subarray(0, last + 1),
    both: both.subarray(0, last + 1),
  };
}

function sizes(entities: Int32Array): Int32Array {
  let most = -1;
  for (const entity of entities) if (entity > most) most = entity;
  const counts = new Int32Array(most + 1);
  for (const entity of entities) counts[entity]!++;
  return counts;
}

/** The records by entity, those of one entity in the given order (or in that of their numbers). */
function sortedBy(entities: Int32Array, counts: Int32Array, order?: Int32Array): Int32Array {
  const next = new Int32Array(counts.length);
  for (let entity = 1; entity < next.length; entity++) next[entity] = next[entity - 1]! + counts[entity - 1]!;
  const sorted = new Int32Array(entities.length);
  for (let i = 0; i < entities.length; i++) {
    const record = order === undefined ? i : order[i]!;
    sorted[next[entities[record]!]!++] = record;
  }
  return sorted;
}
