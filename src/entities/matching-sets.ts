/**
 * A point estimate of the partition from draws of its posterior: most probable maximal matching sets (Steorts, Hall &
 * Fienberg 2016, A Bayesian approach to graphical record linkage and deduplication, JASA 111, 1660–1672).
 */
import type { DistinctEntities } from './distinct-entities.ts';
import { type Partition, partitionOf } from './partition.ts';

export interface MatchingSets extends Partition {
  /** Share of draws in which all that a record is with is its most probable set, 0 … 1; length N. */
  readonly frequency: Float64Array;
}

/**
 * The maximal matching set of a record in a draw is all records of its entity there, itself included. Its most
 * probable one is that of most draws; of several, the one that was drawn first. Records are one entity if they have
 * the same most probable set. So a record of that set which itself is more often elsewhere does not join them, and
 * they may be fewer than their set. O(E) and the records of all distinct entities.
 *
 * @throws RangeError if there are records but no draws
 * @example
 * // {0, 1} {2} twice, {0} {1} {2} once, as EntityTally collects them:
 * matchingSets(tally.distinct()) // => { entityOf: [0, 0, 1], entities: 2, frequency: [2/3, 2/3, 1] }
 */
export function matchingSets({ size, draws, offsets, records, counts }: DistinctEntities): MatchingSets {
  if (draws === 0 && size > 0) throw new RangeError('no draws');
  const most = new Int32Array(size);
  const mostProbable = new Int32Array(size);
  for (let entity = 0; entity < counts.length; entity++) {
    const count = counts[entity]!;
    for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++) {
      const record = records[i]!;
      if (count <= most[record]!) continue;
      most[record] = count;
      mostProbable[record] = entity;
    }
  }
  return { ...partitionOf(mostProbable), frequency: Float64Array.from(most, (count) => count / draws) };
}
