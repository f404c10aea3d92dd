/** The records of each entity, entity after entity, in one array. */
import type { Partition } from './partition.ts';

export interface Members {
  /** The records of entity e are `records[offsets[e]]` … `records[offsets[e + 1] − 1]`, in input order. */
  readonly offsets: Int32Array;
  readonly records: Int32Array;
}

/** Sorts records by entity, in O(N + C). */
export function membersOf({ entityOf, entities }: Partition): Members {
  const offsets = new Int32Array(entities + 1);
  for (const entity of entityOf) offsets[entity + 1]!++;
  for (let entity = 0; entity < entities; entity++) offsets[entity + 1]! += offsets[entity]!;
  const next = offsets.slice(0, entities);
  const records = new Int32Array(entityOf.length);
  entityOf.forEach((entity, record) => {
    records[next[entity]!++] = record;
  });
  return { offsets, records };
}
