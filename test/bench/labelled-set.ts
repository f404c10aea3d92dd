/** A set of files whose records are labelled: a folder with its CSV files and truth.csv (`source,id,entity`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

export interface LabelledSet {
  name: string;
  files: string[];
  /** Entity by file name and id, as `key` joins them. */
  truth: ReadonlyMap<string, string>;
}

export const key = (source: string, id: string): string => `${source}\t${id}`;

export function isLabelledSet(folder: string): boolean {
  return existsSync(join(folder, 'truth.csv'));
}

export function readSet(name: string, folder: string): LabelledSet {
  const names = readdirSync(folder).filter((file) => file.endsWith('.csv') && file !== 'truth.csv');
  const rows: { source: string; id: string; entity: string }[] = parse(
    readFileSync(join(folder, 'truth.csv')),
    { columns: true },
  );
  return {
    name,
    files: names.sort().map((file) => join(folder, file)),
    truth: new Map(rows.map(({ source, id, entity }) => [key(source, id), entity])),
  };
}
