/**
 * Geweke's (2004) test of the whole sampler with the hit-and-miss model: partition, parameters and data together,
 * once drawn from the prior on, and once step by step: a sweep of the chain given the data, then other data given
 * partition and parameters. Both have the same distribution if the sweep leaves the posterior as it is.
 */
import { expect, test } from 'vitest';
import { type Random, random } from '../../src/math/random.ts';
import { NO_VALUE } from '../../src/records/table.ts';
import type { ChainState } from '../../src/smered/chain.ts';
import { HitMissModel } from '../../src/smered/hit-miss-model.ts';
import {
  type HitMissParameters,
  parametersOf,
  startingParameters,
  stateOf,
} from '../../src/smered/hit-miss-parameters.ts';
import { allPairs } from '../partition/partitions.ts';
import { CHANCE, IS_SOAK, LACKING, type Records, startedChain } from './exact-chain.ts';
import { few } from './exact-posterior.ts';
import { drawData, drawPrior, meanDifferences } from './hit-miss-simulation.ts';

const DRAWS = IS_SOAK ? 200_000 : 20_000;
const PRIOR = { mu: 1, a: 2, b: 3 };
/** The values do not matter, but how many there are, and which are missing. */
const ROWS = [
  ['a', 'x'],
  ['b', 'y'],
  ['c', 'x'],
  ['a', 'y'],
  ['b', null],
  [null, 'x'],
  ['c', 'y'],
];

/** Labels of K individuals: drawn one by one, and without repetition within a file without duplicates. */
function drawLabels(of: Int32Array, fileOf: Int32Array, K: number, { below }: Random): void {
  const taken = new Set<string>();
  for (let row = 0; row < of.length; row++) {
    const file = fileOf[row]!;
    do of[row] = below(K);
    while (file >= 0 && taken.has(`${file} ${of[row]}`));
    taken.add(`${file} ${of[row]}`);
  }
}

/** Functions of partition, parameters and data. */
function functionsOf(of: Int32Array, { theta, beta }: HitMissParameters, records: Records): number[] {
  const [x, w] = records.columns.map(({ codes }) => codes);
  const pairs = allPairs(of.length);
  const shareOf = (isTrue: (a: number, b: number) => boolean): number =>
    pairs.filter(([a, b]) => isTrue(a, b)).length / pairs.length;
  const sizes = new Map<number, number>();
  for (const k of of) sizes.set(k, (sizes.get(k) ?? 0) + 1);
  const largest = Math.max(...sizes.values());
  const isTogether = (a: number, b: number): boolean => of[a] === of[b];
  const isEqual = (a: number, b: number): boolean => x![a] === x![b] && x![a] !== NO_VALUE;
  const together = shareOf(isTogether);
  const equal = shareOf(isEqual);
  const both = shareOf((a, b) => isTogether(a, b) && isEqual(a, b));
  const [first, other] = [beta[0]!, beta[1]!];
  const [share, rare] = [theta[0]![0]!, theta[1]![1]!];
  return [
    ...[sizes.size, sizes.size ** 2, largest, largest ** 2, together, Number(isTogether(0, 1))],
    ...[Number(isTogether(2, 5)), Number(isTogether(3, 4)), Number(isTogether(4, 5)), together ** 2],
    ...[first, other, first ** 2, other ** 2, Math.log(first), share, rare, share ** 2, Math.log(rare)],
    ...[equal, both, shareOf((a, b) => w![a] === w![b]), shareOf((a, b) => w![a] === w![b] && isEqual(a, b))],
    ...[sizes.size * first, sizes.size * equal, sizes.size * share, largest * other, largest * rare],
    ...[first * equal, first * both, first * together, share * Number(x![0] === 0), together * equal],
    ...[Number(x![1] === x![2] && isTogether(1, 2)), Number(w![0] === w![3] && isTogether(0, 3)) * other],
  ];
}

const free: Records = { ...few(ROWS, 1), edges: allPairs(7) };
const held: Records = { ...few(ROWS, 1, [0, 1, 0, 1, 0, -1, 1]), edges: allPairs(7) };

test.each([
  ['files with duplicates', free, 5],
  ['not all pairs candidates', { ...free, edges: LACKING }, 6],
  ['files without duplicates', held, 5],
  ['files without duplicates, not all pairs candidates', { ...held, edges: LACKING }, 5],
] as [string, Records, number][])(
  'partition, parameters and data drawn step by step are distributed as if drawn from the prior on: %s',
  (name, records, K) => {
    const { columns, fileOf, draws } = records;
    const codes = columns.map((column) => column.codes.slice());
    const own: Records = { ...records, columns: columns.map((c, f) => ({ ...c, codes: codes[f]! })) };
    const rng = random(4);
    const of = new Int32Array(fileOf.length);
    const parameters = startingParameters(columns, PRIOR);
    const fromPrior = Array.from({ length: DRAWS }, () => {
      drawLabels(of, fileOf, K, rng);
      drawPrior(parameters, PRIOR, rng);
      drawData(of, parameters, codes, rng);
      return functionsOf(of, parameters, own);
    });

    const { theta, beta } = stateOf(parameters);
    let state: ChainState = { of, K, random: rng.state(), parameters: [...theta, beta] };
    const stepByStep = Array.from({ length: DRAWS }, () => {
      const model = new HitMissModel(columns, codes, PRIOR);
      const chain = startedChain(own, model.likelihood, model, { K, isFixed: true, seed: 1 });
      chain.restore(state);
      chain.sweep();
      state = chain.save();
      const now = parametersOf({
        theta: state.parameters.slice(0, -1),
        beta: state.parameters[state.parameters.length - 1]!,
      });
      drawData(state.of, now, codes, rng);
      return functionsOf(state.of, now, own);
    });
    expect(draws.unique.length).toBe(name.includes('without') ? 2 : 0);
    const scores = meanDifferences(fromPrior, stepByStep);
    if (IS_SOAK) console.log(`${name}: ${scores.map((z) => z.toFixed(2)).join(' ')}`);
    for (const score of scores) expect(Math.abs(score)).toBeLessThan(CHANCE);
  },
);
