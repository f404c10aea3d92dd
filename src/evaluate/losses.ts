/** Which step of a linkage lost the pairs that are missing, and which joined those that are wrong. */
import { type Links, MATCH } from './links.ts';
import type { PairCounts } from './pairwise.ts';

/** What the links are: all that were compared with their probabilities or without, or the likely ones among them. */
export type LinkKind = 'scored' | 'candidates' | 'matches';

/** Pairs by the step that lost, joined or won them; a step that cannot be told from another shares its number. */
export type Losses = Partial<Record<LossName, number>>;

export type LossName =
  | 'missedByBlocking'
  | 'missedByScoring'
  | 'missedByClustering'
  | 'missedByBlockingOrScoring'
  | 'missedByScoringOrClustering'
  | 'joinedByScoring'
  | 'joinedByClustering'
  | 'joinedByScoringOrClustering'
  | 'wonByClustering';

/**
 * Missed true pairs: no link (blocking), a link below .5 (scoring), a link from .5 on that was not taken (clustering).
 * Wrong pairs joined: a link from .5 on (scoring), no such link but one by way of other records (clustering). True
 * pairs joined although they have no link from .5 on were won by clustering. Where all links are candidates without a
 * probability, scoring and clustering are told apart only for pairs that were no candidates.
 *
 * @param links each pair once at most
 * @param counts pairs of the same two partitions
 */
export function losses(
  links: Links,
  kind: LinkKind,
  found: Int32Array,
  truth: Int32Array,
  counts: PairCounts,
): Losses {
  const { truePositives, falsePositives, falseNegatives } = counts;
  const listed = tally(links, found, truth);
  const joinedByClustering = falsePositives - listed.wrong;
  const wonByClustering = truePositives - listed.right;
  switch (kind) {
    case 'scored':
      return {
        missedByBlocking: falseNegatives - listed.missed - listed.unlikely,
        missedByScoring: listed.unlikely,
        missedByClustering: listed.missed,
        joinedByScoring: listed.wrong,
        ...{ joinedByClustering, wonByClustering },
      };
    case 'matches':
      return {
        missedByBlockingOrScoring: falseNegatives - listed.missed,
        missedByClustering: listed.missed,
        joinedByScoring: listed.wrong,
        ...{ joinedByClustering, wonByClustering },
      };
    case 'candidates':
      return {
        missedByBlocking: falseNegatives - listed.missed,
        missedByScoringOrClustering: listed.missed,
        joinedByScoringOrClustering: listed.wrong,
        ...{ joinedByClustering, wonByClustering },
      };
  }
}

/** Links from .5 on, or all where probabilities are not known, and the missed true pairs below. */
function tally({ left, right, probability }: Links, found: Int32Array, truth: Int32Array) {
  const counts = { right: 0, wrong: 0, missed: 0, unlikely: 0 };
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i]!, right[i]!];
    const joined = found[a] === found[b];
    const same = truth[a] === truth[b];
    if (!joined && !same) continue;
    if (probability === undefined || probability[i]! >= MATCH)
      counts[!same ? 'wrong' : joined ? 'right' : 'missed']++;
    else if (!joined) counts.unlikely++;
  }
  return counts;
}
