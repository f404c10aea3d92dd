/**
 * The Dirichlet prior of β_kf, the value distribution of field f in individual k: A_fv for every value v that
 * the field shows anywhere in the data, the same for all individuals (paper, Section 3, with one vector per
 * field because fields differ in their number of values).
 */
import type { Column } from '../records/table.ts';

/**
 * `uniform`: A_fv = A, so a field of V_f values has the total concentration A V_f.
 * `empirical`: A_fv = A θ_fv with θ_fv the share of v among the records that have a value, so A is the total
 * concentration of every field, whatever V_f.
 */
export type Base = 'uniform' | 'empirical';

export interface CategoricalPrior {
  /** A_fv by field and value code. */
  readonly weights: readonly Float64Array[];
  /** Σ_v A_fv by field. */
  readonly totals: Float64Array;
}

/** @throws RangeError unless A is positive and finite */
export function categoricalPrior(
  columns: readonly Pick<Column, 'counts'>[],
  A: number,
  base: Base,
): CategoricalPrior {
  if (!(A > 0 && A < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`A must be a positive number, not ${A}`);
  }
  const weights = columns.map(({ counts }) => {
    if (base === 'uniform') return new Float64Array(counts.length).fill(A);
    const present = counts.reduce((sum, count) => sum + count, 0);
    return Float64Array.from(counts, (count) => (A * count) / present);
  });
  const totals = weights.map((field) => field.reduce((sum, weight) => sum + weight, 0));
  return { weights, totals: Float64Array.from(totals) };
}
