import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Individuals } from '../../src/partition/individuals.ts';
import { HitMissLikelihood, logMatchRatio } from '../../src/smered/hit-miss.ts';
import { allValues, countsOf, marginal } from './hit-miss-enumeration.ts';

const THETA = [0.5, 0.3, 0.2];

const of = (theta: readonly number[], beta: number) =>
  new HitMissLikelihood({ theta: [Float64Array.from(theta)], beta: Float64Array.of(beta) });

const logOf = (x: readonly number[], theta: readonly number[], beta: number, at = 0) =>
  of(theta, beta).logMarginal(0, countsOf(x, at));

/** Shares of one to four values. */
const anyTheta = fc
  .array(fc.double({ min: 1e-3, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 })
  .map((weights) => weights.map((weight) => weight / weights.reduce((a, b) => a + b)));
const anyBeta = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1e-300, 1e-9, 0.5, 1 - 2 ** -53, 1),
);

/** A model and the values of up to six records, from three up so that no short way is taken, or any. */
const anyCase = (least: number) =>
  fc
    .tuple(anyTheta, anyBeta)
    .chain(([theta, beta]) =>
      fc.array(fc.nat(theta.length - 1), { minLength: least, maxLength: 6 }).map((x) => ({ theta, beta, x })),
    );

describe('HitMissLikelihood', () => {
  test('has the values worked out by hand', () => {
    expect(of(THETA, 0.2).fields).toBe(1);
    // One record alone shows its value by θ, distorted or not.
    expect(logOf([1], THETA, 0.2)).toBe(Math.log(0.3));
    // Equal: y = 0 and both show it, or some other y and both are distorted.
    expect(logOf([0, 0], THETA, 0.2)).toBeCloseTo(Math.log(0.5 * 0.9 ** 2 + 0.5 * 0.1 ** 2), 14);
    // Different: y the one, or the other, or the third.
    const differing = 0.5 * 0.9 * 0.06 + 0.3 * 0.86 * 0.1 + 0.2 * 0.1 * 0.06;
    expect(logOf([0, 1], THETA, 0.2)).toBeCloseTo(Math.log(differing), 14);
    // Twice the first and once the second.
    const three = 0.5 * 0.9 ** 2 * 0.06 + 0.3 * 0.1 ** 2 * 0.86 + 0.2 * 0.1 ** 2 * 0.06;
    expect(logOf([0, 1, 0], THETA, 0.2)).toBeCloseTo(Math.log(three), 14);
  });

  test.each([1, 3])('is the sum over all y and z̃, from %i records on', (least) => {
    fc.assert(
      fc.property(anyCase(least), fc.nat(3), ({ theta, beta, x }, at) => {
        const exact = Math.log(marginal(x, theta, beta));
        const log = logOf(x, theta, beta, at);
        if (exact > -690) expect(Math.abs(log - exact)).toBeLessThan(1e-12 * (1 + Math.abs(exact)));
        // There the sum underflows.
        else expect(log).toBeLessThan(-689);
      }),
      { numRuns: 400 },
    );
  });

  test.each([0, 0.05, 0.7, 1])('sums to 1 over all values of the records at β = %f', (beta) => {
    for (const n of [1, 2, 3, 5]) {
      const logs = allValues(n, 3).map((x) => logOf(x, THETA, beta));
      expect(logs.reduce((sum, log) => sum + Math.exp(log), 0)).toBeCloseTo(1, 13);
    }
  });

  test('is the same in whatever order the values are listed', () => {
    fc.assert(
      fc.property(anyCase(1), fc.infiniteStream(fc.nat()), ({ theta, beta, x }, keys) => {
        const shuffled = x.map((value) => ({ value, key: keys.next().value! }));
        shuffled.sort((one, other) => one.key - other.key);
        const other = shuffled.map(({ value }) => value);
        const [log, again] = [logOf(x, theta, beta), logOf(other, theta, beta)];
        if (log === Number.NEGATIVE_INFINITY) expect(again).toBe(log);
        else expect(again).toBeCloseTo(log, 11);
      }),
    );
  });

  test('says nothing of missing values', () => {
    expect(logOf([], THETA, 0.2)).toBe(0);
    const likelihood = new HitMissLikelihood({
      theta: [Float64Array.from(THETA), Float64Array.of(0.6, 0.4)],
      beta: Float64Array.of(0.2, 0.1),
    });
    const codes = [Int32Array.of(0, -1, 1), Int32Array.of(-1, -1, -1)];
    const individuals = new Individuals(3, codes, likelihood);
    expect(individuals.alone[1]).toBe(0);
    expect(individuals.logOf([0, 1, 2], 3)).toBe(individuals.logOf([0, 2], 2));
    expect(individuals.logOf([0, 2], 2)).toBe(logOf([0, 1], THETA, 0.2));
  });

  test('knows no distortion where β = 0, and no individuals where β = 1', () => {
    for (const n of [1, 2, 3, 1000]) expect(logOf(new Array(n).fill(1), THETA, 0)).toBe(Math.log(0.3));
    for (const x of [
      [0, 1],
      [0, 0, 1],
      [0, 1, 2, 2],
    ]) {
      expect(logOf(x, THETA, 0)).toBe(Number.NEGATIVE_INFINITY);
      const apart = x.reduce((sum, value) => sum + Math.log(THETA[value]!), 0);
      expect(logOf(x, THETA, 1)).toBeCloseTo(apart, 13);
    }
  });

  test('holds for many records, rare values, and β near its ends', () => {
    const rare = [1e-300, 1 - 1e-300];
    for (const beta of [1e-300, 1e-12, 0.05, 0.999]) {
      for (const theta of [[0.01, 0.99], rare]) {
        // All of 10,000 records show the value: but for other y's it is y.
        const log = Math.log(theta[0]!) + 1e4 * Math.log1p(-beta * theta[1]!);
        const others = Math.log(theta[1]!) + 1e4 * (Math.log(beta) + Math.log(theta[0]!));
        const exact = Math.max(log, others) + Math.log1p(Math.exp(-Math.abs(log - others)));
        expect(logOf(new Array(1e4).fill(0), theta, beta) / exact).toBeCloseTo(1, 13);
      }
    }
    // One error in 10,001 records of the rare value, which is y.
    const error = Math.log(1e-300) + 1e4 * Math.log1p(-0.05) + Math.log(0.05);
    expect(logOf([...new Array(1e4).fill(0), 1], rare, 0.05) / error).toBeCloseTo(1, 13);
    // A share that is nought is never shown.
    for (const beta of [0, 0.5, 1])
      for (const x of [[0], [0, 0], [0, 1], [0, 0, 0], [0, 1, 1]])
        expect(logOf(x, [0, 1], beta)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('forgets the parameters it had, and keeps none that are not its own', () => {
    const parameters = { theta: [Float64Array.of(0.9, 0.05, 0.05)], beta: Float64Array.of(0.9) };
    const likelihood = new HitMissLikelihood(parameters);
    likelihood.use({ theta: [Float64Array.from(THETA)], beta: Float64Array.of(0.2) });
    parameters.theta[0]!.fill(0.1);
    for (const x of allValues(4, 3))
      expect(likelihood.logMarginal(0, countsOf(x))).toBe(logOf(x, THETA, 0.2));
  });

  test.each([-0.1, 1.1, Number.NaN])('refuses β = %f', (beta) => {
    expect(() => of(THETA, beta)).toThrow(RangeError);
  });
});

test('logMatchRatio is log (βθ + 1 − β)/βθ, also where that is more than can be held', () => {
  expect(logMatchRatio(0.5, 0.5)).toBeCloseTo(Math.log(3), 15);
  expect(logMatchRatio(0.3, 0.2)).toBeCloseTo(Math.log(0.86 / 0.06), 14);
  expect(logMatchRatio(2 ** -1074, 0.5)).toBeCloseTo(1074 * Math.log(2), 10);
  expect(logMatchRatio(1e-200, 1e-200)).toBeCloseTo(400 * Math.log(10), 10);
  expect([logMatchRatio(0.3, 1), logMatchRatio(0, 1), logMatchRatio(0.3, 0)]).toEqual([
    0,
    0,
    Number.POSITIVE_INFINITY,
  ]);
});
