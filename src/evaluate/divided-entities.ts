/**
 * Entities of one partition that hold records of several entities of another. Of the result against the truth they are
 * merged wrongly; of the truth against the result they are split.
 */
import { allPairs } from '../records/table.ts';
import { contingency } from './contingency.ts';
import { type Links, MATCH } from './links.ts';

export interface DividedEntity {
  entity: number;
  records: number;
  /** Entities of the other partition among its records. */
  parts: number;
  /** Pairs of records of different parts. */
  pairs: number;
  /** A record of the smallest part. */
  record: number;
  /** The most probable link between two parts, as its place among the links; −1 where none is known. */
  link: number;
  /** How many links from .5 on there are between its parts. */
  links: number;
}

/** Whichever comes first where two are alike; negative, zero or positive like the function that sorts an array. */
export interface Order {
  entities(a: number, b: number): number;
  records(a: number, b: number): number;
}

/**
 * The divided entities, those with most pairs between parts first.
 *
 * @param whole, part the two partitions: entities of the first are looked at
 * @param links of which only those with a probability tell anything here
 * @param order makes the answer independent of how records and entities are numbered
 */
export function dividedEntities(
  whole: Int32Array,
  part: Int32Array,
  links: Links | undefined,
  order: Order,
): DividedEntity[] {
  const { first, both, firstSizes, cellOf } = contingency(whole, part);
  const parts = new Int32Array(firstSizes.length);
  for (const entity of first) parts[entity]!++;
  const divided = new Map<number, DividedEntity>();
  for (let cell = 0; cell < first.length; cell++) {
    const entity = first[cell]!;
    if (parts[entity]! < 2) continue;
    const records = firstSizes[entity]!;
    const known = divided.get(entity);
    if (known === undefined) {
      const pairs = allPairs(records) - allPairs(both[cell]!);
      divided.set(entity, { entity, records, parts: parts[entity]!, pairs, record: -1, link: -1, links: 0 });
    } else known.pairs -= allPairs(both[cell]!);
  }
  for (let record = 0; record < whole.length; record++) {
    if (parts[whole[record]!]! < 2) continue;
    const entity = divided.get(whole[record]!)!;
    const size = both[cellOf[record]!]!;
    const least = entity.record < 0 ? Number.POSITIVE_INFINITY : both[cellOf[entity.record]!]!;
    if (size < least || (size === least && order.records(record, entity.record) < 0)) entity.record = record;
  }
  if (links?.probability !== undefined) findLinks(divided, whole, part, links, order);
  return [...divided.values()].sort((a, b) => b.pairs - a.pairs || order.entities(a.entity, b.entity));
}

function findLinks(
  divided: ReadonlyMap<number, DividedEntity>,
  whole: Int32Array,
  part: Int32Array,
  { left, right, probability }: Links,
  order: Order,
): void {
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i]!, right[i]!];
    if (whole[a] !== whole[b] || part[a] === part[b]) continue;
    const entity = divided.get(whole[a]!)!;
    if (probability![i]! >= MATCH) entity.links++;
    const best = entity.link;
    const ahead = best < 0 ? 1 : probability![i]! - probability![best]!;
    if (ahead > 0 || (ahead === 0 && comparePairs([a, b], [left[best]!, right[best]!], order) < 0))
      entity.link = i;
  }
}

type Pair = readonly [number, number];

/** By the first and then by the second record of each pair, whichever way round they stand. */
function comparePairs(one: Pair, other: Pair, order: Order): number {
  const [a, b] = inOrder(one, order);
  const [c, d] = inOrder(other, order);
  return order.records(a, c) || order.records(b, d);
}

/** The two records of a pair, the first in order first. */
export function inOrder([a, b]: Pair, order: Pick<Order, 'records'>): Pair {
  return order.records(a, b) <= 0 ? [a, b] : [b, a];
}
