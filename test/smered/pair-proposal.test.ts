/** That pairs are proposed with the probabilities they should have, the same in both orders. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Random, random } from '../../src/math/random.ts';
import { bucketProposal, kindsOf } from '../../src/smered/agreement-buckets.ts';
import {
  anyProposal,
  edgeProposal,
  mixedProposal,
  type PairProposal,
} from '../../src/smered/pair-proposal.ts';
import { sweepProposal } from '../../src/smered/sweep-proposal.ts';
import { allPairs } from '../partition/partitions.ts';
import { randomColumns } from '../vb/categorical-columns.ts';
import { deviate, graphOf } from './exact-posterior.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
const CHANCE = 4;

/** The probability of each ordered pair by its name. */
type Shares = Map<string, number>;

const nameOf = (i: number, j: number): string => `${i} ${j}`;

/** Shares that are the same for each of the pairs, in both orders. */
function evenly(pairs: readonly (readonly [number, number])[]): Shares {
  const share = 1 / (2 * pairs.length);
  const shares: Shares = new Map();
  for (const [a, b] of pairs)
    for (const name of [nameOf(a, b), nameOf(b, a)]) shares.set(name, (shares.get(name) ?? 0) + share);
  return shares;
}

/** The mean of several shares, by their weights. */
function mixed(parts: readonly (readonly [number, Shares])[]): Shares {
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  const shares: Shares = new Map();
  for (const [weight, part] of parts)
    for (const [name, share] of part) shares.set(name, (shares.get(name) ?? 0) + (weight / total) * share);
  return shares;
}

/** The shares of pairs that agree on the fields of each kind, each kind that has any as likely. */
function sharesOfBuckets(codes: readonly Int32Array[]): Shares | undefined {
  const pairs = allPairs(codes[0]!.length);
  const kinds = kindsOf(codes.length)
    .map((fields) =>
      pairs.filter(([a, b]) => fields.every((f) => codes[f]![a]! >= 0 && codes[f]![a] === codes[f]![b])),
    )
    .filter((alike) => alike.length > 0);
  return kinds.length === 0 ? undefined : mixed(kinds.map((alike) => [1, evenly(alike)]));
}

/**
 * The exact shares of a proposal that takes its numbers in turn: all numbers below n that it asks for, and the
 * midpoints of a grid of [0, 1) where it asks for any. Grids of a common multiple of all parts are exact.
 */
function sharesOf(propose: PairProposal, grid: number): Shares {
  const shares: Shares = new Map();
  const follow = (path: readonly number[], share: number): void => {
    let [asked, choices] = [0, 0];
    const take = (n: number): number => {
      const given = path[asked++];
      if (given !== undefined) return given;
      choices = n;
      throw undefined;
    };
    const rng = { below: take, next: () => (take(grid) + 0.5) / grid } as unknown as Random;
    let pair: readonly [number, number];
    try {
      pair = propose(rng);
    } catch (error) {
      if (error !== undefined) throw error;
      for (let choice = 0; choice < choices; choice++) follow([...path, choice], share / choices);
      return;
    }
    shares.set(nameOf(...pair), (shares.get(nameOf(...pair)) ?? 0) + share);
  };
  follow([], 1);
  return shares;
}

function expectShares(found: Shares, wanted: Shares): void {
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [name, share] of wanted) expect(found.get(name)).toBeCloseTo(share, 12);
}

function expectSymmetry(shares: Shares): void {
  for (const [name, share] of shares) {
    const [i, j] = name.split(' ').map(Number);
    expect(i).not.toBe(j);
    expect(shares.get(nameOf(j!, i!))).toBeCloseTo(share, 12);
  }
}

describe('kindsOf', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 4],
    [4, 5],
    [5, 1 + 5 + 10],
    [10, 1 + 10 + 45],
    [11, 1 + 11],
  ])('leaves at least two of %i fields, in %i kinds', (fields, count) => {
    const kinds = kindsOf(fields);
    expect(kinds).toHaveLength(count);
    expect(new Set(kinds.map(String)).size).toBe(count);
    for (const kind of kinds) expect(kind.length).toBeGreaterThanOrEqual(Math.min(fields, 2));
  });
});

