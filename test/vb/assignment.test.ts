import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from '../../src/records/table.ts';
import { assignmentProbabilities } from '../../src/vb/assignment.ts';
import { expectedLabels, fixedLabels } from '../../src/vb/entity-count.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';
import { ascend, completeGraph, graphOf, individualsOf, logJoint, logLabels } from './partitions.ts';

const MODEL = { A: 0.3, base: 'uniform' } as const;
const CHARGE = 0.4;

/** What the partitions one record away are worth, relative to each other, when each join costs the same. */
const worth = (columns: readonly Column[], z: readonly number[], joining: number) =>
  Math.exp(logJoint(columns, z, 1, MODEL.A, MODEL.base) - joining * (z.length - new Set(z).size));

/** The share of the partition as it is among those in which the record is elsewhere or on its own. */
function shareOf(columns: readonly Column[], z: readonly number[], row: number, joining: number): number {
  const elsewhere = [...new Set([...z.toSpliced(row, 1), -1])];
  const weights = elsewhere.map((k) => worth(columns, z.with(row, k), joining));
  return worth(columns, z, joining) / weights.reduce((a, b) => a + b);
}

/** Columns of up to six records, which have five others at most to go to, and labels of a partition of them. */
const partitioned = randomColumns(6).chain((columns) => {
  const { length } = columns[0]!.codes;
  return fc.record({
    columns: fc.constant(columns),
    labels: fc.array(fc.nat(5), { minLength: length, maxLength: length }),
  });
});

test('a record is as sure as its individual is probable, all others held', () => {
  fc.assert(
    fc.property(partitioned, fc.integer({ min: 1, max: 50 }), ({ columns, labels }, K) => {
      const individuals = individualsOf(columns, MODEL, labels);
      const term = expectedLabels(K, labels.length);
      const graph = completeGraph(labels.length, undefined, () => CHARGE);
      const { probability } = assignmentProbabilities(individuals, graph, term);
      for (const row of labels.keys())
        expect(probability[row]).toBeCloseTo(shareOf(columns, labels, row, term.merge(0) + CHARGE), 10);
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('a record alone is as sure with K fixed, where a join costs the labels of one individual', () => {
  fc.assert(
    fc.property(randomColumns(6), fc.nat(20), (columns, more) => {
      const individuals = individualsOf(columns, MODEL);
      const size = individuals.size;
      const K = size + more;
      const graph = completeGraph(size, undefined, () => CHARGE);
      const { probability } = assignmentProbabilities(individuals, graph, fixedLabels(K));
      const joining = logLabels(size, K) - logLabels(size - 1, K) + CHARGE;
      for (let row = 0; row < size; row++)
        expect(probability[row]).toBeCloseTo(shareOf(columns, [...individuals.of], row, joining), 10);
    }),
    { numRuns: 200, seed: 2 },
  );
});

test.each([
  ['alike', ['a', 'x'], ['a', 'x']],
  ['half alike', ['a', 'x'], ['a', 'y']],
  ['different', ['a', 'x'], ['b', 'y']],
] as const)('two records %s are together with probability 1/(1 + e^−gain)', (_, one, two) => {
  const columns = columnsOf([one, two], ['f', 'g']);
  const term = expectedLabels(3, 2);
  const graph = completeGraph(2, undefined, () => CHARGE);
  const apart = individualsOf(columns, MODEL);
  const gain = apart.logMerged(0, 1) - apart.alone[0]! - apart.alone[1]! - term.merge(2) - CHARGE;
  const together = 1 / (1 + Math.exp(-gain));

  const whenApart = assignmentProbabilities(apart, graph, term);
  const whenTogether = assignmentProbabilities(individualsOf(columns, MODEL, [0, 0]), graph, term);
  for (const row of [0, 1]) {
    expect(whenApart.probability[row]).toBeCloseTo(1 - together, 12);
    expect(whenTogether.probability[row]).toBeCloseTo(together, 12);
  }
  // There are two individuals, or one, and 2 − P(together) are expected.
  expect(2 + whenApart.meanChange).toBeCloseTo(2 - together, 12);
  expect(1 + whenTogether.meanChange).toBeCloseTo(2 - together, 12);
});

test('whatever the partition and K, it is a probability, of at least 1/6 after the search', () => {
  fc.assert(
    fc.property(partitioned, fc.integer({ min: 1, max: 12 }), ({ columns, labels }, K) => {
      const graph = completeGraph(labels.length);
      const individuals = individualsOf(columns, MODEL, labels);
      const isShare = (p: number) => p >= 0 && p <= 1;
      const before = assignmentProbabilities(individuals, graph, fixedLabels(K));
      expect([...before.probability].every(isShare)).toBe(true);
      expect(before.variance).toBeGreaterThanOrEqual(0);
      const term = expectedLabels(K, labels.length);
      ascend(individuals, graph, term);
      const { probability } = assignmentProbabilities(individuals, graph, term);
      expect(Math.min(...probability)).toBeGreaterThan(1 / 6 - 1e-9);
    }),
    { numRuns: 200, seed: 3 },
  );
});

test('without candidates all is sure', () => {
  const columns = columnsOf([['a'], ['a'], ['b']], ['f']);
  const individuals = individualsOf(columns, MODEL);
  const alone = { starts: new Int32Array(4), neighbours: new Int32Array(0), owners: new Int32Array(0) };
  const graph = { ...alone, weights: new Float64Array(0), charges: new Float64Array(0) };
  const { probability, ...rest } = assignmentProbabilities(individuals, graph, fixedLabels(3));
  expect([...probability]).toEqual([1, 1, 1]);
  expect(rest).toEqual({ meanChange: 0, variance: 0 });
});
