import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPairs, candidateGraph, sortedPairs } from '../../src/vb/candidate-graph.ts';
import { columnar, type Pair, pairsOf, someGraphs } from './random-pairs.ts';

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

test('the best pairs are those among the first few of either record, of equal ones the earlier', () => {
  fc.assert(
    fc.property(someGraphs, fc.nat(5), ({ size, pairs }, most) => {
      const isBest = (pair: Pair, row: number) => {
        const own = pairs.filter((other) => other.left === row || other.right === row);
        return own.sort((a, b) => b.weight - a.weight).indexOf(pair) < most;
      };
      const wanted = pairs.filter((pair) => isBest(pair, pair.left) || isBest(pair, pair.right));
      expect(bestPairs(size, columnar(pairs), most)).toEqual(columnar(wanted));
    }),
    { numRuns: 300, seed: 2 },
  );
});

test('pairs in the order of their records have the lower one left, and their weights with them', () => {
  fc.assert(
    fc.property(someGraphs, ({ size, pairs }) => {
      const { left, right, weights } = columnar(pairs);
      const turned = pairs.map((pair) => ({
        ...{ left: Math.min(pair.left, pair.right), right: Math.max(pair.left, pair.right) },
        ...{ weight: pair.weight, ratio: 0, charge: 0 },
      }));
      turned.sort((a, b) => a.left - b.left || a.right - b.right);
      expect(sortedPairs(left, right, weights, size)).toEqual(columnar(turned));
    }),
    { numRuns: 200, seed: 3 },
  );
});
