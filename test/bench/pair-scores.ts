/**
 * Pairwise scores. With CL correct links, FN links missed, FP false links and CNL correct non-links among all pairs,
 * the false negative rate is FN/(CL + FN), the false discovery rate FP/(CL + FP) (both as Steorts 2015, Entity
 * resolution with empirically motivated priors, defines them) and the false positive rate FP/(FP + CNL).
 */
import { entityNumbers, type PartitionScores, scorePartition } from '../../src/evaluate/partition-scores.ts';

export interface Scores {
  precision: number;
  recall: number;
  f1: number;
  falseNegative: number;
  falseDiscovery: number;
  falsePositive: number;
}

/**
 * What is 0/0 is 1: nothing was missed, or nothing joined wrongly.
 *
 * @param found, truth names of the entities of each record, in the same order
 */
export function pairScores(found: readonly string[], truth: readonly string[]): Scores {
  const scores = namedScores(found, truth);
  const { falsePositives, trueNegatives } = scores;
  const [precision, recall, f1] = [scores.precision, scores.recall, scores.f1].map(orOne) as [
    number,
    number,
    number,
  ];
  return {
    ...{ precision, recall, f1, falseNegative: 1 - recall, falseDiscovery: 1 - precision },
    falsePositive: falsePositives / (falsePositives + trueNegatives),
  };
}

/** All scores by names of entities. */
export function namedScores(found: readonly string[], truth: readonly string[]): PartitionScores {
  return scorePartition(entityNumbers(found), entityNumbers(truth));
}

export function orOne(share: number): number {
  return Number.isNaN(share) ? 1 : share;
}
