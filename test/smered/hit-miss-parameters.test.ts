import { describe, expect, test } from 'vitest';
import { dirichlet } from '../../src/math/dirichlet.ts';
import { random } from '../../src/math/random.ts';
import {
  logPrior,
  parametersOf,
  startingParameters,
  stateOf,
  USUAL_PRIOR,
} from '../../src/smered/hit-miss-parameters.ts';

const columns = [
  { counts: Int32Array.of(2, 0, 5) },
  { counts: Int32Array.of(4) },
  { counts: new Int32Array(0) },
];

describe('startingParameters', () => {
  test('begins with smoothed shares and the mean of the prior of β', () => {
    const { theta, beta } = startingParameters(columns);
    expect(theta).toEqual([Float64Array.of(0.3, 0.1, 0.6), Float64Array.of(1), new Float64Array(0)]);
    expect(beta).toEqual(new Float64Array(3).fill(5 / 105));
  });

  test.each(['mu', 'a', 'b'] as const)('refuses a prior whose %s is not positive', (name) => {
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => startingParameters(columns, { ...USUAL_PRIOR, [name]: value })).toThrow(name);
  });
});

describe('logPrior', () => {
  const theta = [Float64Array.of(0.5, 0.3, 0.2), Float64Array.of(1), new Float64Array(0)];
  const beta = Float64Array.of(0.1, 0.2, 0.3);

  test('has the densities of Dirichlet and beta', () => {
    const one = { theta: theta.slice(0, 1), beta: beta.slice(0, 1) };
    // Dir(2, 2, 2): Γ(6) θ₁θ₂θ₃ = 120 · 0.03. Beta(2, 3): 12 β(1 − β)² = 12 · 0.1 · 0.81.
    expect(logPrior(one, { mu: 2, a: 2, b: 3 })).toBeCloseTo(Math.log(120 * 0.03 * 12 * 0.1 * 0.81), 13);
    // Fields of one value or none have no shares to learn.
    const usual = beta.reduce(
      (log, share) => log + Math.log(share ** 4 * (1 - share) ** 99),
      Math.log(2) + 3 * Math.log(100 * 101 * 102 * 103 * (104 / 24)),
    );
    expect(logPrior({ theta, beta }, USUAL_PRIOR)).toBeCloseTo(usual, 10);
  });

  test('integrates to 1', () => {
    const steps = 400;
    for (const prior of [USUAL_PRIOR, { mu: 2.5, a: 1.5, b: 2 }]) {
      let sum = 0;
      for (let i = 0; i < steps; i++)
        for (let j = 0; j < steps; j++) {
          const [share, own] = [(i + 0.5) / steps, (j + 0.5) / steps];
          const at = { theta: [Float64Array.of(share, 1 - share)], beta: Float64Array.of(own) };
          sum += Math.exp(logPrior(at, prior)) / steps ** 2;
        }
      expect(sum).toBeCloseTo(1, 3);
    }
  });
});

describe('stateOf', () => {
  test('goes through JSON without the loss of a bit', () => {
    const rng = random(1);
    const theta = [3, 50, 1].map((V) => dirichlet(new Float64Array(V).fill(0.001), rng));
    const parameters = { theta, beta: Float64Array.from(theta, () => rng.next() / 3) };
    expect(parametersOf(JSON.parse(JSON.stringify(stateOf(parameters))))).toEqual(parameters);
  });

  test.each([
    [{ theta: [[0.5, 0]], beta: [0.1] }, 'theta holds 0'],
    [{ theta: [[0.5, Number.NaN]], beta: [0.1] }, 'theta holds NaN'],
    [{ theta: [[0.5, 0.5]], beta: [1] }, 'beta holds 1'],
    [{ theta: [[0.5, 0.5]], beta: [0.1, 0.1] }, 'theta has 1 fields'],
  ])('is refused where it cannot have been drawn', (state, message) => {
    expect(() => parametersOf(state)).toThrow(message);
  });
});
