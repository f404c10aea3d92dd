/** Which records are in the entity where they belong. */
import type { Contingency } from './contingency.ts';

/**
 * A record is in place when its entity and its true one share more than half of the records of both together (a
 * Jaccard index above one half). An entity has such a partner once at most, so that of the records of one true entity
 * that are spread over several only those of one can be in place, and of several in one only those of one.
 *
 * @returns 1 for each record that is in place, else 0
 * @example of {a1, a2, b1} and {a3}, a1 and a2 are in place; of {a1} and {a2} none is
 */
export function recordsInPlace(table: Contingency): Uint8Array {
  const { both, first, second, firstSizes, secondSizes, cellOf } = table;
  return Uint8Array.from(cellOf, (cell) => {
    const shared = both[cell]!;
    const together = firstSizes[first[cell]!]! + secondSizes[second[cell]!]! - shared;
    return 2 * shared > together ? 1 : 0;
  });
}
