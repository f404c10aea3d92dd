/** What a set of entities looks like: how large they are, and which records are in doubt. */
import { membersOf } from './members.ts';
import type { Partition } from './partition.ts';

/** So many entities have so many records. */
export interface SizeCount {
  size: number;
  entities: number;
}

/** How many entities there are of each size that occurs, by size. */
export function entitySizes(partition: Partition): SizeCount[] {
  const { offsets } = membersOf(partition);
  const counts = new Map<number, number>();
  for (let entity = 0; entity < partition.entities; entity++) {
    const size = offsets[entity + 1]! - offsets[entity]!;
    counts.set(size, (counts.get(size) ?? 0) + 1);
  }
  return [...counts].map(([size, entities]) => ({ size, entities })).sort((a, b) => a.size - b.size);
}

/** Sizes as people want to see them: from each of these up to the next. */
const CLASSES = [1, 2, 3, 4, 5, 10];

/**
 * Entities by classes of sizes: 1, 2, 3, 4, 5–9, 10+.
 *
 * @example sizeClasses([{ size: 1, entities: 8 }, { size: 7, entities: 2 }])
 * // => [['1', 8], ['2', 0], ['3', 0], ['4', 0], ['5–9', 2], ['10+', 0]]
 */
export function sizeClasses(sizes: readonly SizeCount[]): [label: string, entities: number][] {
  return CLASSES.map((from, i) => {
    const to = (CLASSES[i + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const label = from === to ? `${from}` : Number.isFinite(to) ? `${from}–${to}` : `${from}+`;
    const inside = sizes.filter(({ size }) => size >= from && size <= to);
    return [label, inside.reduce((sum, { entities }) => sum + entities, 0)];
  });
}

/**
 * The records least sure of their entity, the least sure first and otherwise in input order.
 *
 * @param probability of each record
 * @param most how many to name
 * @param below only records whose probability is less than this
 */
export function mostDoubtful(probability: Float64Array, most: number, below = 1): number[] {
  const found: number[] = [];
  let limit = below;
  probability.forEach((p, record) => {
    if (p >= limit) return;
    let at = found.length;
    while (at > 0 && p < probability[found[at - 1]!]!) at--;
    found.splice(at, 0, record);
    if (found.length > most) found.pop();
    if (found.length === most) limit = probability[found[most - 1]!]!;
  });
  return found;
}
