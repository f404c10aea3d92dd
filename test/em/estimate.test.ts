import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { type EmOptions, estimate, matchProbabilities } from '../../src/em/estimate.ts';
import type { Parameters } from '../../src/em/parameters.ts';
import { random } from '../../src/math/random.ts';
import {
  distribution,
  emStep,
  flat,
  logPosterior,
  type Model,
  type Pair,
  patternsOf,
  posterior,
  type ReferenceOptions,
} from './reference.ts';

/** The note's initial values for NAME, ZIP and GENDER; level 0 first. */
const NOTE: Parameters = {
  prior: 0.1,
  m: Float64Array.of(0.1, 0.9, 0.45, 0.55, 0.01, 0.99),
  u: Float64Array.of(0.99, 0.01, 0.995, 0.005, 0.5, 0.5),
};

function binary(rows: number[][], counts: number[]): Patterns {
  return {
    size: rows.length,
    levelCounts: rows[0]!.map(() => 2),
    levels: Uint8Array.from(rows.flat()),
    counts: Float64Array.from(counts),
  };
}

describe('the example of the note', () => {
  test('gives the pair 1,0,0 a match probability of 0.08295', () => {
    const [w] = matchProbabilities(binary([[1, 0, 0]], [1]), NOTE);
    expect(w).toBeCloseTo((0.1 * 0.00405) / (0.1 * 0.00405 + 0.9 * 0.004975), 14);
    expect(w!.toFixed(5)).toBe('0.08295');
  });

  test('gives the same without any iteration', () => {
    const result = estimate(binary([[1, 0, 0]], [1]), NOTE, { maxIterations: 0 });
    expect(result.weights[0]!.toFixed(5)).toBe('0.08295');
    expect(result.parameters).toEqual(NOTE);
    expect(result).toMatchObject({ iterations: 0, converged: false });
    expect(result.trace).toHaveLength(1);
  });

  test('follows its M-step, calculated by hand', () => {
    // Two pairs, 1,0,0 and 1,1,1. For the second P(y|M) = .9·.55·.99 = .49005, P(y|U) = .01·.005·.5 = .000025.
    const w1 = 0.000405 / (0.000405 + 0.0044775);
    const w2 = 0.049005 / (0.049005 + 0.0000225);
    const { parameters } = estimate(
      binary(
        [
          [1, 0, 0],
          [1, 1, 1],
        ],
        [1, 1],
      ),
      NOTE,
      { maxIterations: 1 },
    );
    expect(parameters.prior).toBeCloseTo((w1 + w2) / 2, 12);
    expect(parameters.m[1]).toBeCloseTo(1, 11);
    expect(parameters.m[3]).toBeCloseTo(w2 / (w1 + w2), 12);
    expect(parameters.m[5]).toBeCloseTo(w2 / (w1 + w2), 12);
    expect(parameters.u[3]).toBeCloseTo((1 - w2) / (2 - w1 - w2), 12);
    expect(parameters.u[2]).toBeCloseTo((1 - w1) / (2 - w1 - w2), 12);
  });
});

/** A random problem: levels, missing values, fractional weights, unlisted pairs, priors. */
function problem(seed: number) {
  const r = random(seed);
  const levelCounts = Array.from({ length: 2 + r.below(4) }, () => 2 + r.below(3));
  const pairs: Pair[] = Array.from({ length: 5 + r.below(60) }, () => ({
    levels: levelCounts.map((count) => (r.next() < 0.2 ? null : r.below(count))),
    weight: r.next() < 0.5 ? 1 : 0.1 + 3 * r.next(),
  }));
  const table = (scale: number) => levelCounts.map((count) => distribution(count, r).map((p) => p * scale));
  const model: Model = { prior: 0.02 + 0.9 * r.next(), m: table(1), u: table(1) };
  const listed = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const options: ReferenceOptions = {};
  // A level that no pair shows would leave the reference at 0; pseudo-counts for u and m prevent that.
  options.mPrior = table(0.5 + r.next());
  options.uPrior = table(0.5 + r.next());
  if (seed % 2) options.totalPairs = listed * (1 + 4 * r.next());
  if (seed % 3 === 0) options.background = table(30 * r.next());
  if (seed % 4 === 0) options.priorPrior = [r.next(), 3 * r.next()];
  if (seed % 5 === 0) options.fixU = true;
  if (seed % 7 === 0) options.fixPrior = true;
  if (seed % 11 === 0) options.fixM = true;
  const { background, mPrior, uPrior, ...plain } = options;
  const own: EmOptions = { ...plain, mPrior: flat(mPrior), uPrior: flat(uPrior) };
  if (background) own.background = flat(background);
  const patterns = patternsOf(pairs, levelCounts);
  if (seed % 3 === 1) {
    // A joint u that is commoner where the first two fields are both at their lowest level.
    const factor = (first: number | null, second: number | null) => (first === 0 && second === 0 ? 2.5 : 0.8);
    for (const pair of pairs) pair.dependence = factor(pair.levels[0]!, pair.levels[1]!);
    own.logDependence = Float64Array.from({ length: patterns.size }, (_, g) => {
      const at = g * levelCounts.length;
      return Math.log(factor(patterns.levels[at]!, patterns.levels[at + 1]!));
    });
  }
  const start = { prior: model.prior, m: flat(model.m), u: flat(model.u) };
  return { patterns, pairs, model, options, own, start, r };
}

