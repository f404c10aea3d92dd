import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { estimate } from '../../src/em/estimate.ts';
import {
  estimateRelated,
  logRatios,
  type RelatedOptions,
  type RelatedResult,
  startingClasses,
} from '../../src/em/related.ts';
import { type Random, random } from '../../src/math/random.ts';
import { distribution, flat, type Pair, patternsOf, simulate } from './reference.ts';
import {
  classesOf,
  likelihoodRatio,
  logPosterior,
  maximise,
  type ThreeClasses,
  type ThreeClassOptions,
} from './related-reference.ts';

/** A random problem: levels, missing values, weights, unlisted pairs, priors, dependence. */
function problem(seed: number) {
  const r = random(seed);
  const levelCounts = Array.from({ length: 2 + r.below(4) }, () => 2 + r.below(3));
  const pairs: Pair[] = Array.from({ length: 5 + r.below(50) }, () => ({
    levels: levelCounts.map((count) => (r.next() < 0.2 ? null : r.below(count))),
    weight: r.next() < 0.5 ? 1 : 0.1 + 3 * r.next(),
  }));
  const table = (scale: number) => levelCounts.map((count) => distribution(count, r).map((p) => p * scale));
  const listed = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const options: ThreeClassOptions = {
    totalPairs: listed * (1 + (seed % 2) * 4 * r.next()),
    background: table(seed % 3 === 0 ? 0 : 30 * r.next()),
    ...{ mPrior: table(0.5 + r.next()), uPrior: table(0.5 + r.next()), relatedPairs: 5 },
  };
  const patterns = patternsOf(pairs, levelCounts);
  const own: RelatedOptions = {
    totalPairs: options.totalPairs,
    ...{ background: flat(options.background), mPrior: flat(options.mPrior), uPrior: flat(options.uPrior) },
    logDependence: new Float64Array(patterns.size),
  };
  if (seed % 4 === 1) {
    const factor = (first: number | null, second: number | null) => (first === 0 && second === 0 ? 2.5 : 0.8);
    for (const pair of pairs) pair.dependence = factor(pair.levels[0]!, pair.levels[1]!);
    own.logDependence = Float64Array.from({ length: patterns.size }, (_, g) => {
      const at = g * levelCounts.length;
      return Math.log(factor(patterns.levels[at]!, patterns.levels[at + 1]!));
    });
  }
  const start = Array.from({ length: patterns.size }, () => distribution(3, r));
  const place = new Map<string, number>();
  for (const { levels } of pairs) if (!place.has(levels.join())) place.set(levels.join(), place.size);
  const patternOf = pairs.map(({ levels }) => place.get(levels.join())!);
  const weights = {
    matches: Float64Array.from(start, ([match]) => match!),
    related: Float64Array.from(start, ([, related]) => related!),
  };
  const classes = patternOf.map((g) => start[g] as [number, number, number]);
  return { levelCounts, patterns, pairs, options, own, weights, classes, patternOf };
}

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

function expectClose(actual: ArrayLike<number>, wanted: ArrayLike<number>, margin = 1e-10) {
  expect(actual.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++)
    expect(Math.abs(actual[i]! - wanted[i]!)).toBeLessThanOrEqual(margin);
}

describe('against EM of three classes over single pairs', () => {
  test.each(seeds)('case %i agrees after every one of eight iterations', (seed) => {
    const { patterns, pairs, options, own, weights, patternOf, ...rest } = problem(seed);
    let { classes } = rest;
    for (let iterations = 1; iterations <= 8; iterations++) {
      const model = maximise(pairs, classes, options);
      classes = pairs.map((pair) => classesOf(pair, model));
      const result = estimateRelated(patterns, weights, {
        ...own,
        accelerate: false,
        maxIterations: iterations,
      });
      if (result.iterations < iterations) break;
      expectClose([result.prior, result.relatedPrior], [model.prior, model.relatedPrior]);
      expectClose(result.m, flat(model.m));
      expectClose(result.r, flat(model.r));
      expectClose(result.u, flat(model.u));
      const at = (values: Float64Array) => patternOf.map((g) => values[g]!);
      expectClose(
        at(result.weights.matches),
        classes.map(([match]) => match),
      );
      expectClose(
        at(result.weights.related),
        classes.map(([, related]) => related),
      );
      expectClose(
        at(logRatios(patterns, result, own.logDependence)),
        pairs.map((pair) => Math.log(likelihoodRatio(pair, model))),
      );
      const sum = (of: 0 | 1) => pairs.reduce((total, { weight }, i) => total + weight * classes[i]![of], 0);
      expect(result.matches).toBeCloseTo(sum(0), 10);
      expect(result.related).toBeCloseTo(sum(1), 10);
      expect(result.logPosterior).toBeCloseTo(logPosterior(pairs, model, options), 8);
    }
  });
});

