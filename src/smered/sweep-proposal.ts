/** The pairs at which the split–merge steps of a sweep are tried: candidates, records of one bucket, and any two. */
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import { bucketProposal } from './agreement-buckets.ts';
import { anyProposal, edgeProposal, mixedProposal, type PairProposal } from './pair-proposal.ts';

/** How often a step is tried at a candidate pair, at two records of a bucket, at any two. */
const SHARES = { candidates: 0.5, buckets: 0.45, any: 0.05 };

/**
 * Every pair is proposed at times, so that every partition can be reached, candidates or not.
 *
 * @param codes value codes by field, −1 missing
 * @returns undefined for less than two records
 */
export function sweepProposal(graph: CandidateGraph, codes: readonly Int32Array[]): PairProposal | undefined {
  const records = graph.starts.length - 1;
  if (records < 2) return undefined;
  const buckets = bucketProposal(codes);
  return mixedProposal([
    ...(graph.owners.length > 0 ? [[SHARES.candidates, edgeProposal(graph)] as const] : []),
    ...(buckets === undefined ? [] : [[SHARES.buckets, buckets] as const]),
    [SHARES.any, anyProposal(records)],
  ]);
}
