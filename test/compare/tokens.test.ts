import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TokenColumn, tokenise } from '../../src/compare/tokens.ts';

const once = (values: readonly string[]) => tokenise(values, new Array(values.length).fill(1));

const titles = fc.array(fc.string({ unit: fc.constantFrom(...'abc ,-1é') }), { minLength: 2, maxLength: 12 });

const words = (column: TokenColumn, v: number) =>
  Array.from(column.tokens.subarray(column.offsets[v], column.offsets[v + 1]), (t) => column.vocabulary[t]);

describe('tokenise', () => {
  it('splits at all but letters and digits, in lower case, and keeps each token once', () => {
    const column = once(['Sony DSC-W150, the sony!', '', '--', "Ο'Νeill & Søn  Straße_7", 'e\u0301cole']);
    expect(words(column, 0)).toEqual(['dsc', 'sony', 'the', 'w150']);
    expect(words(column, 1)).toEqual([]);
    expect(words(column, 2)).toEqual([]);
    expect(words(column, 3)).toEqual(['7', 'straße', 'søn', 'νeill', 'ο']);
    expect(words(column, 4)).toEqual(['e\u0301cole']);
  });

  it('weights tokens by the records that hold them', () => {
    const column = tokenise(['data mining', 'data'], [3, 5]);
    expect(column.vocabulary).toEqual(['data', 'mining']);
    expect(column.idf[0]).toBeCloseTo(Math.log(2), 12);
    expect(column.idf[1]).toBeCloseTo(Math.log(1 + 8 / 3), 12);
    expect(column.norms[0]).toBeCloseTo(Math.hypot(Math.log(2), Math.log(1 + 8 / 3)), 12);
  });

  it('lists the tokens of a value in ascending order', () => {
    fc.assert(
      fc.property(titles, (values) => {
        const { tokens, offsets } = once(values);
        for (let v = 0; v < values.length; v++) {
          for (let i = offsets[v]! + 1; i < offsets[v + 1]!; i++)
            expect(tokens[i]).toBeGreaterThan(tokens[i - 1]!);
        }
      }),
    );
  });
});
