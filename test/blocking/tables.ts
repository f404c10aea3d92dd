/** Tables made of rows of cells, for tests of blocking and comparison. */
import fc from 'fast-check';
import { type Column, NO_VALUE, type Table } from '../../src/records/table.ts';
import type { ColumnType } from '../../src/records/types.ts';

/** One column from its cells, '' being missing. Codes follow the sorted order of the values, as when loaded. */
export function columnOf(name: string, type: ColumnType, cells: readonly string[]): Column {
  const values = [...new Set(cells)].filter((value) => value !== '').sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const counts = new Int32Array(values.length);
  const codes = Int32Array.from(cells, (cell) => codeOf.get(cell) ?? NO_VALUE);
  for (const code of codes) if (code !== NO_VALUE) counts[code]!++;
  return { name, type, values, counts, codes };
}

/**
 * @param types type of each column by its name
 * @param rows cells in the order of the columns
 */
export function tableOf(types: Record<string, ColumnType>, rows: readonly (readonly string[])[]): Table {
  const columns = Object.entries(types).map(([name, type], c) =>
    columnOf(
      name,
      type,
      rows.map((row) => row[c]!),
    ),
  );
  return {
    ...{ size: rows.length, sources: [], sourceOf: new Uint16Array(rows.length) },
    ...{ ids: rows.map((_, row) => String(row)), columns },
  };
}

export const SAMPLE_TYPES = {
  name: 'person',
  born: 'date',
  zip: 'postcode',
  title: 'text',
  mail: 'email',
  sex: 'category',
} as const;

const pick = (...values: string[]): fc.Arbitrary<string> => fc.constantFrom(...values);

/** Rows of people of few different values, so that keys, halves and words often agree. */
export const sampleRows = (maxLength: number): fc.Arbitrary<string[][]> =>
  fc.array(
    fc.tuple(
      pick('', 'anna', 'annabel', 'isabel', 'bob', 'bobby', 'karl heinz', 'heinz', 'joanna'),
      pick('', '1980-01-02', '1980-03-04', '1981-01-02', '1982-00-00', '0000-05-06'),
      pick('', '10115', '10117', '20095', '20097'),
      fc
        .array(pick('red', 'blue', 'green', 'deep', 'of', 'a', 'sea', 'sky'), { maxLength: 4 })
        .map((words) => words.join(' ')),
      pick('', 'ann@x.org', 'ann@y.org', 'bob@x.org', 'bob@y.org'),
      pick('', 'f', 'm'),
    ),
    { maxLength },
  );

/** The pairs of a generator as `left-right`, in order. */
export function pairNames(
  batches: Iterable<{ left: Int32Array; right: Int32Array; count: number }>,
): string[] {
  const pairs: string[] = [];
  for (const { left, right, count } of batches)
    for (let i = 0; i < count; i++) pairs.push(`${left[i]}-${right[i]}`);
  return pairs;
}
