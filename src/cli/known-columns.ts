/** Columns of resolved files and of pairs, as this program and others name them. */
import { ErError, UnknownName } from '../errors.ts';
import { columnKey } from '../records/column-key.ts';
import { ID_COLUMNS } from '../records/identities.ts';

/** What a column can be called, in order of preference: names that tools write come before those of labels. */
export const ENTITY_COLUMNS = [
  ...['entity_id', 'cluster_id', 'cluster id', '__cluster_id__', 'resolved_entity_id', 'z_cluster'],
  ...['entity', 'cluster'],
];
export const RECORD_ID_COLUMNS = [...ID_COLUMNS, '__row_id__', 'z_zid'];
export const SOURCE_COLUMNS = ['source', 'source_dataset', '__source__', 'data_source', 'z_zsource'];

/** A column that is looked for. */
export interface Search {
  /** The name asked for, if any, and the option that asked. */
  wanted: string | undefined;
  option: string;
  known: readonly string[];
}

/**
 * The place of a column in a header: the one asked for, or the first known one; −1 where there is none.
 *
 * @throws UnknownName if the one asked for is not there
 */
export function placeOf(header: readonly string[], { wanted, option, known }: Search, file: string): number {
  const keys = header.map(columnKey);
  if (wanted === undefined) return keys.indexOf(known.find((name) => keys.includes(name)) ?? '\0');
  const place = keys.indexOf(columnKey(wanted));
  if (place >= 0) return place;
  throw new UnknownName(
    `has no column "${wanted}" for ${option}; its columns are ${header.join(', ')}`,
    ...([wanted, header, { file, line: 1 }] as const),
  );
}

/**
 * The same for a column that must be there.
 *
 * @param what it holds, in the plural
 */
export function requiredPlace(header: readonly string[], search: Search, what: string, file: string): number {
  const place = placeOf(header, search, file);
  if (place >= 0) return place;
  const names = search.known.slice(0, 3).join(', ');
  throw new ErError(
    `has no column of ${what} (${names}, …); name it with ${search.option}; its columns are ${header.join(', ')}`,
    { file, line: 1 },
  );
}

/** Further columns that could have been meant, if none was asked for. */
export function alternatives(header: readonly string[], { wanted, known }: Search, place: number): string[] {
  if (wanted !== undefined) return [];
  return header.filter((name, other) => other !== place && known.includes(columnKey(name)));
}
