import { expect, test } from 'vitest';
import type { Patterns } from '../../src/compare/patterns.ts';
import { diagnose } from '../../src/em/diagnosis.ts';
import type { EmOptions } from '../../src/em/estimate.ts';
import { estimateFromStarts } from '../../src/em/several-starts.ts';
import { defaultStart } from '../../src/em/start.ts';
import { random } from '../../src/math/random.ts';
import { type Model, patternsOf, simulate } from './reference.ts';

const binaryModel = (prior: number, m: number[], u: number[]): Model => ({
  prior,
  m: m.map((p) => [1 - p, p]),
  u: u.map((p) => [1 - p, p]),
});

function simulated(model: Model, n = 20_000): Patterns {
  return patternsOf(
    simulate(n, model, 0, random(5)).pairs,
    model.m.map((row) => row.length),
  );
}

const ORDINARY = simulated(binaryModel(0.1, [0.9, 0.9, 0.8, 0.95], [0.05, 0.1, 0.02, 0.3]));

const codes = (
  patterns: Patterns,
  starts = [defaultStart(patterns)],
  options: EmOptions & { kinds?: ReadonlySet<number> } = {},
) => {
  const names = patterns.levelCounts.map((_, i) => `f${i}`);
  const estimates = estimateFromStarts(patterns, starts, options);
  return { estimates, warnings: diagnose(patterns, names, estimates, options) };
};

test('classes that come out exchanged are exchanged back, and said so', () => {
  const start = defaultStart(ORDINARY);
  const swapped = { prior: 1 - start.prior, m: start.u, u: start.m };
  const { estimates, warnings } = codes(ORDINARY, [swapped]);
  const { best: straight } = estimateFromStarts(ORDINARY, [start]);
  expect(estimates.best.swapped).toBe(true);
  expect(straight.swapped).toBe(false);
  expect(estimates.best.matches).toBeCloseTo(straight.matches, 3);
  expect(estimates.best.parameters.m[1]).toBeCloseTo(straight.parameters.m[1]!, 6);
  expect(warnings).toEqual([
    {
      code: 'classes_swapped',
      message: 'EM had exchanged matches and non-matches; they were exchanged back',
    },
  ]);
  expect(estimateFromStarts(ORDINARY, [start, swapped]).optima).toHaveLength(1);
});

test('an ordinary result has no warning', () => {
  expect(codes(ORDINARY).warnings).toEqual([]);
});

test('the best optimum comes first, ties go to the earlier start', () => {
  // Two independent pairs of dependent fields: either pair can be called the matches.
  const rows = [
    [1, 1, 0, 0],
    [0, 0, 1, 1],
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ];
  const patterns: Patterns = {
    size: 4,
    levelCounts: [2, 2, 2, 2],
    levels: Uint8Array.from(rows.flat()),
    counts: Float64Array.of(100, 100, 780, 20),
  };
  const start = (m: number[]) => ({
    prior: 0.1,
    m: Float64Array.from(m.flatMap((p) => [1 - p, p])),
    u: Float64Array.of(0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1),
  });
  const starts = [start([0.9, 0.9, 0.2, 0.2]), start([0.2, 0.2, 0.9, 0.9])];
  const { estimates, warnings } = codes(patterns, starts);
  expect(estimates.optima).toHaveLength(2);
  expect(estimates.best.starts).toEqual([0]);
  expect(estimateFromStarts(patterns, starts.toReversed()).best.parameters.m[5]).toBeGreaterThan(0.9);
  expect(warnings.map(({ code }) => code)).toContain('optima_close');
  expect(warnings.find(({ code }) => code === 'optima_close')?.message).toBe(
    'other solutions are about as likely (log posterior 0.00 lower): 120 matches are expected here, ' +
      '120 there; add fields, or hold u with --init and --fix-u',
  );
});

test('the iteration cap is named', () => {
  const { warnings } = codes(ORDINARY, undefined, { maxIterations: 1 });
  expect(warnings[0]).toEqual({
    code: 'iteration_cap',
    message: 'EM had not converged after 1 iteration; raise --max-iterations',
  });
});

test('scoring without estimating does not complain about the estimation', () => {
  expect(codes(ORDINARY, undefined, { maxIterations: 0 }).warnings).toEqual([]);
});

test('two binary fields cannot tell five parameters apart', () => {
  const patterns = simulated(binaryModel(0.1, [0.9, 0.9], [0.1, 0.1]));
  expect(codes(patterns).warnings[0]).toEqual({
    code: 'not_identified',
    message:
      '2 more parameters than the patterns can tell apart: the result depends on the start; ' +
      'add fields, or hold u or the prior (--fix-u, --fix-prior)',
  });
  expect(codes(patterns, undefined, { fixU: true }).warnings.map(({ code }) => code)).not.toContain(
    'not_identified',
  );
});

test('a field never compared, one that agrees less among matches, and one out of order are named', () => {
  const patterns: Patterns = {
    size: 3,
    levelCounts: [2, 2, 3, 2],
    levels: Uint8Array.of(1, 255, 2, 0, 0, 255, 1, 1, 0, 255, 0, 1),
    counts: Float64Array.of(100, 500, 300),
  };
  const start = {
    prior: 0.11,
    m: Float64Array.of(0.1, 0.9, 0.1, 0.9, 0.3, 0.1, 0.6, 0.9, 0.1),
    u: Float64Array.of(0.9, 0.1, 0.9, 0.1, 0.3, 0.6, 0.1, 0.1, 0.9),
  };
  const { warnings } = codes(patterns, [start], { fixM: true, fixU: true });
  expect(warnings).toEqual([
    { code: 'field_never_observed', message: '"f1" is missing in every pair and says nothing' },
    { code: 'not_monotone', message: '"f2": level 1 speaks less for a match than level 0 (2.6 bits)' },
    {
      code: 'm_below_u',
      message: '"f3" agrees less often among matches (m 0.1) than among others (u 0.9)',
    },
  ]);
});

