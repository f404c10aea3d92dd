/** What the paper's algorithm reaches on data: its own model's, and a public set. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { paperFiles } from '../../fixtures/paper.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import { coordinateAscent } from '../../src/vb/coordinate-ascent.ts';
import { graphIndividuals } from '../../src/vb/responsibilities-candidates.ts';
import { cellsOf, columnsOf, numbered, pairwiseF1 } from './categorical-columns.ts';

describe('on data drawn from the paper’s model, K known, low distortion', () => {
  const options = { records: 200, files: 2, seed: 1, individuals: 100, fields: 6, values: 20, A: 0.002 };
  const rows = [...paperFiles(options).rows];
  const columns = columnsOf(
    rows.map(({ cells }) => cells),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  );
  const truth = numbered(rows.map(({ entity }) => entity));
  const model = { K: 100, A: 0.002, base: 'uniform' } as const;
  const fromTruth = coordinateAscent(columns, { ...model, start: { assignment: truth } });

  test('the true partition is a fixed point', () => {
    expect(fromTruth.converged).toBe(true);
    expect(fromTruth.elbo - fromTruth.trace[0]!).toBeLessThan(1e-6);
    expect(pairwiseF1(fromTruth.assignment, truth)).toBe(1);
  });

  test('other starts end below it, annealed ones closest', () => {
    const plain = coordinateAscent(columns, { ...model, start: 'random', restarts: 4 });
    const annealing = { from: 100, sweeps: 60 };
    const annealed = coordinateAscent(columns, { ...model, start: 'random', restarts: 4, annealing });
    const each = coordinateAscent(columns, { ...model, start: 'one-each', restarts: 4 });
    expect(plain.elbo).toBeLessThan(annealed.elbo);
    expect(each.elbo).toBeLessThan(annealed.elbo);
    expect(annealed.elbo).toBeLessThan(fromTruth.elbo - 100);
    expect(pairwiseF1(plain.assignment, truth)).toBeGreaterThan(0.75);
    expect(pairwiseF1(each.assignment, truth)).toBeGreaterThan(0.8);
    expect(pairwiseF1(annealed.assignment, truth)).toBeGreaterThan(0.9);
  });
});

const rldata = new URL('../../../shared/data/rldata500/', import.meta.url);

describe.skipIf(!existsSync(rldata))('on rldata500', () => {
  const fields = ['fname_c1', 'fname_c2', 'lname_c1', 'by', 'bm', 'bd'];
  const read = (name: string) => readFileSync(new URL(name, rldata), 'utf8');
  const load = () => {
    const columns = columnsOf(cellsOf(read('people.csv'), fields), fields);
    const entityOf = new Map(
      cellsOf(read('truth.csv'), ['id', 'entity']).map(([id, entity]) => [id, entity] as const),
    );
    const ids = cellsOf(read('people.csv'), ['id']);
    return { columns, truth: numbered(ids.map(([id]) => entityOf.get(id!))) };
  };

  test.each<[number, number, Base, number]>([
    [450, 0.01, 'uniform', -12_529.69],
    [450, 0.1, 'uniform', -12_743.34],
    [450, 0.3, 'empirical', -12_113.84],
  ])('K = %d, A = %d, %s: log p(x, z) of the true partition is %d', (K, A, base, known) => {
    const { columns, truth } = load();
    const start = { assignment: truth };
    const { trace, elbo, assignment, converged } = coordinateAscent(columns, { K, A, base, start });
    expect(trace[0]).toBeCloseTo(known, 2);
    // The steps leave it where it is.
    expect(elbo - trace[0]!).toBeLessThan(1e-6);
    expect(converged).toBe(true);
    expect(pairwiseF1(assignment, truth)).toBe(1);
  });

  test('singletons are worth −13,161.91 with labels from 450', () => {
    const { columns } = load();
    const { trace } = coordinateAscent(columns, { K: 500, A: 0.01, base: 'uniform', maxIterations: 1 });
    // 450 labels cannot tell 500 singletons apart: the figure is that of the values, less 500 log 450.
    expect(trace[0]! + 500 * Math.log(500) - 500 * Math.log(450)).toBeCloseTo(-13_161.91, 2);
  });

  test('from elsewhere plain coordinate ascent ends far below the true partition', () => {
    const { columns, truth } = load();
    const model = { K: 450, A: 0.01, base: 'uniform' } as const;
    const each = coordinateAscent(columns, { ...model, start: 'one-each' });
    const drawn = coordinateAscent(columns, { ...model, start: 'random' });
    expect(each.elbo).toBeLessThan(-13_100);
    expect(drawn.elbo).toBeLessThan(-14_000);
    expect(pairwiseF1(each.assignment, truth)).toBeLessThan(0.3);
    expect(pairwiseF1(drawn.assignment, truth)).toBeLessThan(0.1);
  });

  test('over a candidate graph the true partition is worth the same', () => {
    const { columns, truth } = load();
    const agree = (a: number, b: number) =>
      columns.filter(({ codes }) => codes[a] === codes[b] && codes[a]! >= 0).length;
    const lists = Array.from(truth, (entity, r) =>
      [...truth.keys()].filter((s) => s !== r && (truth[s] === entity || agree(r, s) >= 3)),
    );
    const starts = Int32Array.of(0, ...lists.map((list) => list.length)).map((_, r) =>
      lists.slice(0, r).reduce((sum, list) => sum + list.length, 0),
    );
    const candidates = graphIndividuals({ starts, neighbours: Int32Array.from(lists.flat()) }, 500);
    const start = { assignment: truth.map((entity) => truth.indexOf(entity)) };
    const model = { K: 500, A: 0.01, base: 'uniform', start } as const;
    const sparse = coordinateAscent(columns, { ...model, candidates });
    const dense = coordinateAscent(columns, model);
    expect(candidates.individuals.length).toBeLessThan(10_000);
    expect(sparse.trace[0]).toBeCloseTo(dense.trace[0]!, 8);
    expect(sparse.elbo).toBeCloseTo(dense.elbo, 4);
    expect(sparse.assignment).toEqual(dense.assignment);
  });
});
