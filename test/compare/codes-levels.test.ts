import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesLevels } from '../../src/compare/codes-levels.ts';
import { levelName } from './pair-levels.ts';

const levels = (values: readonly string[]) => codesLevels(values, new Array(values.length).fill(1));

const code = fc.string({ unit: fc.constantFrom(...'ab1'), minLength: 1, maxLength: 6 });
const cell = fc.uniqueArray(code, { minLength: 1, maxLength: 3 }).map((codes) => codes.sort().join(' '));

describe('codesLevels', () => {
  it.each([
    ['equal', 'dscw150', '26108 dscw150'],
    ['same stem', 'txsr506', 'txsr506b'],
    ['same stem', '26108 s710', 'coolpixs710'],
    ['different', 's71', 's710b'], // a stem of three
    ['different', 'kdl52w4100', 'kdl46w4100'], // the next model
    ['different', 'dscw150', 'dscw170'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(levels, x, y)).toBe(expected);
  });

  it('are the best of all pairs of codes, in any order', () => {
    fc.assert(
      fc.property(cell, cell, (x, y) => {
        fc.pre(x !== y);
        const of = (s: string, t: string): number => {
          if (s === t) return 2;
          const [short, long] = s.length <= t.length ? [s, t] : [t, s];
          return short.length >= 4 && (long.startsWith(short) || long.endsWith(short)) ? 1 : 0;
        };
        const best = Math.max(...x.split(' ').flatMap((s) => y.split(' ').map((t) => of(s, t))));
        expect(levels([x, y]).compare(0, 1)).toBe(best);
        expect(levels([x, y]).compare(1, 0)).toBe(best);
      }),
      { numRuns: 500 },
    );
  });
});
