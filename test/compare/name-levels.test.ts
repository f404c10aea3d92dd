import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jaroWinkler } from '../../src/compare/jaro-winkler.ts';
import { nameLevels } from '../../src/compare/name-levels.ts';
import { areNicknames } from '../../src/compare/nicknames.ts';
import { levelName } from './pair-levels.ts';

/** The rule as a person would write it down. */
function reference(x: string, y: string): number {
  const similarity = jaroWinkler(x, y);
  const [wordsX, wordsY] = [x, y].map((value) => [...new Set(value.split(' ').filter(Boolean))].sort());
  if (similarity >= 0.92) return 2;
  if (wordsX!.length > 1 && wordsX!.join() === wordsY!.join()) return 2;
  if (similarity >= 0.8) return 1;
  const [short, long] = wordsX!.length < wordsY!.length ? [wordsX!, wordsY!] : [wordsY!, wordsX!];
  const isHalf = short.length === 1 && long.length === 2 && long.includes(short[0]!) && short[0]!.length >= 4;
  const isInitial = Math.min(x.length, y.length) === 1 && x[0] === y[0];
  return isHalf || isInitial ? 1 : 0;
}

const word = fc.oneof(
  fc.constantFrom('smith', 'smyth', 'jones', 'de', 'la', 'cruz', 'maria', 'j', 'john', 'anna', 'ann'),
  fc.string({ unit: fc.constantFrom(...'abnoż'), minLength: 1, maxLength: 5 }),
);
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

describe('nameLevels', () => {
  it.each([
    ['close', 'catherine', 'catharine'],
    ['close', 'de la cruz maria', 'maria de la cruz'],
    ['close', 'meyer schmidt', 'schmidt meyer'],
    ['alike', 'smith', 'smyth'],
    ['alike', 'dwayne', 'duane'],
    ['alike', 'j', 'john'],
    ['alike', 'j', 'john paul'],
    ['alike', 'jones', 'smith jones'],
    ['alike', 'smith', 'smith jones'],
    ['different', 'j', 'anna'],
    ['different', 'bob', 'robert'],
    ['different', 'jones', 'smith'],
    ['different', 'york', 'jamesport new york'],
    ['different', 'de', 'cruz de'],
    ['different', 'maria de la cruz', 'juan de la vega'],
    ['different', '李', '王'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(nameLevels, x, y)).toBe(expected);
  });

  it('are those of the rule, whatever the screens leave out, and symmetric', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6 }), (values) => {
        const levels = nameLevels(values);
        values.forEach((x, a) => {
          values.forEach((y, b) => {
            if (a !== b) expect([x, y, levels.compare(a, b)]).toEqual([x, y, reference(x, y)]);
          });
        });
      }),
      { numRuns: 1500 },
    );
  });
});

describe('nameLevels of given names', () => {
  const given = (values: string[]) => nameLevels(values, true);

  it.each([
    ['close', 'catherine', 'catharine'],
    ['close', 'robert john', 'john robert'],
    ['nickname', 'bob', 'robert'],
    ['nickname', 'bob', 'rob'],
    ['nickname', 'chris', 'christopher'],
    ['nickname', 'bob smith', 'robert smith'],
    ['nickname', 'smith bob', 'robert smith'],
    ['nickname', 'smith peggy ann', 'margaret ann smith'],
    ['alike', 'smith', 'smyth'],
    ['alike', 'j', 'john'],
    ['different', 'bob smith', 'robert jones'],
    ['different', 'bob', 'robert james'],
    ['different', 'bob', 'william'],
    ['different', 'bob bill', 'robert william'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(given, x, y)).toBe(expected);
  });

  it('are those without nicknames, but for single names of one family', () => {
    const single = fc.oneof(word, fc.constantFrom('bob', 'robert', 'rob', 'bill', 'will', 'william', 'beth'));
    fc.assert(
      fc.property(fc.uniqueArray(single, { minLength: 2, maxLength: 6 }), (values) => {
        const [plain, known] = [nameLevels(values), nameLevels(values, true)];
        for (let a = 0; a < values.length; a++)
          for (let b = 0; b < a; b++) {
            const before = plain.names[plain.compare(a, b)]!;
            const expected = before !== 'close' && areNicknames(values[a]!, values[b]!) ? 'nickname' : before;
            expect(known.names[known.compare(a, b)]).toBe(expected);
          }
      }),
      { numRuns: 500 },
    );
  });
});
