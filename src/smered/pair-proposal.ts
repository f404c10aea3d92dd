/**
 * Pairs of records at which a split–merge step is tried. A proposal draws them with probabilities that do not
 * depend on the partition and are the same for (i, j) and (j, i), so they cancel in the acceptance ratio.
 */
import type { Random } from '../math/random.ts';
import type { CandidateGraph } from '../partition/candidate-graph.ts';

/** Two different records. */
export type RecordPair = readonly [i: number, j: number];

/** Draws a pair. */
export type PairProposal = (rng: Random) => RecordPair;

/** The edges of a candidate graph, each as likely, or some of them. */
export function edgeProposal({ owners, neighbours }: CandidateGraph, edges?: Int32Array): PairProposal {
  const count = edges?.length ?? owners.length;
  return ({ below }) => {
    const at = below(count);
    const edge = edges === undefined ? at : edges[at]!;
    return [owners[edge]!, neighbours[edge]!];
  };
}

/** Any two of N records, N at least 2. */
export function anyProposal(records: number): PairProposal {
  return ({ below }) => {
    const i = below(records);
    const j = below(records - 1);
    return [i, j < i ? j : j + 1];
  };
}

/** One of several proposals, each with its share; the shares need not sum to 1. */
export function mixedProposal(parts: readonly (readonly [share: number, PairProposal])[]): PairProposal {
  const total = parts.reduce((sum, [share]) => sum + share, 0);
  return (rng) => {
    let left = rng.next() * total;
    for (const [share, propose] of parts) {
      left -= share;
      if (left < 0) return propose(rng);
    }
    return parts[parts.length - 1]![1](rng);
  };
}
