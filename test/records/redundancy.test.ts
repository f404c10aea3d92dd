import { describe, expect, it } from 'vitest';
import { random } from '../../src/math/random.ts';
import { missingTest } from '../../src/records/missing.ts';
import { RawColumn } from '../../src/records/raw-column.ts';
import { findRedundant } from '../../src/records/redundancy.ts';
import { KINDS } from './generated-columns.ts';

const ROWS = 600;

function draw(kind: string, seed: number, rows = ROWS): string[] {
  const r = random(seed);
  return Array.from({ length: rows }, () => KINDS[kind]!(r));
}

const first = draw('person: first names', 1);
const last = draw('person: surnames with hyphens and apostrophes', 2);
const city = draw('person: cities', 3);

/** Every `each`-th cell of a column made into something else. */
const altered = (cells: readonly string[], each: number, change: (cell: string) => string): string[] =>
  cells.map((cell, row) => (row % each === 0 ? change(cell) : cell));

function found(columns: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const names = Object.keys(columns);
  const raw = names.map((name) => {
    const column = new RawColumn(name, missingTest());
    for (const cell of columns[name]!) column.push(cell);
    return column;
  });
  const reasons = findRedundant(raw, columns[names[0]!]!.length);
  return Object.fromEntries([...reasons].map(([index, reason]) => [names[index]!, reason]));
}

describe('copies', () => {
  it.each([
    ['as it is', last],
    ['in other case', last.map((cell) => cell.toUpperCase())],
    ['with other punctuation', last.map((cell) => cell.replace('-', ' ').replace("'", '\u2019'))],
    ['with one slip in a hundred', altered(last, 100, (cell) => `${cell}x`)],
    ['with a tenth missing', altered(last, 10, () => '')],
  ])('are found %s', (_, copy) => {
    expect(found({ first, last, copy, city })).toEqual({ copy: 'a copy of last' });
  });

  it('are found of dates written otherwise, and of numbers with a zero more or less', () => {
    const born = draw('date: ISO', 4);
    const copy = born.map((date) => date.split('-').reverse().join('/'));
    expect(found({ born, copy })).toEqual({ copy: 'a copy of born' });
    const code = draw('postcode: German', 4);
    expect(found({ code, copy: code.map((cell) => `${Number(cell)}.0`) })).toEqual({
      copy: 'a copy of code',
    });
  });

  it('are found of names in other order', () => {
    const name = first.map((cell, row) => `${cell} ${last[row]}`);
    const copy = first.map((cell, row) => `${last[row]}, ${cell}`);
    expect(found({ name, copy, city })).toEqual({ copy: 'a copy of name' });
  });

  it('go where they are in one file only, whichever stands first', () => {
    const half = last.map((cell, row) => (row < ROWS / 2 ? cell : ''));
    expect(found({ last, half })).toEqual({ half: 'a copy of last' });
    expect(found({ half, last })).toEqual({ half: 'a copy of last' });
  });

  it('stay where they are copies in one of two files and not in the other', () => {
    const other = draw('person: first names', 9);
    const copy = last.map((cell, row) => (row < ROWS / 2 ? cell : other[row]!));
    expect(found({ last, copy })).toEqual({});
  });

  it('stay where they have values that the original has not', () => {
    const home = last.map((cell, row) => (row % 3 === 0 ? '' : cell));
    const work = last.map((cell, row) => (row % 3 === 1 ? '' : cell));
    expect(found({ home, work })).toEqual({});
  });

  it('are not seen in few rows, nor in a twentieth of many', () => {
    expect(found({ a: last.slice(0, 9), b: last.slice(0, 9) })).toEqual({});
    expect(found({ a: last.slice(0, 10), b: last.slice(0, 10) })).toEqual({ b: 'a copy of a' });
    expect(found({ last, other: altered(last, 20, (cell) => `${cell}x`) })).toEqual({});
    expect(found({ first, last: last.map((cell, row) => (row % 20 === 0 ? first[row]! : cell)) })).toEqual(
      {},
    );
  });

  it('are not seen in flags that are both "no" nearly everywhere', () => {
    const died = first.map((_, row) => (row % 120 === 0 ? 'yes' : 'no'));
    const moved = first.map((_, row) => (row % 120 === 60 ? 'yes' : 'no'));
    const ill = first.map((_, row) => (row % 240 === 0 || row % 240 === 60 ? 'yes' : 'no'));
    expect(found({ died: died.map(() => 'no'), moved: died.map(() => 'no') })).toEqual({
      moved: 'a copy of died',
    });
    expect(found({ died, moved })).toEqual({});
    expect(found({ died, ill })).toEqual({});
    expect(found({ died, copy: died })).toEqual({ copy: 'a copy of died' });
  });

  it('of copies are all copies of the first', () => {
    expect(found({ a: last, b: last, c: last })).toEqual({ b: 'a copy of a', c: 'a copy of a' });
  });
});

