/** Candidate pairs for tests, at random. */
import fc from 'fast-check';
import type { CandidatePairs } from '../../src/partition/candidate-graph.ts';

export interface Pair {
  left: number;
  right: number;
  weight: number;
  ratio: number;
  charge: number;
}

/** Up to 12 records and some of their pairs, with few different weights, ratios and charges. */
export const someGraphs = fc.integer({ min: 2, max: 12 }).chain((size) =>
  fc
    .uniqueArray(
      fc.record({
        ...{ left: fc.nat(size - 1), right: fc.nat(size - 1) },
        ...{ weight: fc.integer({ min: -6, max: 8 }), ratio: fc.nat(99), charge: fc.nat(5) },
      }),
      { selector: ({ left, right }) => Math.min(left, right) * size + Math.max(left, right), maxLength: 60 },
    )
    .map((pairs) => pairs.filter(({ left, right }) => left !== right))
    .map((pairs) => ({ size, pairs })),
);

export function columnar(pairs: readonly Pair[]): CandidatePairs {
  return {
    left: Int32Array.from(pairs, ({ left }) => left),
    right: Int32Array.from(pairs, ({ right }) => right),
    weights: Float64Array.from(pairs, ({ weight }) => weight),
    ratios: Float64Array.from(pairs, ({ ratio }) => ratio),
    charges: Float64Array.from(pairs, ({ charge }) => charge),
  };
}

/** The pairs of a record, seen from it, in the order they were given. */
export function pairsOf(pairs: readonly Pair[], row: number) {
  return pairs
    .filter(({ left, right }) => left === row || right === row)
    .map(({ left, right, weight, ratio, charge }) => ({
      to: left === row ? right : left,
      ...{ weight, ratio, charge },
    }));
}
