/**
 * The paper's model of individuals with β integrated out: records of one individual draw the value of field f
 * from β_kf ~ Dirichlet(A_f), so n_v records that show v have the Dirichlet–multinomial probability
 *
 *     log p = lnB(A_f + n) − lnB(A_f) = Σ_v log [A_fv]ₙᵥ − log [Σ_v A_fv]ₙ ,   [a]ₙ = a(a + 1)…(a + n − 1),
 *
 * for the records in one given order (no multinomial coefficient).
 */
import { lgamma } from '../math/gamma.ts';
import type { IndividualLikelihood } from '../partition/likelihood.ts';
import type { Column } from '../records/table.ts';
import { type Base, categoricalPrior } from './categorical-prior.ts';

/** Up to here [a]ₙ is multiplied out: quicker and closer than a difference of two lgamma. */
const FACTORS = 8;

/**
 * The Dirichlet–multinomial likelihood of the columns. A call costs the number of distinct values that the
 * individual shows, not V_f. The meaning of A depends on the base: A_fv = A for `uniform`, A_fv = A θ_fv with
 * A the total concentration for `empirical`.
 *
 * @throws RangeError unless A is positive and finite
 */
export function categoricalLikelihood(
  columns: readonly Pick<Column, 'counts'>[],
  A: number,
  base: Base,
): IndividualLikelihood {
  const { weights, totals } = categoricalPrior(columns, A, base);
  return {
    fields: columns.length,
    logMarginal(field, { values, counts, at, distinct }) {
      if (distinct === 0) return 0;
      const weight = weights[field]!;
      let log = 0;
      let records = 0;
      for (let i = at; i < at + distinct; i++) {
        log += logRising(weight[values[i]!]!, counts[i]!);
        records += counts[i]!;
      }
      return log - logRising(totals[field]!, records);
    },
  };
}

/** log a(a + 1)…(a + n − 1) = log Γ(a + n) − log Γ(a). */
function logRising(a: number, n: number): number {
  if (n > FACTORS) return lgamma(a + n) - lgamma(a);
  let product = a;
  for (let i = 1; i < n; i++) product *= a + i;
  return Math.log(product);
}
