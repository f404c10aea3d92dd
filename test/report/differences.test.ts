import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, mostUsual, readableDifferences } from '../../src/report/differences.ts';

/** `Jo‸n`: what differs in brackets. */
function shown(value: string, other: string): string {
  return differences(value, other)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('');
}

/** Length of a longest common subsequence, by trying all. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [[x, ...restA], [y, ...restB]] = [a, b];
  if (x === y) return 1 + commonLength(restA, restB);
  return Math.max(commonLength(restA, b), commonLength(a, restB));
}

describe('differences', () => {
  it.each([
    ['Anna', 'Anna', 'Anna'],
    ['Jon', 'John', 'Jo[]n'],
    ['John', 'Jon', 'Jo[h]n'],
    ['76301', '76307', '7630[1]'],
    ['', 'abc', '[]'],
    ['abc', '', '[abc]'],
    ['e\u0301', 'e', '[e\u0301]'],
    ['👩‍👧', '👩‍👦', '[👩‍👧]'],
  ])('of %s from %s', (value, other, expected) => {
    expect(shown(value, other)).toBe(expected);
  });

  it('keep as much as can be kept, either way round', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(letters, letters, (value, other) => {
        const same = differences(value, other).reduce(
          (sum, { text, differs }) => sum + (differs ? 0 : text.length),
          0,
        );
        expect(same).toBe(commonLength([...value], [...other]));
        const back = differences(other, value).reduce(
          (sum, { text, differs }) => sum + (differs ? 0 : text.length),
          0,
        );
        expect(back).toBe(same);
      }),
    );
  });

  it('give back any text at all', () => {
    const any = fc.string({
      unit: fc.oneof(fc.constantFrom('a', 'é', 'e\u0301', '👩‍👧'), fc.string({ unit: 'binary' })),
      maxLength: 30,
    });
    fc.assert(
      fc.property(any, any, (value, other) => {
        expect(
          differences(value, other)
            .map(({ text }) => text)
            .join(''),
        ).toBe(value);
      }),
    );
  });

  it('are the whole value where little is the same', () => {
    expect(readableDifferences('Justard', 'Francis')).toEqual([{ text: 'Justard', differs: true }]);
    expect(readableDifferences('Jon', 'John')).toEqual(differences('Jon', 'John'));
  });
});

describe('the most usual value', () => {
  it('comes most often, else first, and is not empty', () => {
    expect(mostUsual(['', 'b', 'a', 'a', ''])).toBe('a');
    expect(mostUsual(['b', 'a'])).toBe('b');
    expect(mostUsual(['', ' '])).toBeUndefined();
  });
});
