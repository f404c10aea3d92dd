/** Scores of a partition by its pairs of records: joined rightly, joined wrongly, and missed. */
import { allPairs } from '../records/table.ts';
import type { Contingency } from './contingency.ts';

export interface PairCounts {
  /** Pairs that are one entity in both partitions, in the first alone, in the second alone, and in neither. */
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
}

/** Counts all pairs from the sizes of entities; exact up to 2^53 pairs, some 130 million records. */
export function countPairs({ records, both, firstSizes, secondSizes }: Contingency): PairCounts {
  const truePositives = pairsInside(both);
  const linked = pairsInside(firstSizes);
  const matches = pairsInside(secondSizes);
  return {
    truePositives,
    falsePositives: linked - truePositives,
    falseNegatives: matches - truePositives,
    trueNegatives: allPairs(records) - linked - matches + truePositives,
  };
}

/** Of the joined pairs the share that is right; NaN where none is joined. */
export function precision({ truePositives, falsePositives }: PairCounts): number {
  return truePositives / (truePositives + falsePositives);
}

/** Of the true pairs the share that is joined; NaN where there are none. */
export function recall({ truePositives, falseNegatives }: PairCounts): number {
  return truePositives / (truePositives + falseNegatives);
}

/** The harmonic mean of precision and recall, by its counts, so that it is NaN only where no pair is in either. */
export function f1({ truePositives, falsePositives, falseNegatives }: PairCounts): number {
  return (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives);
}

/**
 * The Rand index less what chance would give, over the most it can exceed that (Hubert & Arabie 1985), by the four
 * counts (Steinley 2004): 2 (TP TN − FN FP) / ((TP + FN)(FN + TN) + (TP + FP)(FP + TN)), whose denominator subtracts
 * nothing. 1 for equal partitions, 0 expected for independent ones; NaN where both have every record on its own, or
 * both have all in one.
 */
export function adjustedRandIndex(counts: PairCounts): number {
  const { truePositives: tp, falsePositives: fp, falseNegatives: fn, trueNegatives: tn } = counts;
  return (2 * (tp * tn - fn * fp)) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn));
}

function pairsInside(sizes: Int32Array): number {
  let sum = 0;
  for (const size of sizes) sum += allPairs(size);
  return sum;
}
