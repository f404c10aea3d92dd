/** Records as users name them: by their id, with the file in front where several files have the id. */
import { ErError } from '../errors.ts';
import type { Table } from '../records/table.ts';

/** Places shown of an id that several records have. */
const SHOWN = 5;

/**
 * The row of the record with a name: `17`, or `customers.csv:17`.
 *
 * @param option that gives the name, for errors
 * @throws ErError where no record or several have it
 * @example rowNamed(table, 'orders.csv:o46', '--pair') // => 105
 */
export function rowNamed({ sources, sourceOf, ids }: Table, name: string, option: string): number {
  const wanted = name.trim();
  const found: number[] = [];
  ids.forEach((id, row) => {
    const { source, path } = sources[sourceOf[row]!]!;
    if (id === wanted || `${source}:${id}` === wanted || `${path}:${id}` === wanted) found.push(row);
  });
  const nameOf = (row: number): string => `${sources[sourceOf[row]!]!.source}:${ids[row]}`;
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new ErError(
      `${option} names "${wanted}", which ${found.length} records are called: say ${found.slice(0, SHOWN).map(nameOf).join(' or ')}`,
    );
  const idColumn = sources[0]?.idColumn;
  throw new ErError(
    `${option} names "${wanted}", but no record has that id; records are named by ${idColumn === undefined ? 'their row number, from 1' : `column "${idColumn}"`}, as in ${ids.length === 0 ? '17' : nameOf(0)}`,
  );
}
