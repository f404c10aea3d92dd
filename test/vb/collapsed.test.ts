import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, random } from '../../src/math/random.ts';
import { expectedLabels, fixedLabels, type LabelTerm } from '../../src/partition/entity-count.ts';
import { CollapsedSearch } from '../../src/vb/collapsed.ts';
import {
  allPairs,
  allPartitions,
  ascend,
  completeGraph,
  driven,
  graphOf,
  hasDuplicates,
  individualsOf,
  ratioOf,
} from '../partition/partitions.ts';
import { columnsOf, numbered } from './categorical-columns.ts';
import { begin, type Case, cases, objective, started } from './search-cases.ts';

/** The partitions one step away: two individuals merged, or one record in another individual or its own. */
function* stepsFrom(z: readonly number[]): Generator<number[]> {
  const individuals = [...new Set(z)];
  for (const a of individuals) for (const b of individuals) if (a < b) yield z.map((k) => (k === b ? a : k));
  for (const row of z.keys()) for (const to of [...individuals, -1]) yield z.with(row, to);
}

describe('the gain', () => {
  test('is what the objective, computed anew, has risen by, and never a loss', () => {
    fc.assert(
      fc.property(cases(14, true), (some) => {
        const { individuals, graph } = begin(some);
        const before = objective(some, individuals.of);
        const gain = ascend(individuals, graph, fixedLabels(some.K));
        expect(gain).toBeGreaterThanOrEqual(0);
        expect(Math.abs(objective(some, individuals.of) - before - gain)).toBeLessThan(1e-9);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('is so from any partition, and where K is below the number of records', () => {
    fc.assert(
      fc.property(started(cases(12, false)), ([some, labels]) => {
        const { individuals, graph } = begin(some, labels);
        const before = objective(some, individuals.of);
        const gain = ascend(individuals, graph, fixedLabels(some.K));
        expect(Math.abs(objective(some, individuals.of) - before - gain)).toBeLessThan(1e-9);
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});

test('no merge, move or leave of one record raises the objective any more', () => {
  // Up to six records: a record is tried in the individuals of its five nearest neighbours.
  fc.assert(
    fc.property(started(cases(6, true)), ([some, labels]) => {
      const { individuals, graph } = begin(some, labels);
      ascend(individuals, graph, fixedLabels(some.K));
      const reached = objective(some, individuals.of);
      for (const z of stepsFrom([...individuals.of])) expect(objective(some, z)).toBeLessThan(reached + 1e-8);
    }),
    { numRuns: 400, seed: 3 },
  );
});

test('to ascend again gains nothing where the cost of a merge is the same everywhere', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { individuals, graph, size } = sparseCase(seed);
    const labels = expectedLabels(size + seed, { single: size, unique: [] });
    ascend(individuals, graph, labels);
    expect(ascend(individuals, graph, labels)).toBe(0);
  }
});

/** Copies of a few individuals of three fields of four values, one cell in four drawn anew. */
function copies({ below }: Random, size: number, individuals: number): Case {
  const cell = () => `v${below(4)}`;
  const people = Array.from({ length: individuals }, () => [cell(), cell(), cell()]);
  const rows = Array.from({ length: size }, () =>
    people[below(individuals)]!.map((value) => (below(4) === 0 ? cell() : value)),
  );
  const columns = columnsOf(rows, ['f', 'g', 'h']);
  return { columns, K: size, A: 0.2, base: 'uniform', charge: 0 };
}

/** 30 records of which each pair is a candidate with probability 1/10. */
function sparseCase(seed: number) {
  const rng = random(seed);
  const size = 30;
  const { individuals } = begin(copies(rng, size, 8));
  const chosen = allPairs(size).filter(() => rng.below(10) === 0);
  const graph = graphOf(individuals, chosen, (a, b) => ratioOf(individuals, a, b));
  return { individuals, graph, size };
}

test('finds the best of all partitions nearly always where they can be counted', () => {
  const runs = 200;
  let best = 0;
  for (let seed = 0; seed < runs; seed++) {
    const some = copies(random(seed), 7, 3);
    const { individuals, graph } = begin(some);
    ascend(individuals, graph, fixedLabels(some.K));
    const reached = objective(some, individuals.of);
    const highest = Math.max(...allPartitions(individuals.size).map((z) => objective(some, z)));
    expect(reached).toBeLessThan(highest + 1e-9);
    if (reached > highest - 1e-9) best++;
  }
  // Seen: 199 of 200.
  expect(best / runs).toBeGreaterThanOrEqual(0.99);
});

const twins = columnsOf(
  [
    ['a', 'x'],
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'z'],
  ],
  ['f', 'g'],
);

test.each([0.9, 1.1])('two records that gain 1 pay %d of it as a charge', (share) => {
  const labels: LabelTerm = fixedLabels(6);
  const some: Case = { columns: twins, K: 6, A: 0.1, base: 'uniform', charge: 0 };
  const { individuals, graph } = begin(some);
  const worth = graph.ratios[0]! - labels.merge(4);
  expect(worth).toBeGreaterThan(0);
  const charges = graph.charges.map(() => share * worth);
  const gain = ascend(individuals, { ...graph, charges }, labels);
  expect(individuals.of[0] === individuals.of[1]).toBe(share < 1);
  expect(gain).toBeCloseTo(share < 1 ? (1 - share) * worth : 0, 12);
});

test('records without a path of candidates between them stay apart', () => {
  const columns = columnsOf(new Array(6).fill(['a', 'x']), ['f', 'g']);
  const individuals = begin({ columns, K: 6, A: 0.1, base: 'empirical', charge: 0 }).individuals;
  const pairs = graphOf(individuals, [
    [0, 1],
    [2, 3],
  ]);
  ascend(individuals, pairs, fixedLabels(1));
  expect([...numbered([...individuals.of])]).toEqual([0, 0, 1, 1, 2, 3]);
});

test.each([1, 2, 3])('where only %d individuals are to be had, merges are made at a loss', (K) => {
  const some: Case = { columns: twins, K, A: 0.1, base: 'uniform', charge: 0 };
  const { individuals, graph } = begin(some);
  const before = objective(some, individuals.of);
  const gain = ascend(individuals, graph, fixedLabels(K));
  expect(individuals.occupied).toBe(K);
  expect(individuals.of[0]).toBe(individuals.of[1]);
  expect(gain).toBeCloseTo(objective(some, individuals.of) - before, 9);
  if (K < 3) expect(gain).toBeLessThan(0);
});

test('two individuals in one come apart though no record would leave alone', () => {
  const rows = [...new Array(3).fill(['a', 'a', 'a']), ...new Array(3).fill(['b', 'b', 'b'])];
  const others = Array.from({ length: 18 }, (_, i) => new Array(3).fill(`v${i}`));
  const some: Case = {
    ...{
      columns: columnsOf([...rows, ...others], ['f', 'g', 'h']),
      K: 30,
      A: 0.1,
      base: 'uniform',
      charge: 0,
    },
  };
  const { individuals, graph } = begin(some, [...new Array(6).fill(0), ...others.map((_, i) => 1 + i)]);
  const joined = objective(some, individuals.of);
  for (let row = 0; row < 6; row++)
    expect(objective(some, [...individuals.of].with(row, -1))).toBeLessThan(joined);
  ascend(individuals, graph, fixedLabels(some.K));
  expect([...numbered([...individuals.of])].slice(0, 6)).toEqual([0, 0, 0, 1, 1, 1]);
});

describe('with files without duplicates', () => {
  /** Records of a few of 40 such files, or of none. */
  const filed = (some: fc.Arbitrary<[Case, number[]]>) =>
    some.chain(([one, labels]) => {
      const { length } = labels;
      const file = fc.constantFrom(-1, -1, 0, 5, 31, 32, 39);
      return fc.tuple(
        fc.constant(one),
        fc.constant(labels),
        fc.array(file, { minLength: length, maxLength: length }),
      );
    });
  const unique = (files: readonly number[]) => ({ count: 40, of: Int32Array.from(files) });
  /** Labels with the records of one file in one individual set apart. */
  const apart = (labels: readonly number[], files: readonly number[]) =>
    labels.map((label, row) => {
      const isTaken = (i: number) => labels[i] === label && files[i] === files[row] && files[row]! >= 0;
      return [...labels.keys()].slice(0, row).some(isTaken) ? 100 + row : label;
    });
  function beginFiled(some: Case, files: readonly number[], labels?: readonly number[]) {
    const individuals = individualsOf(some.columns, some, labels, unique(files));
    const weight = (a: number, b: number) => ratioOf(individuals, a, b);
    return { individuals, graph: completeGraph(individuals, weight, () => some.charge) };
  }

  test('no step puts two records of one together, and the gain is what the objective has risen by', () => {
    let together = 0;
    fc.assert(
      fc.property(
        filed(started(cases(16, false))),
        fc.constantFrom('alone', 'merged', 'any'),
        ([some, labels, files], from) => {
          const start = from === 'any' ? apart(labels, files) : undefined;
          const { individuals, graph } = beginFiled(some, files, start);
          const search = new CollapsedSearch(individuals, graph);
          const before = objective(some, individuals.of);
          let gain = 0;
          const terms = [
            fixedLabels(some.K),
            fixedLabels(2 * some.K),
            expectedLabels(some.K, { single: labels.length, unique: [] }),
          ];
          if (from === 'merged') gain += driven(search.merge(terms[0]!));
          gain += driven(search.ascend(terms[0]!));
          expect(Math.abs(objective(some, individuals.of) - before - gain)).toBeLessThan(1e-9);
          if (individuals.occupied < labels.length) together++;
          // It may go on with other labels.
          for (const term of terms) {
            for (const _ of search.ascend(term))
              expect(hasDuplicates(individuals, unique(files))).toBe(false);
            expect(hasDuplicates(individuals, unique(files))).toBe(false);
          }
        },
      ),
      { numRuns: 500, seed: 5 },
    );
    expect(together).toBeGreaterThan(300);
  });

  test('where there are fewer individuals, those that are too many all exclude each other', () => {
    fc.assert(
      fc.property(filed(started(cases(14, false))), ([some, , files]) => {
        const { individuals, graph } = beginFiled(some, files);
        ascend(individuals, graph, fixedLabels(some.K));
        const occupied = [...new Set(individuals.of)];
        if (occupied.length > some.K)
          for (const a of occupied)
            for (const b of occupied) if (a !== b) expect(individuals.exclude(a, b)).toBe(true);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  test('no step they allow raises the objective any more', () => {
    fc.assert(
      fc.property(filed(started(cases(6, true))), ([some, labels, files]) => {
        const { individuals, graph } = beginFiled(some, files, apart(labels, files));
        ascend(individuals, graph, fixedLabels(some.K));
        const reached = objective(some, individuals.of);
        for (const z of stepsFrom([...individuals.of]))
          if (!hasDuplicates({ of: Int32Array.from(z) }, unique(files)))
            expect(objective(some, z)).toBeLessThan(reached + 1e-8);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});
