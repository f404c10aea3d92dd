import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qgramDiceCoded, qgrams } from '../../src/compare/qgrams.ts';

describe('qgramDiceCoded', () => {
  const grams = (value: string, q: number) => {
    const padded = '\0'.repeat(q - 1) + value + '\0'.repeat(q - 1);
    return value === '' ? [] : Array.from({ length: value.length + q - 1 }, (_, i) => padded.slice(i, i + q));
  };

  it.each([2, 3] as const)('is the Dice coefficient of multisets of padded %i-grams', (q) => {
    const word = fc.oneof(fc.string({ unit: fc.constantFrom(...'abé漢'), maxLength: 12 }), fc.string());
    fc.assert(
      fc.property(word, word, (x, y) => {
        const rest = grams(y, q);
        const size = grams(x, q).length + rest.length;
        let shared = 0;
        for (const gram of grams(x, q)) {
          const at = rest.indexOf(gram);
          if (at < 0) continue;
          rest.splice(at, 1);
          shared++;
        }
        const column = qgrams([x, y], q);
        expect(qgramDiceCoded(column, 0, 1)).toBe(size === 0 ? 1 : (2 * shared) / size);
        expect(qgramDiceCoded(column, 1, 0)).toBe(qgramDiceCoded(column, 0, 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('tells apart trigrams that differ in one binary digit of one unit', () => {
    expect(qgramDiceCoded(qgrams(['\u9fa4\u9fa5\u9fa6', '\u9fa4\u9fa5\u9fa7'], 3), 0, 1)).toBeCloseTo(
      0.4,
      12,
    );
  });

  it('counts repeats: 3 of the 4 and 5 bigrams of ann and anna', () => {
    expect(qgramDiceCoded(qgrams(['ann', 'anna'], 2), 0, 1)).toBeCloseTo(2 / 3, 12);
    expect(qgramDiceCoded(qgrams(['aaa', 'aaaaa'], 2), 0, 1)).toBeCloseTo(0.8, 12);
  });
});
