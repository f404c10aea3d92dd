/** That the draws have the posterior for their distribution, against all partitions of a few records. */
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import type { CandidateGraph } from '../../src/partition/candidate-graph.ts';
import { graphCharges } from '../../src/partition/charges.ts';
import { fixedLabels } from '../../src/partition/entity-count.ts';
import { doubtfulParts } from '../../src/smered/doubtful.ts';
import { edgeProposal } from '../../src/smered/pair-proposal.ts';
import { type CountDraws, drawPartitions } from '../../src/smered/posterior-draws.ts';
import { SplitMerge } from '../../src/smered/split-merge.ts';
import {
  deviate,
  drawn,
  type Few,
  few,
  graphOf,
  grouped,
  imbalance,
  isPossible,
  labelsOf,
  nameOf,
  overK,
  posterior,
} from './exact-posterior.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
const CHANCE = 4;

const FIVE = [
  ['a', 'x'],
  ['a', 'x'],
  ['a', 'y'],
  ['b', 'y'],
  ['b', null],
];
const SIX = [...FIVE, ['a', 'y']];

/** Records that go together in several ways. */
const CROSSED = [
  ['a', 'x'],
  ['b', 'y'],
  ['a', 'y'],
  ['b', 'x'],
  ['a', 'x'],
  ['b', 'y'],
];

const together = few(FIVE, 0.5);
const uneven: Few = { ...together, r: 0.3 };
const charged: Few = { ...together, charge: (a, b) => ((a * b + a + b) % 7) / 3 - 0.5 };
const inFiles = few(SIX, 0.5, [0, 0, 1, 1, 1, -1]);
const inFilesOnly = few(FIVE, 0.5, [0, 0, 1, 1, 2]);

interface Chain {
  from: number[];
  K: number;
  isFixed?: boolean;
  count?: number;
  seed?: number;
  graph?: CandidateGraph;
}

/** The draws by name, with their counts; and only each `apart`-th, so that they hardly depend on each other. */
function chain(it: Few, { from, K, isFixed = true, count = 5e4, seed = 1, graph }: Chain) {
  const individuals = grouped(it, from);
  individuals.useCharges(graphCharges(graph ?? graphOf(from.length, undefined, it.charge)));
  const names: string[] = [];
  const onDraw = (of: Int32Array) => names.push(nameOf(of));
  const options = { count, seed, K, r: it.r ?? Number.POSITIVE_INFINITY, isFixed, draws: it.draws, onDraw };
  const steps = drawPartitions(individuals, graph ?? graphOf(from.length), options);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const counts: CountDraws = step.value;
  const apart = <T>(list: ArrayLike<T>, n: number) => Array.from(list).filter((_, i) => i % n === 0);
  return { names, counts, individuals, apart };
}

const cases: [string, Few, number[], number][] = [
  ['files with duplicates', together, [0, 0, 0, 1, 1], 7],
  ['files with duplicates, few individuals', together, [0, 0, 0, 1, 1], 3],
  ['individuals of uneven sizes', uneven, [0, 0, 0, 1, 1], 7],
  ['charged pairs', charged, [0, 0, 0, 1, 1], 7],
  ['files without duplicates', inFilesOnly, [0, 1, 0, 1, 2], 5],
  ['files of both kinds', inFiles, [0, 1, 0, 2, 3, 1], 6],
];

