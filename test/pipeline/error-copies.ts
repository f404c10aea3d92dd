/** Lists of records and of copies with a given number of errors, for tests. */
import { random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { tableOf } from './tables.ts';

export const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const VALUES = 16;
export const ORIGINALS = 2000;
const COPIES = 300;

/** Seven columns of few values each, and copies of some records with other values in as many as `errors` says. */
export function copiesWithErrors(seed: number, errors: (next: () => number) => number): Promise<Table> {
  const { below, next } = random(seed);
  const word = () => Array.from({ length: 7 }, () => String.fromCharCode(97 + below(26))).join('');
  const columns = COLUMNS.map(() => Array.from({ length: VALUES }, word));
  const pick = (list: string[]) => list[below(list.length)]!;
  const originals = Array.from({ length: ORIGINALS }, () => columns.map(pick));
  const copies = originals.slice(0, COPIES).map((cells) => {
    const chance = cells.map(next);
    const least = chance.toSorted((a, b) => a - b)[errors(next)] ?? 1;
    return cells.map((cell, f) =>
      chance[f]! < least ? pick(columns[f]!.filter((other) => other !== cell)) : cell,
    );
  });
  const rows = [...originals, ...copies].map((cells, i) => [i, ...cells].join());
  return tableOf({ 'list.csv': [`id,${COLUMNS}`, ...rows, ''].join('\n') });
}
