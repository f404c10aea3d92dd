/**
 * That θ and β are drawn from their posterior given the partition: against quadrature, and by Geweke's (2004)
 * comparison of draws of parameters and data together, once from the prior on and once step by step.
 */
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { Distortion } from '../../src/smered/distortion.ts';
import {
  type HitMissParameters,
  type HitMissPrior,
  parametersOf,
  startingParameters,
  stateOf,
  USUAL_PRIOR,
} from '../../src/smered/hit-miss-parameters.ts';
import { drawParameters } from '../../src/smered/parameter-draws.ts';
import { deviate } from './exact-posterior.ts';
import { marginal } from './hit-miss-enumeration.ts';
import { drawData, drawPrior, meanDifferences } from './hit-miss-simulation.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
const CHANCE = 4;
const MISSING = -1;

/** A field of two values, its individuals' records, and prior; the last individual shows nothing. */
const QUADRATURE: [string, number[][], HitMissPrior][] = [
  ['a flat prior', [[0, 0, 1], [1, 1], [0], [0, 1], []], { mu: 1, a: 2, b: 4 }],
  [
    'much distortion',
    [
      [0, 0, 0, 0, 1],
      [0, 1, 1],
      [1, 1],
    ],
    { mu: 0.6, a: 3, b: 2 },
  ],
  ['one value only', [[0, 0], [0], [0, 0, 0]], { mu: 2, a: 1, b: 1 }],
];

const BINS = 6;
const nameOf = (share: number, beta: number) => `${Math.floor(share * BINS)} ${Math.floor(beta * BINS)}`;

/** p(θ₀, β | x) in bins, by the midpoint rule. */
function posterior(groups: readonly number[][], { mu, a, b }: HitMissPrior): Map<string, number> {
  const steps = 20 * BINS;
  const shares = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      const [share, beta] = [(i + 0.5) / steps, (j + 0.5) / steps];
      const theta = [share, 1 - share];
      const prior = (share * (1 - share)) ** (mu - 1) * beta ** (a - 1) * (1 - beta) ** (b - 1);
      const density = groups.reduce((p, x) => (x.length > 0 ? p * marginal(x, theta, beta) : p), prior);
      const name = nameOf(share, beta);
      shares.set(name, (shares.get(name) ?? 0) + density);
      total += density;
    }
  return new Map([...shares].map(([name, density]) => [name, density / total]));
}

/** The individual of each record and the values, a missing one for each individual without. */
function recordsOf(groups: readonly number[][]) {
  const rows = groups.flatMap((x, k) => (x.length > 0 ? x : [MISSING]).map((value) => ({ k, value })));
  return { of: Int32Array.from(rows, ({ k }) => k), codes: Int32Array.from(rows, ({ value }) => value) };
}

