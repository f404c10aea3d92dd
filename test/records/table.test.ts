import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allPairs,
  type Column,
  canonicalOrder,
  expandedValues,
  NO_VALUE,
  presentCount,
  recordOrder,
  type Source,
  type Table,
} from '../../src/records/table.ts';

function columnOf(codes: readonly number[], distinct: number): Column {
  const counts = new Int32Array(distinct);
  for (const code of codes) if (code !== NO_VALUE) counts[code]!++;
  const values = Array.from({ length: distinct }, (_, v) => `v${v}`);
  return { name: 'c', type: 'code', values, counts, codes: Int32Array.from(codes) };
}

const code = fc.integer({ min: -1, max: 4 });
const someColumns = fc.integer({ min: 0, max: 40 }).chain((size) => {
  const column = fc.array(code, { minLength: size, maxLength: size }).map((codes) => columnOf(codes, 5));
  return fc.array(column, { maxLength: 4 }).map((columns) => ({ size, columns }));
});

describe('canonicalOrder', () => {
  it('sorts rows column by column, missing first', () => {
    const columns = [columnOf([1, 0, -1, 0], 2), columnOf([0, 1, 1, -1], 2)];
    expect([...canonicalOrder({ size: 4, columns })]).toEqual([2, 3, 1, 0]);
  });

  it('is a permutation under which every row is at least the one before', () => {
    fc.assert(
      fc.property(someColumns, ({ size, columns }) => {
        const order = [...canonicalOrder({ size, columns })];
        expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, row) => row));
        const rows = order.map((row) => columns.map(({ codes }) => codes[row]!));
        rows.slice(1).forEach((row, i) => {
          const at = row.findIndex((value, c) => value !== rows[i]![c]);
          if (at >= 0) expect(row[at]).toBeGreaterThan(rows[i]![at]!);
        });
      }),
    );
  });
});

describe('recordOrder', () => {
  /** Rows of a code, a file and an id. */
  const tableOf = (rows: readonly (readonly [number, string, string])[]): Table => {
    const files = [...new Set(rows.map(([, file]) => file))];
    return {
      ...{ size: rows.length, sources: files.map((source) => ({ source }) as Source) },
      sourceOf: Uint16Array.from(rows, ([, file]) => files.indexOf(file)),
      ids: rows.map(([, , id]) => id),
      columns: [
        columnOf(
          rows.map(([value]) => value),
          3,
        ),
      ],
    };
  };

  it('sorts by value, of the same by file name, of the same by id as text', () => {
    const table = tableOf([
      ...[[1, 'b.csv', '1'] as const, [0, 'b.csv', '9'] as const, [0, 'b.csv', '10'] as const],
      ...[[0, 'a.csv', '99'] as const, [-1, 'c.csv', '5'] as const, [1, 'a.csv', '2'] as const],
    ]);
    expect([...recordOrder(table)]).toEqual([4, 3, 2, 1, 5, 0]);
  });

  it('is that of every row by its name where no columns match', () => {
    const table = tableOf([
      [0, 'b', '1'],
      [1, 'a', '2'],
      [2, 'a', '1'],
    ]);
    expect([...recordOrder({ ...table, columns: [] })]).toEqual([2, 1, 0]);
  });

  it('is the same records in the same order however the rows stand', () => {
    const row = fc.tuple(
      code.map((value) => Math.min(value, 2)),
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('1', '2', '10', 'x'),
    );
    const twice = fc
      .uniqueArray(row, { selector: ([, file, id]) => `${file} ${id}` })
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(twice, (both) => {
        const [one, other] = both.map((rows) => Array.from(recordOrder(tableOf(rows)), (at) => rows[at]));
        expect(other).toEqual(one);
      }),
      { seed: 1 },
    );
  });
});

describe('counts', () => {
  it('has N(N − 1)/2 pairs', () => {
    expect([0, 1, 2, 5, 100_000].map(allPairs)).toEqual([0, 0, 1, 10, 4_999_950_000]);
  });

  it('expands the values of all records that have one, sorted', () => {
    fc.assert(
      fc.property(fc.array(code), (codes) => {
        const column = columnOf(codes, 5);
        const expected = codes.filter((value) => value !== NO_VALUE).sort((a, b) => a - b);
        expect([...expandedValues(column)]).toEqual(expected);
        expect(presentCount(column)).toBe(expected.length);
      }),
    );
  });
});
