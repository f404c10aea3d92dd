import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStrings, jaroWinkler } from '../../src/compare/jaro-winkler.ts';
import {
  qgramDiceCoded,
  qgrams,
  softTokenCosineCoded,
  type TokenColumn,
  tokenCosineCoded,
  tokenise,
} from '../../src/compare/tokens.ts';

const once = (values: readonly string[]) => tokenise(values, new Array(values.length).fill(1));

/** Titles over a small vocabulary with near words in it, so that tokens are shared, alike or neither. */
const title = fc
  .array(
    fc.constantFrom(
      ...'data database databases mining minign query queries of off a entity entities netity resolution'.split(
        ' ',
      ),
      ...'ζεύγος müller w150 1999 19991 abstractinterpretationofconcurrentprograms'.split(' '),
      'abstractinterpretationofconcurrentprogram',
    ),
    { maxLength: 9 },
  )
  .map((words) => words.join(' '));
const titles = fc.array(title, { minLength: 2, maxLength: 12 });

/** Weight of every token of the vocabulary in a value; 0 where the value does not have it. */
function dense(values: readonly string[], counts: readonly number[], v: number): Map<string, number> {
  const split = (value: string) => new Set(value.split(' ').filter((word) => word !== ''));
  const records = counts.reduce((sum, count) => sum + count, 0);
  const weights = new Map<string, number>();
  for (const token of split(values[v]!)) {
    let df = 0;
    for (let w = 0; w < values.length; w++) if (split(values[w]!).has(token)) df += counts[w]!;
    weights.set(token, Math.log(1 + records / df));
  }
  return weights;
}

const norm = (v: Map<string, number>) => Math.sqrt([...v.values()].reduce((sum, x) => sum + x * x, 0));

function cosine(v: Map<string, number>, w: Map<string, number>): number {
  if (v.size === 0 || w.size === 0) return v.size === w.size ? 1 : 0;
  let dot = 0;
  for (const [token, x] of v) dot += x * (w.get(token) ?? 0);
  return dot / (norm(v) * norm(w));
}

function softCosine(v: Map<string, number>, w: Map<string, number>, threshold: number): number {
  if (v.size === 0 || w.size === 0) return v.size === w.size ? 1 : 0;
  let dot = 0;
  const pairs: { t: string; u: string; similarity: number }[] = [];
  for (const [t, x] of v) {
    if (w.has(t)) dot += x * x;
    else {
      for (const u of w.keys()) {
        const similarity = jaroWinkler(t, u);
        if (v.has(u) || similarity < threshold || t.length < 4 || u.length < 4) continue;
        pairs.push({ t, u, similarity });
      }
    }
  }
  const key = ({ t, u }: { t: string; u: string }) => (t < u ? [t, u] : [u, t]).join(' ');
  pairs.sort((p, q) => q.similarity - p.similarity || (key(p) < key(q) ? -1 : 1));
  const taken = new Set<string>();
  for (const { t, u, similarity } of pairs) {
    if (taken.has(`a ${t}`) || taken.has(`b ${u}`)) continue;
    taken.add(`a ${t}`).add(`b ${u}`);
    dot += v.get(t)! * w.get(u)! * similarity;
  }
  return dot / (norm(v) * norm(w));
}

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

describe('tokenCosineCoded', () => {
  it('is the cosine of dense weight vectors', () => {
    const counted = titles.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: values.length, maxLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(counted, ([values, counts]) => {
        const column = tokenise(values, counts);
        for (let b = 1; b < values.length; b++) {
          const expected = cosine(dense(values, counts, 0), dense(values, counts, b));
          expect(tokenCosineCoded(column, 0, b)).toBeCloseTo(expected, 10);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is exactly 1 for equal token sets, 0 for disjoint ones and where one is empty', () => {
    const column = once(['entity resolution, 2nd ed', 'ED 2nd resolution entity', 'data', '', '?']);
    expect(tokenCosineCoded(column, 0, 1)).toBe(1);
    expect(tokenCosineCoded(column, 0, 2)).toBe(0);
    expect(tokenCosineCoded(column, 0, 3)).toBe(0);
    expect(tokenCosineCoded(column, 3, 4)).toBe(1);
  });
});

describe('softTokenCosineCoded', () => {
  it.each([0.8, 0.9, 0.95])('is the plain sum over exclusive partners at threshold %f', (threshold) => {
    fc.assert(
      fc.property(titles, (values) => {
        const counts = values.map(() => 1);
        const column = tokenise(values, counts);
        const vocabulary = codeStrings(column.vocabulary);
        for (let b = 1; b < values.length; b++) {
          const expected = softCosine(dense(values, counts, 0), dense(values, counts, b), threshold);
          expect(softTokenCosineCoded(column, vocabulary, 0, b, threshold)).toBeCloseTo(expected, 10);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is symmetric to the last digit, at least the plain cosine and at most 1', () => {
    fc.assert(
      fc.property(titles, (values) => {
        const column = once(values);
        const vocabulary = codeStrings(column.vocabulary);
        for (let b = 1; b < values.length; b++) {
          const similarity = softTokenCosineCoded(column, vocabulary, 0, b);
          expect(softTokenCosineCoded(column, vocabulary, b, 0)).toBe(similarity);
          expect(similarity).toBeGreaterThanOrEqual(tokenCosineCoded(column, 0, b) - 1e-12);
          expect(similarity).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('forgives a typing error, but gives a partner away once only', () => {
    const column = once(['entity resolution', 'entity resoluton', 'resolution', 'resolutoin resolutino']);
    const vocabulary = codeStrings(column.vocabulary);
    expect(softTokenCosineCoded(column, vocabulary, 0, 1)).toBeGreaterThan(0.95);
    expect(softTokenCosineCoded(column, vocabulary, 2, 3)).toBeLessThan(0.75);
  });

  it.each(['matchings', 'matchingz'])('pairs %s with the first of its equally similar partners', (word) => {
    const column = once([word, 'matchingx matchingy', 'matchingy', 'matchingy']);
    const vocabulary = codeStrings(column.vocabulary);
    const [s, x] = [word, 'matchingx'].map((token) => column.idf[column.vocabulary.indexOf(token)]!);
    const expected = (s! * x! * jaroWinkler(word, 'matchingx')) / (column.norms[0]! * column.norms[1]!);
    expect(softTokenCosineCoded(column, vocabulary, 0, 1)).toBeCloseTo(expected, 12);
    expect(softTokenCosineCoded(column, vocabulary, 1, 0)).toBeCloseTo(expected, 12);
  });

  it('takes tokens of fewer than four characters as they are', () => {
    const column = once(['off', 'of', 'offs']);
    const vocabulary = codeStrings(column.vocabulary);
    expect(softTokenCosineCoded(column, vocabulary, 0, 1)).toBe(0);
    expect(softTokenCosineCoded(column, vocabulary, 0, 2)).toBe(0);
  });

  it('bears values of hundreds of alike tokens', () => {
    const long = (ending: string) => Array.from({ length: 200 }, (_, i) => `token${i}${ending}`).join(' ');
    const column = once([long('a'), long('b')]);
    const similarity = softTokenCosineCoded(column, codeStrings(column.vocabulary), 0, 1);
    expect(similarity).toBeGreaterThan(0.9);
    expect(similarity).toBeLessThan(1);
  });
});

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
