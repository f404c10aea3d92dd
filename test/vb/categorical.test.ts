import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';

const columns = [{ counts: Int32Array.of(6, 3, 1) }, { counts: Int32Array.of(5, 5) }];

const countsOf = (pairs: [number, number][], at = 0) => ({
  values: Int32Array.from([...new Array(at).fill(0), ...pairs.map(([v]) => v)]),
  counts: Int32Array.from([...new Array(at).fill(9), ...pairs.map(([, n]) => n)]),
  at,
  distinct: pairs.length,
});

test('one record has the probability of its value under the base', () => {
  const uniform = categoricalLikelihood(columns, 0.2, 'uniform');
  const empirical = categoricalLikelihood(columns, 0.2, 'empirical');
  expect(uniform.fields).toBe(2);
  expect(uniform.logMarginal(0, countsOf([[1, 1]]))).toBeCloseTo(Math.log(1 / 3), 14);
  expect(empirical.logMarginal(0, countsOf([[1, 1]]))).toBeCloseTo(Math.log(0.3), 14);
  expect(empirical.logMarginal(1, countsOf([[1, 1]]))).toBeCloseTo(Math.log(0.5), 14);
});

test('an individual whose records all miss the field says nothing', () => {
  expect(categoricalLikelihood(columns, 0.2, 'uniform').logMarginal(0, countsOf([]))).toBe(0);
});

test('is the product of the predictive probabilities, in any order and at any place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 1e-4, max: 5, noNaN: true }),
      fc.constantFrom('uniform', 'empirical'),
      fc.nat(3),
      (records, A, base, at) => {
        // Pólya's urn: each draw adds a ball of its colour.
        const urn = base === 'uniform' ? [A, A, A] : [0.6 * A, 0.3 * A, 0.1 * A];
        let log = 0;
        for (const v of records) {
          log += Math.log(urn[v]! / urn.reduce((a, b) => a + b));
          urn[v]!++;
        }
        const shown = [2, 0, 1].filter((v) => records.includes(v));
        const counts = countsOf(
          shown.map((v) => [v, records.filter((other) => other === v).length]),
          at,
        );
        expect(categoricalLikelihood(columns, A, base).logMarginal(0, counts)).toBeCloseTo(log, 10);
      },
    ),
  );
});
