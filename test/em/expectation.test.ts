import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOffsets, MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { Expectation } from '../../src/em/expectation.ts';
import { levelVectors, vectorsWhere } from '../../src/em/level-vectors.ts';
import { random } from '../../src/math/random.ts';
import { distribution, flat } from './reference.ts';

interface Problem {
  patterns: Patterns;
  logDependence: Float64Array;
  /** Shares and level probabilities, the random class last. */
  shares: number[];
  levels: Float64Array[];
}

/** Many patterns with the same levels and other dependence; counts of one, several and fractions. */
function problem(seed: number, classes: number, fields: number, extreme: boolean): Problem {
  const r = random(seed);
  const levelCounts = Array.from({ length: fields }, () => 2 + r.below(2));
  const size = 1 + r.below(80);
  const rows = Array.from({ length: 1 + r.below(12) }, () =>
    levelCounts.map((count) => (r.next() < 0.2 ? MISSING : r.below(count))),
  );
  const levels = Uint8Array.from(Array.from({ length: size }, () => rows[r.below(rows.length)]!).flat());
  const counts = Float64Array.from(
    { length: size },
    () => [1, 1, 1 + r.below(1000), 3 * r.next()][r.below(4)]!,
  );
  const ofClass = (): Float64Array =>
    flat(
      levelCounts.map((count) => {
        if (!extreme || r.next() < 0.2) return distribution(count, r);
        const certain = r.below(count);
        return Array.from({ length: count }, (_, l) => (l === certain ? 1 - (count - 1) * 1e-12 : 1e-12));
      }),
    );
  return {
    patterns: { size, levelCounts, levels, counts },
    logDependence: Float64Array.from({ length: size }, () => (r.below(81) - 40) / 4),
    shares: distribution(classes + 1, r),
    levels: Array.from({ length: classes + 1 }, ofClass),
  };
}

/** What the step should collect, by the formula, pattern by pattern, in logs. */
function direct({ patterns, logDependence, shares, levels }: Problem) {
  const { size, levelCounts, counts } = patterns;
  const offsets = levelOffsets(levelCounts);
  const fields = levelCounts.length;
  const expected = levels.map(() => new Float64Array(offsets[fields]!));
  const weights = levels.map(() => new Float64Array(size));
  const pairs = levels.map(() => 0);
  let logLikelihood = 0;
  for (let g = 0; g < size; g++) {
    const own = [...patterns.levels.subarray(g * fields, (g + 1) * fields)];
    const logs = levels.map((of, c) =>
      own.reduce(
        (sum, level, f) => (level === MISSING ? sum : sum + Math.log(of[offsets[f]! + level]!)),
        Math.log(shares[c]!) + (c === levels.length - 1 ? logDependence[g]! : 0),
      ),
    );
    const most = Math.max(...logs);
    const total = logs.reduce((sum, log) => sum + Math.exp(log - most), 0);
    logLikelihood += counts[g]! * (most + Math.log(total));
    logs.forEach((log, c) => {
      const weight = Math.exp(log - most) / total;
      weights[c]![g] = weight;
      pairs[c]! += counts[g]! * weight;
      own.forEach((level, f) => {
        if (level !== MISSING) expected[c]![offsets[f]! + level]! += counts[g]! * weight;
      });
    });
  }
  return { logLikelihood, expected, weights, pairs };
}

function prepared({ patterns, logDependence, shares, levels }: Problem, visited?: Int32Array): Expectation {
  const step = new Expectation(patterns, levels.length - 1, logDependence, visited);
  levels.forEach((of, c) => {
    step.assume(c, Math.log(shares[c]!), of);
  });
  return step;
}

/** Equal but for rounding, which grows with the number of pairs and of fields. */
function expectClose(found: ArrayLike<number>, wanted: ArrayLike<number>, scale: number): void {
  for (let i = 0; i < wanted.length; i++)
    expect(Math.abs(found[i]! - wanted[i]!)).toBeLessThanOrEqual(
      1e-12 * Math.max(scale, Math.abs(wanted[i]!)),
    );
}

function expectSame(step: Expectation, wanted: ReturnType<typeof direct>, scale: number): void {
  expectClose(step.pairs, wanted.pairs, scale);
  wanted.expected.forEach((of, c) => {
    expectClose(step.levels[c]!, of, scale);
  });
}

const anyProblem = (fields: number, extreme: boolean) =>
  fc
    .tuple(fc.nat(), fc.integer({ min: 1, max: 4 }))
    .map(([seed, classes]) => problem(seed, classes, fields, extreme));

describe.each([
  ['few columns', 5, false],
  ['one column', 1, false],
  ['columns that say nearly all', 6, true],
  ['so many columns that odds overflow', 80, true],
])('the step of %s', (_, fields, extreme) => {
  it('collects what the formula says of each pattern by itself', () => {
    fc.assert(
      fc.property(anyProblem(fields, extreme), (given) => {
        const wanted = direct(given);
        const step = prepared(given);
        step.collect();
        const scale = given.patterns.counts.reduce((sum, count) => sum + count, 0);
        expectSame(step, wanted, scale);
        expectClose([step.logLikelihood], [wanted.logLikelihood], scale * fields * 30);
        const weights = step.weigh();
        weights.forEach((of, c) => {
          expectClose(of, wanted.weights[c]!, 10 * fields);
        });
        step.collectWeights(weights);
        expectSame(step, wanted, scale * fields);
      }),
    );
  });
});

it('takes the pairs that are not looked at for none', () => {
  const given = problem(3, 2, 4, false);
  const vectors = levelVectors(given.patterns);
  const isVisited = (g: number): boolean => vectors.ofPattern[g]! % 2 === 0;
  const counts = given.patterns.counts.map((count, g) => (isVisited(g) ? count : 0));
  const wanted = direct({ ...given, patterns: { ...given.patterns, counts } });
  const step = prepared(given, vectorsWhere(vectors, isVisited));
  step.collect();
  expectSame(step, wanted, 100);
  expect(step.logLikelihood).toBeCloseTo(wanted.logLikelihood, 8);
});
