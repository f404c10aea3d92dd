import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldLevels } from '../../src/compare/field-levels.ts';
import { cachedLevels } from '../../src/compare/level-cache.ts';
import { MISSING } from '../../src/compare/patterns.ts';

/** Levels without any structure, and how often they were asked for. */
function unstructured(): FieldLevels & { asked: number } {
  return {
    ...{ asked: 0, names: ['a', 'b', 'c', 'd', 'e'] },
    compare(a, b) {
      this.asked++;
      return (Math.imul(a ^ b, 0x9e3779b1) >>> 16) % 4;
    },
  };
}

describe.each([
  ['in a full table', 40, true],
  ['in a full table of the largest size', 1500, true],
  ['in slots for pairs', 1501, true],
  ['in slots for pairs of many values', 30_000, true],
  ['of so many values that none is cached', 5_000_000, false],
])('cachedLevels %s', (_, distinct, isCached) => {
  it('are those of the comparison, asked for in any order and again', () => {
    const levels = unstructured();
    const level = cachedLevels(levels, distinct);
    const code = fc.oneof(fc.nat(distinct - 1), fc.nat(20));
    fc.assert(
      fc.property(fc.array(fc.tuple(code, code), { maxLength: 400 }), (pairs) => {
        for (const [a, b] of [...pairs, ...pairs]) {
          const expected = a === b ? 4 : unstructured().compare(a, b);
          expect(level(a, b)).toBe(expected);
          expect(level(b, a)).toBe(expected);
        }
      }),
      { numRuns: 50 },
    );
  });

  it(`are compared ${isCached ? 'once' : 'anew'} for a pair that comes again soon, either way round`, () => {
    const levels = unstructured();
    const level = cachedLevels(levels, distinct);
    for (let time = 0; time < 3; time++) {
      level(3, 17);
      level(17, 3);
    }
    level(0, 1);
    expect(levels.asked).toBe(isCached ? 2 : 7);
  });

  it('are right where many pairs share a slot', () => {
    const level = cachedLevels(unstructured(), distinct);
    const { compare } = unstructured();
    const most = Math.min(distinct, 300_000);
    let wrong = 0;
    for (let time = 0; time < 2; time++)
      for (let b = 1; b < most; b++)
        wrong += level(0, b) === compare.call({ asked: 0 } as never, 0, b) ? 0 : 1;
    expect(wrong).toBe(0);
  });

  it('are missing where a value is', () => {
    const level = cachedLevels(unstructured(), distinct);
    expect([level(-1, 3), level(3, -1), level(-1, -1)]).toEqual([MISSING, MISSING, MISSING]);
  });
});
