/** What one partition leaves unknown of another, in nats. */
import { orderedSum } from '../math/ordered-sum.ts';
import type { Contingency } from './contingency.ts';

export interface InformationLost {
  /** H(second | first): records of several entities of the second partition are together in the first. */
  merged: number;
  /** H(first | second): records of one entity of the second partition are apart in the first. */
  split: number;
}

/**
 * The two conditional entropies whose sum is the variation of information (Meilă 2007), a metric on
 * partitions: 0 for equal ones, log n at most. NaN without records.
 */
export function informationLost(table: Contingency): InformationLost {
  return {
    merged: conditionalEntropy(table, table.first, table.firstSizes),
    split: conditionalEntropy(table, table.second, table.secondSizes),
  };
}

/** Σ n_ij / n · log(n_i / n_ij): what knowing the entity i leaves open of j. */
function conditionalEntropy({ both, records }: Contingency, given: Int32Array, sizes: Int32Array): number {
  const terms = Float64Array.from(both, (shared, cell) => shared * Math.log(sizes[given[cell]!]! / shared));
  return orderedSum(terms) / records;
}
