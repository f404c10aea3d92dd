import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedLabels, fixedLabels, type LabelTerm } from '../../src/partition/entity-count.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import type { IndividualLikelihood } from '../../src/partition/likelihood.ts';
import type { Column } from '../../src/records/table.ts';
import { assignmentProbabilities, placesOf } from '../../src/vb/assignment.ts';
import {
  ascend,
  completeGraph,
  graphOf,
  hasDuplicates,
  individualsOf,
  logJoint,
  logLabels,
  ratioOf,
} from '../partition/partitions.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';

const MODEL = { A: 0.3, base: 'uniform' } as const;
const CHARGE = 0.4;

/** What a number of individuals is worth: the labels they can have of K, or the same factor for each. */
type LabelWorth = (individuals: number) => number;

const labelsOf =
  (K: number): LabelWorth =>
  (C) =>
    C > K ? 0 : Math.exp(logLabels(C, K));

/** What a partition is worth next to others. */
const worth = (columns: readonly Column[], z: readonly number[], labels: LabelWorth) => {
  const C = new Set(z).size;
  return Math.exp(logJoint(columns, z, 1, MODEL.A, MODEL.base) - CHARGE * (z.length - C)) * labels(C);
};

/** The share of the partition as it is among those in which the record is elsewhere or on its own. */
function shareOf(
  columns: readonly Column[],
  z: readonly number[],
  row: number,
  labels: LabelWorth,
  canBe = (_: readonly number[]) => true,
): number {
  const elsewhere = [...new Set([...z.toSpliced(row, 1), -1])].map((k) => z.with(row, k)).filter(canBe);
  const weights = elsewhere.map((other) => worth(columns, other, labels));
  return worth(columns, z, labels) / weights.reduce((a, b) => a + b);
}

