/**
 * A Gibbs step of the parameters of the hit-and-miss model, given the partition: y and z̃ are drawn, then
 *
 *     θ_f ~ Dirichlet(μ + n_f) ,  β_f ~ Beta(a + Σ z̃, b + Σ (1 − z̃)) ,
 *
 * n_f the values of the individuals that show the field, and the distorted values (Steorts, Hall & Fienberg
 * 2014, with y and z̃ forgotten after each step).
 */
import { dirichlet, beta as drawBeta } from '../math/dirichlet.ts';
import type { Random } from '../math/random.ts';
import type { Distortion } from './distortion.ts';
import { checkPrior, type HitMissParameters, type HitMissPrior } from './hit-miss-parameters.ts';

/**
 * Draws new parameters in place of those given. Cost linear in F N + Σ V_f.
 *
 * @param of individual of each record, 0 … N − 1, length N
 * @param parameters 0 < θ and 0 < β < 1; the draws keep to that
 * @param distortion of the same records; holds y and z̃ in counts afterwards
 * @throws RangeError unless the prior's numbers are positive
 */
export function drawParameters(
  of: Int32Array,
  parameters: HitMissParameters,
  prior: HitMissPrior,
  distortion: Distortion,
  rng: Random,
): void {
  checkPrior(prior);
  distortion.draw(of, parameters, rng);
  const { theta, beta } = parameters;
  for (let f = 0; f < theta.length; f++) {
    const [shares, drawn] = [theta[f]!, distortion.drawn[f]!];
    for (let v = 0; v < shares.length; v++) shares[v] = prior.mu + drawn[v]!;
    dirichlet(shares, rng, shares);
    beta[f] = drawBeta(prior.a + distortion.distorted[f]!, prior.b + distortion.intact[f]!, rng);
  }
}