describe('drawPartitions', () => {
  test.each(cases)('draws %s from the posterior, K given', (_, it, from, K) => {
    const doubtful = doubtfulParts(grouped(it, from), graphOf(from.length), fixedLabels(K));
    expect(doubtful.records).toHaveLength(from.length);
    expect(doubtful.edges.length).toBeGreaterThan(0);
    const { names, counts, apart } = chain(it, { from, K });
    expect(deviate(apart(names, 4), overK(posterior(it, [K])))).toBeLessThan(CHANCE);
    expect(counts.K.every((drawnK) => drawnK === K)).toBe(true);
    expect([...counts.individuals]).toEqual(names.map((name) => new Set(name).size));
  });

  test.each(cases.slice(1))('draws %s from the posterior by Gibbs steps alone', (_, it, from) => {
    const alone = from.map((_, row) => row);
    expect(doubtfulParts(grouped(it, alone), graphOf(from.length), fixedLabels(7)).edges).toHaveLength(0);
    const { names, apart } = chain(it, { from: alone, K: 7 });
    expect(deviate(apart(names, 4), overK(posterior(it, [7])))).toBeLessThan(CHANCE);
  });

  test.each(cases.slice(1))('draws %s and K from the posterior, K learned', (_, it, from, K) => {
    const most = Math.log(10 * from.length ** 2);
    const grid = Array.from({ length: 4000 }, (_, i) => Math.exp(((i + 0.5) / 4000) * most));
    const joint = posterior(it, grid);
    const { names, counts, apart } = chain(it, { from, K, isFixed: false, count: 1e5 });
    expect(deviate(apart(names, 10), overK(joint))).toBeLessThan(CHANCE);
    const binOf = (k: number) => String(Math.floor((20 * Math.log(k)) / most));
    const bins = new Map<string, number>();
    for (const p of joint.values())
      p.forEach((share, i) => {
        bins.set(binOf(grid[i]!), (bins.get(binOf(grid[i]!)) ?? 0) + share);
      });
    expect(deviate(apart(counts.K, 20).map(binOf), bins)).toBeLessThan(CHANCE);
  });

  test('draws from the posterior of the partitions it can reach where not all pairs are candidates', () => {
    const graph = graphOf(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    const { names, apart } = chain(together, { from: [0, 0, 0, 1, 1], K: 7, graph });
    const reached = [...overK(posterior(together, [7]))].filter(([name]) => names.includes(name));
    const all = reached.reduce((sum, [, share]) => sum + share, 0);
    const shares = new Map(reached.map(([name, share]) => [name, share / all]));
    expect(shares.size).toBeGreaterThan(16);
    expect(deviate(apart(names, 4), shares)).toBeLessThan(CHANCE);
  });

  test('draws the same with the same seed', () => {
    const draw = (seed: number) => chain(together, { from: [0, 0, 0, 1, 1], K: 7, count: 50, seed }).names;
    expect(draw(3)).toEqual(draw(3));
    expect(draw(3)).not.toEqual(draw(4));
  });

  test('keeps lists, likelihoods and files as they must be, with charges on few pairs', () => {
    const rows = Array.from({ length: 60 }, (_, r) => [`${r % 7}`, `${r % 4}`, `${Math.floor(r / 9)}`]);
    const files = rows.map((_, r) => (r % 3) - 1);
    const it = few(rows, 0.3, files);
    const pairs = rows.flatMap((_, b) =>
      rows.slice(0, b).flatMap((_, a): [number, number][] => ((a * b) % 5 < 2 ? [[a, b]] : [])),
    );
    const from = rows.map((_, r) => Math.floor(r / 2));
    const isFixed = false;
    const count = 200;
    const charge = (a: number, b: number) => ((a + b) % 5) / 4 - 0.3;
    const graph = graphOf(60, pairs, charge);
    const { names, counts, individuals } = chain(it, { from, K: 60, isFixed, count, graph });
    expect(new Set(names).size).toBeGreaterThan(20);
    expect(isPossible(it, individuals.of)).toBe(true);
    expect(counts.K.every((K, i) => K >= counts.individuals[i]! && Number.isFinite(K))).toBe(true);
    const anew = grouped(it, [...individuals.of]);
    anew.useCharges(graphCharges(graph));
    expect(individuals.logLikelihood()).toBeCloseTo(anew.logLikelihood(), 8);
    expect(individuals.occupied).toBe(anew.occupied);
  });
});

describe('SplitMerge', () => {
  /** Whose individuals are large, so that it matters in which order the members are allotted. */
  const large: typeof cases = [['records of two individuals', few(CROSSED, 0.15), [0, 0, 0, 1, 1, 1], 2]];

  test.each([...cases, ...large])('goes to and fro equally often at rest: %s', (_, it, from, K) => {
    const rng = random(2);
    const shares = overK(posterior(it, [K]));
    const propose = edgeProposal(graphOf(from.length));
    const steps = Array.from({ length: 4e4 }, () => {
      const name = drawn(shares, rng);
      const individuals = grouped(it, labelsOf(name));
      const isAccepted = new SplitMerge(individuals).step(propose(rng), fixedLabels(K), rng);
      const next = nameOf(individuals.of);
      expect(next !== name).toBe(isAccepted);
      return `${name}>${next}`;
    });
    expect(imbalance(steps)).toBeLessThan(CHANCE);
    const after = steps.map((step) => step.split('>')[1]!);
    expect(deviate(after, shares)).toBeLessThan(CHANCE);
  });
});