describe('drawParameters', () => {
  test.each(QUADRATURE)('draws from the posterior under %s', (_, groups, prior) => {
    const { of, codes } = recordsOf(groups);
    const parameters = startingParameters([{ counts: Int32Array.of(1, 1) }], prior);
    const [distortion, rng] = [new Distortion([codes], [2]), random(1)];
    const names: string[] = [];
    for (let draw = 0; draw < 100_000; draw++) {
      drawParameters(of, parameters, prior, distortion, rng);
      // Draws this far apart hardly depend on each other.
      if (draw % 10 === 9) names.push(nameOf(parameters.theta[0]![0]!, parameters.beta[0]!));
    }
    expect(deviate(names, posterior(groups, prior))).toBeLessThan(CHANCE);
  });

  test('finds what many records were drawn with', () => {
    const truth = { theta: [Float64Array.of(0.5, 0.3, 0.15, 0.05)], beta: Float64Array.of(0.08) };
    const [N, rng] = [20_000, random(2)];
    const of = Int32Array.from({ length: N }, (_, row) => row - (row % 4));
    const codes = [new Int32Array(N)];
    drawData(of, truth, codes, rng);
    const parameters = startingParameters([{ counts: new Int32Array(4) }]);
    const distortion = new Distortion(codes, [4]);
    for (let sweep = 0; sweep < 30; sweep++) drawParameters(of, parameters, USUAL_PRIOR, distortion, rng);
    // Four standard errors of shares of 5,000 and of 20,000 draws.
    const near = (share: number, exact: number, n: number) =>
      expect(Math.abs(share - exact)).toBeLessThan(4 * Math.sqrt((2 * exact * (1 - exact)) / n));
    truth.theta[0]!.forEach((share, v) => {
      near(parameters.theta[0]![v]!, share, 5000);
    });
    near(parameters.beta[0]!, 0.08, N);
  });

  test('goes on from a state as if it had not been interrupted', () => {
    const { of, codes } = recordsOf(QUADRATURE[0]![1]);
    const prior = { mu: 0.01, a: 0.1, b: 0.1 };
    const parameters = startingParameters([{ counts: Int32Array.of(1, 1) }], prior);
    drawParameters(of, parameters, prior, new Distortion([codes], [2]), random(1));
    const again = parametersOf(JSON.parse(JSON.stringify(stateOf(parameters))));
    for (const one of [parameters, again])
      drawParameters(of, one, prior, new Distortion([codes], [2]), random(2));
    expect(again).toEqual(parameters);
  });

  test('refuses a prior that is none', () => {
    const parameters = startingParameters([]);
    const draw = () =>
      drawParameters(new Int32Array(0), parameters, { mu: 0, a: 1, b: 1 }, new Distortion([], []), random(1));
    expect(draw).toThrow(RangeError);
  });
});

/** Functions of parameters and data. */
function functionsOf({ theta, beta }: HitMissParameters, [x, w]: readonly Int32Array[]): number[] {
  const [first, other] = [beta[0]!, beta[1]!];
  const [share, rare] = [theta[0]![0]!, theta[1]![1]!];
  const same = Number(x![0] === x![1]);
  return [
    ...[first, other, first ** 2, other ** 2, share, rare, share ** 2, rare ** 2, theta[0]![2]! * share],
    ...[first * share, other * rare, Math.log(first), Math.log(share), Math.log(rare)],
    ...[same, Number(w![0] === w![1]), Number(x![0] === 0), Number(w![2] === 1), same * first],
    ...[Number(x![0] === 0) * share, Number(x![3] === x![4]), Number(x![0] !== x![1] && x![0] === x![2])],
  ];
}

test('parameters and data drawn step by step are distributed as if drawn from the prior on (Geweke 2004)', () => {
  const draws = 60_000;
  const prior = { mu: 1, a: 2, b: 3 };
  const of = Int32Array.of(3, 3, 3, 0, 0, 5, 1);
  const codes = [Int32Array.of(0, 0, 0, 0, 0, MISSING, 0), Int32Array.of(0, 0, 0, MISSING, MISSING, 0, 0)];
  const rng = random(3);
  const parameters = startingParameters([
    { counts: Int32Array.of(1, 1, 1) },
    { counts: Int32Array.of(1, 1) },
  ]);
  const marginalDraws: number[][] = [];
  for (let draw = 0; draw < draws; draw++) {
    drawPrior(parameters, prior, rng);
    drawData(of, parameters, codes, rng);
    marginalDraws.push(functionsOf(parameters, codes));
  }
  const distortion = new Distortion(codes, [3, 2]);
  const successive: number[][] = [];
  for (let draw = 0; draw < draws; draw++) {
    drawParameters(of, parameters, prior, distortion, rng);
    drawData(of, parameters, codes, rng);
    successive.push(functionsOf(parameters, codes));
  }
  const scores = meanDifferences(marginalDraws, successive);
  for (const score of scores) expect(Math.abs(score)).toBeLessThan(CHANCE);
});
