import { describe, expect, test } from 'vitest';
import { levelOffsets, MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { errorCount } from '../../src/em/error-count.ts';
import { type Random, random } from '../../src/math/random.ts';
import { flat, type Pair, patternsOf, simulate } from './reference.ts';

/** Five columns; equal is the last level. */
const M = [
  [0.02, 0.06, 0.92],
  [0.1, 0.9],
  [0.04, 0.02, 0.04, 0.9],
  [0.15, 0.85],
  [0.01, 0.04, 0.95],
];
const LEVELS = M.map((levels) => levels.length);
const parametersOf = (m: number[][]) => ({ prior: 0.5, m: flat(m), u: flat(m) });
/** Where the bounds of α and γ are. */
const BOUND = 12;

/** Every pattern that compares the given columns, once, shown by no pair. */
function everyPattern(compared: readonly boolean[]): Pair[] {
  return LEVELS.reduce<(number | null)[][]>(
    (rows, count, f) => {
      const levels = compared[f] ? [...Array(count).keys()] : [null];
      return rows.flatMap((row) => levels.map((level) => [...row, level]));
    },
    [[]],
  ).map((levels) => ({ levels, weight: 0 }));
}
const SETS = [
  [true, true, true, true, true],
  [true, true, false, true, true],
  [false, true, true, false, true],
  [false, false, false, true, false],
  [false, false, false, false, false],
];

/** Matches with as many errors as drawn, each in another column and at any of its levels. */
function withErrors(n: number, shares: readonly number[], r: Random): Pair[] {
  return Array.from({ length: n }, () => {
    const place = r.next();
    const errors = shares.findIndex((_, k) => place < shares.slice(0, k + 1).reduce((a, b) => a + b));
    const chance = M.map(() => r.next());
    const wrong = chance.map((_, f) => f).sort((a, b) => chance[a]! - chance[b]!);
    const levels: (number | null)[] = LEVELS.map((count, f) =>
      wrong.indexOf(f) < errors ? r.below(count - 1) : count - 1,
    );
    const compared = SETS[r.next() < 0.5 ? 0 : r.below(SETS.length)]!;
    return { levels: levels.map((level, f) => (compared[f] ? level : null)), weight: 1 };
  });
}

const levelsOf = ({ levels, levelCounts: { length } }: Patterns, g: number) => [
  ...levels.subarray(g * length, (g + 1) * length),
];
const setOf = (patterns: Patterns, g: number) =>
  levelsOf(patterns, g)
    .map((level) => level !== MISSING)
    .join();
const errorsOf = (patterns: Patterns, g: number) =>
  levelsOf(patterns, g).filter((level, f) => level !== MISSING && level < patterns.levelCounts[f]! - 1)
    .length;
const pairsOf = (k: number) => (k * (k - 1)) / 2;

/** ∏m of the columns compared. */
const product = (patterns: Patterns, m: number[][], g: number) =>
  levelsOf(patterns, g).reduce((p, level, f) => (level === MISSING ? p : p * m[f]![level]!), 1);

/** m as the matches have it. */
function observed(patterns: Patterns, weights: Float64Array): number[][] {
  const m = LEVELS.map((count) => new Array<number>(count).fill(1e-9));
  for (let g = 0; g < patterns.size; g++)
    levelsOf(patterns, g).forEach((level, f) => {
      if (level !== MISSING) m[f]![level]! += patterns.counts[g]! * weights[g]!;
    });
  return m.map((row) => row.map((count) => count / row.reduce((a, b) => a + b)));
}

const ones = ({ size }: Patterns) => new Float64Array(size).fill(1);
const patternsWithAll = (pairs: Pair[]) => patternsOf([...pairs, ...SETS.flatMap(everyPattern)], LEVELS);

describe('errors that are independent', () => {
  test.each([0, 0.2])('do not avoid each other, a share of %d missing', (missing) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { pairs } = simulate(20_000, { prior: 1, m: M, u: M }, missing, random(seed));
      const patterns = patternsOf(pairs, LEVELS);
      const { gamma, logTilt } = errorCount(patterns, parametersOf(M), ones(patterns));
      expect(gamma).toBe(0);
      expect(logTilt).toEqual(new Float64Array(patterns.size));
    }
  });

  test('nor do those that come together, or in no match at all', () => {
    const patterns = patternsWithAll(withErrors(20_000, [0.85, 0, 0, 0.15], random(1)));
    const parameters = parametersOf(observed(patterns, ones(patterns)));
    expect(errorCount(patterns, parameters, ones(patterns)).gamma).toBe(0);
    expect(errorCount(patterns, parameters, new Float64Array(patterns.size)).gamma).toBe(0);
    expect(errorCount(patternsOf([], LEVELS), parameters, new Float64Array()).gamma).toBe(0);
  });
});

