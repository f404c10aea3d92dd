/** The same files written differently, which should change nothing: rows in another order, columns of other names. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { permutation } from '../../../fixtures/permutation.ts';

const SHUFFLE = 0x5eed;

/** Rows of cells of each file; the first is the header. */
export function readFiles(files: readonly string[]): string[][][] {
  return files.map((file) => parse(readFileSync(file), { bom: true }));
}

/** Writes each file with its rows shuffled into a folder; the new paths. */
export function shuffled(files: readonly string[], folder: string): string[] {
  const shuffledRows = readFiles(files).map(([header, ...rows]) => {
    const at = permutation(rows.length, SHUFFLE);
    return [header!, ...rows.map((_, row) => rows[at(row)]!)];
  });
  return writeFiles(files, shuffledRows, folder);
}

/** Writes each file with its columns called c1 … cn, one name for one column of all files, and `id`. */
export function renamed(files: readonly string[], folder: string): string[] {
  const names = new Map([['id', 'id']]);
  const tables = readFiles(files).map(([header, ...rows]) => {
    const nameOf = (column: string): string => {
      const own = column.trim().toLowerCase();
      if (!names.has(own)) names.set(own, `c${names.size}`);
      return names.get(own)!;
    };
    return [header!.map(nameOf), ...rows];
  });
  return writeFiles(files, tables, folder);
}

function writeFiles(files: readonly string[], tables: readonly string[][][], folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return files.map((file, i) => {
    const path = join(folder, basename(file));
    writeFileSync(path, stringify(tables[i]!));
    return path;
  });
}
