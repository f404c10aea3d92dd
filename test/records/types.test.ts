import { describe, expect, it } from 'vitest';
import { ErError } from '../../src/errors.ts';
import { measureShape } from '../../src/records/shape.ts';
import { COLUMN_TYPES, detectType, parseColumnType } from '../../src/records/types.ts';
import { column, KINDS } from './generated-columns.ts';

const detect = (values: readonly string[], counts: readonly number[] = values.map(() => 1)) =>
  detectType(measureShape(values, counts));

describe('detectType', () => {
  const kinds = Object.entries(KINDS).map(([name, cell]) => {
    return { name, cell, types: name.split(':')[0]!.split(' or ') };
  });

  it.each(kinds)('$name, clean and noisy, in files of several sizes', ({ cell, types }) => {
    const wrong: string[] = [];
    for (const rows of [120, 1000, 5000])
      for (const [noise, seed] of [
        [0, 1],
        [0.05, 2],
      ] as const) {
        const { values, counts } = column(cell, { rows, noise, seed });
        const { type, reason } = detect(values, counts);
        if (!types.includes(type))
          wrong.push(`${rows} rows, noise ${noise}, seed ${seed}: ${type}, ${reason}`);
      }
    expect(wrong).toEqual([]);
  });

  it('does not depend on the order of the values', () => {
    for (const { cell } of kinds) {
      const { values, counts } = column(cell, { rows: 300 });
      expect(detect(values.toReversed(), counts.toReversed())).toEqual(detect(values, counts));
    }
  });

  it('calls three values in four cells no category, but three in nine', () => {
    expect(detect(['Bonn', 'Trier', 'Worms'], [2, 1, 1]).type).toBe('person');
    expect(detect(['Bonn', 'Trier', 'Worms'], [3, 3, 3]).type).toBe('category');
  });

  it('calls whole numbers in sequence a code, however long they are', () => {
    for (const from of [1, 1000, 10_000, 100_000]) {
      const numbers = Array.from({ length: 400 }, (_, i) => String(from + i));
      expect(detect(numbers).type).toBe('code');
    }
  });

  it('calls wording of three words text where a word comes back, and names of as many people', () => {
    const names = Array.from({ length: 60 }, (_, i) => `${'bcdfghklmn'[i % 10]}a${'lnrstv'[i % 6]}o`);
    const streets = names.map((name, i) => `Old ${name} ${i % 2 ? 'Road' : 'Lane'}`);
    const people = names.map((name, i) => `${names[(7 * i) % 60]} J. ${name}`);
    expect(detect([...new Set(streets)]).type).toBe('text');
    expect(detect([...new Set(people)]).type).toBe('person');
    const long = people.map((name) => name.replaceAll('o', 'omorphologies'));
    expect(detect([...new Set(long)]).type).toBe('text');
  });

  it('calls few values among many misspellings a category only where they are short', () => {
    const slips = Array.from({ length: 150 }, (_, i) => `${'bcdfghklmn'[i % 10]}${i}x`);
    const counts = [500, 500, 500, ...slips.map(() => 1)];
    expect(detect(['single', 'married', 'widowed', ...slips], counts).type).toBe('category');
    const wording = slips.map((slip) => `Annals of ${slip} Letters`);
    const journals = ['Annals of Early Maps', 'Letters on Old Coins', 'Journal of Lost Ships'];
    expect(detect([...journals, ...wording], counts).type).toBe('text');
  });

  it('calls few numbers of four digits or more no category', () => {
    const codes = Array.from({ length: 25 }, (_, i) => String(3100 + 9 * i));
    expect(
      detect(
        codes,
        codes.map(() => 40),
      ).type,
    ).toBe('postcode');
    expect(detect(['1', '2', '3', '4'], [40, 30, 20, 10]).type).toBe('category');
  });

  it('calls digits with signs and spaces between a code', () => {
    expect(detect(Array.from({ length: 40 }, (_, i) => `${i + 3} (${(i % 7) + 1}) ${i}`)).type).toBe('code');
  });

  it('sees a date in a column of years among which some dates are whole', () => {
    const years = Array.from({ length: 40 }, (_, i) => String(1950 + i));
    const days = Array.from({ length: 15 }, (_, i) => `May ${i + 1}, 1988`);
    expect(detect(years).type).toBe('code');
    expect(detect([...years, ...days]).type).toBe('date');
  });

  it('sees dates in spite of slips that leave the calendar', () => {
    const slips = Array.from({ length: 40 }, (_, i) => `19${50 + i}-${13 + i}-07`);
    const days = Array.from({ length: 60 }, (_, i) => `1988-0${1 + (i % 9)}-${10 + (i % 19)}`);
    expect(detect([...slips, ...days]).type).toBe('date');
  });

  it('sees no dates in eight digits that seldom are one', () => {
    expect(detect(Array.from({ length: 200 }, (_, i) => String(10_000_000 + 449_557 * i))).type).not.toBe(
      'date',
    );
  });

  it.each([
    [['go94@a.com', 'x@b.org'], 'email', '100 % are e-mail addresses'],
    [['1987-03-05', '12 May 1990', '1.2.1960'], 'date', '100 % are dates'],
    [['1987', '1990', '1960', '1961'], 'code', '100 % are years'],
    [['123-45-6789', '987-65-4321'], 'code', 'numbers written 999-99-9999'],
    [['SW1A 1AA', 'M1 2AB'], 'postcode', '100 % are written like postcodes'],
    [['12345', '12345-6789', '99999-0001', '12344-0001'], 'postcode', '75 % are written like postcodes'],
    [['12345', '22345', '32345', '99999-0001'], 'postcode', 'five digits, 25 % with a segment of four'],
    [['30115', '80331', '4109'], 'code', '100 % are whole numbers'],
    [['30115', '80331', '50667', '4109'], 'postcode', 'numbers of one length, 1.0 cells to a value'],
    [['0151 123 4567', '030 1234567'], 'phone', '100 % are telephone numbers'],
    [['12.50', '9.99', '100'], 'number', '67 % are decimal numbers'],
    [['-12', '9', '100'], 'number', '100 % are numbers, some of them negative'],
    [['1500', '22000', '130'], 'number', '100 % are round numbers'],
    [['1', '22', '137'], 'code', '100 % are whole numbers'],
    [['A12', 'B7', '12'], 'code', '100 % are short of words but have digits'],
    [['x '.repeat(300), 'y '.repeat(300)], 'notes', 'free text of 599 characters on average'],
    [['A Tale of Two Towns', 'The End'], 'text', 'wording of 3.5 words on average'],
    [['12 Long Lane', '7 Row', 'Mill Row'], 'text', 'wording, 67 % of it with digits'],
    [['Ann Lee', 'Bob'], 'person', 'short names of 1.5 words on average'],
    [[], 'person', 'short names of 0.0 words on average'],
  ])('%j is %s: %s', (values, type, reason) => {
    expect(detect(values)).toEqual({ type, reason });
  });

  it('gives a category its counts as the reason', () => {
    expect(detect(['m', 'f'], [5, 4])).toEqual({ type: 'category', reason: '2 distinct values in 9 cells' });
  });

  it('says for full names that they are', () => {
    const names = Array.from(
      { length: 50 },
      (_, i) => `${'abcde'[i % 5]}${'xyz'[i % 3]}a${i % 7 ? 'r' : 's'} `,
    );
    const values = names.map((name, i) =>
      `${name.trim()}${'klmno'[i % 5]}${'aeiou'[(i * 3) % 5]}${'pqrst'[(i >> 1) % 5]} J. ${'bcdfghjklm'[i % 10]}o${'nprst'[(i >> 2) % 5]}`.replace(
        /\d/g,
        '',
      ),
    );
    expect(detect([...new Set(values)])).toEqual({ type: 'person', reason: 'names of 3.0 words on average' });
  });
});

describe('parseColumnType', () => {
  it('knows every type by its name, in any case', () => {
    for (const type of COLUMN_TYPES) expect(parseColumnType(` ${type.toUpperCase()} `)).toBe(type);
  });

  it.each([
    ['name', 'person'],
    ['title', 'text'],
    ['organisation', 'text'],
    ['organization', 'text'],
    ['identifier', 'code'],
    ['id', 'code'],
    ['e-mail', 'email'],
    ['mail', 'email'],
    ['telephone', 'phone'],
    ['zip', 'postcode'],
    ['postal', 'postcode'],
    ['free-text', 'notes'],
  ])('takes %s for %s', (alias, type) => {
    expect(parseColumnType(alias)).toBe(type);
  });

  it('lists the types when there is no such one', () => {
    expect(() => parseColumnType('colour')).toThrow(
      new ErError(
        'no column type "colour"; the types are person, text, date, number, code, codes, email, phone, postcode, category, notes',
      ),
    );
    expect(() => parseColumnType('constructor')).toThrow('no column type "constructor"');
  });
});
