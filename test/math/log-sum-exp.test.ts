import { expect, test } from 'vitest';
import { logSumExp } from '../../src/math/log-sum-exp.ts';

test('adds probabilities by their logarithms', () => {
  expect(logSumExp(Math.log(0.1), Math.log(0.3))).toBeCloseTo(Math.log(0.4), 15);
  expect(logSumExp(0, 0)).toBe(Math.LN2);
});

test('neither overflows nor underflows', () => {
  expect(logSumExp(-1000, -1000)).toBe(-1000 + Math.LN2);
  expect(logSumExp(1000, 1000)).toBe(1000 + Math.LN2);
  expect(logSumExp(0, -800)).toBe(0);
});

test('takes minus infinity for probability zero', () => {
  expect(logSumExp(Number.NEGATIVE_INFINITY, -3)).toBe(-3);
  expect(logSumExp(-3, Number.NEGATIVE_INFINITY)).toBe(-3);
  expect(logSumExp(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
});
