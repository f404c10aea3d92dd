import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStrings, jaroWinkler } from '../../src/compare/jaro-winkler.ts';
import { softTokenCosineCoded, withAlikeMarked } from '../../src/compare/soft-tokens.ts';
import { tokenise } from '../../src/compare/tokens.ts';

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
const counted = titles.chain((values) =>
  fc.tuple(
    fc.constant(values),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: values.length, maxLength: values.length }),
  ),
);

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

function softCosine(v: Map<string, number>, w: Map<string, number>, threshold: number): number {
  if (v.size === 0 || w.size === 0) return 0;
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

describe('softTokenCosineCoded', () => {
  it.each([0.8, 0.9, 0.95])('is the plain sum over exclusive partners at threshold %f', (threshold) => {
    fc.assert(
      fc.property(counted, ([values, counts]) => {
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

  it('is symmetric to the last digit and at most 1', () => {
    fc.assert(
      fc.property(titles, (values) => {
        const column = once(values);
        const vocabulary = codeStrings(column.vocabulary);
        for (let b = 1; b < values.length; b++) {
          const similarity = softTokenCosineCoded(column, vocabulary, 0, b);
          expect(softTokenCosineCoded(column, vocabulary, b, 0)).toBe(similarity);
          expect(similarity).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is exactly 1 for equal token sets and 0 for disjoint ones, those without any token included', () => {
    const column = once(['entity resolution, 2nd ed', 'ED 2nd resolution entity', 'data', '', '?', '!!']);
    const vocabulary = codeStrings(column.vocabulary);
    expect(softTokenCosineCoded(column, vocabulary, 0, 1)).toBe(1);
    expect(softTokenCosineCoded(column, vocabulary, 0, 2)).toBe(0);
    expect(softTokenCosineCoded(column, vocabulary, 0, 3)).toBe(0);
    expect(softTokenCosineCoded(column, vocabulary, 4, 5)).toBe(0);
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

describe('withAlikeMarked', () => {
  it('changes no similarity', () => {
    fc.assert(
      fc.property(titles, (values) => {
        const column = once(values);
        const vocabulary = codeStrings(column.vocabulary);
        const marked = withAlikeMarked(column, vocabulary);
        for (let b = 1; b < values.length; b++)
          expect(softTokenCosineCoded(marked, vocabulary, 0, b)).toBe(
            softTokenCosineCoded(column, vocabulary, 0, b),
          );
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out the tokens that are alike to no other', () => {
    const column = once(['database mining', 'databases entity']);
    const { shapes, vocabulary } = withAlikeMarked(column, codeStrings(column.vocabulary));
    expect(vocabulary.filter((_, t) => shapes[t] !== 0)).toEqual(['database', 'databases']);
  });
});
