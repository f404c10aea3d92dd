/** Reading the databases of a command: with a progress bar, and with a word on everything unexpected. */
import { statSync } from 'node:fs';
import { ErError } from '../errors.ts';
import type { Mechanism } from '../pipeline/mechanisms.ts';
import { oneTurn } from '../pipeline/steps.ts';
import { columnKey } from '../records/column-key.ts';
import { loadFiles } from '../records/load.ts';
import { type ColumnProfile, profile } from '../records/profile.ts';
import type { Table } from '../records/table.ts';
import { putRight } from '../repair/exchanged.ts';
import { memoryLimit } from './memory-limit.ts';
import { MemoryWatch } from './memory-watch.ts';
import { type DatabaseOptions, threadsOf } from './options.ts';
import { counted, type Io } from './terminal.ts';

export interface Databases {
  table: Table;
  profiles: ColumnProfile[];
}

/** Some commands can leave parts out. */
type ReadingOptions = DatabaseOptions & { without?: readonly Mechanism[] };

/**
 * Load and profile the files of a command.
 *
 * @throws ErError for bad input (see `loadFiles` and `profile`), and where columns that could be compared are
 *   all left out
 */
export async function readDatabases(paths: string[], options: ReadingOptions, io: Io): Promise<Databases> {
  const databases = await profileDatabases(paths, options, io);
  requireColumn(databases);
  return databases;
}

/** The same, whether or not a column is left to compare. */
export async function profileDatabases(paths: string[], options: ReadingOptions, io: Io): Promise<Databases> {
  checkColumns(options);
  let bar = io.bar('reading', totalBytes(paths));
  let finished = 0;
  let last = 0;
  const notices: string[] = [];
  const memory = new MemoryWatch(memoryLimit(options.memoryLimit));
  try {
    const raw = await loadFiles(paths, {
      ...{ delimiter: options.delimiter, encoding: options.encoding, id: options.id },
      ...{ missingTokens: options.null, stdin: io.stdin, threads: threadsOf(options) },
      notice: (text) => notices.push(text),
      progress(bytes) {
        memory.look();
        if (bytes < last) finished += last;
        last = bytes;
        bar?.update(finished + bytes);
      },
    });
    bar?.stop();
    bar = io.bar('profiling columns', 0);
    await oneTurn();
    const result = profile(raw, {
      ...{ fields: options.fields, ignore: options.ignore, types: options.type },
      keepRedundant: options.without?.includes('redundancy'),
      keepCodes: options.without?.includes('codes'),
    });
    await oneTurn();
    notices.push(...profileNotices(result.profiles));
    const table = options.without?.includes('exchanged') ? result.table : putRight(result.table);
    await oneTurn();
    notices.push(...exchangeNotices(table));
    return { ...result, table };
  } finally {
    bar?.stop();
    for (const text of notices) io.notice(text);
  }
}

/** Columns to compare and to leave out that contradict each other are refused before any work. */
function checkColumns({ fields, ignore = [] }: DatabaseOptions): void {
  if (fields?.length === 0)
    throw new ErError('--fields names no column; name some, separated by commas, or leave it out');
  const ignored = new Set(ignore.map(columnKey));
  const both = fields?.find((field) => ignored.has(columnKey(field)));
  if (both !== undefined)
    throw new ErError(`--fields and --ignore both name "${both}"; leave it out of one of them`);
}

/** Columns that hold one value or none are no loss: without others nothing can be learned, which is no error. */
function requireColumn({ table, profiles }: Databases): void {
  const ids = new Set(table.sources.map(({ idColumn }) => columnKey(idColumn ?? '')));
  const others = profiles.filter(({ name }) => !ids.has(columnKey(name)));
  if (others.some(({ used }) => used)) return;
  if (others.length === 0)
    throw new ErError('there is no column to compare besides the id; add columns that describe the records');
  if (others.some(({ distinct }) => distinct > 1))
    throw new ErError(
      'no column is left to compare; "er profile" says why each is set aside, --fields names those to compare',
    );
}

function totalBytes(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function profileNotices(profiles: readonly ColumnProfile[]): string[] {
  const notices: string[] = [];
  for (const { name, used, unreadable, type, ambiguousDates } of profiles) {
    if (!used) continue;
    if (unreadable > 0)
      notices.push(
        `warning: ${counted(unreadable, 'cell')} of "${name}" ${unreadable === 1 ? 'is' : 'are'} no ${type} and counted as missing (--type ${name}=… overrules the type)`,
      );
    if (ambiguousDates)
      notices.push(`warning: "${name}" does not tell day from month; dates are read day first`);
  }
  return notices;
}

function exchangeNotices({ exchanges = [] }: Table): string[] {
  return exchanges.map(({ columns: [f, g], rows }) => {
    const [have, are] = rows.length === 1 ? ['has', 'it is'] : ['have', 'they are'];
    return `notice: ${counted(rows.length, 'record')} ${have} "${f}" and "${g}" exchanged; ${are} compared the other way round, and written as found`;
  });
}

/** The columns that are not compared, ids left out. */
export function setAside({ table, profiles }: Databases): string[] {
  const ids = new Set(table.sources.map(({ idColumn }) => columnKey(idColumn ?? '')));
  return profiles.filter(({ name, used }) => !used && !ids.has(columnKey(name))).map(({ name }) => name);
}

/** The inputs and columns of a run, as its summary holds them. */
export function describeDatabases({ table, profiles }: Databases) {
  return {
    records: table.size,
    inputs: table.sources.map((source) => ({
      ...{ path: source.path, source: source.source, bytes: source.bytes, sha256: source.sha256 },
      ...{ rows: source.rows, delimiter: source.delimiter, encoding: source.encoding },
      ...{ padded_rows: source.paddedRows, id_column: source.idColumn ?? null },
    })),
    columns: profiles.map((column) => ({
      ...{ column: column.name, type: column.type, used: column.used, reason: column.reason },
      ...{ missing: column.missing, distinct: column.distinct, top_value: column.topValue },
      ...{ top_share: column.topShare, missing_tokens: column.missingTokens, unreadable: column.unreadable },
    })),
    exchanged: (table.exchanges ?? []).map(({ columns, rows }) => ({ columns, records: rows.length })),
  };
}
