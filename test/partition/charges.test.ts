/** Charges of individuals, against the lightest of all trees. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { graphCharges } from '../../src/partition/charges.ts';
import { graphOf, leastTree } from '../smered/exact-posterior.ts';

describe('graphCharges', () => {
  test('is undefined where no pair is charged', () => {
    expect(graphCharges(graphOf(4))).toBeUndefined();
  });

  /** Edges 0–1 at 1, 1–2 at 2, 0–2 at 4, 2–3 a credit of 3. */
  const edges: [number, number, number][] = [
    [0, 1, 1],
    [1, 2, 2],
    [0, 2, 4],
    [2, 3, -3],
  ];
  const few = graphCharges(
    graphOf(
      6,
      edges.map(([a, b]) => [a, b]),
      (a, b) => edges.find(([i, j]) => i === Math.min(a, b) && j === Math.max(a, b))![2],
    ),
  )!;

  test.each([
    [[0], 0],
    [[0, 2], 4],
    [[2, 3], -3],
    [[0, 1, 2], 3],
    [[0, 1, 2, 3], 3],
    [[1, 2, 3], 2],
    [[0, 4], 0],
    [[0, 1, 4, 5], 1],
  ])('charges %j with %d', (rows, charge) => {
    expect(few(rows, rows.length)).toBe(charge);
  });

  test('is the weight of the lightest tree, in any order of the rows', () => {
    const list = fc.array(fc.double({ min: -1, max: 2, noNaN: true }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(list, fc.shuffledSubarray([0, 1, 2, 3, 4, 5]), (weights, rows) => {
        const charge = (a: number, b: number) =>
          weights[(Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b)]!;
        const charges = graphCharges(graphOf(6, undefined, charge)) ?? (() => 0);
        const found = charges(rows, rows.length);
        expect(found).toBeCloseTo(leastTree(rows, charge), 12);
        expect(charges([...rows].reverse(), rows.length)).toBe(found);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
