/** Chains of SMERED on a given target, timed, and how far each sweep has got. */
import { fixedLabels } from '../../../src/partition/entity-count.ts';
import { bucketProposal } from '../../../src/smered/agreement-buckets.ts';
import { Chain } from '../../../src/smered/chain.ts';
import {
  anyProposal,
  edgeProposal,
  mixedProposal,
  type PairProposal,
} from '../../../src/smered/pair-proposal.ts';
import { charged, type Target } from './target.ts';

export interface ChainStart {
  /** Latent individuals, and whether they stay so many. */
  K: number;
  isFixed: boolean;
  seed: number;
  /** Every record alone, EM's matches joined (where the chains of `er resolve --engine smered` begin), or a partition. */
  at: 'apart' | 'joined' | Int32Array;
}

/** A chain as `er resolve --engine smered` runs it. */
export function chainOn(target: Target, { K, isFixed, seed, at }: ChainStart): Chain {
  const { size, graph, draws } = target;
  const of = at === 'apart' ? Int32Array.from({ length: size }, (_, row) => row) : at;
  const individuals = charged(target, of === 'joined' ? joined(target, K) : of);
  return new Chain(individuals, graph, {
    ...{ seed, K, isFixed, draws, r: Number.POSITIVE_INFINITY, tries: size },
    visits: Int32Array.from({ length: size }, (_, row) => row).filter(
      (row) => graph.starts[row]! < graph.starts[row + 1]!,
    ),
    proposal: proposalOn(target),
  });
}

function joined(target: Target, K: number): Int32Array {
  const { owners, neighbours, weights } = target.graph;
  const individuals = target.apart();
  const { of } = individuals;
  const cost = fixedLabels(Math.max(K, 1)).merge(1);
  for (let edge = 0; edge < owners.length; edge++) {
    const [a, b] = [of[owners[edge]!]!, of[neighbours[edge]!]!];
    if (a !== b && weights[edge]! > cost && !individuals.exclude(a, b)) individuals.join(a, b);
  }
  return of;
}

function proposalOn({ size, graph, codes }: Target): PairProposal {
  const buckets = bucketProposal(codes);
  return mixedProposal([
    ...(graph.owners.length > 0 ? [[0.5, edgeProposal(graph)] as const] : []),
    ...(buckets === undefined ? [] : [[0.45, buckets] as const]),
    [0.05, anyProposal(size)],
  ]);
}
