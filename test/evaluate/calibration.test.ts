import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibration } from '../../src/evaluate/calibration.ts';

describe('calibration', () => {
  // Four predictions by hand: Brier (.04 + .16 + .01 + .81)/4; log loss −(log .8 + log .6 + log .9 + log .1)/4.
  const four = calibration([0.8, 0.4, 0.1, 0.9], [1, 0, 0, 0]);

  it('has the Brier score and the log loss of its definition', () => {
    expect(four.brierScore).toBeCloseTo(1.02 / 4, 14);
    expect(four.logLoss).toBeCloseTo(-Math.log(0.8 * 0.6 * 0.9 * 0.1) / 4, 14);
  });

  it('weighs the distance of each bin by its predictions: (.2 + .4 + .1 + .9)/4', () => {
    expect(four.expectedError).toBeCloseTo(0.4, 14);
  });

  it('puts a probability on an edge into the upper bin, and 1 into the last', () => {
    const { bins } = calibration([0, 0.1, 0.3, 0.7, 0.95, 1], [0, 0, 0, 1, 1, 0]);
    expect(bins.map(({ predictions }) => predictions)).toEqual([1, 1, 0, 1, 0, 0, 0, 1, 0, 2]);
    expect(bins[9]).toEqual({ from: 0.9, to: 1, predictions: 2, meanProbability: 0.975, observedShare: 0.5 });
    expect(bins[2]!.observedShare).toBeNaN();
  });

  it('takes what is written as 0 or 1 to be rounded to ten digits', () => {
    expect(calibration([1], [0]).logLoss).toBe(-Math.log(5e-11));
    expect(calibration([0], [1]).logLoss).toBe(-Math.log(5e-11));
    expect(calibration([1, 0], [1, 0]).logLoss).toBe(0);
  });

  it('is not defined without predictions', () => {
    const { predictions, brierScore, logLoss, expectedError } = calibration([], []);
    expect([predictions, brierScore, logLoss, expectedError]).toEqual([0, NaN, NaN, NaN]);
  });
});

describe('calibration of any predictions', () => {
  const predictions = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)), {
    minLength: 1,
    maxLength: 50,
  });
  const of = (list: readonly (readonly [number, number])[]) =>
    calibration(
      list.map(([p]) => p),
      list.map(([, y]) => y),
    );

  it('agrees with sums taken prediction by prediction', () => {
    fc.assert(
      fc.property(predictions, (list) => {
        const { brierScore, logLoss, expectedError } = of(list);
        const mean = (value: (p: number, y: number) => number) =>
          list.reduce((sum, [p, y]) => sum + value(p, y), 0) / list.length;
        expect(brierScore).toBeCloseTo(
          mean((p, y) => (p - y) ** 2),
          12,
        );
        expect(logLoss).toBeCloseTo(
          mean((p, y) => -Math.log(Math.max(y === 1 ? p : 1 - p, 5e-11))),
          12,
        );
        let error = 0;
        for (let bin = 0; bin < 10; bin++) {
          const inside = list.filter(([p]) => Math.min(9, Math.trunc(10 * p)) === bin);
          if (inside.length === 0) continue;
          const gap = inside.reduce((sum, [p, y]) => sum + p - y, 0) / inside.length;
          error += (inside.length / list.length) * Math.abs(gap);
        }
        expect(expectedError).toBeCloseTo(error, 12);
      }),
    );
  });

  it('does not depend on their order, to the last digit', () => {
    fc.assert(
      fc.property(predictions, (list) => {
        expect(of([...list].reverse())).toEqual(of(list));
      }),
    );
  });
});
