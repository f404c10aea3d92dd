/**
 * The dictionary-encoded table: all records of all files, row after row, each matching column as one array
 * of value codes and one list of distinct normalised values. Everything after loading works on codes.
 */
import type { CsvSummary } from '../csv/read.ts';
import type { ColumnType } from './types.ts';

/** Code of a missing value. */
export const NO_VALUE = -1;

/** One input file. Its records are the rows `first` … `first + rows − 1` of the table. */
export interface Source extends CsvSummary {
  /** The file's name in the output, made unique where two files share it. */
  readonly source: string;
  readonly first: number;
  /** The column that names the records, or undefined where they are numbered from 1. */
  readonly idColumn: string | undefined;
  readonly header: readonly string[];
}

/** One matching column: N codes over V distinct values. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Distinct normalised values, length V. */
  readonly values: readonly string[];
  /** How many records hold each value, length V. */
  readonly counts: Int32Array;
  /** The value of each record, or `NO_VALUE`; length N. */
  readonly codes: Int32Array;
}

/** Records whose values of two columns stood in each other's place and were put right. */
export interface Exchange {
  /** Names of the two columns. */
  readonly columns: readonly [string, string];
  /** Ascending. */
  readonly rows: Int32Array;
}

/** N records of one or more files with F matching columns. */
export interface Table {
  /** Number of records, N. */
  readonly size: number;
  readonly sources: readonly Source[];
  /** Index in `sources` of each record, length N. */
  readonly sourceOf: Uint16Array;
  /** The name of each record inside its file, length N. */
  readonly ids: readonly string[];
  readonly columns: readonly Column[];
  /** Sources without duplicates inside, by index: no two of their records are ever the same entity. */
  readonly unique?: ReadonlySet<number> | undefined;
  /** Where the columns hold other values than the files, in the order in which they were exchanged. */
  readonly exchanges?: readonly Exchange[] | undefined;
}

/** Records of the sources without duplicates, and the other ones. */
export interface Draws {
  /** Records that may be of any entity. */
  readonly single: number;
  /** Sizes of the sources without duplicates. */
  readonly unique: readonly number[];
}

/** How many records of the table are of sources with and without duplicates. */
export function drawsOf({ size, sources, unique }: Pick<Table, 'size' | 'sources' | 'unique'>): Draws {
  const sizes = sources.filter((_, s) => unique?.has(s)).map(({ rows }) => rows);
  return { single: sizes.reduce((rest, rows) => rest - rows, size), unique: sizes };
}

/** All records, N. */
export function recordsOf({ single, unique }: Draws): number {
  return unique.reduce((sum, rows) => sum + rows, single);
}

/**
 * Pairs of records that could be the same entity: all but those inside a source without duplicates.
 *
 * @example possiblePairs({ single: 2, unique: [3] }) // => 7
 */
export function possiblePairs(draws: Draws): number {
  return draws.unique.reduce((pairs, rows) => pairs - allPairs(rows), allPairs(recordsOf(draws)));
}

/**
 * Whether two rows are of one source without duplicates, so that they cannot be the same entity; undefined
 * where there is no such source.
 */
export function exclusion({
  sourceOf,
  unique,
}: Pick<Table, 'sourceOf' | 'unique'>): ((a: number, b: number) => boolean) | undefined {
  if (unique === undefined || unique.size === 0) return undefined;
  return (a, b) => sourceOf[a] === sourceOf[b] && unique.has(sourceOf[a]!);
}

/**
 * Rows sorted by their values, column by column: an order that does not depend on the order of the input.
 * Whatever is drawn at random from the records is drawn from this list.
 *
 * @returns a permutation of 0 … N − 1, not to be written to; rows alike in every column stand in any order
 */
export function canonicalOrder({ size, columns }: Pick<Table, 'size' | 'columns'>): Int32Array {
  const known = orders.get(columns);
  if (known !== undefined && known.length === size) return known;
  const order = sortedByColumns(size, columns);
  orders.set(columns, order);
  return order;
}

/** The orders found, by the columns sorted by: several stages draw from one table. */
const orders = new WeakMap<readonly Column[], Int32Array>();

function sortedByColumns(size: number, columns: readonly Column[]): Int32Array {
  // Least significant column first: stable counting sorts.
  let order = new Int32Array(size).map((_, row) => row);
  for (const { codes, values } of columns.toReversed()) {
    const starts = new Int32Array(values.length + 2);
    for (let row = 0; row < size; row++) starts[codes[row]! + 2]!++;
    for (let code = 0; code <= values.length; code++) starts[code + 1]! += starts[code]!;
    const sorted = new Int32Array(size);
    for (let at = 0; at < size; at++) {
      const row = order[at]!;
      sorted[starts[codes[row]! + 1]!++] = row;
    }
    order = sorted;
  }
  return order;
}

/** The same, rows alike in every column in the order of their file's name and their id. */
export function recordOrder(table: Table): Int32Array {
  const order = canonicalOrder(table).slice();
  const columns = table.columns.map(({ codes }) => codes);
  const isAlike = (a: number, b: number): boolean => {
    for (let f = 0; f < columns.length; f++) if (columns[f]![a] !== columns[f]![b]) return false;
    return true;
  };
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && isAlike(order[first]!, order[end]!)) end++;
    if (end - first > 1) order.subarray(first, end).sort((a, b) => compareNames(table, a, b));
    first = end;
  }
  return order;
}

/** Two rows in the order of `recordOrder`: negative where a comes first. */
export function compareRows(table: Table, a: number, b: number): number {
  const column = table.columns.find(({ codes }) => codes[a] !== codes[b]);
  return column === undefined ? compareNames(table, a, b) : column.codes[a]! - column.codes[b]!;
}

/** Two rows in the order of their files' names and then of their ids: negative where a comes first. */
export function compareNames({ sources, sourceOf, ids }: Table, a: number, b: number): number {
  const [one, other] = [sources[sourceOf[a]!]!.source, sources[sourceOf[b]!]!.source];
  if (one !== other) return one < other ? -1 : 1;
  return ids[a]! < ids[b]! ? -1 : Number(ids[a]! > ids[b]!);
}

/**
 * N(N − 1)/2.
 *
 * @example allPairs(4) // => 6
 */
export function allPairs(size: number): number {
  return size < 2 ? 0 : (size * (size - 1)) / 2;
}

/** The values of all records that have one, sorted by code: to draw from, whatever the order of the rows. */
export function expandedValues(column: Column): Int32Array {
  const values = new Int32Array(presentCount(column));
  let at = 0;
  column.counts.forEach((count, code) => {
    values.fill(code, at, at + count);
    at += count;
  });
  return values;
}

/** How many records have a value in the column. */
export function presentCount(column: Column): number {
  let present = 0;
  for (const count of column.counts) present += count;
  return present;
}
