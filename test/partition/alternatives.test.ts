import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Alternatives } from '../../src/partition/alternatives.ts';
import { candidateGraph } from '../../src/partition/candidate-graph.ts';
import { expectedLabels, fixedLabels } from '../../src/partition/entity-count.ts';
import { columnsOf } from '../vb/categorical-columns.ts';
import { columnar, pairsOf, someGraphs } from '../vb/random-pairs.ts';
import { hasDuplicates, individualsOf, logJoint, logLabels } from './partitions.ts';

const MODEL = { A: 0.3, base: 'uniform' } as const;

/** A graph, a partition of its records into few or many individuals, their values, and their unique files. */
const partitioned = someGraphs.chain(({ size, pairs }) => {
  const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: size, maxLength: size });
  return fc.record({
    pairs: fc.constant(pairs),
    labels: fc.oneof(each(fc.nat(size - 1)), each(fc.nat(3))),
    cells: each(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', null))),
    files: each(fc.constantFrom(-1, -1, -1, 0, 31, 32, 39)),
  });
});

/** The same with the records of a unique file that are in company of their like set apart. */
const lawful = partitioned.map(({ labels, files, ...rest }) => {
  const apart = labels.map((label, row) => {
    const isTaken = labels.some(
      (other, i) => i < row && other === label && files[i] === files[row] && files[row]! >= 0,
    );
    return isTaken ? 100 + row : label;
  });
  return { labels: apart, files, ...rest };
});

function begin({ labels, files, cells, pairs }: typeof lawful extends fc.Arbitrary<infer T> ? T : never) {
  const columns = columnsOf(cells, ['f', 'g']);
  const unique = { count: 40, of: Int32Array.from(files) };
  const individuals = individualsOf(columns, MODEL, labels, unique);
  expect(hasDuplicates(individuals, unique)).toBe(false);
  return { columns, individuals, graph: candidateGraph(labels.length, columnar(pairs)) };
}

test('are the individuals nearest to a record that may take it, five not too far or as asked', () => {
  const horizons = fc.option(fc.record({ most: fc.nat(7), reach: fc.integer({ min: 0, max: 12 }) }), {
    nil: undefined,
  });
  fc.assert(
    fc.property(lawful, horizons, (some, horizon) => {
      const { most, reach } = horizon ?? { most: 5, reach: 10 };
      const { individuals, graph } = begin(some);
      const { of } = individuals;
      // One for all records: nothing is to stay behind from the last.
      const there = new Alternatives(individuals, graph, horizon);
      for (const row of of.keys()) {
        there.collect(row);
        const own = pairsOf(some.pairs, row);
        const nearest = (k: number) =>
          Math.max(...own.filter(({ to }) => of[to] === k).map(({ weight }) => weight));
        const isTaken = (k: number) =>
          of.some((other, i) => other === k && some.files[row]! >= 0 && some.files[i] === some.files[row]);
        const others = [...new Set(own.map(({ to }) => of[to]!))]
          .filter((k) => k !== of[row] && !isTaken(k) && !(nearest(k) < nearest(of[row]!) - reach))
          .sort((a, b) => nearest(b) - nearest(a) || a - b);
        expect([...there.individuals.subarray(0, there.count)]).toEqual(others.slice(0, most));
        expect(there.isTied).toBe(own.some(({ to }) => of[to] === of[row]));
      }
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('are weighed by what the partitions are worth in which the record is there', () => {
  fc.assert(
    fc.property(lawful, fc.nat(12), fc.boolean(), (some, more, isFixed) => {
      const { columns, individuals, graph } = begin(some);
      const { of, occupied, sizes } = individuals;
      const K = occupied + more;
      const labels = isFixed ? fixedLabels(K) : expectedLabels(K, { single: of.length, unique: [] });
      /** log p(x, z) and, for each record but one of an individual, what joining it costs. */
      const worth = (z: number[]) => {
        const C = new Set(z).size;
        const term = isFixed ? logLabels(C, K) : C * labels.merge(0);
        return (
          logJoint(columns, z, 1, MODEL.A, MODEL.base) + (isFixed && C > K ? Number.NEGATIVE_INFINITY : term)
        );
      };
      const there = new Alternatives(individuals, graph);
      for (const row of of.keys()) {
        there.collect(row);
        there.weigh(row, labels);
        const charge = (k: number) => {
          const there = pairsOf(some.pairs, row).filter(({ to }) => of[to] === k);
          if (there.length === 0) return Number.POSITIVE_INFINITY;
          return there.reduce((sum, pair) => sum + pair.charge, 0) / there.length;
        };
        const goneTo = (k: number) => worth([...of].with(row, k));
        // All relative to the first.
        const known: [number, number][] = [[there.logAlone, goneTo(-1)]];
        for (let i = 0; i < there.count; i++) {
          const k = there.individuals[i]!;
          known.push([there.logWeights[i]!, goneTo(k) - charge(k)]);
          expect(there.logJoined[i]).toBeCloseTo(individuals.logWith(k, row), 12);
        }
        const isAlone = sizes[of[row]!] === 1;
        if (isAlone) expect([there.logOwn, there.logRest]).toEqual([Number.NEGATIVE_INFINITY, 0]);
        else {
          const own = charge(of[row]!);
          known.push([there.logOwn, goneTo(of[row]!) - (Number.isFinite(own) ? own : 0)]);
          expect(there.logRest).toBeCloseTo(individuals.logWithout(of[row]!, row), 12);
        }
        const [first] = known.filter(([, wanted]) => Number.isFinite(wanted));
        for (const [found, wanted] of known)
          if (Number.isFinite(wanted)) expect(found - first![0]).toBeCloseTo(wanted - first![1], 9);
          else expect(found).toBe(wanted);
      }
    }),
    { numRuns: 400, seed: 2 },
  );
});

test('tell whether one of them has changed since', () => {
  const columns = columnsOf([['a'], ['a'], ['b'], ['c'], ['c']], ['f']);
  const individuals = individualsOf(columns, MODEL);
  const pair = (left: number, right: number) => ({ left, right, weight: 1, ratio: 0, charge: 0 });
  const graph = candidateGraph(5, columnar([pair(0, 1), pair(0, 2)]));
  const there = new Alternatives(individuals, graph);
  const isChanged = (row: number, time: number) => {
    there.collect(row);
    return there.changedSince(time);
  };
  individuals.merge(3, 4);
  expect([0, 1, 2, 3].map((row) => isChanged(row, 0))).toEqual([false, false, false, false]);
  individuals.merge(1, 2);
  expect([0, 1, 2, 3].map((row) => isChanged(row, 1))).toEqual([true, false, false, false]);
  expect(isChanged(0, individuals.clock)).toBe(false);
});
