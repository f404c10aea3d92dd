import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import type { Column } from '../../src/records/table.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import {
  type CoordinateAscentOptions,
  coordinateAscent,
  type Sweep,
} from '../../src/vb/coordinate-ascent.ts';
import type { Candidates } from '../../src/vb/responsibilities.ts';
import { allIndividuals } from '../../src/vb/responsibilities-candidates.ts';
import type { Start } from '../../src/vb/responsibilities-start.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';
import { denseLambda, densePhi, difference } from './coordinate-ascent-dense.ts';
import { denseElbo, lambdaStep, type Phi, phiStep, problem } from './coordinate-ascent-reference.ts';

interface Input {
  columns: Column[];
  K: number;
  A: number;
  base: Base;
  seed: number;
}

const input: fc.Arbitrary<Input> = fc.record({
  columns: randomColumns(7),
  K: fc.integer({ min: 1, max: 10 }),
  A: fc.constantFrom(0.01, 0.1, 0.5, 1, 3),
  base: fc.constantFrom<Base>('uniform', 'empirical'),
  seed: fc.integer({ min: 0, max: 1e6 }),
});

/** Rows of φ drawn over the candidates, none of them hard. */
function soft(candidates: Candidates, seed: number): Start {
  const generator = random(seed);
  const probabilities = Float64Array.from(candidates.individuals, () => generator.gamma(1));
  for (let r = 0; r + 1 < candidates.offsets.length; r++) {
    const row = probabilities.subarray(candidates.offsets[r]!, candidates.offsets[r + 1]!);
    const total = row.reduce((a, b) => a + b, 0);
    row.forEach((weight, i) => {
      row[i] = weight / total;
    });
  }
  return { responsibilities: { ...candidates, probabilities } };
}

/** Each record's candidates are a random set of the K individuals, never empty. */
function randomCandidates(size: number, K: number, seed: number): Candidates {
  const generator = random(seed);
  const offsets = new Int32Array(size + 1);
  const individuals: number[] = [];
  for (let r = 0; r < size; r++) {
    const surely = generator.below(K);
    for (let k = 0; k < K; k++) if (k === surely || generator.next() < 0.4) individuals.push(k);
    offsets[r + 1] = individuals.length;
  }
  return { offsets, individuals: Int32Array.from(individuals), named: K, alike: 0 };
}

/** Candidates as the reference knows them. */
function mayBe({ offsets, individuals }: Candidates, K: number): boolean[][] {
  return Array.from({ length: offsets.length - 1 }, (_, r) => {
    const row = individuals.subarray(offsets[r]!, offsets[r + 1]!);
    return Array.from({ length: K }, (_, k) => row.includes(k));
  });
}

type Starting = (input: Input) => Partial<CoordinateAscentOptions>;
const size = ({ columns }: Input) => columns[0]!.codes.length;
const STARTS: [string, Starting][] = [
  ['soft over all individuals', (i) => ({ start: soft(allIndividuals(size(i), i.K, i.K), i.seed) })],
  [
    'soft with alike individuals',
    (i) => ({ start: soft(allIndividuals(size(i), Math.floor(i.K / 2), i.K), i.seed) }),
  ],
  ['random', () => ({ start: 'random' })],
  ['one record per individual', () => ({ start: 'one-each' })],
  [
    'a given assignment',
    (i) => ({ start: { assignment: i.columns[0]!.codes.map((code) => Math.max(0, code) % i.K) } }),
  ],
  [
    'random over candidates',
    (i) => ({ start: 'random', candidates: randomCandidates(size(i), i.K, i.seed) }),
  ],
  [
    'soft over candidates',
    (i) => {
      const candidates = randomCandidates(size(i), i.K, i.seed);
      return { start: soft(candidates, i.seed), candidates };
    },
  ],
];

