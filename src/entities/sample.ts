/** Entities to look at: those most in doubt, the largest, and some drawn at random among those of several records. */
import { membersOf } from './members.ts';
import type { Partition } from './partition.ts';

/** Why an entity is among them. */
export type Reason = 'doubt' | 'size' | 'chance';

/** How many for each reason. */
export type SampleSizes = Readonly<Record<Reason, number>>;

export interface SampledEntity {
  readonly entity: number;
  /** At least one. */
  readonly why: readonly Reason[];
}

/** Entities whose records are all surer than this are not in doubt. */
const SURE = 1 - 1e-6;

/**
 * The sample, the most doubtful entity first. It does not depend on the order of the records: equally doubtful or
 * large ones come by their ids, and those with the least ids, which are hashes, are as good as drawn at random.
 *
 * @param probability of each record, length N
 * @param ids of each entity, length C
 */
export function sampleEntities(
  partition: Partition,
  probability: Float64Array,
  ids: readonly string[],
  sizes: SampleSizes,
): SampledEntity[] {
  const { entityOf, entities } = partition;
  const { offsets } = membersOf(partition);
  const least = new Float64Array(entities).fill(1);
  for (let record = 0; record < entityOf.length; record++)
    least[entityOf[record]!] = Math.min(least[entityOf[record]!]!, probability[record]!);
  const sizeOf = (entity: number): number => offsets[entity + 1]! - offsets[entity]!;
  const byId = (a: number, b: number): number => (ids[a]! < ids[b]! ? -1 : Number(ids[a]! > ids[b]!));
  const byDoubt = (a: number, b: number): number => least[a]! - least[b]! || byId(a, b);
  const several = (entity: number): boolean => sizeOf(entity) > 1;
  const reasons = new Map<number, Reason[]>();
  const take = (reason: Reason, chosen: readonly number[]): void => {
    for (const entity of chosen) reasons.set(entity, [...(reasons.get(entity) ?? []), reason]);
  };
  take(
    'doubt',
    first(entities, sizes.doubt, byDoubt, (entity) => least[entity]! < SURE),
  );
  take(
    'size',
    first(entities, sizes.size, (a, b) => sizeOf(b) - sizeOf(a) || byId(a, b), several),
  );
  take('chance', first(entities, sizes.chance, byId, several));
  return [...reasons].sort(([a], [b]) => byDoubt(a, b)).map(([entity, why]) => ({ entity, why }));
}

/** The first of the entities that are wanted, in an order, without sorting the others. */
function first(
  entities: number,
  most: number,
  compare: (a: number, b: number) => number,
  isWanted: (entity: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let entity = 0; entity < entities; entity++) {
    if (!isWanted(entity) || most === 0) continue;
    if (found.length === most && compare(entity, found[most - 1]!) > 0) continue;
    let at = found.length;
    while (at > 0 && compare(entity, found[at - 1]!) < 0) at--;
    found.splice(at, 0, entity);
    if (found.length > most) found.pop();
  }
  return found;
}
