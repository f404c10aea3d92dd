/** Scores of pairs by their counts, for pairs that no partition stands behind. */

import { contingency } from '../../../src/evaluate/contingency.ts';
import { countPairs } from '../../../src/evaluate/pairwise.ts';
import { entityNumbers } from '../../../src/evaluate/partition-scores.ts';

/** F1 of so many pairs found, of which so many are right, against all true pairs. */
export function pairF1(right: number, found: number, all: number): number {
  return found + all === 0 ? 1 : (2 * right) / (found + all);
}

/** Pairs of records of one entity. */
export function truePairs(entities: readonly string[]): number {
  const truth = entityNumbers(entities);
  return countPairs(contingency(truth, truth)).truePositives;
}