describe('sparse equals dense', () => {
  test.each(STARTS)('in λ, φ and ELBO at every sweep: %s', (_, starting) => {
    fc.assert(
      fc.property(input, (i) => {
        const options = starting(i);
        const { columns, K, A, base, seed } = i;
        const given = problem(columns, A, base, K, options.candidates && mayBe(options.candidates, K));
        const annealing = seed % 2 ? { from: 4, sweeps: 3 } : undefined;
        let phi: Phi | undefined;
        const onSweep = (sweep: Sweep) => {
          const sparse = densePhi(sweep.responsibilities, K);
          phi ??= sparse;
          const lambda = lambdaStep(given, phi);
          expect(difference(sparse, phi)).toBeLessThan(1e-10);
          expect(
            difference(denseLambda(sweep.touchedCounts(), sweep.responsibilities, given), lambda),
          ).toBeLessThan(1e-10);
          expect(Math.abs(sweep.elbo - denseElbo(given, phi, lambda))).toBeLessThan(1e-10);
          phi = phiStep(given, lambda, sweep.temperature);
        };
        coordinateAscent(columns, { K, A, base, seed, maxIterations: 10, annealing, onSweep, ...options });
      }),
      { numRuns: 300 },
    );
  });
});

describe('the ELBO', () => {
  test.each(STARTS)('never decreases: %s', (_, starting) => {
    fc.assert(
      fc.property(input, (i) => {
        const { columns, K, A, base, seed } = i;
        const { trace, elbo } = coordinateAscent(columns, { K, A, base, seed, tolerance: 0, ...starting(i) });
        for (let t = 1; t < trace.length; t++) {
          expect(trace[t]).toBeGreaterThanOrEqual(trace[t - 1]! - 1e-11 * Math.abs(elbo));
        }
        expect(elbo).toBe(trace.at(-1));
      }),
      { numRuns: 200 },
    );
  });

  test('with (T − 1) H(φ) added never decreases at temperature T', () => {
    fc.assert(
      fc.property(input, fc.double({ min: 0.5, max: 20, noNaN: true }), (i, T) => {
        const { columns, K, A, base, seed } = i;
        const entropies: number[] = [];
        const { trace } = coordinateAscent(columns, {
          ...{ K, A, base, seed, maxIterations: 30, start: 'random' },
          annealing: { from: T, sweeps: Number.POSITIVE_INFINITY },
          onSweep({ responsibilities, temperature }) {
            expect(temperature).toBe(T);
            const terms = densePhi(responsibilities, K).flat();
            entropies.push(-terms.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0));
          },
        });
        const raised = entropies.map((entropy, t) => trace[t]! + (T - 1) * entropy);
        for (let t = 1; t < raised.length; t++) expect(raised[t]).toBeGreaterThan(raised[t - 1]! - 1e-9);
      }),
    );
  });
});

const people = columnsOf(
  [
    ['ann', 'lee', '1970'],
    ['ann', 'lee', '1971'],
    ['bob', null, '1970'],
    ['bob', 'kay', '1980'],
    ['eve', 'kay', null],
    [null, 'lee', '1970'],
  ],
  ['first', 'last', 'year'],
);

describe('fixed points', () => {
  test.each<[number, number, Base]>([
    [3, 0.8, 'uniform'],
    [4, 1.5, 'uniform'],
    [3, 2, 'empirical'],
    [8, 1, 'uniform'],
  ])('the ELBO has no slope in λ or φ there: K = %d, A = %d, %s', (K, A, base) => {
    const given = problem(people, A, base, K);
    let last: Sweep | undefined;
    const { responsibilities } = coordinateAscent(people, {
      ...{ K, A, base, start: soft(allIndividuals(6, K, K), 5) },
      ...{ tolerance: -1, maxIterations: 4000 },
      onSweep(sweep) {
        last = sweep;
      },
    });
    const phi = densePhi(responsibilities, K);
    const lambda = denseLambda(last!.touchedCounts(), responsibilities, given);
    const slope = (row: number[], at: number) => {
      const value = row[at]!;
      const h = 1e-4 * value;
      row[at] = value + h;
      const above = denseElbo(given, phi, lambda);
      row[at] = value - h;
      const below = denseElbo(given, phi, lambda);
      row[at] = value;
      return (above - below) / (2 * h);
    };
    for (const weights of lambda.flat()) {
      weights.forEach((_, v) => {
        expect(Math.abs(slope(weights, v))).toBeLessThan(1e-6);
      });
    }
    // φ stays on the simplex: all slopes of a row are equal, wherever there is mass to speak of.
    for (const row of phi) {
      const slopes = row.map((_, k) => slope(row, k)).filter((_, k) => row[k]! > 1e-3);
      for (const each of slopes) expect(Math.abs(each - slopes[0]!)).toBeLessThan(1e-5);
    }
  });

  test.each([
    ['one by one', 5],
    ['as one', 0],
  ])('equal φ for all individuals, held %s, stays equal', (_, named) => {
    const candidates = allIndividuals(6, named, 5);
    const probabilities = new Float64Array(candidates.individuals.length).fill(named === 0 ? 1 : 1 / 5);
    const start = { responsibilities: { ...candidates, probabilities } };
    const options = { K: 5, A: 0.3, base: 'uniform', start, tolerance: -1, maxIterations: 20 } as const;
    const { responsibilities, trace } = coordinateAscent(people, options);
    for (const phi of densePhi(responsibilities, 5).flat()) expect(phi).toBeCloseTo(1 / 5, 12);
    expect(trace.at(-1)).toBeCloseTo(trace[0]!, 10);
    // The same number whether the five are held together or not.
    expect(trace[0]).toBeCloseTo(
      denseElbo(
        problem(people, 0.3, 'uniform', 5),
        densePhi(responsibilities, 5),
        lambdaStep(problem(people, 0.3, 'uniform', 5), densePhi(responsibilities, 5)),
      ),
      10,
    );
  });
});

