/**
 * A table that threads can share: its numbers in shared memory, its values as one text per column. A thread makes
 * its own strings of these.
 */
import type { Column, Table } from './table.ts';

/** What comparing needs of a table. */
export type ComparedTable = Pick<Table, 'size' | 'columns' | 'sourceOf' | 'unique'>;

interface SharedColumn extends Pick<Column, 'name' | 'type' | 'codes' | 'counts'> {
  /** UTF-16 of all values, one after the other, and where each begins; V + 1 entries. */
  readonly text: Uint16Array;
  readonly starts: Int32Array;
}

export interface SharedTable extends Pick<Table, 'size' | 'sourceOf' | 'unique'> {
  readonly columns: readonly SharedColumn[];
}

/** The same array in shared memory; itself if it is there already. */
export function shared<T extends Int32Array | Float64Array | Uint16Array>(array: T): T {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const buffer = new SharedArrayBuffer(array.byteLength);
  const copy = new (array.constructor as new (buffer: SharedArrayBuffer) => T)(buffer);
  copy.set(array);
  return copy;
}

/** A table for other threads. */
export function shareTable({ size, columns, sourceOf, unique }: ComparedTable): SharedTable {
  return {
    ...{ size, unique, sourceOf: shared(sourceOf) },
    columns: columns.map(({ name, type, values, codes, counts }) => ({
      ...{ name, type, codes: shared(codes), counts: shared(counts) },
      ...textOf(values),
    })),
  };
}

/**
 * The table as it was.
 *
 * @example tableFrom(shareTable(table)).columns[0].values // => those of the table
 */
export function tableFrom({ columns, ...table }: SharedTable): ComparedTable {
  return {
    ...table,
    columns: columns.map(({ text, starts, ...column }) => ({ ...column, values: valuesOf(text, starts) })),
  };
}

function textOf(values: readonly string[]): Pick<SharedColumn, 'text' | 'starts'> {
  const starts = new Int32Array(new SharedArrayBuffer(4 * (values.length + 1)));
  for (let v = 0; v < values.length; v++) starts[v + 1] = starts[v]! + values[v]!.length;
  const text = new Uint16Array(new SharedArrayBuffer(2 * starts[values.length]!));
  for (let v = 0; v < values.length; v++) {
    const value = values[v]!;
    for (let i = 0, at = starts[v]!; i < value.length; i++, at++) text[at] = value.charCodeAt(i);
  }
  return { text, starts };
}

function valuesOf(text: Uint16Array, starts: Int32Array): string[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const values: string[] = new Array(starts.length - 1);
  for (let v = 0; v < values.length; v++)
    values[v] = bytes.toString('utf16le', 2 * starts[v]!, 2 * starts[v + 1]!);
  return values;
}
