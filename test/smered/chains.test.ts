/** That a run which is saved after any sweep and resumed ends as one that was never interrupted, to the last bit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidateGraph } from '../../src/partition/candidate-graph.ts';
import { graphCharges } from '../../src/partition/charges.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import { sizePrior } from '../../src/partition/size-prior.ts';
import { Chain } from '../../src/smered/chain.ts';
import { Chains, type RunLength, type RunState } from '../../src/smered/chains.ts';
import { HitMissModel } from '../../src/smered/hit-miss-model.ts';
import { sweepProposal } from '../../src/smered/sweep-proposal.ts';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import { allPairs } from '../partition/partitions.ts';
import { columnsOf } from '../vb/categorical-columns.ts';

/** Individuals of more records than this are scored by their values alone. */
const MANY = 64;

const LENGTH = { burnIn: 0, thinning: 1, draws: 1 };

interface Run {
  rows: (string | null)[][];
  /** File without duplicates of each record, or −1. */
  files: number[];
  /** Which pairs are candidates, and their charges, by whole numbers. */
  density: number;
  charges: number;
  isHitMiss: boolean;
  isFixed: boolean;
  K: number;
  r: number;
  chains: number;
  seed: number;
  /** Records of one individual at the start: the first so many. */
  together: number;
}

/** New chains of a run, each with objects of its own. */
function chainsOf(run: Run, length: RunLength): { chains: Chains; all: Chain[] } {
  const { rows, files, density, charges, isHitMiss, isFixed, K, r } = run;
  const columns = columnsOf(rows, ['f', 'g']);
  const codes = columns.map((column) => column.codes);
  const size = rows.length;
  const kinds = [...new Set(files)].filter((file) => file >= 0);
  const unique = { count: kinds.length, of: Int32Array.from(files, (file) => kinds.indexOf(file)) };
  const draws = {
    single: files.filter((file) => file < 0).length,
    unique: kinds.map((kind) => files.filter((file) => file === kind).length),
  };
  const pairs = allPairs(size).filter(([a, b]) => (7 * a + 3 * b + a * b) % 10 < density);
  const along = (f: (a: number, b: number) => number) => Float64Array.from(pairs, ([a, b]) => f(a, b));
  const all = Array.from({ length: run.chains }, (_, c) => {
    const model = isHitMiss ? new HitMissModel(columns, codes) : undefined;
    const likelihood = model?.likelihood ?? categoricalLikelihood(columns, 0.3, 'empirical');
    const individuals = new Individuals(size, codes, likelihood, unique);
    if (draws.unique.length === 0) {
      individuals.arrange(Int32Array.from({ length: size }, (_, row) => (row < run.together ? 0 : row)));
      individuals.useSizes(sizePrior(r));
    }
    const graph = candidateGraph(size, {
      left: Int32Array.from(pairs, ([a]) => a),
      right: Int32Array.from(pairs, ([, b]) => b),
      weights: along((a, b) => ((3 * a + 5 * b) % 7) / 3),
      ratios: new Float64Array(pairs.length),
      charges: along((a, b) => (charges * (((a + 2 * b) % 5) - 1)) / 7),
    });
    individuals.useCharges(graphCharges(graph));
    return new Chain(individuals, graph, {
      ...{
        seed: run.seed + c,
        K,
        isFixed,
        draws,
        r: draws.unique.length === 0 ? r : Number.POSITIVE_INFINITY,
      },
      visits: Int32Array.from({ length: size }, (_, row) => row),
      ...{ proposal: sweepProposal(graph, codes), tries: Math.min(size, 30), parameters: model },
    });
  });
  return { chains: new Chains(all, length), all };
}

/** Sweeps of all chains, as many as asked for or as there are. */
function advance(chains: Chains, sweeps = Number.POSITIVE_INFINITY): void {
  const steps = chains.run();
  for (let done = 0; done < sweeps; ) {
    const step = steps.next();
    if (step.done) return;
    if (step.value) done++;
  }
}

/** A state as a file would give it back. */
function written(state: RunState): RunState {
  const lists = state.chains.map(({ of }) => Int32Array.from(of));
  const changes = state.changes.map((chain) => chain.map((list) => Int32Array.from(list)));
  const plain = JSON.parse(JSON.stringify({ ...state, changes: [] })) as RunState;
  return { ...plain, chains: plain.chains.map((chain, c) => ({ ...chain, of: lists[c]! })), changes };
}

const drawsOf = ({ logs }: Chains): number[][][] =>
  logs.map((log) => Array.from(log.draws(), (of) => Array.from(of)));

const cell = fc.constantFrom('a', 'b', 'c', null);
const runs: fc.Arbitrary<Run> = fc.integer({ min: 1, max: 14 }).chain((size) =>
  fc.record({
    rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: size, maxLength: size }),
    files: fc.oneof(
      fc.constant(new Array<number>(size).fill(-1)),
      fc.array(fc.integer({ min: -1, max: 2 }), { minLength: size, maxLength: size }),
    ),
    density: fc.integer({ min: 0, max: 10 }),
    charges: fc.integer({ min: 0, max: 3 }),
    isHitMiss: fc.boolean(),
    isFixed: fc.boolean(),
    K: fc.integer({ min: 1, max: 40 }),
    r: fc.constantFrom(0.5, Number.POSITIVE_INFINITY),
    chains: fc.integer({ min: 1, max: 2 }),
    seed: fc.nat(1000),
    together: fc.nat(size),
  }),
);

