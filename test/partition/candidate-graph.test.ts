import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPairs, candidateGraph, chargeBetween } from '../../src/partition/candidate-graph.ts';
import { columnar, pairsOf, someGraphs } from '../vb/random-pairs.ts';

test('the graph has each pair at both of its records, and nothing else', () => {
  fc.assert(
    fc.property(someGraphs, ({ size, pairs }) => {
      const graph = candidateGraph(size, columnar(pairs));
      expect([graph.starts.length, graph.starts[size]]).toEqual([size + 1, 2 * pairs.length]);
      for (let row = 0; row < size; row++) {
        const edges = Array.from(graph.neighbours.keys()).slice(graph.starts[row], graph.starts[row + 1]);
        expect(edges.every((edge) => graph.owners[edge] === row)).toBe(true);
        const found = edges.map((edge) => ({
          ...{ to: graph.neighbours[edge]!, weight: graph.weights[edge]! },
          ...{ ratio: graph.ratios[edge]!, charge: graph.charges[edge]! },
        }));
        expect(found).toEqual(pairsOf(pairs, row));
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('the best pairs are those that stand among the first of either record, as many as their class allows', () => {
  const CLASSES = 4;
  const classed = someGraphs.chain(({ size, pairs }) =>
    fc.record({
      ...{ size: fc.constant(size), pairs: fc.constant(pairs) },
      classes: fc.array(fc.nat(CLASSES - 1), { minLength: pairs.length, maxLength: pairs.length }),
      weightOf: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: CLASSES, maxLength: CLASSES }),
      most: fc.array(fc.nat(5), { minLength: CLASSES, maxLength: CLASSES }),
    }),
  );
  fc.assert(
    fc.property(classed, ({ size, pairs, classes, weightOf, most }) => {
      const inOrder = pairs
        .map(({ left, right }, i) => ({
          ...{ left: Math.min(left, right), right: Math.max(left, right), weight: weightOf[classes[i]!]! },
          ...{ ratio: 0, charge: 0, most: most[classes[i]!]! },
        }))
        .sort((a, b) => a.left - b.left || a.right - b.right);
      // Of equally good ones those of the lower records are first.
      const best = inOrder.toSorted((a, b) => b.weight - a.weight);
      const placeAt = (pair: (typeof best)[number], row: number) =>
        best.filter(({ left, right }) => left === row || right === row).indexOf(pair);
      const wanted = inOrder.filter(
        (pair) => Math.min(placeAt(pair, pair.left), placeAt(pair, pair.right)) < pair.most,
      );
      const { left, right } = columnar(pairs);
      const given = { left, right, classes: Int32Array.from(classes) };
      const found = bestPairs(size, given, Float64Array.from(weightOf), Int32Array.from(most));
      expect(found).toEqual(columnar(wanted));
    }),
    { numRuns: 400, seed: 2 },
  );
});

test.each([
  [3, 2, 3],
  [3, 5, 3],
  [0, 2, 0],
  [-3, 2, -3],
  [-3, 3, 0],
  [-3, 9, 0],
])('a charge of %d comes to as much among %i records as %d', (charge, records, wanted) => {
  expect(chargeBetween(charge, records)).toBe(wanted);
});
