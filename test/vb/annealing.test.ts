import { expect, test } from 'vitest';
import { temperature } from '../../src/vb/annealing.ts';

test('falls in equal ratios and stays at 1', () => {
  const at = (sweep: number) => temperature({ from: 16, sweeps: 4 }, sweep);
  expect([0, 1, 2, 3, 4, 5, 100].map(at)).toEqual([16, 8, 4, 2, 1, 1, 1]);
});

test('is 1 without annealing', () => {
  expect(temperature(undefined, 0)).toBe(1);
  expect(temperature({ from: 9, sweeps: 0 }, 0)).toBe(1);
});
