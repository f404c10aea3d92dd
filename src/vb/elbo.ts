/**
 * The evidence lower bound after a λ step. With λ_kf = A_f + Σ_r φ_rk 1{x_rf = ·} the expectations of log β
 * in the paper's appendix B.1 cancel, and what is left is
 *
 *     ELBO = −N log K + H(φ) + Σ_kf [lnB(λ_kf) − lnB(A_f)],   lnB(a) = Σ_v log Γ(a_v) − log Γ(Σ_v a_v).
 *
 * Individuals that no record touches add nothing. For hard φ, H(φ) = 0 and this is log p(x, z) exactly. It is
 * a bound on log p(x) (the paper's identity has p(x) there, without the logarithm).
 */
import { entropy, type Responsibilities } from './responsibilities.ts';

/**
 * @param evidence Σ_kf [lnB(λ_kf) − lnB(A_f)] at these responsibilities
 * @param K number of individuals, occupied or not
 */
export function elbo(responsibilities: Responsibilities, evidence: number, K: number): number {
  const size = responsibilities.offsets.length - 1;
  return entropy(responsibilities) + evidence - size * Math.log(K);
}