describe('concatenations', () => {
  it.each([
    ['first last', first.map((cell, row) => `${cell} ${last[row]}`)],
    ['LAST, FIRST', first.map((cell, row) => `${last[row]}, ${cell}`.toUpperCase())],
    ['last,first', first.map((cell, row) => `${last[row]},${cell}`)],
    [
      'with one slip in twenty',
      altered(
        first.map((cell, row) => `${cell} ${last[row]}`),
        20,
        (cell) => `${cell}x`,
      ),
    ],
  ])('are found: %s', (_, name) => {
    const reason = { name: 'a concatenation of first, last' };
    expect(found({ first, last, name, city })).toEqual(reason);
    expect(found({ name, city, first, last })).toEqual(reason);
  });

  it('are found where a part is missing in some rows', () => {
    const some = altered(first, 3, () => '');
    const name = some.map((cell, row) => `${cell} ${last[row]}`);
    expect(found({ some, last, name })).toEqual({ name: 'a concatenation of some, last' });
  });

  it.each(['date: ISO', 'date: eight digits', 'date: day first, points', 'date: month in letters'])(
    'are found of a date in three columns: %s',
    (kind) => {
      const day = first.map((_, row) => String(1 + ((row * 7) % 28)));
      const month = first.map((_, row) => String(1 + ((row * 5) % 12)));
      const year = first.map((_, row) => String(1940 + ((row * 3) % 60)));
      const born = day.map((_, row) => {
        const iso = `${year[row]}-${month[row]!.padStart(2, '0')}-${day[row]!.padStart(2, '0')}`;
        if (kind === 'date: ISO') return iso;
        if (kind === 'date: eight digits') return iso.replaceAll('-', '');
        if (kind === 'date: day first, points') return `${day[row]}.${month[row]}.${year[row]}`;
        return `${day[row]} ${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[Number(month[row]) - 1]} ${year[row]}`;
      });
      expect(found({ born, day, month, year, city })).toEqual({
        born: 'a concatenation of day, month, year',
      });
    },
  );

  it('inside one another are all found, short ones first', () => {
    const name = first.map((cell, row) => `${cell} ${last[row]}`);
    const label = name.map((cell, row) => `${cell}, ${city[row]}`);
    expect(found({ label, name, first, last, city })).toEqual({
      name: 'a concatenation of first, last',
      label: 'a concatenation of first, last, city',
    });
  });

  it('are not seen where the whole has more words than its parts', () => {
    const name = first.map((cell, row) => `${cell} ${city[row]} ${last[row]}`);
    expect(found({ first, last, name })).toEqual({});
  });

  it('may hold a little more than their parts: middle names in some rows', () => {
    const name = first.map((cell, row) => `${cell} ${row % 3 === 0 ? `${city[row]} ` : ''}${last[row]}`);
    expect(found({ first, last, name })).toEqual({ name: 'little more than first, last' });
  });

  it('are not seen in first and last names that are the same in few rows', () => {
    expect(found({ first: altered(first, 30, () => 'Ado'), last: altered(last, 30, () => 'Ado') })).toEqual(
      {},
    );
  });

  it('of unrelated columns of every kind are none', () => {
    const columns = Object.fromEntries(Object.keys(KINDS).map((kind, i) => [kind, draw(kind, 20 + i, 400)]));
    expect(found(columns)).toEqual({});
  });
});

describe('findRedundant', () => {
  it('does not depend on the order of the rows in long files', () => {
    const rows = 20_000;
    const [a, b] = [
      draw('person: surnames with hyphens and apostrophes', 5, rows),
      draw('person: cities', 6, rows),
    ];
    // Near the border, where one sample would say so and another not.
    const copy = a.map((cell, row) => (row % 47 === 0 ? b[row]! : cell));
    const reversed = (cells: string[]) => cells.toReversed();
    const once = found({ a, b, copy });
    expect(found({ a: reversed(a), b: reversed(b), copy: reversed(copy) })).toEqual(once);
  });
});