const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

function expectClose(actual: ArrayLike<number>, wanted: ArrayLike<number>, margin = 1e-12) {
  expect(actual.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    expect(Math.abs(actual[i]! - wanted[i]!)).toBeLessThanOrEqual(margin);
  }
}

describe('against EM over single pairs', () => {
  test.each(seeds)('case %i agrees after every one of eight iterations', (seed) => {
    const { patterns, pairs, options, own, start, ...rest } = problem(seed);
    let { model } = rest;
    for (let iteration = 0; iteration <= 8; iteration++) {
      const result = estimate(patterns, start, {
        ...own,
        accelerate: false,
        tolerance: 0,
        maxIterations: iteration,
      });
      expectClose([result.parameters.prior], [model.prior]);
      expectClose(result.parameters.m, flat(model.m));
      expectClose(result.parameters.u, flat(model.u));
      expect(result.logPosterior).toBeCloseTo(logPosterior(pairs, model, options), 9);
      const matches = pairs.reduce((sum, pair) => sum + pair.weight * posterior(pair, model), 0);
      expect(result.matches).toBeCloseTo(matches, 10);
      model = emStep(pairs, model, options);
    }
  });

  test.each(seeds)('case %i ends where plain iteration ends', (seed) => {
    const { patterns, own, start } = problem(seed);
    const plain = estimate(patterns, start, {
      ...own,
      accelerate: false,
      tolerance: 1e-13,
      maxIterations: 200_000,
    });
    const fast = estimate(patterns, start, { ...own, tolerance: 1e-13, maxIterations: 200_000 });
    expect(plain.converged && fast.converged).toBe(true);
    // Several optima are possible; a longer step may end in a better one, never in a worse one.
    if (Math.abs(plain.logPosterior - fast.logPosterior) < 1e-6)
      expectClose(fast.weights, plain.weights, 1e-5);
    else expect(fast.logPosterior).toBeGreaterThan(plain.logPosterior);
  });
});