test.each(seeds)('case %i ends as high as plain iteration with fewer steps, or higher', (seed) => {
  const { patterns, own, weights } = problem(seed);
  const to = { ...own, tolerance: 1e-8, maxIterations: 100_000 };
  const plain = estimateRelated(patterns, weights, { ...to, accelerate: false });
  const fast = estimateRelated(patterns, weights, to);
  expect(fast.logPosterior).toBeGreaterThan(plain.logPosterior - 1e-6);
  if (plain.iterations > 50) expect(fast.iterations).toBeLessThan(plain.iterations);
});

const anyPatterns = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  .chain((levelCounts) =>
    fc
      .array(
        fc.tuple(
          fc.tuple(
            ...levelCounts.map((count) =>
              fc.oneof(fc.integer({ min: 0, max: count - 1 }), fc.constant(MISSING)),
            ),
          ),
          fc.oneof(
            fc.constant(0),
            fc.double({ min: 0, max: 1e6, noNaN: true }),
            fc.integer({ max: 9, min: 1 }),
          ),
        ),
        { maxLength: 20 },
      )
      .map((rows) => ({
        size: rows.length,
        levelCounts,
        levels: Uint8Array.from(rows.flatMap(([levels]) => levels)),
        counts: Float64Array.from(rows, ([, count]) => count),
      })),
  );

/** Options for any patterns: priors, a background and unlisted pairs in the given amounts. */
function optionsFor(patterns: Patterns, r: Random, background: number, unlisted: number): RelatedOptions {
  const table = (scale: number) =>
    Float64Array.from(
      patterns.levelCounts.flatMap((count) => distribution(count, r)),
      (p) => p * scale,
    );
  const listed = patterns.counts.reduce((a, b) => a + b, 0);
  return {
    totalPairs: listed + unlisted,
    ...{ background: table(background), mPrior: table(10), uPrior: table(1) },
    logDependence: Float64Array.from({ length: patterns.size }, () => r.normal()),
  };
}

function startFor(patterns: Patterns, r: Random) {
  const shares = Array.from({ length: patterns.size }, () => distribution(3, r));
  return {
    matches: Float64Array.from(shares, ([match]) => match!),
    related: Float64Array.from(shares, ([, related]) => related!),
  };
}

function expectSound(result: RelatedResult, patterns: Patterns) {
  const { m, r, u, prior, relatedPrior, weights, matches, related } = result;
  const ratios = logRatios(patterns, result, new Float64Array(patterns.size));
  for (const table of [m, r, u]) {
    let at = 0;
    for (const count of patterns.levelCounts) {
      const row = table.subarray(at, at + count);
      at += count;
      expect(row.every((p) => p >= 0 && p <= 1)).toBe(true);
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
    }
  }
  expect(prior > 0 && relatedPrior > 0 && prior + relatedPrior < 1).toBe(true);
  for (let g = 0; g < patterns.size; g++) {
    const [match, other] = [weights.matches[g]!, weights.related[g]!];
    expect(match >= 0 && other >= 0 && match + other <= 1 + 1e-12).toBe(true);
    expect(Number.isFinite(ratios[g])).toBe(true);
  }
  expect(Number.isFinite(matches) && Number.isFinite(related)).toBe(true);
  expect(result.trace.every(Number.isFinite)).toBe(true);
}

/** Nearly all pairs are matches, so that π is at its upper bound. */
const PRIOR_AT_ITS_BOUND: Patterns = {
  ...{ size: 5, levelCounts: [1, 3, 2] },
  levels: Uint8Array.of(255, 255, 1, 255, 0, 255, 0, 255, 1, 255, 0, 0, 255, 255, 0),
  counts: Float64Array.of(1, 0, 433756.3400524063, 0, 0),
};