describe('runs', () => {
  const options = { K: 4, A: 0.5, base: 'uniform', start: 'random', seed: 3 } as const;

  test('the best of several random starts is returned, the same for the same seed', () => {
    const result = coordinateAscent(people, { ...options, restarts: 12 });
    expect(result.runs).toHaveLength(12);
    expect(new Set(result.runs.map((value) => value.toFixed(6))).size).toBeGreaterThan(1);
    expect(result.elbo).toBe(Math.max(...result.runs));
    expect(result.converged).toBe(true);
    expect(coordinateAscent(people, { ...options, restarts: 12 })).toEqual(result);
    expect(coordinateAscent(people, { ...options, restarts: 3 }).runs).toEqual(result.runs.slice(0, 3));
  });

  test('a start without chance runs once', () => {
    const each = coordinateAscent(people, { ...options, K: 6, start: 'one-each', restarts: 12 });
    expect(each.runs).toHaveLength(1);
    expect(coordinateAscent(people, { ...options, start: 'one-each', restarts: 12 }).runs.length).toBe(12);
  });

  test('stop at the iteration limit without having converged', () => {
    const { trace, converged } = coordinateAscent(people, { ...options, maxIterations: 2, tolerance: 0 });
    expect(trace).toHaveLength(2);
    expect(converged).toBe(false);
  });

  test('end at temperature 1', () => {
    const temperatures: number[] = [];
    const { trace, converged } = coordinateAscent(people, {
      ...options,
      annealing: { from: 8, sweeps: 3 },
      onSweep: ({ temperature }) => temperatures.push(temperature),
    });
    expect(temperatures.slice(0, 4)).toEqual([8, 4, 2, 1].map((t) => expect.closeTo(t, 12)));
    expect(converged).toBe(true);
    expect(trace.length).toBeGreaterThan(4);
  });

  test('a table without records or columns has nothing to resolve', () => {
    const empty = columnsOf([], ['first']);
    for (const columns of [empty, []]) {
      const { assignment, elbo, converged } = coordinateAscent(columns, { ...options, start: 'one-each' });
      expect([assignment.length, elbo, converged]).toEqual([0, 0, true]);
    }
  });

  test('one record is of each of many individuals alike, at log p(x)', () => {
    const one = columnsOf([['x']], ['first']);
    const { elbo, assignment } = coordinateAscent(one, { K: 1e12, A: 2, base: 'uniform' });
    expect(elbo).toBeCloseTo(0, 10);
    expect([...assignment]).toEqual([0]);
  });

  test.each([
    [{ K: 0 }, 'K must be a whole number above 0, not 0'],
    [{ K: 2.5 }, 'K must be a whole number above 0, not 2.5'],
    [{ A: 0 }, 'A must be a positive number, not 0'],
    [{ A: Number.POSITIVE_INFINITY }, 'A must be a positive number, not Infinity'],
    [{ candidates: allIndividuals(6, 5, 5) }, '5 candidate individuals exceed K = 4'],
  ])('%o makes no sense', (wrong, message) => {
    expect(() => coordinateAscent(people, { ...options, ...wrong })).toThrow(new RangeError(message));
  });
});