const singly = (records: number) => ({ single: records, unique: [] });
const charged = (individuals: Individuals) => completeGraph(individuals, undefined, () => CHARGE);

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
      const term = expectedLabels(K, singly(labels.length));
      const { probability } = assignmentProbabilities(individuals, charged(individuals), term);
      for (const row of labels.keys()) {
        const share = shareOf(columns, labels, row, (C) => Math.exp(C * term.merge(0)));
        expect(probability[row]).toBeCloseTo(share, 10);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('it is as sure with K fixed, down to a K that has no room for one of the individuals', () => {
  fc.assert(
    fc.property(partitioned, fc.integer({ min: -1, max: 12 }), ({ columns, labels }, more) => {
      const individuals = individualsOf(columns, MODEL, labels);
      const K = individuals.occupied + more;
      fc.pre(K >= 1);
      const { probability } = assignmentProbabilities(individuals, charged(individuals), fixedLabels(K));
      for (const row of labels.keys()) {
        const isPossible = more >= 0 || individuals.sizes[individuals.of[row]!] === 1;
        if (isPossible) expect(probability[row]).toBeCloseTo(shareOf(columns, labels, row, labelsOf(K)), 10);
      }
    }),
    { numRuns: 400, seed: 2 },
  );
});

test('it goes to no individual that has a record of its file without duplicates', () => {
  const filed = partitioned.chain(({ columns, labels }) =>
    fc.record({
      ...{ columns: fc.constant(columns), labels: fc.constant(labels) },
      files: fc.array(fc.constantFrom(-1, -1, 0, 31, 32, 39), {
        ...{ minLength: labels.length, maxLength: labels.length },
      }),
    }),
  );
  fc.assert(
    fc.property(filed, fc.nat(5), ({ columns, labels, files }, more) => {
      const unique = { count: 40, of: Int32Array.from(files) };
      const canBe = (z: readonly number[]) => !hasDuplicates({ of: Int32Array.from(z) }, unique);
      fc.pre(canBe(labels));
      const individuals = individualsOf(columns, MODEL, labels, unique);
      const K = individuals.occupied + more;
      const { probability } = assignmentProbabilities(individuals, charged(individuals), fixedLabels(K));
      for (const row of labels.keys()) {
        const share = shareOf(columns, labels, row, labelsOf(K), canBe);
        expect(probability[row]).toBeCloseTo(share, 10);
      }
    }),
    { numRuns: 300, seed: 4 },
  );
});

test('the places of a record are all that it could be in, as probable as they are', () => {
  fc.assert(
    fc.property(partitioned, fc.integer({ min: 1, max: 50 }), ({ columns, labels }, K) => {
      const individuals = individualsOf(columns, MODEL, labels);
      const term = expectedLabels(K, singly(labels.length));
      const places = placesOf(individuals, charged(individuals), term, labels.keys());
      for (const row of labels.keys()) {
        const list = places.get(row)!;
        const others = new Set(labels.toSpliced(row, 1));
        expect(list).toHaveLength(others.size + 1);
        for (const { individual, probability } of list) {
          const member = labels.findIndex(
            (_, other) => other !== row && individuals.of[other] === individual,
          );
          const moved = labels.with(row, member < 0 ? -1 : labels[member]!);
          const weights = [...others, -1].map((k) =>
            worth(columns, labels.with(row, k), (C) => Math.exp(C * term.merge(0))),
          );
          const share =
            worth(columns, moved, (C) => Math.exp(C * term.merge(0))) / weights.reduce((a, b) => a + b);
          expect(probability).toBeCloseTo(share, 10);
        }
      }
    }),
    { numRuns: 200, seed: 5 },
  );
});

const RECORDS = [
  ['alike', ['a', 'x'], ['a', 'x']],
  ['half alike', ['a', 'x'], ['a', 'y']],
  ['different', ['a', 'x'], ['b', 'y']],
] as const;
const TERMS: [string, LabelTerm, number][] = [
  ['K = 3 learned', expectedLabels(3, singly(2)), expectedLabels(3, singly(2)).merge(2)],
  ['K = 1', fixedLabels(1), Number.NEGATIVE_INFINITY],
  ['K = 2', fixedLabels(2), Math.log(1)],
  ['K = 3', fixedLabels(3), Math.log(2)],
  ['K = 1000', fixedLabels(1000), Math.log(999)],
];

describe.each(RECORDS)('two records %s', (_, one, two) => {
  test.each(TERMS)('are together with probability 1/(1 + e^−gain), %s', (_, term, joining) => {
    const columns = columnsOf([one, two], ['f', 'g']);
    const apart = individualsOf(columns, MODEL);
    const graph = charged(apart);
    const gain = ratioOf(apart, 0, 1) - joining - CHARGE;
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
    for (const { variance } of [whenApart, whenTogether])
      expect(variance).toBeCloseTo(together * (1 - together), 12);
    // One pair, missed if they are the same but apart.
    expect(whenApart.missedPairs).toBeCloseTo(together, 12);
    expect(whenTogether.missedPairs).toBe(0);
  });
});

test.each([
  [1, 1],
  [2, 0.2727],
  [3, 0.1579],
])('half alike and not charged, of K = %d they are together with probability %d', (K, together) => {
  const rows = [
    ['a', 'x'],
    ['a', 'y'],
  ];
  for (const labels of [
    [0, 0],
    [0, 1],
  ]) {
    const individuals = individualsOf(columnsOf(rows, ['f', 'g']), MODEL, labels);
    const graph = completeGraph(individuals);
    const { probability } = assignmentProbabilities(individuals, graph, fixedLabels(K));
    const expected = labels[1] === 0 ? together : 1 - together;
    expect(probability[0]).toBeCloseTo(expected, 4);
    expect(probability[1]).toBeCloseTo(expected, 4);
  }
});

test.each([
  [-100, 1],
  [-800, 1],
  [-2400, 0],
])('two records of log probability −800 each and %d together are so with probability %d', (joint, p) => {
  const likelihood: IndividualLikelihood = {
    fields: 1,
    logMarginal: (_, { counts, at }) => (counts[at] === 1 ? -800 : joint),
  };
  for (const isTogether of [true, false]) {
    const individuals = new Individuals(2, [new Int32Array(2)], likelihood);
    const graph = completeGraph(individuals);
    if (isTogether) individuals.merge(0, 1);
    const found = assignmentProbabilities(individuals, graph, fixedLabels(3));
    for (const row of [0, 1]) expect(found.probability[row]).toBeCloseTo(isTogether ? p : 1 - p, 12);
    expect((isTogether ? 1 : 2) + found.meanChange).toBeCloseTo(2 - p, 12);
    expect(found.variance).toBeCloseTo(0, 12);
  }
});

test('the number of individuals varies as far as each record may leave or join', () => {
  // Three alike and one that may be with them: each of the three may leave, and the fourth may join them.
  const rows = [...new Array(3).fill(['a', 'x']), ['a', 'y']];
  const individuals = individualsOf(columnsOf(rows, ['f', 'g']), MODEL, [0, 0, 0, 3]);
  const graph = charged(individuals);
  const { probability, meanChange, variance } = assignmentProbabilities(individuals, graph, fixedLabels(6));
  const columns = columnsOf(rows, ['f', 'g']);
  const of = (z: number[]) => worth(columns, z, labelsOf(6));
  const [stays, goes, leaves] = [of([0, 0, 0, 3]), of([3, 0, 0, 3]), of([9, 0, 0, 3])];
  const leaving = leaves / (stays + goes + leaves);
  const joining = 1 - probability[3]!;
  expect(joining).toBeCloseTo(of([0, 0, 0, 0]) / (of([0, 0, 0, 0]) + stays), 12);
  expect(meanChange).toBeCloseTo(3 * leaving - joining, 12);
  expect(variance).toBeCloseTo(3 * leaving * (1 - leaving) + joining * (1 - joining), 12);
});

test('whatever the partition and K, it is a probability, of at least 1/6 after the search', () => {
  fc.assert(
    fc.property(partitioned, fc.integer({ min: 1, max: 12 }), ({ columns, labels }, K) => {
      const individuals = individualsOf(columns, MODEL, labels);
      const graph = completeGraph(individuals);
      const isShare = (p: number) => p >= 0 && p <= 1;
      const before = assignmentProbabilities(individuals, graph, fixedLabels(K));
      expect([...before.probability].every(isShare)).toBe(true);
      expect(before.variance).toBeGreaterThanOrEqual(0);
      const term = expectedLabels(K, singly(labels.length));
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
  const graph = graphOf(individuals, []);
  const { probability, ...rest } = assignmentProbabilities(individuals, graph, fixedLabels(3));
  expect([...probability]).toEqual([1, 1, 1]);
  expect(rest).toEqual({ meanChange: 0, variance: 0, missedPairs: 0 });
});