/** What is left to compare of a run at its end. */
const endOf = (chains: Chains) => ({
  state: written(chains.save()),
  draws: drawsOf(chains),
  traces: chains.traces,
  done: chains.done,
});

function checkResumed(run: Run, length: RunLength, at: number): void {
  const whole = chainsOf(run, length).chains;
  advance(whole);
  const begun = chainsOf(run, length).chains;
  advance(begun, at);
  const state = written(begun.save());
  const resumed = chainsOf({ ...run, together: 0 }, length).chains;
  resumed.restore(state);
  advance(resumed);
  expect(endOf(resumed)).toEqual(endOf(whole));
  expect(whole.traces.every(({ logPosterior }) => logPosterior.every(Number.isFinite))).toBe(true);
}

describe('a run that is saved and resumed', () => {
  test('ends as one that was not, after whatever sweep it was saved', () => {
    const length = fc.record({
      burnIn: fc.nat(5),
      thinning: fc.integer({ min: 1, max: 3 }),
      draws: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(runs, length, fc.nat(23), (run, lengths, at) => checkResumed(run, lengths, at)),
      { numRuns: 300, seed: 1 },
    );
  });

  test.each([
    ['the hit-and-miss model', true],
    ['charges', false],
  ])('does so with individuals of more than 64 records: %s', (_, isHitMiss) => {
    const size = 140;
    const run: Run = {
      rows: Array.from({ length: size }, (_, row) => [
        row % 10 === 0 ? 'b' : 'a',
        row % 3 === 0 ? null : 'x',
      ]),
      files: new Array(size).fill(-1),
      ...{ density: 3, charges: isHitMiss ? 0 : 1, isHitMiss, isFixed: true, K: 2 },
      ...{ r: Number.POSITIVE_INFINITY, chains: 2, seed: 5, together: size - 1 },
    };
    const { all, chains } = chainsOf(run, { burnIn: 2, thinning: 1, draws: 5 });
    advance(chains, 3);
    for (const { individuals } of all) expect(Math.max(...individuals.sizes)).toBeGreaterThan(MANY);
    for (const at of [1, 4]) checkResumed(run, { burnIn: 2, thinning: 1, draws: 5 }, at);
  });

  test('is that of the state, whatever the run that was saved does afterwards', () => {
    const [run, length] = [oneRun(), { burnIn: 1, thinning: 1, draws: 6 }];
    const { chains } = chainsOf(run, length);
    advance(chains, 3);
    const state = chains.save();
    const then = written(state);
    advance(chains);
    expect(written(state)).toEqual(then);
    const resumed = chainsOf(run, length).chains;
    resumed.restore(state);
    advance(resumed);
    expect(endOf(resumed)).toEqual(endOf(chains));
  });
});

/** Some records that move about. */
function oneRun(): Run {
  return {
    rows: Array.from({ length: 9 }, (_, row) => ['abc'[row % 3]!, row % 4 === 0 ? null : 'xy'[row % 2]!]),
    files: [0, 0, 1, 1, -1, -1, -1, 0, 1],
    ...{ density: 6, charges: 1, isHitMiss: true, isFixed: false, K: 9 },
    ...{ r: Number.POSITIVE_INFINITY, chains: 2, seed: 3, together: 0 },
  };
}

describe('a finished run', () => {
  const short = { burnIn: 3, thinning: 2, draws: 4 };
  const long = { ...short, draws: 11 };

  test('goes on to more draws as if they had been asked for at first', () => {
    const whole = chainsOf(oneRun(), long).chains;
    advance(whole);
    const begun = chainsOf(oneRun(), short).chains;
    advance(begun);
    expect(begun.done).toBe(begun.total);
    const resumed = chainsOf(oneRun(), long).chains;
    resumed.restore(written(begun.save()));
    advance(resumed);
    expect(endOf(resumed)).toEqual(endOf(whole));
    expect(new Set(drawsOf(whole).flat().map(String)).size).toBeGreaterThan(5);
  });

  test('has the first draws where fewer are asked for', () => {
    const whole = chainsOf(oneRun(), short).chains;
    advance(whole);
    const begun = chainsOf(oneRun(), long).chains;
    advance(begun);
    const resumed = chainsOf(oneRun(), short).chains;
    resumed.restore(written(begun.save()));
    advance(resumed);
    expect(drawsOf(resumed)).toEqual(drawsOf(whole));
    expect(resumed.traces).toEqual(whole.traces);
  });

  test('of fewer draws than burn-in has none', () => {
    const { chains } = chainsOf(oneRun(), { burnIn: 4, thinning: 1, draws: 0 });
    advance(chains);
    expect([chains.done, chains.total, drawsOf(chains)]).toEqual([4, 4, [[], []]]);
  });
});

test('draws come after the burn-in, with the thinning between them', () => {
  const run = oneRun();
  const { chains } = chainsOf(run, { burnIn: 2, thinning: 3, draws: 3 });
  advance(chains);
  const every = chainsOf(run, { burnIn: 0, thinning: 1, draws: 11 }).chains;
  advance(every);
  const [all, some] = [drawsOf(every), drawsOf(chains)];
  expect(some).toEqual(all.map((draws) => [4, 7, 10].map((at) => draws[at])));
  expect(chains.traces[1]!.K).toEqual([4, 7, 10].map((at) => every.traces[1]!.K[at]));
});

test('a run of other chains is refused', () => {
  const [one, two] = [1, 2].map((count) => chainsOf({ ...oneRun(), chains: count }, LENGTH).chains);
  expect(() => one!.restore(two!.save())).toThrow(new RangeError('the run has 2 chains, not 1'));
});
