/** Which distinct entities of draws each record is in, record after record, in one array. */
import type { DistinctEntities } from './distinct-entities.ts';

export interface Memberships {
  /** The distinct entities of record r are `entities[offsets[r]]` … `entities[offsets[r + 1] − 1]`, ascending. */
  readonly offsets: Int32Array;
  readonly entities: Int32Array;
}

/**
 * Sorts distinct entities by record, in time of the order of their records.
 *
 * @param use whether a distinct entity counts; all do if not given
 */
export function membershipsOf(
  { size, offsets, records, counts }: DistinctEntities,
  use?: (entity: number) => boolean,
): Memberships {
  const used = Uint8Array.from(counts, (_, entity) => Number(use === undefined || use(entity)));
  const starts = new Int32Array(size + 1);
  for (let entity = 0; entity < counts.length; entity++)
    if (used[entity] === 1)
      for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++) starts[records[i]! + 1]!++;
  for (let record = 0; record < size; record++) starts[record + 1]! += starts[record]!;
  const next = starts.slice(0, size);
  const entities = new Int32Array(starts[size]!);
  for (let entity = 0; entity < counts.length; entity++)
    if (used[entity] === 1)
      for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++) entities[next[records[i]!]!++] = entity;
  return { offsets: starts, entities };
}