describe('at the optimum', () => {
  test.each(seeds)('case %i has no direction in which the log posterior rises', (seed) => {
    const { patterns, pairs, model, options, own, start, r } = problem(seed);
    const { parameters } = estimate(patterns, start, { ...own, tolerance: 1e-13, maxIterations: 100_000 });
    const cut = (values: Float64Array, table: number[][]) => {
      let at = 0;
      return table.map((row) => row.map(() => values[at++]!));
    };
    const best: Model = {
      prior: parameters.prior,
      m: cut(parameters.m, model.m),
      u: cut(parameters.u, model.u),
    };
    const scale = pairs.reduce((sum, { weight }) => sum + weight, 1);
    // Central differences along random directions inside the simplex: log coordinates, renormalised.
    for (let trial = 0; trial < 10; trial++) {
      const direction = {
        prior: options.fixPrior ? 0 : r.normal(),
        m: best.m.map((row) => row.map(() => (options.fixM ? 0 : r.normal()))),
        u: best.u.map((row) => row.map(() => (options.fixU ? 0 : r.normal()))),
      };
      const moved = (h: number): Model => {
        const rows = (table: number[][], by: number[][]) =>
          table.map((row, f) => {
            const values = row.map((p, l) => p * Math.exp(h * by[f]![l]!));
            const total = values.reduce((a, b) => a + b);
            return values.map((p) => p / total);
          });
        const odds = (best.prior / (1 - best.prior)) * Math.exp(h * direction.prior);
        return { prior: odds / (1 + odds), m: rows(best.m, direction.m), u: rows(best.u, direction.u) };
      };
      const h = 1e-5;
      const slope =
        (logPosterior(pairs, moved(h), options) - logPosterior(pairs, moved(-h), options)) / (2 * h);
      expect(Math.abs(slope)).toBeLessThan(1e-5 * scale);
    }
  });
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
            fc.integer({ min: 1, max: 9 }),
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

/** Parameters that may touch 0 and 1, or not. */
function startFor(patterns: Patterns, seed: number, extreme = true): Parameters {
  const r = random(seed);
  const table = () =>
    Float64Array.from(
      patterns.levelCounts.flatMap((count) => {
        const row = distribution(count, r);
        if (extreme && r.next() < 0.3) row.fill(0)[r.below(count)] = 1;
        return row;
      }),
    );
  const prior = extreme ? [0, 1, 0.5, r.next()][r.below(4)]! : 0.1 + 0.8 * r.next();
  return { prior, m: table(), u: table() };
}

const anyOptions = fc.record({
  fixU: fc.boolean(),
  fixM: fc.boolean(),
  fixPrior: fc.boolean(),
  accelerate: fc.boolean(),
  unlisted: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true })),
  pseudo: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 10, noNaN: true })),
});

function optionsFor(patterns: Patterns, { unlisted, pseudo, ...rest }: Record<string, unknown>): EmOptions {
  const listed = patterns.counts.reduce((a, b) => a + b, 0);
  const levels = patterns.levelCounts.reduce((a, b) => a + b, 0);
  const each = () => new Float64Array(levels).fill(pseudo as number);
  return {
    ...rest,
    totalPairs: listed + (unlisted as number),
    background: each(),
    mPrior: each(),
    uPrior: each(),
    priorPrior: [pseudo as number, pseudo as number],
    logDependence: Float64Array.from({ length: patterns.size }, (_, g) => (g % 3) * 0.7),
  };
}

