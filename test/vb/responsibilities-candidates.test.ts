import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidates, UNASSIGNED } from '../../src/vb/responsibilities.ts';
import {
  allIndividuals,
  checkCandidates,
  graphIndividuals,
} from '../../src/vb/responsibilities-candidates.ts';

function graph(size: number, edges: [number, number][]) {
  const lists = Array.from({ length: size }, (): number[] => []);
  for (const [a, b] of edges) {
    lists[a]!.push(b);
    lists[b]!.push(a);
  }
  const starts = new Int32Array(size + 1);
  lists.forEach((list, r) => {
    starts[r + 1] = starts[r]! + list.length;
  });
  return { starts, neighbours: Int32Array.from(lists.flat()) };
}

const rowsOf = ({ offsets, individuals }: Candidates) =>
  Array.from({ length: offsets.length - 1 }, (_, r) => [
    ...individuals.subarray(offsets[r]!, offsets[r + 1]!),
  ]);

test('all individuals are named ones and one entry for those that are alike', () => {
  expect(rowsOf(allIndividuals(2, 2, 9))).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
  expect(allIndividuals(2, 2, 9).alike).toBe(7);
  expect(rowsOf(allIndividuals(2, 2, 2))).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(rowsOf(allIndividuals(1, 0, 3))).toEqual([[0]]);
});

describe('individuals of a candidate graph', () => {
  const path = graph(5, [
    [0, 1],
    [1, 2],
    [3, 2],
  ]);

  test.each([5, 6, 1e9])('are each record’s own and its neighbours’: K = %d', (K) => {
    const candidates = graphIndividuals(path, K);
    expect(rowsOf(candidates)).toEqual([[0, 1], [1, 0, 2], [2, 1, 3], [3, 2], [4]]);
    expect([...candidates.own]).toEqual([0, 1, 2, 3, 4]);
    expect([candidates.named, candidates.alike]).toEqual([5, 0]);
  });

  test('are owned by K records where K is below N, so that the others have an owner beside them', () => {
    const candidates = graphIndividuals(path, 3);
    expect([...candidates.own]).toEqual([0, UNASSIGNED, UNASSIGNED, 1, 2]);
    expect(rowsOf(candidates)).toEqual([[0], [0], [1], [1], [2]]);
  });

  test('are so owned that no record loses its only owner while others can give way', () => {
    const longer = graph(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    const candidates = graphIndividuals(longer, 2);
    expect([...candidates.own]).toEqual([0, UNASSIGNED, UNASSIGNED, 1, UNASSIGNED]);
    expect(rowsOf(candidates)).toEqual([[0], [0], [1], [1], [1]]);
  });

  test('are open to a record that has no owner beside it', () => {
    const candidates = graphIndividuals(path, 2);
    expect([...candidates.own]).toEqual([UNASSIGNED, UNASSIGNED, UNASSIGNED, 0, 1]);
    expect(rowsOf(candidates)).toEqual([[0, 1], [0, 1], [0], [0], [1]]);
  });

  test('are min(N, K), each owned by one record, whatever the graph', () => {
    const edge = fc.tuple(fc.nat(11), fc.nat(11)).filter(([a, b]) => a < b);
    const edges = fc.uniqueArray(edge, { maxLength: 30, selector: ([a, b]) => 12 * a + b });
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 14 }), (edges, K) => {
        const candidates = graphIndividuals(graph(12, edges), K);
        expect(candidates.named).toBe(Math.min(12, K));
        expect([...candidates.own].filter((k) => k !== UNASSIGNED)).toEqual(
          Array.from({ length: Math.min(12, K) }, (_, k) => k),
        );
        checkCandidates(candidates, 12, K);
        rowsOf(candidates).forEach((row, r) => {
          const beside = edges.flatMap(([a, b]) => (a === r ? [b] : b === r ? [a] : []));
          const near = [r, ...beside].map((s) => candidates.own[s]!).filter((k) => k !== UNASSIGNED);
          if (near.length > 0) expect(new Set(row)).toEqual(new Set(near));
          else expect(row).toHaveLength(Math.min(12, K));
        });
      }),
    );
  });
});

describe('candidates are refused', () => {
  const good = { offsets: Int32Array.of(0, 2, 3), individuals: Int32Array.of(0, 2, 1), named: 2, alike: 3 };

  test('not when they are well made', () => {
    expect(() => checkCandidates(good, 2, 5)).not.toThrow();
  });

  test.each([
    [{}, 3, 5, 'candidates are not of 3 records'],
    [{ individuals: Int32Array.of(0, 2) }, 2, 5, 'candidates are not of 2 records'],
    [{}, 2, 4, '5 candidate individuals exceed K = 4'],
    [{ offsets: Int32Array.of(0, 3, 3) }, 2, 5, 'record 1 has no candidate individual'],
    [{ individuals: Int32Array.of(0, 3, 1) }, 2, 5, 'record 0 has no individual 3'],
    [{ individuals: Int32Array.of(0, 1, -1) }, 2, 5, 'record 1 has no individual -1'],
    [{ alike: 0 }, 2, 5, 'record 0 has no individual 2'],
    [{ individuals: Int32Array.of(1, 1, 0) }, 2, 5, 'record 0 has individual 1 twice'],
  ])('%o of %d records, K = %d', (change, size, K, message) => {
    expect(() => checkCandidates({ ...good, ...change }, size, K)).toThrow(new RangeError(message));
  });
});
