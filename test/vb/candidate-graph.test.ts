import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestPairs, candidateGraph } from '../../src/vb/candidate-graph.ts';
import { Destinations } from '../../src/vb/destinations.ts';

/** Up to 12 records and some of their pairs, with few different weights and charges. */
const graphs = fc.integer({ min: 2, max: 12 }).chain((size) =>
  fc
    .uniqueArray(
      fc.record({
        ...{ left: fc.nat(size - 1), right: fc.nat(size - 1) },
        ...{ weight: fc.integer({ min: -3, max: 6 }), charge: fc.nat(5) },
      }),
      { selector: ({ left, right }) => Math.min(left, right) * size + Math.max(left, right), maxLength: 60 },
    )
    .map((pairs) => pairs.filter(({ left, right }) => left !== right))
    .map((pairs) => ({ size, pairs, ...columnar(pairs) })),
);

type Pair = { left: number; right: number; weight: number; charge: number };

const columnar = (pairs: readonly Pair[]) => ({
  left: Int32Array.from(pairs, ({ left }) => left),
  right: Int32Array.from(pairs, ({ right }) => right),
  weight: Float64Array.from(pairs, ({ weight }) => weight),
  charge: Float64Array.from(pairs, ({ charge }) => charge),
});

/** The pairs of a record, seen from it, in the order they were given. */
const pairsOf = (pairs: readonly Pair[], row: number) =>
  pairs
    .filter(({ left, right }) => left === row || right === row)
    .map(({ left, right, weight, charge }) => ({ to: left === row ? right : left, weight, charge }));

test('the graph has each pair at both of its records, and nothing else', () => {
  fc.assert(
    fc.property(graphs, ({ size, pairs, left, right, weight, charge }) => {
      const graph = candidateGraph(size, left, right, weight, charge);
      expect([graph.starts.length, graph.starts[size]]).toEqual([size + 1, 2 * pairs.length]);
      for (let row = 0; row < size; row++) {
        const edges = Array.from(graph.neighbours.keys()).slice(graph.starts[row], graph.starts[row + 1]);
        expect(edges.every((edge) => graph.owners[edge] === row)).toBe(true);
        const found = edges.map((edge) => ({
          ...{ to: graph.neighbours[edge]!, weight: graph.weights[edge]!, charge: graph.charges[edge]! },
        }));
        expect(found).toEqual(pairsOf(pairs, row));
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('the best pairs are those among the first few of either record, of equal ones the earlier', () => {
  fc.assert(
    fc.property(graphs, fc.nat(5), ({ size, pairs, left, right, weight }, most) => {
      const isBest = (pair: Pair, row: number) => {
        const own = pairs.filter((other) => other.left === row || other.right === row);
        return own.sort((a, b) => b.weight - a.weight).indexOf(pair) < most;
      };
      const wanted = [...pairs.keys()].filter((i) => {
        const pair = pairs[i]!;
        return isBest(pair, pair.left) || isBest(pair, pair.right);
      });
      expect([...bestPairs(size, left, right, weight, most)]).toEqual(wanted);
    }),
    { numRuns: 300, seed: 2 },
  );
});

describe('the destinations of a record', () => {
  const partitioned = graphs.chain((graph) =>
    fc
      .array(fc.nat(graph.size - 1), { minLength: graph.size, maxLength: graph.size })
      .map((labels) => ({ ...graph, of: Int32Array.from(labels) })),
  );

  test('are the five individuals nearest to it, each with the least charge, its own set apart', () => {
    fc.assert(
      fc.property(partitioned, ({ size, pairs, of, left, right, weight, charge }) => {
        const graph = candidateGraph(size, left, right, weight, charge);
        // One for all records: nothing is to stay behind from the last.
        const destinations = new Destinations();
        for (let row = 0; row < size; row++) {
          destinations.collect(row, of, graph);
          const own = pairsOf(pairs, row);
          const to = (k: number) => own.filter((pair) => of[pair.to] === k);
          const nearest = (k: number) => Math.max(...to(k).map((pair) => pair.weight));
          const cheapest = (k: number) => Math.min(...to(k).map((pair) => pair.charge));
          const others = [...new Set(own.map((pair) => of[pair.to]!))].filter((k) => k !== of[row]);
          others.sort((a, b) => nearest(b) - nearest(a) || a - b);
          expect(destinations.individuals).toEqual(others.slice(0, 5));
          expect(destinations.charges).toEqual(others.slice(0, 5).map(cheapest));
          expect(destinations.ownCharge).toBe(to(of[row]!).length === 0 ? 0 : cheapest(of[row]!));
        }
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});