/** One field of three levels with these expected counts among matches and non-matches, beside two that tell all. */
function threeLevels(matches: number[], others: number[], kinds: number[] = []) {
  const rows = [...matches.map((_, level) => [level, 1, 1]), ...others.map((_, level) => [level, 0, 0])];
  const patterns: Patterns = {
    size: 6,
    levelCounts: [3, 2, 2],
    levels: Uint8Array.from(rows.flat()),
    counts: Float64Array.from([...matches, ...others]),
  };
  return codes(patterns, undefined, { kinds: new Set(kinds) }).warnings.filter(
    ({ code }) => code === 'not_monotone',
  );
}

test('a level out of order is named where sampling does not explain it', () => {
  expect(threeLevels([100, 300, 600], [8000, 100, 1900])).toEqual([
    { code: 'not_monotone', message: '"f0": level 2 speaks less for a match than level 1 (3.2 bits)' },
  ]);
});

test('a level that is a kind of its own has no order', () => {
  expect(threeLevels([100, 300, 600], [8000, 100, 1900], [2])).toEqual([]);
  expect(threeLevels([300, 100, 600], [5000, 4900, 100], [1])).toEqual([]);
  expect(threeLevels([600, 1, 400], [100, 1900, 8000], [1])).toEqual([
    { code: 'not_monotone', message: '"f0": level 2 speaks less for a match than level 0 (6.9 bits)' },
  ]);
});

test.each([
  ['matches', [1, 4, 60], [8000, 100, 1900]],
  ['non-matches', [100, 300, 600], [9990, 2, 8]],
])('a level out of order is not named where it rests on few %s', (_, matches, others) => {
  expect(threeLevels(matches, others)).toEqual([]);
});

test('pairs that are not listed count among those that show the order of levels', () => {
  const patterns: Patterns = {
    size: 4,
    levelCounts: [3, 2, 2],
    levels: Uint8Array.of(1, 1, 1, 2, 1, 1, 0, 0, 0, 2, 0, 0),
    counts: Float64Array.of(300, 600, 90, 10),
  };
  const background = Float64Array.of(79_000, 1000, 20_000, 99_900, 100, 99_900, 100);
  const { warnings } = codes(patterns, undefined, { background, totalPairs: 101_000 });
  expect(warnings.map(({ code }) => code)).toContain('not_monotone');
});

test('pairs that differ in nothing, and pairs without values, teach nothing', () => {
  const alike: Patterns = {
    size: 1,
    levelCounts: [2, 2, 2],
    levels: Uint8Array.of(1, 1, 0),
    counts: Float64Array.of(50),
  };
  const warning = (why: string) => ({
    code: 'nothing_learned',
    message: `nothing can be learned, as ${why}: the probabilities come from prior assumptions alone`,
  });
  expect(codes(alike).warnings).toEqual([warning('all pairs agree alike')]);
  const learns = (options: EmOptions) =>
    codes(alike, undefined, options).warnings.every(({ code }) => code !== 'nothing_learned');
  expect(learns({ fixU: true })).toBe(true);
  expect(learns({ maxIterations: 0 })).toBe(true);
  expect(learns({ totalPairs: 1050, background: Float64Array.of(900, 100, 900, 100, 900, 100) })).toBe(true);
  const empty = { ...alike, levels: new Uint8Array(3).fill(255) };
  expect(codes(empty).warnings).toEqual([warning('no pair has two values to compare in any column')]);
  const none = { size: 1, levelCounts: [], levels: new Uint8Array(0), counts: alike.counts };
  expect(codes(none).warnings).toEqual([warning('no column is compared')]);
});

test('too few matches, none and too many are told apart', () => {
  const held = { fixM: true, fixU: true };
  const few = simulated(binaryModel(0.0002, [0.99, 0.99, 0.99, 0.99], [0.01, 0.01, 0.01, 0.01]));
  const { warnings } = codes(few, undefined, held);
  expect(warnings[0]?.code).toBe('few_matches');
  expect(warnings[0]?.message).toMatch(
    /^only \d(\.\d+)? matches expected: their m rests on next to nothing$/,
  );

  const none: Patterns = {
    size: 1,
    levelCounts: [2, 2, 2],
    levels: Uint8Array.of(0, 0, 0),
    counts: Float64Array.of(100),
  };
  const start = {
    prior: 0.1,
    m: Float64Array.of(0.1, 0.9, 0.1, 0.9, 0.1, 0.9),
    u: Float64Array.of(0.9, 0.1, 0.9, 0.1, 0.9, 0.1),
  };
  expect(codes(none, [start], held).warnings[0]).toEqual({
    code: 'no_matches',
    message: 'the share of matches went to 0: no pair looks like a match',
  });

  const many = simulated(binaryModel(0.8, [0.9, 0.9, 0.9, 0.9], [0.1, 0.1, 0.1, 0.1]));
  expect(codes(many).warnings[0]?.message).toMatch(
    /^(79|80|81)\.\d % of the pairs came out as matches; check that the classes are right$/,
  );
});

test('no pairs at all is one warning', () => {
  const nothing = { size: 0, levelCounts: [2], levels: new Uint8Array(0), counts: new Float64Array(0) };
  expect(codes(nothing).warnings).toEqual([
    { code: 'no_pairs', message: 'there are no pairs, so nothing was estimated' },
  ]);
});
