/**
 * What the parameters of two classes say of each pattern: log of ∏_f m_f,g(f) / (d_g ∏_f u_f,g(f)) (Fellegi & Sunter
 * 1969), with d_g as in the E-step.
 */
import type { Patterns } from '../compare/patterns.ts';
import { levelVectors, sumsOfLevels } from './level-vectors.ts';
import type { Parameters } from './parameters.ts';

/**
 * Match probability of every pattern, length G.
 *
 * @example // NAME 1, ZIP 0, GENDER 0 with m = .9, .55, .99, u = .01, .005, .5 and prior .1: 0.08295
 */
export function matchProbabilities(
  patterns: Patterns,
  parameters: Parameters,
  logDependence?: Float64Array,
): Float64Array {
  const ratios = logRatios(patterns, parameters, logDependence);
  const logOdds = Math.log(parameters.prior) - Math.log1p(-parameters.prior);
  for (let g = 0; g < ratios.length; g++) ratios[g] = 1 / (1 + Math.exp(-(ratios[g]! + logOdds)));
  return ratios;
}

/** Match weight of every pattern, log₂ of ∏m / (d ∏u), without the prior. Length G. */
export function matchWeights(
  patterns: Patterns,
  parameters: Parameters,
  logDependence?: Float64Array,
): Float64Array {
  const ratios = logRatios(patterns, parameters, logDependence);
  for (let g = 0; g < ratios.length; g++) ratios[g]! /= Math.LN2;
  return ratios;
}

function logRatios(patterns: Patterns, { m, u }: Parameters, logDependence?: Float64Array): Float64Array {
  const vectors = levelVectors(patterns);
  const ofVector = sumsOfLevels(
    vectors,
    m.map((p, i) => Math.log(p) - Math.log(u[i]!)),
  );
  const ratios = new Float64Array(patterns.size);
  for (let g = 0; g < ratios.length; g++)
    ratios[g] = ofVector[vectors.ofPattern[g]!]! - (logDependence === undefined ? 0 : logDependence[g]!);
  return ratios;
}
