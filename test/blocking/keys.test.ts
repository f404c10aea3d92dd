import { describe, expect, it } from 'vitest';
import { ALONE } from '../../src/blocking/blocks.ts';
import { blockingKeys } from '../../src/blocking/keys.ts';
import { NO_VALUE, type Table } from '../../src/records/table.ts';
import type { ColumnType } from '../../src/records/types.ts';
import { SAMPLE_TYPES, tableOf } from './tables.ts';

const keysOf = (type: ColumnType, cells: string[]) =>
  blockingKeys(
    tableOf(
      { x: type },
      cells.map((cell) => [cell]),
    ),
  );

/** Rows that agree on a key, as lists of cells. */
function groups(type: ColumnType, name: string, cells: string[]): string[][] {
  const key = keysOf(type, cells).find((candidate) => candidate.name === name)!;
  const lists = new Map<number, string[]>();
  key.codes.forEach((code, row) => {
    if (code !== NO_VALUE) lists.set(code, [...(lists.get(code) ?? []), cells[row]!]);
  });
  return [...lists.values()];
}

describe('blockingKeys', () => {
  it.each<[ColumnType, string, string[], string[][]]>([
    ['person', 'x: first 3 letters', ['anna', 'annabel', 'bob', ''], [['anna', 'annabel'], ['bob']]],
    ['person', 'x: last 3 letters', ['isabel', 'annabel', 'bob'], [['isabel', 'annabel'], ['bob']]],
    ['date', 'x: year', ['1980-01-02', '1980-00-00', '0000-01-02'], [['1980-01-02', '1980-00-00']]],
    ['date', 'x: month and day', ['1980-01-02', '1981-01-02', '1982-00-02'], [['1980-01-02', '1981-01-02']]],
    ['email', 'x: mailbox name', ['a@x.org', 'a@y.org', 'b@x.org'], [['a@x.org', 'a@y.org'], ['b@x.org']]],
    ['phone', 'x: first half', ['123456', '123999'], [['123456', '123999']]],
    ['phone', 'x: second half', ['123456', '999456'], [['123456', '999456']]],
    ['postcode', 'x: first half', ['10115', '10117', '10225'], [['10115', '10117'], ['10225']]],
    ['code', 'x: first half', ['abc123', 'abc124', 'xyz999'], [['abc123', 'abc124'], ['xyz999']]],
    ['number', 'x: 3 digits', ['43.32', '43.3128', '43.41'], [['43.32', '43.3128'], ['43.41']]],
    ['number', 'x: 2 digits', ['-1500', '-1510', '150'], [['-1500', '-1510'], ['150']]],
  ])('of a %s: %s', (type, name, cells, expected) => {
    expect(groups(type, name, cells)).toEqual(expected);
  });

  it('leave out what is as fine as the value itself, and halves of short codes', () => {
    expect(keysOf('person', ['al', 'bo']).map((key) => key.name)).toEqual(['x']);
    expect(keysOf('code', ['a1', 'a2', 'a3']).map((key) => key.name)).toEqual(['x']);
    expect(keysOf('category', ['a', 'b', 'a']).map((key) => key.name)).toEqual(['x']);
  });

  it('count their records, and know which keys a value agrees on', () => {
    const rows = [
      ['anna', '1980-01-02', '10115', 'deep sea', 'ann@x.org', 'f'],
      ['annabel', '1980-03-02', '10117', 'red sea', 'ann@y.org', 'f'],
      ['anna', '1980-01-02', '', '', 'ann@y.org', ''],
    ];
    const table: Table = tableOf(SAMPLE_TYPES, rows);
    const keys = blockingKeys(table);
    for (const [k, key] of keys.entries()) {
      const sizes = new Int32Array(key.sizes.length);
      for (const code of key.codes) if (code >= 0) sizes[code]!++;
      expect(key.sizes).toEqual(sizes);
      const alone = key.codes.filter((code) => code === ALONE).length;
      expect(key.sizes.length + alone).toBe(key.distinct);
      for (const coarse of key.coarser) {
        expect(coarse).toBeLessThan(k);
        expect(keys[coarse]!.field).toBe(key.field);
      }
    }
    const names = keys.map((key) => key.name);
    expect(keys[names.indexOf('born')]!.coarser).toEqual([names.indexOf('born: year')]);
    expect(keys[names.indexOf('mail')]!.coarser).toEqual([names.indexOf('mail: mailbox name')]);
  });

  it('are without any code for a column without any value', () => {
    const keys = keysOf('person', ['', '']);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ distinct: 0, codes: Int32Array.of(-1, -1) });
  });
});
