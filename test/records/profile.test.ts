import { describe, expect, it } from 'vitest';
import { UnknownName } from '../../src/errors.ts';
import { loadFiles } from '../../src/records/load.ts';
import { type ProfileOptions, profile } from '../../src/records/profile.ts';
import { scratch } from '../csv/harness.ts';

const { file } = scratch();
let count = 0;

/** Load and profile one file of the given columns. */
async function profiled(columns: Readonly<Record<string, readonly string[]>>, options: ProfileOptions = {}) {
  const names = Object.keys(columns);
  const rows = columns[names[0]!]!.map((_, row) =>
    names.map((name) => `"${columns[name]![row]!}"`).join(','),
  );
  const raw = await loadFiles([file(`${++count}.csv`, `${[names.join(','), ...rows].join('\n')}\n`)]);
  const result = profile(raw, options);
  const reasons = Object.fromEntries(result.profiles.map(({ name, reason }) => [name, reason]));
  return { ...result, reasons, used: result.table.columns.map(({ name }) => name) };
}

const many = (length: number, cell: (row: number) => string): string[] =>
  Array.from({ length }, (_, row) => cell(row));
const NAMES = many(60, (row) => `${'BDFGKLMNPRSTVWZ'[row % 15]}${'aeiou'[row % 4]}${'lnrst'[row % 5]}o`);

describe('profile', () => {
  it('says of each column what it holds and whether it is used', async () => {
    const { profiles, table } = await profiled({
      id: ['1', '2', '3', '4', '5', '6'],
      name: ['Ann', 'Bo', 'ann ', 'Cy', 'NA', ''],
      born: ['03/04/1987', '1.2.60', 'once', '04/03/1987', '03/04/1987', 'n/a'],
    });
    expect(profiles).toEqual([
      {
        ...{
          name: 'id',
          type: 'code',
          used: false,
          reason: 'the id: it names the records',
          missing: 0,
          distinct: 6,
        },
        ...{ topValue: '1', topShare: 1 / 6, missingTokens: {}, unreadable: 0, ambiguousDates: false },
      },
      {
        ...{
          name: 'name',
          type: 'person',
          used: true,
          reason: 'short names of 1.0 words on average',
          missing: 2,
        },
        ...{
          distinct: 3,
          topValue: 'Ann',
          topShare: 0.25,
          missingTokens: { NA: 1 },
          unreadable: 0,
          ambiguousDates: false,
        },
      },
      {
        ...{ name: 'born', type: 'date', used: true, reason: '80 % are dates', missing: 2, distinct: 3 },
        ...{
          topValue: '03/04/1987',
          topShare: 0.4,
          missingTokens: { 'n/a': 1 },
          unreadable: 1,
          ambiguousDates: true,
        },
      },
    ]);
    expect(table.columns.map(({ name }) => name)).toEqual(['name', 'born']);
    expect(table).toMatchObject({ size: 6, ids: ['1', '2', '3', '4', '5', '6'] });
  });

  it('shows the same top value in any order of the rows', async () => {
    const top = async (cells: string[]) => (await profiled({ cells })).profiles[0]!.topValue;
    expect(await top(['b', 'c', 'a', 'd'])).toBe('a');
    expect(await top(['d', 'a', 'c', 'b'])).toBe('a');
  });
});

describe('columns set aside', () => {
  it('are no names of which one is written without end', async () => {
    const { used, profiles } = await profiled({
      name: [...NAMES, 'x'.repeat(30_000)],
      note: [...NAMES.toReversed(), 'Ann'],
    });
    expect(used).toEqual(['name', 'note']);
    expect(profiles.map(({ type }) => type)).toEqual(['person', 'person']);
  });

  it('are empty ones, constants however written, notes and numbers that no two records share', async () => {
    const { reasons, used } = await profiled({
      name: NAMES,
      empty: NAMES.map((_, row) => (row % 2 ? 'NA' : '')),
      constant: NAMES.map((_, row) => (row % 3 ? 'Yes' : row % 2 ? ' yes ' : '')),
      notes: NAMES.map((_, row) => `${row} ${'so it was and so it is '.repeat(20)}`),
      serial: NAMES.map((_, row) => String(7 * row)),
      amount: NAMES.map((_, row) => `${row}.25`),
      shared: NAMES.map((_, row) => String(7 * (row % 59))),
      born: NAMES.map((_, row) => `19${40 + row}0${1 + (row % 9)}1${row % 10}`),
    });
    expect(used).toEqual(['name', 'shared', 'born']);
    expect(reasons).toMatchObject({
      empty: 'empty',
      constant: 'constant: the same value in every record that has one',
      notes: 'free-form notes',
      serial: 'a number that no two records share, so it cannot show agreement',
      amount: 'a number that no two records share, so it cannot show agreement',
    });
  });

  it('are no numbers of a small file', async () => {
    const { used } = await profiled({ serial: many(49, (row) => String(7 * row)) });
    expect(used).toEqual(['serial']);
  });

  it('are copies and concatenations', async () => {
    const city = NAMES.map((_, row) => `Town${'abcdefg'[row % 7]}`);
    const { used, reasons } = await profiled({
      ...{ name: NAMES, city, copy: NAMES.map((cell) => cell.toUpperCase()) },
      both: NAMES.map((cell, row) => `${city[row]}, ${cell}`),
    });
    expect(used).toEqual(['name', 'city']);
    expect(reasons).toMatchObject({ copy: 'a copy of name', both: 'a concatenation of name, city' });
  });

  it('are columns of which no cell can be read as the type asked for', async () => {
    const { used, reasons } = await profiled(
      { name: NAMES, city: NAMES.toReversed() },
      { types: new Map([['city', 'date']]) },
    );
    expect(used).toEqual(['name']);
    expect(reasons.city).toBe('no cell can be read as date');
  });

  it('are all but the 24 most telling', async () => {
    const columns = Object.fromEntries(
      many(26, (c) => `c${c}`).map((name, c) => [
        name,
        many(80, (row) => `v${(row * (2 * c + 3)) % (c + 2)}`),
      ]),
    );
    const { used, reasons } = await profiled(columns);
    expect(used).toHaveLength(24);
    expect(used).not.toContain('c0');
    expect(reasons.c0).toBe('not among the 24 most telling columns; --fields chooses others');
  });
});

