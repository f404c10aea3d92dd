import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelsFor } from '../../src/compare/levels.ts';
import { COLUMN_TYPES, type ColumnType } from '../../src/records/types.ts';
import { columnOf } from '../blocking/tables.ts';

const namesOf = (type: ColumnType, ...values: string[]): readonly string[] =>
  levelsFor(columnOf('x', type, values)).names;

describe('levelsFor', () => {
  it.each<[ColumnType, string[], string[]]>([
    ['person', ['smith', 'jones'], ['different', 'alike', 'close', 'equal']],
    ['person', ['ann', 'bob'], ['different', 'alike', 'nickname', 'close', 'equal']],
    ['category', ['robert', 'bob'], ['different', 'alike', 'close', 'equal']],
    ['date', ['1980-01-02'], ['different', 'same year', 'two parts', 'near', 'equal']],
    ['number', ['1.5'], ['different', 'within 10 %', 'within 1 % or one edit', 'equal']],
    ['code', ['7'], ['different', 'equal']],
    ['code', ['77'], ['different', 'one edit', 'equal']],
    ['code', ['ab12345'], ['different', 'two edits', 'one edit', 'equal']],
    ['postcode', ['10115'], ['different', 'one edit', 'equal']],
    ['phone', ['5550123'], ['different', 'two edits', 'one edit or same ending', 'equal']],
    ['category', ['m', 'f'], ['different', 'equal']],
    ['category', ['nsw', 'vic'], ['different', 'one edit', 'equal']],
    ['category', ['north', 'south'], ['different', 'alike', 'close', 'equal']],
    ['email', ['a@b.c'], ['different', 'alike', 'same mailbox name or two edits', 'equal']],
  ])('of a %s like %s', (type, values, expected) => {
    expect(namesOf(type, ...values)).toEqual(expected);
  });

  it('of wording: words where values have several, letters where they are long and of one word', () => {
    expect(namesOf('text', 'probabilistic matching', 'probabilistic data mining')[1]).toBe('words 0.3');
    expect(namesOf('text', '東京都千代田区丸の内一丁目', '大阪府大阪市北区梅田三丁目')[1]).toBe(
      'letters 0.4',
    );
    expect(namesOf('person', 'rinderkennzeichnung', 'donaudampfschifffahrt')[1]).toBe('letters 0.4');
    const names = Array.from({ length: 30 }, (_, i) => `name${i}`);
    expect(namesOf('person', ...names, 'x'.repeat(10_000))).toEqual(namesOf('person', ...names));
    expect(namesOf('person', '東京', '大阪')[1]).toBe('alike');
    expect(namesOf('text', 'sony', 'lg')[1]).toBe('words 0.3');
  });

  it('of a person without nicknames where they are not wanted', () => {
    const column = columnOf('x', 'person', ['ann', 'bob']);
    expect(levelsFor(column, { nicknames: false }).names).toEqual(['different', 'alike', 'close', 'equal']);
  });

  it.each<[ColumnType, string, string, string]>([
    ['date', '1980-01-02', '1980-02-01', 'near'],
    ['date', '1980-01-02', '1980-01-00', 'near'],
    ['date', '1980-01-02', '1980-07-29', 'same year'],
    ['number', '149.99', '194.99', 'within 1 % or one edit'],
    ['number', '100', '95', 'within 10 %'],
    ['number', '100', '5', 'different'],
  ])('compare a %s: %s and %s are %s apart', (type, x, y, expected) => {
    const column = columnOf('x', type, [x, y]);
    const levels = levelsFor(column);
    expect(levels.names[levels.compare(0, 1)]).toBe(expected);
  });

  it.each(COLUMN_TYPES)('are few, symmetric and in range for any values of a %s', (type) => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abz 019-@.'), maxLength: 14 }),
      fc.string({ maxLength: 6 }),
      fc.constantFrom('1980-01-02', '1980-02-01', '12.5', '-12.5', '125', 'ann@a.org', '02079460958'),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), (cells) => {
        const column = columnOf('x', type, cells);
        const { names, compare } = levelsFor(column);
        expect(names.length).toBeGreaterThanOrEqual(2);
        expect(names.length).toBeLessThanOrEqual(6);
        expect([names[0], names.at(-1)]).toEqual(['different', 'equal']);
        for (let a = 0; a < column.values.length; a++)
          for (let b = 0; b < a; b++) {
            const level = compare(a, b);
            expect(compare(b, a)).toBe(level);
            expect(Number.isInteger(level) && level >= 0 && level < names.length).toBe(true);
          }
      }),
      { numRuns: 150 },
    );
  });
});
