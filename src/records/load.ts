/**
 * Loading: all files are read once, row after row, into raw columns matched by name and a list of record
 * identities. Original cells are not kept as objects.
 */
import { type CsvSummary, type ReadOptions, readCsv } from '../csv/read.ts';
import { ErError } from '../errors.ts';
import { columnKey } from './column-key.ts';
import { Filling, type FillingOptions } from './filling.ts';
import { Identities } from './identities.ts';
import { Int32List } from './int32-list.ts';
import { missingTest } from './missing.ts';
import { RawColumn } from './raw-column.ts';

export interface LoadOptions extends ReadOptions, FillingOptions {
  /** Column that names the records of each file. */
  id?: string | undefined;
  /** Further tokens that mean "missing". */
  missingTokens?: readonly string[] | undefined;
}

/** A file as loaded. Its rows are `first` … `first + rows − 1`. */
export interface RawSource extends CsvSummary {
  source: string;
  first: number;
  idColumn: string | undefined;
  header: readonly string[];
}

/** All files, dictionary-encoded as written. */
export interface RawTable {
  size: number;
  sources: RawSource[];
  sourceOf: Uint16Array;
  ids: string[];
  /** All columns but the id. */
  columns: RawColumn[];
  idColumn: RawColumn | undefined;
}

/**
 * Read files into one table.
 *
 * @throws ErError for unreadable input, a file without records (standard input may be without), an unknown
 *   or repeating id column, files without a common column
 */
export async function loadFiles(paths: readonly string[], options: LoadOptions = {}): Promise<RawTable> {
  const filling = new Filling(options);
  try {
    return await load(paths, options, filling);
  } finally {
    filling.stop();
  }
}

async function load(paths: readonly string[], options: LoadOptions, filling: Filling): Promise<RawTable> {
  if (paths.filter((path) => path === '-').length > 1)
    throw new ErError('standard input (-) can be read only once; name the other input as a file');
  const columns = new Map<string, RawColumn>();
  const lines = new Int32List();
  const ids = new Identities(options.id, columns, lines);
  const sources: RawSource[] = [];
  const isMissing = missingTest(options.missingTokens);
  let size = 0;
  for (const path of paths) {
    const first = size;
    let header: string[] = [];
    const summary = await readCsv(
      path,
      {
        header(names) {
          header = names;
          const present = names.map((name) => {
            const key = columnKey(name);
            const column = columns.get(key) ?? new RawColumn(name, isMissing);
            columns.set(key, column);
            column.padTo(first);
            return column;
          });
          filling.startFile(present);
          ids.startFile(path, names);
        },
        row(cells, line) {
          filling.row(cells);
          lines.push(line);
          size++;
        },
        plain(rows) {
          filling.plain(rows);
          lines.append(rows.lines.subarray(0, rows.length));
          size += rows.length;
        },
        pause: () => filling.pause(),
      },
      {
        ...options,
        progress(bytes, total) {
          filling.progress(bytes, total);
          options.progress?.(bytes, total);
        },
      },
    );
    await filling.endFile();
    if (summary.rows === 0 && path !== '-')
      throw new ErError('has a header row but no records; check that the right file was named', {
        file: path,
        line: 1,
      });
    sources.push({ ...summary, source: summary.name, first, idColumn: undefined, header });
  }
  for (const column of columns.values()) {
    column.padTo(size);
    // Strings are made here, one column after the other: whoever watches memory can look in between.
    if (column.values.length > 0) options.progress?.(sources.at(-1)!.bytes, sources.at(-1)!.bytes);
  }
  const idColumn = ids.choose(sources);
  sources.forEach((source) => {
    source.idColumn = source.header.find((name) => idColumn !== undefined && columnKey(name) === idColumn);
  });
  nameSources(sources);
  const matching = [...columns].filter(([key]) => key !== idColumn).map(([, column]) => column);
  requireCommonColumn(sources, idColumn);
  const repeated = idColumn === undefined ? ids.known() : undefined;
  if (repeated !== undefined)
    options.notice?.(
      `notice: "${repeated}" does not name each record once, so records are named by their row numbers (--id ${repeated} says where it fails, --ignore ${repeated} leaves it out of the comparison)`,
    );
  const sourceOf = new Uint16Array(size);
  sources.forEach((source, s) => {
    sourceOf.fill(s, source.first, source.first + source.rows);
  });
  return {
    ...{ size, sources, sourceOf, ids: ids.names(idColumn, sources), columns: matching },
    idColumn: idColumn === undefined ? undefined : columns.get(idColumn),
  };
}

/** Files that share a name are told apart by a number: `a.csv`, `a.csv#2`. */
function nameSources(sources: RawSource[]): void {
  const taken = new Set(sources.map(({ name }) => name));
  const seen = new Set<string>();
  for (const source of sources) {
    for (let times = 2; seen.has(source.name) && taken.has(source.source); times++)
      source.source = `${source.name}#${times}`;
    seen.add(source.name);
    taken.add(source.source);
  }
}

function requireCommonColumn(sources: readonly RawSource[], idColumn: string | undefined): void {
  const [head, ...rest] = sources;
  if (head === undefined) return;
  const known = new Set(head.header.map(columnKey).filter((key) => key !== idColumn));
  for (const source of rest) {
    if (!source.header.some((name) => known.has(columnKey(name))))
      throw new ErError(
        `has no column in common with ${head.path}; columns are matched by name, so rename them alike (${head.path} has: ${head.header.join(', ')})`,
        { file: source.path, line: 1 },
      );
    for (const name of source.header) if (columnKey(name) !== idColumn) known.add(columnKey(name));
  }
}
