import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import { coordinateAscent } from '../../src/vb/coordinate-ascent.ts';
import { elbo } from '../../src/vb/elbo.ts';
import { logJoint } from '../partition/partitions.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';

describe('for hard φ the ELBO after a λ step', () => {
  const partition = randomColumns(12).chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      z: fc.array(fc.nat(7), {
        minLength: columns[0]!.codes.length,
        maxLength: columns[0]!.codes.length,
      }),
      A: fc.double({ min: 1e-3, max: 4, noNaN: true }),
      base: fc.constantFrom<Base>('uniform', 'empirical'),
      K: fc.integer({ min: 8, max: 5000 }),
    }),
  );

  test('is log p(x, z), computed record by record', () => {
    fc.assert(
      fc.property(partition, ({ columns, z, K, A, base }) => {
        const start = { assignment: Int32Array.from(z) };
        const { elbo } = coordinateAscent(columns, { K, A, base, start, maxIterations: 1 });
        expect(Math.abs(elbo - logJoint(columns, z, K, A, base))).toBeLessThan(1e-9);
      }),
      { numRuns: 500 },
    );
  });

  test('is the likelihood of the individuals less N log K', () => {
    fc.assert(
      fc.property(partition, ({ columns, z, K, A, base }) => {
        const likelihood = categoricalLikelihood(columns, A, base);
        let log = -z.length * Math.log(K);
        for (const k of new Set(z)) {
          columns.forEach(({ codes, values }, f) => {
            const shown = values.map((_, v) => z.filter((other, r) => other === k && codes[r] === v).length);
            const touched = [...shown.keys()].filter((v) => shown[v]! > 0);
            log += likelihood.logMarginal(f, {
              values: Int32Array.from(touched),
              counts: Int32Array.from(touched, (v) => shown[v]!),
              at: 0,
              distinct: touched.length,
            });
          });
        }
        const start = { assignment: Int32Array.from(z) };
        const { elbo } = coordinateAscent(columns, { K, A, base, start, maxIterations: 1 });
        expect(Math.abs(elbo - log)).toBeLessThan(1e-9);
      }),
    );
  });
});

test('never exceeds log p(x), the sum over all assignments', () => {
  const columns = columnsOf(
    [
      ['a', 'x'],
      ['a', 'y'],
      [null, 'x'],
      ['b', 'x'],
    ],
    ['f', 'g'],
  );
  for (const [K, A] of [
    [2, 0.3],
    [3, 1],
    [4, 0.05],
  ] as const) {
    const logs: number[] = [];
    for (let code = 0; code < K ** 4; code++) {
      const z = [0, 1, 2, 3].map((i) => Math.floor(code / K ** i) % K);
      logs.push(logJoint(columns, z, K, A, 'uniform'));
    }
    const logEvidence = Math.log(logs.reduce((sum, log) => sum + Math.exp(log), 0));
    const { runs } = coordinateAscent(columns, { K, A, base: 'uniform', start: 'random', restarts: 20 });
    for (const bound of runs) expect(bound).toBeLessThan(logEvidence);
    expect(Math.max(...runs)).toBeGreaterThan(Math.max(...logs) - 1e-9);
  }
});

test('−N log K, the entropy and the evidence are its three terms', () => {
  const offsets = Int32Array.of(0, 2, 3);
  const individuals = Int32Array.of(0, 1, 0);
  const probabilities = Float64Array.of(0.25, 0.75, 1);
  const phi = { offsets, individuals, named: 1, alike: 3, probabilities };
  // The three alike individuals have a quarter each, so the first record is uniform over four.
  expect(elbo(phi, -5, 10)).toBeCloseTo(Math.log(4) - 5 - 2 * Math.log(10), 12);
});