describe('bucketProposal', () => {
  // Buckets of five records have 1, 2, 3, 4, 6 or 10 pairs, and three fields four kinds: this many points divide evenly among them.
  const GRID = 60;

  test('draws each pair of a kind as often, and each kind', () => {
    fc.assert(
      fc.property(randomColumns(5), (columns) => {
        const codes = columns.map((column) => column.codes);
        const propose = bucketProposal(codes);
        const wanted = sharesOfBuckets(codes);
        if (propose === undefined || wanted === undefined) {
          expect(propose).toBe(wanted);
          return;
        }
        const found = sharesOf(propose, GRID);
        expectSymmetry(found);
        expectShares(found, wanted);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test('draws each pair as often in a large bucket as in a small one', () => {
    const codes = [Int32Array.of(0, 1, 0, 1, 1)];
    expectShares(sharesOf(bucketProposal(codes)!, GRID), sharesOfBuckets(codes)!);
  });

  test('draws pairs that agree on all of five fields but two', () => {
    const rows = ['aaaaa', 'aaabb', 'aabbc', 'aaaaa', 'bbbbb'];
    const codes = [0, 1, 2, 3, 4].map((f) => Int32Array.from(rows, (row) => 'abc'.indexOf(row[f]!)));
    const propose = bucketProposal(codes)!;
    const rng = random(1);
    const names = Array.from({ length: 20_000 }, () => nameOf(...propose(rng)));
    expect(deviate(names, sharesOfBuckets(codes)!)).toBeLessThan(CHANCE);
  });

  test('finds no bucket where no two records agree, or all values are missing', () => {
    expect(bucketProposal([Int32Array.of(0, 1, 2)])).toBeUndefined();
    expect(bucketProposal([Int32Array.of(-1, -1)])).toBeUndefined();
    expect(bucketProposal([])).toBeUndefined();
    expectShares(sharesOf(bucketProposal([Int32Array.of(1, 0, 1)])!, GRID), evenly([[0, 2]]));
  });
});

describe('other proposals', () => {
  const EDGES: [number, number][] = [
    [0, 1],
    [1, 4],
    [2, 5],
  ];

  test('draw each edge, some edges, and any pair equally often in both orders', () => {
    const graph = graphOf(6, EDGES);
    expectShares(sharesOf(edgeProposal(graph), 1), evenly(EDGES));
    expectShares(sharesOf(anyProposal(5), 1), evenly(allPairs(5)));
    const some = Int32Array.of(0, 3);
    const named = [...some].map((edge) => nameOf(graph.owners[edge]!, graph.neighbours[edge]!));
    expectShares(sharesOf(edgeProposal(graph, some), 1), new Map(named.map((name) => [name, 0.5])));
  });

  test('are mixed by their shares, which need not sum to 1', () => {
    const graph = graphOf(6, EDGES);
    const parts = mixedProposal([
      [3, edgeProposal(graph)],
      [1, anyProposal(6)],
    ]);
    const wanted = mixed([
      [3, evenly(EDGES)],
      [1, evenly(allPairs(6))],
    ]);
    expectShares(sharesOf(parts, 8), wanted);
    expectSymmetry(wanted);
  });
});

describe('sweepProposal', () => {
  test('draws candidates, buckets and any pair, all of them in both orders', () => {
    const codes = [Int32Array.of(0, 0, 1, 0, -1, 1), Int32Array.of(0, 0, 1, -1, 1, 0)];
    const graph = graphOf(6, [
      [0, 2],
      [4, 5],
    ]);
    const edges = evenly([
      [0, 2],
      [4, 5],
    ]);
    const [buckets, any] = [sharesOfBuckets(codes)!, evenly(allPairs(6))];
    const found = sharesOf(sweepProposal(graph, codes)!, 20);
    expectSymmetry(found);
    expectShares(
      found,
      mixed([
        [0.5, edges],
        [0.45, buckets],
        [0.05, any],
      ]),
    );
    const apart = [Int32Array.of(0, 1, 2, 3, 4, 5)];
    expectShares(
      sharesOf(sweepProposal(graph, apart)!, 11),
      mixed([
        [0.5, edges],
        [0.05, any],
      ]),
    );
    expectShares(sharesOf(sweepProposal(graphOf(6, []), apart)!, 1), any);
    expect(sweepProposal(graphOf(1, []), [Int32Array.of(0)])).toBeUndefined();
  });
});
