import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, linear, logarithmic, powerTicks, ticks, wholeTicks } from '../../src/report/scale.ts';

const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });

describe('a scale', () => {
  it('puts numbers in proportion', () => {
    const scale = linear([-10, 10], 200);
    expect([-10, 0, 5, 10].map(scale)).toEqual([0, 100, 150, 200]);
    expect(linear([3, 3], 200)(3)).toBe(100);
    expect(logarithmic(99, 100)(9)).toBeCloseTo(50, 12);
    expect(logarithmic(0, 100)(0)).toBe(0);
  });

  it('never turns back', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 3, maxLength: 3 }), (three) => {
        const [a, b, c] = three.toSorted((x, y) => x - y) as [number, number, number];
        const scale = linear([a, c], 100);
        expect(scale(a)).toBeLessThanOrEqual(scale(b));
        expect(scale(b)).toBeLessThanOrEqual(scale(c));
        const log = logarithmic(Math.abs(c), 100);
        expect(log(Math.max(0, b))).toBeLessThanOrEqual(log(Math.max(0, c)));
      }),
    );
  });
});

describe('marks', () => {
  it('are round', () => {
    expect(ticks([0, 9.7], 5)).toEqual([0, 2, 4, 6, 8]);
    expect(ticks([-1, 1], 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(ticks([4, 4], 5)).toEqual([4]);
    expect(wholeTicks([1, 3], 7)).toEqual([1, 2, 3]);
    expect(powerTicks(50)).toEqual([0, 1, 10]);
    expect(powerTicks(140_000)).toEqual([0, 10, 100, 1000, 10_000, 100_000]);
    expect(decimalsOf([0, 0.5, 1])).toBe(1);
    expect(decimalsOf([0, 20, 40])).toBe(0);
  });

  it('are inside the domain and not too many', () => {
    fc.assert(
      fc.property(number, number, fc.integer({ min: 2, max: 10 }), (a, b, about) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        fc.pre(high - low > 1e-6);
        const marks = ticks([low, high], about);
        const slack = 1e-6 * (high - low) + 1e-6;
        for (const mark of marks) expect(mark >= low - slack && mark <= high + slack).toBe(true);
        expect(marks.length).toBeLessThanOrEqual(about + 1);
      }),
    );
  });
});