describe('whatever the input', () => {
  test('the log posterior never falls', () => {
    fc.assert(
      fc.property(anyPatterns, fc.nat(), anyOptions, (patterns, seed, free) => {
        const options = { ...optionsFor(patterns, free), maxIterations: 60 };
        const { trace, logPosterior: last } = estimate(patterns, startFor(patterns, seed), options);
        for (let i = 1; i < trace.length; i++) {
          // Rounding: the sum has terms of the size of the sum.
          const rounding = 1e-11 * (1 + Math.abs(trace[i]!) + Math.abs(trace[i - 1]!));
          expect(trace[i]!).toBeGreaterThanOrEqual(trace[i - 1]! - rounding);
        }
        expect(last).toBe(trace.at(-1));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('nothing becomes NaN, and probabilities stay probabilities', () => {
    fc.assert(
      fc.property(anyPatterns, fc.nat(), anyOptions, (patterns, seed, free) => {
        const options = { ...optionsFor(patterns, free), maxIterations: 60 };
        const result = estimate(patterns, startFor(patterns, seed), options);
        const { prior, m, u } = result.parameters;
        for (const p of [prior, ...m, ...u, ...result.weights]) expect(p >= 0 && p <= 1).toBe(true);
        for (const x of [result.logLikelihood, result.logPosterior, result.matches]) {
          expect(Number.isFinite(x)).toBe(true);
        }
        let at = 0;
        for (const count of patterns.levelCounts) {
          for (const values of [m, u]) {
            const row = values.subarray(at, at + count);
            expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
            expect(row.every((p) => p >= 1e-12 * (1 - 1e-9))).toBe(true);
          }
          at += count;
        }
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  test('the order of the patterns and how their counts are split changes nothing', () => {
    fc.assert(
      fc.property(anyPatterns, fc.nat(), fc.nat(), (drawn, seed, order) => {
        const r = random(order);
        const patterns = { ...drawn, counts: drawn.counts.map(() => 0.1 + 10 * r.next()) };
        const fields = patterns.levelCounts.length;
        const rows = Array.from({ length: patterns.size }, (_, g) => ({
          levels: [...patterns.levels.subarray(g * fields, (g + 1) * fields)],
          count: patterns.counts[g]!,
          g,
          key: r.next(),
        }));
        const shuffled = [...rows, ...rows]
          .map((row, i) => ({ ...row, count: row.count * (i < rows.length ? 0.25 : 0.75), key: r.next() }))
          .sort((a, b) => a.key - b.key);
        const other: Patterns = {
          size: shuffled.length,
          levelCounts: patterns.levelCounts,
          levels: Uint8Array.from(shuffled.flatMap(({ levels }) => levels)),
          counts: Float64Array.from(shuffled, ({ count }) => count),
        };
        const start = startFor(patterns, seed, false);
        const options = { maxIterations: 5, accelerate: false };
        const a = estimate(patterns, start, options);
        const b = estimate(other, start, options);
        shuffled.forEach(({ g }, i) => {
          expect(Math.abs(b.weights[i]! - a.weights[g]!)).toBeLessThan(1e-12);
        });
        expectClose(b.parameters.m, a.parameters.m);
        expect(b.logLikelihood).toBeCloseTo(a.logLikelihood, 9);
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe('degenerate input', () => {
  test('no patterns at all leaves the start', () => {
    const patterns: Patterns = {
      size: 0,
      levelCounts: [2, 2, 2],
      levels: new Uint8Array(0),
      counts: new Float64Array(0),
    };
    const result = estimate(patterns, NOTE);
    expect(result.parameters).toEqual(NOTE);
    expect(result).toMatchObject({ converged: true, matches: 0, logLikelihood: 0 });
  });

  test('a field that is always missing keeps its start, and the others are estimated without it', () => {
    const rows = [
      [1, MISSING, 1],
      [0, MISSING, 0],
      [0, MISSING, 1],
    ];
    const { parameters } = estimate(binary(rows, [10, 50, 30]), NOTE);
    expect([...parameters.m.subarray(2, 4)]).toEqual([0.45, 0.55]);
    const two = estimate(
      binary(
        rows.map(([a, , b]) => [a!, b!]),
        [10, 50, 30],
      ),
      {
        prior: 0.1,
        m: Float64Array.of(0.1, 0.9, 0.01, 0.99),
        u: Float64Array.of(0.99, 0.01, 0.5, 0.5),
      },
    );
    expectClose([parameters.m[1]!, parameters.m[5]!], [two.parameters.m[1]!, two.parameters.m[3]!], 1e-9);
  });

  test('everything missing gives every pair the prior', () => {
    const result = estimate(binary([[MISSING, MISSING, MISSING]], [7]), NOTE);
    expect(result.weights[0]).toBeCloseTo(0.1, 14);
    expect(result.parameters.prior).toBeCloseTo(0.1, 14);
  });

  test('pairs that are not listed count as non-matches in the prior', () => {
    const patterns = binary([[1, 1, 1]], [1]);
    const { parameters, weights } = estimate(patterns, NOTE, {
      fixM: true,
      fixU: true,
      totalPairs: 1000,
      maxIterations: 1,
    });
    expect(parameters.prior).toBeCloseTo(0.049005 / (0.049005 + 0.0000225) / 1000, 15);
    expect(weights[0]).toBeLessThan(0.96);
  });

  test('a joint u above the product of the single ones lowers the match probability', () => {
    const patterns = binary([[1, 1, 1]], [1]);
    const dependence = Float64Array.of(Math.log(100));
    const [w] = matchProbabilities(patterns, NOTE, dependence);
    expect(w).toBeCloseTo(0.049005 / (0.049005 + 0.00225), 14);
    expect(estimate(patterns, NOTE, { logDependence: dependence, maxIterations: 0 }).weights[0]).toBeCloseTo(
      w!,
      14,
    );
  });

  test('the iteration cap is reported, and every iteration told', () => {
    const rows = [
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
      [1, 0, 0],
    ];
    const told: number[] = [];
    const result = estimate(binary(rows, [5, 3, 2, 40, 45, 3]), NOTE, {
      maxIterations: 3,
      onIteration: (_, logPosterior) => told.push(logPosterior),
    });
    expect(result).toMatchObject({ iterations: 3, converged: false });
    expect([result.trace[0], ...told]).toEqual(result.trace);
    expect(estimate(binary(rows, [5, 3, 2, 40, 45, 3]), NOTE).converged).toBe(true);
  });
});
