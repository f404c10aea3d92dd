/** F1 of joining what is equal, without any model: records equal in all columns, and in all columns but one. */
import { basename } from 'node:path';
import { key, type LabelledSet } from '../labelled-set.ts';
import { pairF1, truePairs } from './scores.ts';
import { readFiles } from './variants.ts';

export interface Baselines {
  allEqual: number;
  allButOne: number;
}

/** Columns are those of all files without the id; a column that a file has not is empty there. */
export function baselines({ files, truth }: LabelledSet): Baselines {
  const { entities, cells } = recordsOf(files, truth);
  const columns = cells[0]?.map((_, c) => c) ?? [];
  const all = truePairs(entities);
  const f1 = (leftOut: readonly (number | undefined)[]): number => {
    const seen = new Set<number>();
    let right = 0;
    for (const out of leftOut)
      for (const rows of equalWithout(cells, out))
        rows.forEach((a, i) => {
          for (const b of rows.slice(i + 1)) {
            const pair = a * cells.length + b;
            if (!seen.has(pair) && entities[a] === entities[b]) right++;
            seen.add(pair);
          }
        });
    return pairF1(right, seen.size, all);
  };
  return { allEqual: f1([undefined]), allButOne: f1(columns) };
}

function recordsOf(files: readonly string[], truth: ReadonlyMap<string, string>) {
  const tables = readFiles(files);
  const names = [...new Set(tables.flatMap(([header]) => header!.filter((name) => name !== 'id')))];
  const entities: string[] = [];
  const cells: string[][] = [];
  tables.forEach(([header, ...rows], file) => {
    const places = names.map((name) => header!.indexOf(name));
    const id = header!.indexOf('id');
    for (const row of rows) {
      entities.push(truth.get(key(basename(files[file]!), row[id]!))!);
      cells.push(places.map((place) => row[place] ?? ''));
    }
  });
  return { entities, cells };
}

/** Groups of records that are equal in all columns but the one left out. */
function equalWithout(cells: readonly string[][], leftOut: number | undefined): number[][] {
  const groups = new Map<string, number[]>();
  cells.forEach((row, record) => {
    const text = row.filter((_, c) => c !== leftOut).join('\u0001');
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [record]);
    else group.push(record);
  });
  return [...groups.values()].filter(({ length }) => length > 1);
}