describe('whatever the input', () => {
  test('the log posterior never falls and nothing is NaN', () => {
    const amount = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(anyPatterns, fc.nat(), amount, amount, (patterns, seed, background, unlisted) => {
        const r = random(seed);
        const options = optionsFor(patterns, r, background, unlisted);
        const result = estimateRelated(patterns, startFor(patterns, r), { ...options, maxIterations: 60 });
        expectSound(result, patterns);
        for (let i = 1; i < result.trace.length; i++) {
          const rounding = 1e-9 * (1 + Math.abs(result.trace[i]!));
          expect(result.trace[i]! - result.trace[i - 1]!).toBeGreaterThanOrEqual(-rounding);
        }
      }),
      { numRuns: 300, examples: [[PRIOR_AT_ITS_BOUND, 1169731244, 0, 0]] },
    );
  });

  test.each([
    ['no pairs', []],
    ['one pair', [{ levels: [1, 1, 1], weight: 1 }]],
    ['all pairs equal', [{ levels: [1, 1, 1], weight: 500 }]],
    ['all pairs different', [{ levels: [0, 0, 0], weight: 500 }]],
    ['all comparisons missing', [{ levels: [null, null, null], weight: 500 }]],
    ['pairs of weight 0', [{ levels: [1, 0, 1], weight: 0 }]],
  ] satisfies [string, Pair[]][])('%s give no NaN', (_, pairs) => {
    const patterns = patternsOf(pairs, [2, 2, 2]);
    const options = optionsFor(patterns, random(1), 1000, 0);
    const u = Float64Array.of(0.9, 0.1, 0.5, 0.5, 1, 1e-12);
    const start = startingClasses(patterns, u, options.totalPairs, 0.8);
    expectSound(estimateRelated(patterns, start, options), patterns);
    expectSound(
      estimateRelated(patterns, start, { ...options, totalPairs: 1000, maxIterations: 0 }),
      patterns,
    );
  });
});

/** Persons of a register: matches agree on nearly all, households on the first two fields only. */
const TRUTH: ThreeClasses = {
  prior: 0.004,
  relatedPrior: 0.01,
  m: [
    [0.05, 0.95],
    [0.1, 0.1, 0.8],
    [0.05, 0.95],
    [0.05, 0.05, 0.9],
    [0.1, 0.9],
  ],
  r: [
    [0.1, 0.9],
    [0.05, 0.05, 0.9],
    [0.97, 0.03],
    [0.4, 0.3, 0.3],
    [0.95, 0.05],
  ],
  u: [
    [0.995, 0.005],
    [0.95, 0.045, 0.005],
    [0.97, 0.03],
    [0.8, 0.18, 0.02],
    [0.96, 0.04],
  ],
};
const LEVELS = TRUTH.u.map((row) => row.length);
const N = 400_000;

/** Pairs of the three classes, a tenth of the comparisons missing. */
function simulateThree(seed: number): Pair[] {
  const r = random(seed);
  const of = (m: number[][], share: number) =>
    simulate(Math.round(N * share), { prior: 1, m, u: m }, 0.1, r).pairs;
  return [
    ...of(TRUTH.m, TRUTH.prior),
    ...of(TRUTH.r, TRUTH.relatedPrior),
    ...of(TRUTH.u, 1 - TRUTH.prior - TRUTH.relatedPrior),
  ];
}

/** Priors that hardly count, as all pairs are listed. */
function plainOptions(patterns: Patterns): RelatedOptions {
  const slots = patterns.levelCounts.reduce((a, b) => a + b);
  return {
    totalPairs: patterns.counts.reduce((a, b) => a + b),
    ...{ background: new Float64Array(slots), logDependence: new Float64Array(patterns.size) },
    ...{ mPrior: new Float64Array(slots).fill(0.5), uPrior: new Float64Array(slots).fill(0.5) },
  };
}