describe('options', () => {
  const columns = {
    name: NAMES,
    copy: NAMES,
    serial: NAMES.map((_, row) => String(row)),
    none: NAMES.map(() => ''),
  };

  it('use exactly the fields asked for, but for empty ones', async () => {
    const { used, reasons } = await profiled(columns, { fields: ['COPY', ' name', 'serial', 'none'] });
    expect(used).toEqual(['name', 'copy', 'serial']);
    expect(reasons.none).toBe('empty');
    expect((await profiled(columns, { fields: ['copy'] })).reasons.name).toBe('not among --fields');
  });

  it('leave out what is to be ignored, and then keep its copy', async () => {
    const { used, reasons } = await profiled(columns, { ignore: ['Name'] });
    expect(used).toEqual(['copy']);
    expect(reasons.name).toBe('ignored as asked for');
  });

  it('overrule types, and keep a number of which the type was given', async () => {
    const { profiles, used } = await profiled(columns, { types: new Map([['serial', 'number']]) });
    expect(used).toEqual(['name', 'serial']);
    expect(profiles.find(({ name }) => name === 'serial')).toMatchObject({
      type: 'number',
      reason: 'as asked for',
    });
  });

  it.each([
    [{ fields: ['nmae'] }, '--fields'],
    [{ ignore: ['nmae'] }, '--ignore'],
    [{ types: new Map([['nmae', 'date' as const]]) }, '--type'],
  ])('that name no column are an error: %o', async (options, option) => {
    const asked = profiled(columns, options);
    await expect(asked).rejects.toBeInstanceOf(UnknownName);
    await expect(asked).rejects.toMatchObject({
      ...{ wanted: 'nmae', known: ['name', 'copy', 'serial', 'none'] },
      message: `${option} names a column "nmae" that no file has; the columns are name, copy, serial, none`,
    });
  });

  it('that name the id are an error of their own', async () => {
    await expect(profiled({ id: ['1', '2'], name: ['a', 'b'] }, { fields: ['ID'] })).rejects.toThrow(
      '--fields names "ID", which is the id column and is never compared',
    );
  });

  describe('codes inside wording', () => {
    const titles = many(40, (row) => `acme ${NAMES[row]} camera ${'abcd'[row % 4]}x${1000 + row}`);

    it('are a column of their own', async () => {
      const { used, profiles } = await profiled({ title: titles, name: NAMES.slice(0, 40) });
      expect(used).toEqual(['title', 'title: codes', 'name']);
      expect(profiles[1]).toMatchObject({ name: 'title: codes', type: 'codes', used: true, distinct: 40 });
    });

    it('have a name that no file has', async () => {
      const { used } = await profiled({ title: titles, 'Title: Codes': NAMES.slice(0, 40) });
      expect(used).toEqual(['title', 'title: codes (2)', 'Title: Codes']);
    });

    it('can be left out, or compared alone', async () => {
      const columns = { title: titles, name: NAMES.slice(0, 40) };
      expect((await profiled(columns, { ignore: ['Title: Codes'] })).used).toEqual(['title', 'name']);
      expect((await profiled(columns, { fields: ['title: codes'] })).used).toEqual(['title: codes']);
      expect((await profiled(columns, { fields: ['title'] })).used).toEqual(['title', 'title: codes']);
      expect((await profiled(columns, { ignore: ['title'] })).used).toEqual(['name']);
    });

    it('leave no wording where there is nothing else', async () => {
      const codes = many(40, (row) => `abc${1000 + row} xyz${2000 + row}`);
      const { used, reasons } = await profiled(
        { title: codes, name: NAMES.slice(0, 40) },
        { types: new Map([['title', 'text']]) },
      );
      expect(used).toEqual(['title: codes', 'name']);
      expect(reasons.title).toContain('only its codes are compared');
    });

    it('are not taken out where there would be too many columns', async () => {
      const columns = Object.fromEntries(
        many(20, (c) => `t${c}`).map((name, c) => [
          name,
          many(
            40,
            (row) =>
              `acme ${NAMES[(row * (c + 1)) % 60]} camera ${'abcd'[c % 4]}${c}x${1000 + ((row * 7 * (c + 3)) % 41)}`,
          ),
        ]),
      );
      expect((await profiled(columns)).used.length).toBeLessThanOrEqual(24);
      const names = many(36, (c) => `c${c}`);
      const wide = Object.fromEntries(
        names.map((name, c) => [name, many(40, (row) => `${(row * (c + 2)) % 37}`)]),
      );
      await expect(profiled(wide, { fields: names })).rejects.toThrow('at most 32 can be compared');
    });
  });
});
