/** Reading the databases of a command: with a progress bar, and with a word on everything unexpected. */
import { statSync } from 'node:fs';
import { oneTurn } from '../pipeline/steps.ts';
import { loadFiles } from '../records/load.ts';
import { type ColumnProfile, profile } from '../records/profile.ts';
import type { Table } from '../records/table.ts';
import type { DatabaseOptions } from './options.ts';
import { count, type Io } from './terminal.ts';

export interface Databases {
  table: Table;
  profiles: ColumnProfile[];
}

/**
 * Load and profile the files of a command.
 *
 * @throws ErError for bad input; see `loadFiles` and `profile`
 */
export async function readDatabases(paths: string[], options: DatabaseOptions, io: Io): Promise<Databases> {
  let bar = io.bar('reading', totalBytes(paths));
  let finished = 0;
  let last = 0;
  const notices: string[] = [];
  try {
    const raw = await loadFiles(paths, {
      ...{ delimiter: options.delimiter, encoding: options.encoding, id: options.id },
      ...{ missingTokens: options.null, stdin: io.stdin },
      notice: (text) => notices.push(text),
      progress(bytes) {
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
    });
    await oneTurn();
    notices.push(...profileNotices(result.profiles));
    return result;
  } finally {
    bar?.stop();
    for (const text of notices) io.notice(text);
  }
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
        `warning: ${count(unreadable)} cells of "${name}" are no ${type} and count as missing (--type ${name}=… overrules the type)`,
      );
    if (ambiguousDates)
      notices.push(`warning: "${name}" does not tell day from month; dates are read day first`);
  }
  return notices;
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
  };
}
