import { describe, expect, test } from 'vitest';
import { uniqueSources } from '../../src/cli/unique-files.ts';

const sources = [
  { source: 'a.csv', path: 'x/a.csv' },
  { source: 'y/b.csv', path: './y/b.csv' },
  { source: 'z/b.csv', path: './z/b.csv' },
];

describe('uniqueSources', () => {
  test.each([
    ['nothing', undefined, undefined],
    ['auto', ['auto'], undefined],
    ['none', ['none'], []],
    ['all', ['all'], [0, 1, 2]],
    ['a name', ['a.csv'], [0]],
    ['a path as given', ['x/a.csv'], [0]],
    ['a name that comes out longer', ['z/b.csv'], [2]],
    ['a name that two files have', ['b.csv'], [1, 2]],
    ['several', ['./y/b.csv', 'a.csv', 'a.csv'], [0, 1]],
    ['no names', [], []],
  ])('takes %s', (_, names, expected) => {
    expect(uniqueSources(names, sources)).toEqual(expected && new Set(expected));
  });

  test.each([
    [['c.csv'], 'c.csv'],
    [['a.csv', 'all'], 'all'],
    [['auto', 'a.csv'], 'auto'],
  ])('refuses %j and names the inputs', (names, unknown) => {
    const message = `--unique-within names "${unknown}", which is no input; the inputs are a.csv, y/b.csv, z/b.csv`;
    expect(() => uniqueSources(names, sources)).toThrow(message);
  });

  test('takes a file called like a keyword by its path', () => {
    expect(uniqueSources(['./all'], [{ source: 'all', path: './all' }])).toEqual(new Set([0]));
  });
});
