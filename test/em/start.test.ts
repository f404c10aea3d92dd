import { describe, expect, test } from 'vitest';
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { backgroundCounts } from '../../src/em/background.ts';
import { anchoredStart, defaultStart, identifyingStarts, randomStart } from '../../src/em/start.ts';
import { random } from '../../src/math/random.ts';

const PATTERNS: Patterns = {
  size: 3,
  levelCounts: [3, 2],
  levels: Uint8Array.of(2, 1, 0, 0, 1, MISSING),
  counts: Float64Array.of(1, 98, 1),
};

const round = (values: Float64Array) => [...values].map((x) => Number(x.toFixed(6)));

describe('the default start', () => {
  test('puts m on the top level, halving below, and takes u from the frequencies', () => {
    const { prior, m, u } = defaultStart(PATTERNS);
    expect(prior).toBeCloseTo(0.1, 15);
    expect(round(m)).toEqual([0.033333, 0.066667, 0.9, 0.1, 0.9]);
    expect(round(u)).toEqual(
      [98.5 / 101.5, 1.5 / 101.5, 1.5 / 101.5, 0.985, 0.015].map((x) => Number(x.toFixed(6))),
    );
  });

  test('counts the background towards u and the unlisted pairs towards the prior', () => {
    const { prior, u } = defaultStart(PATTERNS, {
      totalPairs: 1000,
      background: Float64Array.of(0, 0, 900, 900, 0),
    });
    expect(prior).toBeCloseTo(0.01, 15);
    expect(u[2]).toBeCloseTo(901.5 / 1001.5, 12);
  });

  test('starts m above u where a field nearly always agrees', () => {
    const { m, u } = defaultStart({
      size: 2,
      levelCounts: [2],
      levels: Uint8Array.of(1, 0),
      counts: Float64Array.of(979.5, 19.5),
    });
    expect(u[1]).toBeCloseTo(0.98, 12);
    expect(m[1]).toBeCloseTo(0.99, 12);
  });

  test('needs no patterns', () => {
    const none = { ...PATTERNS, size: 0, levels: new Uint8Array(0), counts: new Float64Array(0) };
    expect(round(defaultStart(none).u)).toEqual([0.333333, 0.333333, 0.333333, 0.5, 0.5]);
    expect(anchoredStart(none)).toBeUndefined();
  });
});

describe('the anchored start', () => {
  const u = Float64Array.of(0.9, 0.09, 0.01, 0.99, 0.01);

  test('takes the patterns too surprising to be chance as the matches', () => {
    // Level 2 and level 1: log 1/.0001 = 9.21 > log 100 = 4.61. Level 1 or higher alone: log 1/.1.
    const start = anchoredStart(PATTERNS, { u })!;
    expect(start.prior).toBeCloseTo(0.01, 15);
    expect(start.m[2]).toBeCloseTo((0.9 + 1) / 2, 12);
    expect(start.m[4]).toBeCloseTo((0.9 + 1) / 2, 12);
    expect(start.u).toEqual(u);
  });

  test('takes none when there are more pairs than the surprise can outweigh', () => {
    expect(anchoredStart(PATTERNS, { u, totalPairs: 9_900 })?.prior).toBeCloseTo(1 / 9_900, 15);
    expect(anchoredStart(PATTERNS, { u, totalPairs: 10_100 })).toBeUndefined();
  });

  test('does not take rare disagreement for agreement', () => {
    const rareDifference = Float64Array.of(1e-9, 0.5, 0.5 - 1e-9, 1e-9, 1 - 1e-9);
    expect(anchoredStart(PATTERNS, { u: rareDifference })).toBeUndefined();
  });
});

test('random starts differ, depend on the seed only, and favour agreement', () => {
  const draw = (seed: number) => {
    const generator = random(seed);
    return [randomStart(PATTERNS, generator), randomStart(PATTERNS, generator)];
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)[0]).not.toEqual(draw(1)[1]);
  for (const { prior, m, u } of draw(3)) {
    expect(prior).toBeGreaterThanOrEqual(0.001);
    expect(prior).toBeLessThanOrEqual(0.5);
    expect(m[2]).toBeGreaterThan(u[2]!);
    expect(m[0]! + m[1]! + m[2]!).toBeCloseTo(1, 12);
    expect(u[0]! + u[1]! + u[2]!).toBeCloseTo(1, 12);
  }
});

describe('the background', () => {
  test('is what all pairs show less what is listed', () => {
    const u = Float64Array.of(0.9, 0.09, 0.01, 0.99, 0.01);
    // All three patterns observe the first field, 99 of 100 pairs the second.
    expect(round(backgroundCounts(PATTERNS, u, 1000))).toEqual([802, 89, 9, 882.1, 8.9]);
    expect(round(backgroundCounts(PATTERNS, u, 1000, [1000, 500]))).toEqual([802, 89, 9, 397, 4]);
  });

  test('is never negative', () => {
    expect(Math.min(...backgroundCounts(PATTERNS, Float64Array.of(0, 0, 1, 0, 1), 101))).toBe(0);
  });
});

describe('the identifying starts', () => {
  /** A number of 2 levels that 30 of 10,000 pairs agree on, and a word of 3 that 2,000 agree on. */
  const patterns: Patterns = {
    size: 4,
    levelCounts: [2, 3],
    levels: Uint8Array.of(1, 1, 1, MISSING, 0, 2, 0, 0),
    counts: Float64Array.of(20, 10, 2000, 7970),
  };

  test('take the pairs that are equal in one field for the matches, if these are few', () => {
    const [start, ...others] = identifyingStarts(patterns);
    expect(others).toEqual([]);
    expect(start!.prior).toBeCloseTo(0.003, 12);
    // One pseudo-match of the default start beside 30 pairs, 20 of which know the word.
    expect(round(start!.m)).toEqual(
      [0.1 / 31, 30.9 / 31, 0.1 / 3 / 21, (20 + 0.2 / 3) / 21, 0.9 / 21].map((x) => Number(x.toFixed(6))),
    );
    expect(start!.u[1]).toBeLessThan(1e-4);
    expect(start!.u[3]).toBeLessThan(1e-4);
  });

  test('need five pairs, and no more than about one a record', () => {
    const of = (pairs: number) =>
      identifyingStarts({ ...patterns, counts: Float64Array.of(pairs, 0, 2000, 8000 - pairs) }).length;
    expect([4, 5, 141, 142].map(of)).toEqual([0, 1, 1, 0]);
  });
});
