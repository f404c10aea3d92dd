import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeColumn, normaliseAs } from '../../src/records/encode.ts';
import { missingTest } from '../../src/records/missing.ts';
import { RawColumn } from '../../src/records/raw-column.ts';
import { COLUMN_TYPES } from '../../src/records/types.ts';
import { column, KINDS } from './generated-columns.ts';

function raw(cells: readonly string[]): RawColumn {
  const filled = new RawColumn('c', missingTest());
  for (const cell of cells) filled.push(cell);
  return filled;
}

describe('normaliseAs', () => {
  it.each([
    ["O'Brien, Mary-Ann", 'person', 'obrien mary ann'],
    ['J.R. Ewing', 'person', 'jr ewing'],
    ['Smith &amp; Jones', 'person', 'smith jones'],
    ['??!', 'person', '??!'],
    ['आर्या', 'person', 'आर्या'],
    ['The VLDB &mdash; Journal', 'text', 'the vldb - journal'],
    ['02139', 'postcode', '2139'],
    ['2139.0', 'postcode', '2139'],
    ['SW1A 1AA', 'postcode', 'sw1a1aa'],
    ['sw1a-1aa', 'postcode', 'sw1a1aa'],
    ['００１７', 'code', '17'],
    ['17.0', 'code', '17'],
    [' 17.00 ', 'code', '17'],
    ['17.5', 'code', '175'],
    ['000', 'code', '0'],
    ['AB-001', 'code', 'ab001'],
    ['1,234.50', 'number', '1234.5'],
    ['many', 'number', undefined],
    ['5 Mar 1987', 'date', '1987-03-05'],
    ['once', 'date', undefined],
    ['020 7946 0958', 'phone', '2079460958'],
    ['Ann.Lee @Example.COM', 'email', 'ann.lee@example.com'],
    ['  Yes ', 'category', 'yes'],
    ['Some  Words', 'notes', 'some words'],
  ] as const)('%j as %s is %j', (cell, type, value) => {
    expect(normaliseAs(cell, type)).toBe(value);
  });

  it('reads dates in the order of the column', () => {
    expect(normaliseAs('03/05/1987', 'date', 'month-first')).toBe('1987-03-05');
    expect(normaliseAs('03/05/1987', 'date')).toBe('1987-05-03');
  });
});

describe('encodeColumn', () => {
  const cells = (name: string): string[] => {
    const { values, counts } = column(KINDS[name]!, { rows: 300, seed: 3 });
    return values.flatMap((value, v) => Array<string>(counts[v]!).fill(value)).concat('', 'NA');
  };

  it('joins cells that come to the same and counts what cannot be read as missing', () => {
    const { column: encoded, unreadable } = encodeColumn(
      raw(['5 Mar 1987', '1987-03-05', 'once', '', 'once', '1986-01-01']),
      'date',
      'day-first',
    );
    expect(encoded).toMatchObject({ name: 'c', type: 'date', values: ['1986-01-01', '1987-03-05'] });
    expect([...encoded.codes]).toEqual([1, 1, -1, -1, -1, 0]);
    expect([...encoded.counts]).toEqual([1, 2]);
    expect(unreadable).toBe(2);
  });

  it('makes nothing of cells in which nothing is seen', () => {
    const { column: encoded, unreadable } = encodeColumn(raw(['\u200b', 'x']), 'text', 'day-first');
    expect([[...encoded.codes], unreadable]).toEqual([[-1, 0], 1]);
  });

  it.each(Object.keys(KINDS))('gives each row of %s the code of its normalised cell', (name) => {
    for (const type of COLUMN_TYPES) {
      const list = cells(name);
      const { column: encoded, unreadable } = encodeColumn(raw(list), type, 'day-first');
      const isMissing = missingTest();
      const expected = list.map((cell) => (isMissing(cell) ? undefined : normaliseAs(cell, type)));
      expect([...encoded.codes].map((code) => encoded.values[code])).toEqual(expected);
      const present = expected.filter((value) => value !== undefined).length;
      expect(encoded.counts.reduce((sum, count) => sum + count, 0)).toBe(present);
      expect(unreadable).toBe(list.length - 2 - present);
    }
  });

  it('has codes that do not depend on the order of the rows', () => {
    const shuffled = fc
      .constantFrom(...Object.keys(KINDS))
      .chain((name) =>
        fc.tuple(fc.constant(cells(name)), fc.array(fc.nat(), { minLength: 302, maxLength: 302 })),
      );
    fc.assert(
      fc.property(shuffled, fc.constantFrom(...COLUMN_TYPES), ([list, keys], type) => {
        const order = list.map((_, row) => row).sort((a, b) => keys[a]! - keys[b]!);
        const { column: one } = encodeColumn(raw(list), type, 'day-first');
        const { column: other } = encodeColumn(raw(order.map((row) => list[row]!)), type, 'day-first');
        expect(other.values).toEqual(one.values);
        expect(other.counts).toEqual(one.counts);
        expect([...other.codes]).toEqual(order.map((row) => one.codes[row]!));
      }),
      { numRuns: 60 },
    );
  });
});
