/** B-cubed: scores of a partition by its records, so that large entities do not count for the square of their size. */
import { orderedSum } from '../math/ordered-sum.ts';
import type { Contingency } from './contingency.ts';

export interface BCubed {
  precision: number;
  recall: number;
  f1: number;
}

/**
 * Of each record the share of its entity in the first partition that is of its entity in the second (precision), and
 * the share of that one which is in the first with it (recall), each averaged over the records; F1 is their harmonic
 * mean (Bagga & Baldwin 1998). NaN without records.
 */
export function bCubed(table: Contingency): BCubed {
  const precision = meanShare(table, table.first, table.firstSizes);
  const recall = meanShare(table, table.second, table.secondSizes);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function meanShare({ both, records }: Contingency, entities: Int32Array, sizes: Int32Array): number {
  const terms = Float64Array.from(both, (shared, cell) => (shared * shared) / sizes[entities[cell]!]!);
  return orderedSum(terms) / records;
}