describe.each([
  ['one in each', [0, 1]],
  ['seldom two', [0.2, 0.75, 0.05]],
  ['seldom three', [0.1, 0.7, 0.15, 0.05]],
])('errors that avoid each other, %s', (_, shares) => {
  const r = random(3);
  const patterns = patternsWithAll(withErrors(20_000, shares, r));
  const weights = Float64Array.from({ length: patterns.size }, () => 0.3 + 0.7 * r.next());
  const m = observed(patterns, weights);
  const { gamma, logTilt } = errorCount(patterns, parametersOf(m), weights);
  const probability = (g: number) => product(patterns, m, g) * Math.exp(logTilt[g]!);
  const rows = [...logTilt.keys()];

  test('are found to', () => {
    expect(gamma).toBeGreaterThan(0.5);
    expect(gamma).toBeLessThanOrEqual(BOUND);
  });

  test('leave a distribution over the patterns of each set of columns', () => {
    for (const set of SETS) {
      const own = rows.filter((g) => setOf(patterns, g) === set.join());
      expect(own).toHaveLength(everyPattern(set).length);
      expect(own.reduce((sum, g) => sum + probability(g), 0)).toBeCloseTo(1, 10);
    }
  });

  test('are as many as the matches have, and as many pairs of them', () => {
    const total = rows.reduce((sum, g) => sum + patterns.counts[g]! * weights[g]!, 0);
    const mean = (statistic: (k: number) => number) =>
      rows.reduce((sum, g) => sum + patterns.counts[g]! * weights[g]! * statistic(errorsOf(patterns, g)), 0) /
      total;
    const expected = (statistic: (k: number) => number) => {
      const matches = new Map<string, number>();
      for (const g of rows) {
        const set = setOf(patterns, g);
        matches.set(set, (matches.get(set) ?? 0) + (patterns.counts[g]! * weights[g]!) / total);
      }
      return rows.reduce(
        (sum, g) =>
          sum + matches.get(setOf(patterns, g))! * probability(g) * statistic(errorsOf(patterns, g)),
        0,
      );
    };
    expect(Math.abs(expected((k) => k) - mean((k) => k))).toBeLessThan(1e-6);
    if (gamma < BOUND - 1e-6) expect(Math.abs(expected(pairsOf) - mean(pairsOf))).toBeLessThan(1e-6);
    else expect(expected(pairsOf)).toBeGreaterThan(mean(pairsOf));
  });

  test('do so whatever the order of the patterns', () => {
    const order = rows.toReversed();
    const turned: Patterns = {
      ...patterns,
      levels: Uint8Array.from(order.flatMap((g) => levelsOf(patterns, g))),
      counts: Float64Array.from(order, (g) => patterns.counts[g]!),
    };
    const again = errorCount(turned, parametersOf(m), weights.toReversed());
    expect(again.gamma).toBeCloseTo(gamma, 7);
    again.logTilt.forEach((tilt, at) => {
      expect(tilt).toBeCloseTo(logTilt[order[at]!]!, 7);
    });
  });

  test('do so whatever columns are beside them that are never compared', () => {
    const wider: Patterns = {
      ...{ size: patterns.size, counts: patterns.counts, levelCounts: [2, ...LEVELS, 3] },
      levels: Uint8Array.from(rows.flatMap((g) => [MISSING, ...levelsOf(patterns, g), MISSING])),
    };
    const beside = [[0.5, 0.5], ...m, [0.1, 0.1, 0.8]];
    expect(parametersOf(beside).m).toHaveLength(levelOffsets(wider.levelCounts).at(-1)!);
    const found = errorCount(wider, parametersOf(beside), weights);
    expect([found.gamma, found.logTilt]).toEqual([gamma, logTilt]);
    expect(found.tilt(wider)).toEqual(logTilt);
  });
});
