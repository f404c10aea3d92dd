/** How survivorship rules are written, and what is said where one is not. */
import { describe, expect, test } from 'vitest';
import { preference, preferences } from '../../src/cli/prefer.ts';
import { ErError, UnknownName } from '../../src/errors.ts';

const COLUMNS = ['Name', 'seen', 'a: b', 'longest', 'town, county'];
const SOURCES = [
  { source: 'crm.csv', path: 'data/crm.csv' },
  { source: 'shop.csv', path: 'shop.csv' },
  { source: 'crm.csv#2', path: 'old/crm.csv' },
  { source: 'stdin', path: '-' },
  { source: 'a:longest', path: 'a:longest' },
  { source: 'x:source=y', path: 'x:source=y' },
];

const read = (...texts: string[]) =>
  preferences(
    texts.reduce<string[]>((all, text) => preference(text, all), []),
    COLUMNS,
    SOURCES,
  );

describe('a rule', () => {
  test.each([
    ['longest', { column: undefined, rule: { kind: 'longest' } }],
    [' most-frequent ', { column: undefined, rule: { kind: 'most-frequent' } }],
    ['name:longest', { column: 0, rule: { kind: 'longest' } }],
    ['NAME : most-frequent', { column: 0, rule: { kind: 'most-frequent' } }],
    ['newest=Seen', { column: undefined, rule: { kind: 'newest', column: 1 } }],
    ['newest=a: b', { column: undefined, rule: { kind: 'newest', column: 2 } }],
    ['newest=town, county', { column: undefined, rule: { kind: 'newest', column: 4 } }],
    ['a: b:newest=a: b', { column: 2, rule: { kind: 'newest', column: 2 } }],
    ['longest:longest', { column: 3, rule: { kind: 'longest' } }],
    ['seen:newest=longest', { column: 1, rule: { kind: 'newest', column: 3 } }],
    ['source=shop.csv', { column: undefined, rule: { kind: 'source', order: [[1]] } }],
    ['name:source=stdin, crm.csv', { column: 0, rule: { kind: 'source', order: [[3], [0]] } }],
    ['source=old/crm.csv,data/crm.csv', { column: undefined, rule: { kind: 'source', order: [[2], [0]] } }],
    ['source=a:longest', { column: undefined, rule: { kind: 'source', order: [[4]] } }],
    ['name:source=x:source=y', { column: 0, rule: { kind: 'source', order: [[5]] } }],
    ['source=crm.csv#2,-', { column: undefined, rule: { kind: 'source', order: [[2], [3]] } }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test('names every file of a name that no source has as its own', () => {
    const sources = ['a/x.csv', 'b/x.csv'].map((path, s) => ({ source: `${s}`, path }));
    expect(preferences(['source=x.csv'], COLUMNS, sources)[0]!.rule).toEqual({
      kind: 'source',
      order: [[0, 1]],
    });
  });

  test('may be followed by others, which keep their order', () => {
    expect(read('longest', 'name:longest', 'most-frequent').map(({ column }) => column)).toEqual([
      undefined,
      0,
      undefined,
    ]);
  });
});

const refusal = (...texts: string[]): ErError => {
  try {
    read(...texts);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return error as ErError;
  }
  throw new Error('it was expected to be refused');
};

describe('what is no rule is refused, with what is known', () => {
  test.each([
    ['', 'holds no rule; the rules are source=FILE,…, newest=COLUMN, longest and most-frequent'],
    ['oldest=seen', 'holds no rule'],
    ['name:', 'holds no rule'],
    [':longest', 'holds no rule'],
    ['newest', 'holds no rule'],
    ['longest=name', 'holds no rule'],
    ['source=', 'does not say which file'],
    ['name:source= , ', 'does not say which file'],
    ['newest= ', 'does not say which column'],
    [
      'nmae:longest',
      '--prefer names a column "nmae" that golden records do not have; the columns are Name, seen',
    ],
    ['newest=sene', '--prefer names a column "sene"'],
    [
      'source=shop.csv,cmr.csv',
      '--prefer names "cmr.csv", which is no input; the inputs are crm.csv, shop.csv',
    ],
  ])('%j', (text, message) => {
    expect(refusal(text).message).toContain(message);
  });

  test.each([
    ['name:longst', 'longst', 'longest'],
    ['newst=seen', 'newst', 'newest'],
    ['nmae:longest', 'nmae', 'Name'],
    ['newest=sene', 'sene', 'seen'],
    ['source=cmr.csv', 'cmr.csv', 'crm.csv'],
  ])('%s, so that the nearest can be suggested', (text, wanted, known) => {
    const error = refusal(text) as UnknownName;
    expect(error).toBeInstanceOf(UnknownName);
    expect(error.wanted).toBe(wanted);
    expect(error.known).toContain(known);
  });
});