test('from pairs simulated with known shares, m, r and u, these come back within the sampling error', () => {
  const patterns = patternsOf(simulateThree(4), LEVELS);
  const options = plainOptions(patterns);
  const start = startingClasses(patterns, flat(TRUTH.u), options.totalPairs, 0.8);
  const result = estimateRelated(patterns, start, options);
  expect(result.converged).toBe(true);
  // Twice the standard error were the classes known, for what is lost by not knowing them; five of these.
  const band = (p: number, n: number) => 5 * 2 * Math.sqrt((p * (1 - p)) / n);
  expect(Math.abs(result.prior - TRUTH.prior)).toBeLessThan(band(TRUTH.prior, N));
  expect(Math.abs(result.relatedPrior - TRUTH.relatedPrior)).toBeLessThan(band(TRUTH.relatedPrior, N));
  const compare = (found: Float64Array, wanted: number[][], share: number) => {
    for (const [i, p] of flat(wanted).entries())
      expect(Math.abs(found[i]! - p)).toBeLessThan(0.002 + band(p, 0.9 * N * share));
  };
  compare(result.m, TRUTH.m, TRUTH.prior);
  compare(result.r, TRUTH.r, TRUTH.relatedPrior);
  compare(result.u, TRUTH.u, 1 - TRUTH.prior - TRUTH.relatedPrior);
});

test('with no related pairs the matches are those of EM with two classes', () => {
  const model = { prior: 0.01, m: TRUTH.m, u: TRUTH.u };
  const patterns = patternsOf(simulate(200_000, model, 0.1, random(8)).pairs, LEVELS);
  const options = plainOptions(patterns);
  const two = estimate(
    patterns,
    { prior: 0.01, m: flat(TRUTH.m), u: flat(TRUTH.u) },
    { ...options, tolerance: 1e-12 },
  );
  // Told that there are no related pairs it stays with that, to the last digits.
  const matches = startingClasses(patterns, flat(TRUTH.u), options.totalPairs, 0.8).matches;
  const alone = { matches, related: new Float64Array(patterns.size) };
  const none = estimateRelated(patterns, alone, { ...options, accelerate: false });
  expect(none.related).toBeLessThan(1e-6);
  expectClose(none.weights.matches, two.weights, 1e-4);
  expect(none.matches / two.matches).toBeCloseTo(1, 5);
  // Left to find out, it may call a few odd non-matches related, but not matches.
  const start = startingClasses(patterns, flat(TRUTH.u), options.totalPairs, 0.8);
  const free = estimateRelated(patterns, start, options);
  expect(Math.abs(free.matches / two.matches - 1)).toBeLessThan(0.05);
});

describe('the start', () => {
  const u = Float64Array.of(0.99, 0.01, 0.99, 0.01, 0.9, 0.09, 0.01);
  const patterns = patternsOf(
    [
      [1, 1, 2],
      [1, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
      [1, 1, null],
      [1, null, null],
      [1, 1, 1],
    ].map((levels) => ({ levels, weight: 1 })),
    [2, 2, 3],
  );

  test('calls matches what agrees on four fifths of the information, related what else is no chance', () => {
    // Each field says log 100 at equality, and log 10 at level 1 of the last. The border is log 1000.
    const { matches, related } = startingClasses(patterns, u, 1000, 0.8);
    expect([...matches]).toEqual([1, 0, 0, 0, 1, 0, 1]);
    expect([...related]).toEqual([0, 1, 0, 0, 0, 0, 0]);
    // Two thirds of it are enough when half is asked for; more than all of it nothing has.
    expect([...startingClasses(patterns, u, 1000, 0.5).matches]).toEqual([1, 1, 0, 0, 1, 0, 1]);
    expect([...startingClasses(patterns, u, 1000, 1.01).related]).toEqual([1, 1, 0, 0, 1, 0, 1]);
  });

  test('takes nothing where all could be chance', () => {
    const { matches, related } = startingClasses(patterns, u, 1e7, 0.8);
    expect([...matches, ...related].every((weight) => weight === 0)).toBe(true);
  });

  test('is not changed by the estimation', () => {
    const start = startingClasses(patterns, u, 1000, 0.8);
    const before = [...start.matches, ...start.related];
    estimateRelated(patterns, start, plainOptions(patterns));
    expect([...start.matches, ...start.related]).toEqual(before);
  });
});
