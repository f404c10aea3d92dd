/** Charges of individuals, against a forest grown pair by pair. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { graphCharges } from '../../src/partition/charges.ts';
import { chargedPairs, graphOf, strongestForest } from '../smered/exact-posterior.ts';

describe('graphCharges', () => {
  test('is undefined where no pair is charged', () => {
    expect(graphCharges(graphOf(4))).toBeUndefined();
  });

  /** Edges, by falling weight: 0–1 at 1, 2–3 a credit of 3, 0–2 at 4, 1–2 at 2. */
  const edges: [number, number, number][] = [
    [0, 1, 1],
    [2, 3, -3],
    [0, 2, 4],
    [1, 2, 2],
  ];
  const of = (a: number, b: number) =>
    edges.findIndex(([i, j]) => i === Math.min(a, b) && j === Math.max(a, b));
  const few = graphCharges(
    graphOf(
      6,
      edges.map(([a, b]) => [a, b]),
      (a, b) => edges[of(a, b)]![2],
      (a, b) => -of(a, b),
    ),
  )!;

  test.each([
    ['one record', [0], 0],
    ['a pair', [0, 2], 4],
    ['a credit', [2, 3], -3],
    ['no edge', [0, 4], 0],
    ['what two records and a third pay on average', [0, 1, 2], 4],
    ['a credit for two single records', [1, 2, 3], -1],
    ['two pairs and what joins them', [0, 1, 2, 3], 1],
    ['parts that no edge joins', [0, 1, 4, 5], 1],
  ])('charges %s', (_, rows, charge) => {
    expect(few(rows, rows.length)).toBe(charge);
  });

  test('charges what the strongest forest joins, whatever the order of the rows', () => {
    const list = fc.array(fc.double({ min: -1, max: 2, noNaN: true }), { minLength: 15, maxLength: 15 });
    const weights = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(list, weights, fc.shuffledSubarray([0, 1, 2, 3, 4, 5]), (fees, known, rows) => {
        const place = (a: number, b: number) => (Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b);
        const charge = (a: number, b: number) => fees[place(a, b)]!;
        const weight = (a: number, b: number) => known[place(a, b)]!;
        const pairs = chargedPairs(6, charge).map((pair) => ({ ...pair, weight: weight(...pair.rows) }));
        const charges = graphCharges(graphOf(6, undefined, charge, weight)) ?? (() => 0);
        const found = charges(rows, rows.length);
        expect(found).toBeCloseTo(strongestForest(rows, pairs), 12);
        expect(charges([...rows].reverse(), rows.length)).toBe(found);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
