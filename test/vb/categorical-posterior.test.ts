import { expect, test } from 'vitest';
import { digamma } from '../../src/math/digamma.ts';
import { CategoricalPosterior } from '../../src/vb/categorical-posterior.ts';
import { categoricalPrior } from '../../src/vb/categorical-prior.ts';
import { columnsOf } from './categorical-columns.ts';

const columns = columnsOf(
  [
    ['a', 'x'],
    ['b', null],
    ['a', 'y'],
  ],
  ['f', 'g'],
);
// Record 0: individual 0 or one of two alike; record 1: one of the alike; record 2: individual 0.
const phi = {
  offsets: Int32Array.of(0, 2, 3, 4),
  individuals: Int32Array.of(0, 1, 1, 0),
  named: 1,
  alike: 2,
  probabilities: Float64Array.of(0.25, 0.75, 1, 1),
};
const posterior = () => new CategoricalPosterior(columns, categoricalPrior(columns, 0.5, 'uniform'), phi);

test('only the values of candidate records are touched, each once', () => {
  const { starts, values, counts } = posterior().touchedCounts(phi);
  // Individual 0 in f and g, then one of the alike in f and g.
  expect([...starts]).toEqual([0, 1, 3, 5, 6]);
  expect([...values]).toEqual([0, 0, 1, 0, 1, 0]);
  expect([...counts]).toEqual([1.25, 0.25, 1, 0.375, 0.5, 0.375]);
});

test('the scores are expectations under λ of the fields a record shows', () => {
  const q = posterior();
  q.update(phi);
  const score = (lambda: number, sum: number) => digamma(lambda) - digamma(sum);
  const expected = [
    score(1.75, 2.25) + score(0.75, 2.25),
    score(0.875, 1.875) + score(0.875, 1.375),
    score(1, 1.875),
    score(1.75, 2.25) + score(1.5, 2.25),
  ];
  expected.forEach((value, e) => {
    expect(q.scores[e]).toBeCloseTo(value, 12);
  });
});

test('an update leaves nothing behind for the next', () => {
  const [once, twice] = [posterior(), posterior()];
  twice.update(phi);
  twice.touchedCounts(phi);
  expect(twice.update(phi)).toBe(once.update(phi));
  expect(twice.scores).toEqual(once.scores);
});
