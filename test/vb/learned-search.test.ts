/** The search under a prior of the sizes that changes along the way, against what partitions are worth anew. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { fixedLabels } from '../../src/partition/entity-count.ts';
import type { Individuals } from '../../src/partition/individuals.ts';
import { learnSizes, sizePrior } from '../../src/partition/size-prior.ts';
import { CollapsedSearch } from '../../src/vb/collapsed.ts';
import { searchIndividuals } from '../../src/vb/learned-search.ts';
import {
  allPartitions,
  completeGraph,
  driven,
  individualsOf,
  logJoint,
  ratioOf,
} from '../partition/partitions.ts';
import { columnsOf, randomColumns } from './categorical-columns.ts';
import { begin, type Case, cases, objective, started } from './search-cases.ts';

const INFINITE = Number.POSITIVE_INFINITY;
const concentration = fc.constantFrom(0.02, 0.3, 1, 5, INFINITE);

/** Σ log Γ(r + n)/Γ(r) − n log r over the individuals, record by record. */
function logSizes(z: ArrayLike<number>, r: number): number {
  const seen = new Map<number, number>();
  let log = 0;
  for (const k of Array.from(z)) {
    const before = seen.get(k) ?? 0;
    log += Math.log((r === INFINITE ? 1 : r + before) / (r === INFINITE ? 1 : r));
    seen.set(k, before + 1);
  }
  return log;
}

const worth = (some: Case, z: ArrayLike<number>, r: number) => objective(some, z) + logSizes(z, r);

/** What the individuals say of themselves is so: the sum, and each of its terms. */
function expectKept({ of, sizes, logs }: Individuals, some: Pick<Case, 'columns' | 'A' | 'base'>, r: number) {
  const rows = [...of.keys()];
  for (const k of rows) {
    const members = rows.filter((row) => of[row] === k);
    if (members.length === 0) continue;
    const own = some.columns.map((c) => ({ ...c, codes: Int32Array.from(members, (row) => c.codes[row]!) }));
    const z = members.map(() => 0);
    expect(logs[k]).toBeCloseTo(logJoint(own, z, 1, some.A, 'uniform') + logSizes(z, r), 9);
    expect(sizes[k]).toBe(members.length);
  }
}

test('the likelihoods are those under the latest prior, however it and the individuals change', () => {
  const changes = fc.array(fc.record({ r: concentration, a: fc.nat(), b: fc.nat() }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(randomColumns(10), changes, (columns, list) => {
      const model = { columns, A: 0.3, base: 'uniform' } as const;
      const individuals = individualsOf(columns, model);
      const { of, size } = individuals;
      for (const { r, a, b } of list) {
        individuals.useSizes(sizePrior(r));
        const [row, to] = [a % size, of[b % size]!];
        const from = of[row]!;
        if (from === to) continue;
        if (a % 2 === 0) individuals.merge(to, from);
        else individuals.move(row, to, individuals.logWithout(from, row), individuals.logWith(to, row));
      }
      expectKept(individuals, model, list.at(-1)!.r);
    }),
    { numRuns: 300, seed: 1 },
  );
});

describe('a search that goes on under another prior', () => {
  const changed = fc.tuple(started(cases(12, true)), concentration, concentration);

  test('gains what the partition has risen by, and never loses', () => {
    fc.assert(
      fc.property(changed, ([[some, labels], before, after]) => {
        const { individuals, graph } = begin(some, labels);
        const search = new CollapsedSearch(individuals, graph);
        for (const r of [before, after]) {
          individuals.useSizes(sizePrior(r));
          const then = worth(some, individuals.of, r);
          const gain = driven(search.ascend(fixedLabels(some.K)));
          expect(gain).toBeGreaterThanOrEqual(0);
          expect(Math.abs(worth(some, individuals.of, r) - then - gain)).toBeLessThan(1e-8);
        }
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('goes where one does that has not been under the first', () => {
    fc.assert(
      fc.property(changed, ([[some, labels], before, after]) => {
        const { individuals, graph } = begin(some, labels);
        const search = new CollapsedSearch(individuals, graph);
        individuals.useSizes(sizePrior(before));
        driven(search.ascend(fixedLabels(some.K)));
        const anew = begin(some, [...individuals.of]);
        individuals.useSizes(sizePrior(after));
        anew.individuals.useSizes(sizePrior(after));
        driven(search.ascend(fixedLabels(some.K)));
        driven(new CollapsedSearch(anew.individuals, anew.graph).ascend(fixedLabels(some.K)));
        expect(worth(some, individuals.of, after)).toBeCloseTo(worth(some, anew.individuals.of, after), 8);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  test('ends at the best of all partitions nearly always where they can be counted', () => {
    let best = 0;
    const runs = 100;
    for (let seed = 0; seed < runs; seed++) {
      const some = copies(seed, 7, 3, 1);
      const { individuals, graph } = begin(some);
      const search = new CollapsedSearch(individuals, graph);
      for (const r of [INFINITE, 0.1]) {
        individuals.useSizes(sizePrior(r));
        driven(search.ascend(fixedLabels(some.K)));
      }
      const highest = Math.max(...allPartitions(7).map((z) => worth(some, z, 0.1)));
      if (worth(some, individuals.of, 0.1) > highest - 1e-9) best++;
    }
    // Seen: all.
    expect(best / runs).toBeGreaterThanOrEqual(0.97);
  });
});

/** Copies of individuals of three fields of many values, one cell in ten drawn anew; the first have most records. */
function copies(seed: number, size: number, individuals: number, skew: number): Case {
  const { below, next } = random(seed);
  const cell = () => `v${below(individuals < 4 ? 4 : 12)}`;
  const people = Array.from({ length: individuals }, () => [cell(), cell(), cell()]);
  const rows = Array.from({ length: size }, () =>
    people[Math.floor(individuals * next() ** skew)]!.map((value) => (below(10) === 0 ? cell() : value)),
  );
  return { columns: columnsOf(rows, ['f', 'g', 'h']), K: size, A: 0.1, base: 'uniform', charge: 0 };
}

describe('the search that learns', () => {
  const searched = (skew: number, options: { isFixed?: boolean; learnsSizes?: boolean }) => {
    const some = copies(1, 300, 60, skew);
    const individuals = individualsOf(some.columns, some);
    const graph = completeGraph(individuals, (a, b) => ratioOf(individuals, a, b));
    const draws = { single: 300, unique: [] };
    const found = driven(searchIndividuals(individuals, graph, { K: 60, isFixed: false, draws, ...options }));
    return { some, ...found };
  };

  test('ends with the sizes learned of what it found, and individuals weighed by them', () => {
    const { some, individuals, labels, K, r } = searched(4, { learnsSizes: true });
    expect(r).toBeLessThan(2);
    expect(labels.merge(7)).toBeCloseTo(Math.log(K - individuals.occupied + 1), 12);
    expectKept(individuals, some, r);
    const again = learnSizes(individuals.sizeCounts(), K);
    expect(again.r).toBe(r);
    expect(again.K).toBeCloseTo(K, 6);
  });

  test('keeps the even prior where sizes are even, not asked for, or K is given', () => {
    expect(searched(1, { learnsSizes: true }).r).toBe(INFINITE);
    const { some, individuals, r } = searched(4, {});
    expect(r).toBe(INFINITE);
    expectKept(individuals, some, INFINITE);
    expect(searched(4, { learnsSizes: true, isFixed: true })).toMatchObject({ K: 60, r: INFINITE });
  });
});
