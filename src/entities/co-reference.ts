/** How probable it is that records are of one entity: the share of draws of the partition in which they are. */
import { Int32List } from '../records/int32-list.ts';
import type { DistinctEntities } from './distinct-entities.ts';
import { type Memberships, membershipsOf } from './memberships.ts';
import type { Partition } from './partition.ts';

/**
 * The share of draws in which each given pair of records is of one entity. O(E_a + E_b) for a pair of records that
 * are in so many distinct entities.
 *
 * @param left one record of each pair, 0 … N − 1
 * @param right the other; a record and itself are always of one entity
 * @returns shares, 0 … 1, in the order of the pairs; NaN without draws
 * @example
 * // {0, 1} {2} twice, {0} {1} {2} once, as EntityTally collects them:
 * coReference(tally.distinct(), Int32Array.of(0, 2), Int32Array.of(1, 1)) // => [2/3, 0]
 */
export function coReference(distinct: DistinctEntities, left: Int32Array, right: Int32Array): Float64Array {
  const memberships = membershipsOf(distinct);
  return Float64Array.from(
    left,
    (a, pair) => drawsTogether(memberships, distinct.counts, a, right[pair]!) / distinct.draws,
  );
}

/** Pairs of records that are often of one entity. */
export interface CoReferentPairs {
  /** Records left[i] < right[i] of pair i, sorted by left and then by right. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Share of draws in which they are of one entity, above 0 up to 1. */
  readonly share: Float64Array;
}

/** An entity of more records names no pairs. */
const MOST_RECORDS = 1000;

/**
 * All pairs of records that are of one entity in at least the given share of draws. The work is that of the pairs
 * inside distinct entities of up to `mostRecords`. Larger ones name no pairs, but count for those that others name:
 * a pair is missed only if it is never together in a smaller entity. `coReference` tells of such a pair as well.
 *
 * @param least share of draws, 0 … 1; a pair that is never together is not reported even at 0
 * @param mostRecords default 1000
 * @example
 * // {0, 1} {2} twice, {0} {1} {2} once, as EntityTally collects them:
 * coReferentPairs(tally.distinct(), 0.5) // => { left: [0], right: [1], share: [2/3] }
 */
export function coReferentPairs(
  distinct: DistinctEntities,
  least: number,
  mostRecords = MOST_RECORDS,
): CoReferentPairs {
  const { size, draws, offsets, records, counts } = distinct;
  const sizeOf = (entity: number): number => offsets[entity + 1]! - offsets[entity]!;
  const small = membershipsOf(distinct, (entity) => sizeOf(entity) > 1 && sizeOf(entity) <= mostRecords);
  const large = membershipsOf(distinct, (entity) => sizeOf(entity) > mostRecords);
  /** Place of the record at hand among those of each of its entities, which are ascending: the rest come after it. */
  const place = offsets.slice(0, counts.length);
  const together = new Int32Array(size);
  const partners = new Int32Array(size);
  const found = { left: new Int32List(), right: new Int32List(), draws: new Int32List() };
  for (let record = 0; record < size; record++) {
    let named = 0;
    for (let i = small.offsets[record]!; i < small.offsets[record + 1]!; i++) {
      const entity = small.entities[i]!;
      for (let j = ++place[entity]!; j < offsets[entity + 1]!; j++) {
        const partner = records[j]!;
        if (together[partner] === 0) partners[named++] = partner;
        together[partner]! += counts[entity]!;
      }
    }
    for (const partner of partners.subarray(0, named).sort()) {
      const count = together[partner]! + drawsTogether(large, counts, record, partner);
      together[partner] = 0;
      if (count / draws < least) continue;
      found.left.push(record);
      found.right.push(partner);
      found.draws.push(count);
    }
  }
  return {
    left: found.left.view(),
    right: found.right.view(),
    share: Float64Array.from(found.draws.view(), (count) => count / draws),
  };
}

/** Number of draws in which two records are together, in the entities of the memberships. */
function drawsTogether({ offsets, entities }: Memberships, counts: Int32Array, a: number, b: number): number {
  const [endOfA, endOfB] = [offsets[a + 1]!, offsets[b + 1]!];
  let sum = 0;
  for (let i = offsets[a]!, j = offsets[b]!; i < endOfA && j < endOfB; ) {
    const difference = entities[i]! - entities[j]!;
    if (difference === 0) sum += counts[entities[i]!]!;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return sum;
}

/**
 * How surely each record belongs where a partition has it: the mean, over the other records of its entity, of the
 * share of draws in which it is of one entity with them. For a record that is alone, the share of draws in which it
 * is alone. O(N) and the records of all distinct entities, whatever their sizes.
 *
 * @param partition of the same N records, such as the one that is reported
 * @returns 0 … 1 for each record, NaN without draws; length N
 * @example
 * // {0, 1} {2} twice, {0} {1} {2} once, as EntityTally collects them:
 * meanCoReference(tally.distinct(), { entityOf: Int32Array.of(0, 0, 0), entities: 1 }) // => [1/3, 1/3, 0]
 */
export function meanCoReference(
  { size, draws, offsets, records, counts }: DistinctEntities,
  { entityOf, entities }: Partition,
): Float64Array {
  const sizes = new Int32Array(entities);
  for (const entity of entityOf) sizes[entity]!++;
  /** Records of the distinct entity at hand that the partition has in each of its entities. */
  const shared = new Int32Array(entities);
  const sums = new Float64Array(size);
  for (let drawn = 0; drawn < counts.length; drawn++) {
    const members = records.subarray(offsets[drawn]!, offsets[drawn + 1]!);
    for (const record of members) shared[entityOf[record]!]!++;
    for (const record of members) {
      const isAlone = sizes[entityOf[record]!] === 1;
      const fellows = isAlone ? Number(members.length === 1) : shared[entityOf[record]!]! - 1;
      sums[record]! += counts[drawn]! * fellows;
    }
    for (const record of members) shared[entityOf[record]!] = 0;
  }
  return sums.map((sum, record) => sum / (draws * Math.max(1, sizes[entityOf[record]!]! - 1)));
}
