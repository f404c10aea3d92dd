import { expect, test } from 'vitest';
import { categoricalPrior } from '../../src/vb/categorical-prior.ts';
import { columnsOf } from './categorical-columns.ts';

const columns = columnsOf(
  [
    ['a', 'x'],
    ['a', null],
    ['b', 'x'],
    ['a', 'x'],
  ],
  ['first', 'second'],
);

test('a uniform base gives A to every value', () => {
  const { weights, totals } = categoricalPrior(columns, 0.5, 'uniform');
  expect(weights.map((field) => [...field])).toEqual([[0.5, 0.5], [0.5]]);
  expect([...totals]).toEqual([1, 0.5]);
});

test('an empirical base shares A among the values by their frequency among records that have one', () => {
  const { weights, totals } = categoricalPrior(columns, 0.5, 'empirical');
  expect(weights.map((field) => [...field])).toEqual([[0.375, 0.125], [0.5]]);
  expect([...totals]).toEqual([0.5, 0.5]);
});

test('a column without values has no weights', () => {
  for (const base of ['uniform', 'empirical'] as const) {
    const { weights, totals } = categoricalPrior(columnsOf([[null]], ['empty']), 1, base);
    expect([weights[0]!.length, totals[0]]).toEqual([0, 0]);
  }
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('A = %d is refused', (A) => {
  expect(() => categoricalPrior(columns, A, 'uniform')).toThrow('A must be a positive number');
});
