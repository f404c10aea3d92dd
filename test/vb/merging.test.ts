import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectedComponents } from '../../src/entities/union-find.ts';
import { fixedLabels, type LabelTerm } from '../../src/partition/entity-count.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import type { FieldCounts } from '../../src/partition/likelihood.ts';
import { CollapsedSearch } from '../../src/vb/collapsed.ts';
import { allPairs, completeGraph, driven, graphOf, individualsOf } from '../partition/partitions.ts';
import { columnsOf, numbered } from './categorical-columns.ts';
import { begin, cases, objective, started } from './search-cases.ts';

test('merges alone end where no two individuals gain by being one', () => {
  fc.assert(
    fc.property(cases(10, true), (some) => {
      const { individuals, graph } = begin(some);
      const before = objective(some, individuals.of);
      const search = new CollapsedSearch(individuals, graph);
      const gain = driven(search.merge(fixedLabels(some.K)));
      const reached = objective(some, individuals.of);
      expect(Math.abs(reached - before - gain)).toBeLessThan(1e-9);
      const z = [...individuals.of];
      for (const a of z)
        for (const b of z)
          expect(
            objective(
              some,
              z.map((k) => (k === b ? a : k)),
            ),
          ).toBeLessThan(reached + 1e-8);
    }),
    { numRuns: 300, seed: 8 },
  );
});

test('a merge is not made where those before it have made it too dear', () => {
  // Each gains ½; of four individuals the first merge costs log 1, the second log 2.
  const likelihood = {
    fields: 1,
    logMarginal: (_: number, { counts, at }: FieldCounts) => (counts[at]! - 1) / 2,
  };
  const individuals = new Individuals(4, [Int32Array.of(0, 0, 1, 1)], likelihood);
  const graph = graphOf(individuals, [
    [0, 1],
    [2, 3],
  ]);
  expect(driven(new CollapsedSearch(individuals, graph).merge(fixedLabels(4)))).toBe(0.5);
  expect([...individuals.of]).toEqual([0, 0, 2, 3]);
});

test('two individuals that become one pay the mean charge of the pairs between them', () => {
  const charged = started(cases(8, true)).chain(([some, labels]) => {
    const count = labels.length ** 2;
    const charges = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: count, maxLength: count });
    return fc.tuple(fc.constant(some), fc.constant(labels.map((label) => label % 2)), charges);
  });
  // Every merge is wanted.
  const labels: LabelTerm = { merge: () => -100, split: () => -100, most: 1 };
  fc.assert(
    fc.property(charged, ([some, z, charges]) => {
      fc.pre(new Set(z).size === 2);
      const individuals = individualsOf(some.columns, some, z);
      const chargeOf = (a: number, b: number) => charges[a * z.length + b]! / 8;
      const between = allPairs(z.length).filter(([a, b]) => z[a] !== z[b]);
      const mean = between.reduce((sum, [a, b]) => sum + chargeOf(a, b), 0) / between.length;
      const before = individuals.logLikelihood();
      const graph = completeGraph(individuals, undefined, chargeOf);
      const gain = driven(new CollapsedSearch(individuals, graph).merge(labels));
      expect(individuals.occupied).toBe(1);
      expect(gain).toBeCloseTo(individuals.logLikelihood() - before - mean + 100, 9);
    }),
    { numRuns: 200, seed: 9 },
  );
});

test('merges that were tried before moves are all made when they come to be wanted', () => {
  const always = (cost: number): LabelTerm => ({
    merge: () => cost,
    split: () => cost,
    most: Number.POSITIVE_INFINITY,
  });
  const numbers = fc.array(fc.nat(100), { minLength: 80, maxLength: 80 });
  fc.assert(
    fc.property(started(cases(12, true)), numbers, fc.nat(12), ([some, labels], drawn, moves) => {
      const { individuals } = begin(some, labels);
      const { of, size } = individuals;
      const pairs = allPairs(size).filter((_, i) => drawn[i]! < 30);
      const graph = graphOf(individuals, pairs, undefined, () => some.charge);
      const search = new CollapsedSearch(individuals, graph);
      expect(driven(search.merge(always(1000)))).toBe(0);
      for (let i = 0; i < moves; i++) {
        const [row, to] = [drawn[2 * i]! % size, of[drawn[2 * i + 1]! % size]!];
        if (to === of[row]) continue;
        const joined = individuals.logWith(to, row);
        individuals.move(row, to, individuals.logWithout(of[row]!, row), joined);
      }
      const { entityOf, entities } = connectedComponents(
        size,
        Int32Array.from([...pairs.map(([a]) => a), ...of.keys()]),
        Int32Array.from([...pairs.map(([, b]) => b), ...Array.from(of, (k) => of.indexOf(k))]),
      );
      const [before, merges] = [individuals.logLikelihood(), individuals.occupied - entities];
      const gain = driven(search.merge(always(-1000)));
      expect(numbered([...of])).toEqual(numbered([...entityOf]));
      const gained = individuals.logLikelihood() - before + merges * (1000 - some.charge);
      expect(gain).toBeCloseTo(gained, 8);
    }),
    { numRuns: 400, seed: 10 },
  );
});

test('the search can be interrupted among many records, and many merges', () => {
  const size = 20_000;
  const columns = columnsOf(
    Array.from({ length: size }, (_, row) => [`v${row >> 1}`, `w${row >> 1}`]),
    ['f', 'g'],
  );
  const individuals = individualsOf(columns, { A: 0.1, base: 'empirical' });
  const pairs = Array.from({ length: size / 2 }, (_, i) => [2 * i, 2 * i + 1] as const);
  const search = new CollapsedSearch(individuals, graphOf(individuals, pairs));
  const occupied = Array.from(search.merge(fixedLabels(size)), () => individuals.occupied);
  expect(individuals.occupied).toBe(size / 2);
  // Of 20,000 records every 4096th, and of 10,000 merges.
  expect(occupied.filter((C) => C === size)).toHaveLength(5);
  expect(occupied.filter((C) => C < size)).toHaveLength(2);
});
