import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/compare/given-names.ts';
import { areNicknames, holdsGivenNames, nicknamesAmong } from '../../src/compare/nicknames.ts';
import { tokenise } from '../../src/compare/tokens.ts';
import { normaliseAs } from '../../src/records/encode.ts';
import { columnOf } from '../blocking/tables.ts';

const families = FAMILIES.trim()
  .split(/,\s+/)
  .map((family) => family.split(/\s+/));
const names = [...new Set(families.flat())];

describe('the list of given names', () => {
  it('has families of two names and more, each once, as they are normalised', () => {
    for (const family of families) {
      expect(family.length, family.join(' ')).toBeGreaterThanOrEqual(2);
      expect(new Set(family).size, family.join(' ')).toBe(family.length);
      for (const name of family) expect(normaliseAs(name, 'person')).toBe(name);
    }
    expect(families.length).toBeGreaterThan(400);
  });
});

describe('areNicknames', () => {
  it.each([
    ['bob', 'robert'],
    ['bill', 'william'],
    ['bill', 'will'],
    ['peggy', 'margaret'],
    ['alex', 'alexander'],
    ['alex', 'alexandra'],
    ['jack', 'john'],
    ['hans', 'johannes'],
    ['pepe', 'jose'],
    ['kasia', 'katarzyna'],
    ['misha', 'mikhail'],
  ])('knows %s and %s', (x, y) => {
    expect(areNicknames(x, y)).toBe(true);
  });

  it.each([
    ['alexander', 'alexandra'],
    ['christopher', 'christine'],
    ['bob', 'william'],
    ['bob', 'bob'],
    ['smith', 'smyth'],
    ['', 'robert'],
  ])('keeps %s and %s apart', (x, y) => {
    expect(areNicknames(x, y)).toBe(false);
  });

  it('is symmetric, and holds for names of one family and no others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...names, 'smith'), (x, y) => {
        const expected = x !== y && families.some((family) => family.includes(x) && family.includes(y));
        expect(areNicknames(x, y)).toBe(expected);
        expect(areNicknames(y, x)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('nicknamesAmong', () => {
  it('finds values with the same words but one, whatever their order', () => {
    const word = fc.constantFrom('bob', 'robert', 'bill', 'william', 'smith', 'jones', 'lee');
    const value = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(value, value, (x, y) => {
        const values = [x.join(' '), y.join(' ')];
        const own = [x.filter((it) => !y.includes(it)), y.filter((it) => !x.includes(it))];
        const expected = own.every(({ length }) => length === 1) && areNicknames(own[0]![0]!, own[1]![0]!);
        expect(nicknamesAmong(tokenise(values, [1, 1]))(0, 1)).toBe(expected);
        expect(nicknamesAmong(tokenise(values, [1, 1]))(1, 0)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('holdsGivenNames', () => {
  const holds = (...cells: string[]): boolean => holdsGivenNames(columnOf('x', 'person', cells));

  it('is true of given names and full names, not of surnames and streets', () => {
    expect(holds('robert', 'mary', 'tamsin', 'bjarki')).toBe(true);
    expect(holds('robert smith', 'smith mary', 'tamsin jones')).toBe(true);
    expect(holds('smith', 'james', 'miller', 'baker', 'fletcher', 'weaver')).toBe(false);
    expect(holds('mill road', 'victoria street', 'high street', 'park lane', 'the green')).toBe(false);
    expect(holds()).toBe(false);
  });

  it('counts records, not values', () => {
    expect(holds('robert', 'smith', 'jones', 'baker', 'miller')).toBe(false);
    expect(holds('robert', 'robert', 'robert', 'smith', 'jones', 'baker', 'miller')).toBe(true);
  });
});
