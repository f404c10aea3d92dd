/**
 * Expectation–maximisation for m, u and π from agreement patterns (Fellegi & Sunter 1969 for the model,
 * Winkler 1988 for EM): E-step and M-step alternate until no parameter changes any more.
 */
import type { Patterns } from '../compare/patterns.ts';
import { Extrapolation } from './acceleration.ts';
import { Expectation } from './expectation.ts';
import { Maximisation, type MaximisationOptions } from './maximisation.ts';
import { bounded, type Parameters } from './parameters.ts';

export { matchProbabilities } from './likelihood.ts';

export interface EmOptions extends MaximisationOptions {
  /** Added to each pattern's log u: log of its joint u over the product of its fields' u. Held. Length G. */
  logDependence?: Float64Array | undefined;
  /** Most M-steps to make, default 1000; 0 only computes the match probabilities under the start. */
  maxIterations?: number | undefined;
  /**
   * Converged when one M-step changes no m or u by more than this, nor π by more than this share of
   * itself. Default 1e-9.
   */
  tolerance?: number | undefined;
  /** Extrapolate between M-steps (SQUAREM) where that raises the log posterior. Default true. */
  accelerate?: boolean | undefined;
  /** Told the log posterior after every iteration. */
  onIteration?: ((iteration: number, logPosterior: number) => void) | undefined;
}

export interface EmResult {
  parameters: Parameters;
  /** M-steps made. */
  iterations: number;
  /** False when the iteration cap ended it. */
  converged: boolean;
  /** Natural logarithm, at the final parameters, pairs that are not listed included. */
  logLikelihood: number;
  /** logLikelihood plus the log density of the priors on m, u and π, without its constant. */
  logPosterior: number;
  /** Log posterior of the start and after each iteration; it never falls beyond rounding. */
  trace: number[];
  /** Match probability of each pattern under the final parameters, length G. */
  weights: Float64Array;
  /** Expected number of matches, Σ n_g w_g. */
  matches: number;
}

/** Iterations before the first extrapolation, so that a long step cannot carry EM away from its start's optimum. */
const PLAIN_ITERATIONS = 10;

/**
 * Runs EM from one start. The start is first brought inside the bounds of `Parameters` and normalised.
 * A class that no pair belongs to keeps its last m or u, a field never observed its start; so the result
 * never holds a NaN, whatever the counts. Cost: O(G) per iteration, see
 * `level-vectors`; no allocation in the loops.
 *
 * @example // the note's M-step: one row 1,0,0 (w = 0.08295) among others gives m_NAME = Σw·1{NAME = 1} / Σw
 */
export function estimate(patterns: Patterns, start: Parameters, options: EmOptions = {}): EmResult {
  return climb(new Expectation(patterns, 1, options.logDependence), patterns, start, options);
}

/** The same with E-steps prepared for these patterns and this dependence, which serve one start after the other. */
export function climb(
  expected: Expectation,
  patterns: Patterns,
  start: Parameters,
  options: EmOptions,
): EmResult {
  const { maxIterations = 1000, tolerance = 1e-9, accelerate = true, onIteration } = options;
  const step = new Maximisation(patterns.levelCounts, sum(patterns.counts), options);
  const extrapolation = new Extrapolation(patterns.levelCounts);

  let current = bounded(patterns.levelCounts, start);
  let previous = copy(current);
  let beforeThat = copy(current);
  let proposal = copy(current);
  const trace: number[] = [];
  let iterations = 0;
  let converged = false;
  let sinceProposal = 0;

  const evaluate = (parameters: Parameters) => {
    expected.assume(0, Math.log(parameters.prior), parameters.m);
    expected.assume(1, Math.log1p(-parameters.prior), parameters.u);
    expected.collect();
    return step.logLikelihood(expected, parameters) + step.logPrior(parameters);
  };

  let logPosterior = evaluate(current);
  trace.push(logPosterior);
  while (iterations < maxIterations && !converged) {
    const oldest = beforeThat;
    beforeThat = previous;
    previous = current;
    current = assign(oldest, previous);
    step.maximise(expected, current);
    iterations++;
    sinceProposal++;
    converged = hasConverged(previous, current, tolerance);

    if (accelerate && !converged && sinceProposal >= 2 && iterations >= PLAIN_ITERATIONS) {
      sinceProposal = 0;
      assign(proposal, current);
      if (extrapolation.propose(beforeThat, previous, current, proposal)) {
        const reached = evaluate(proposal);
        const accepted = reached >= logPosterior;
        extrapolation.learn(accepted);
        if (accepted) {
          [current, proposal] = [proposal, current];
          logPosterior = reached;
          trace.push(logPosterior);
          onIteration?.(iterations, logPosterior);
          continue;
        }
      }
    }
    logPosterior = evaluate(current);
    trace.push(logPosterior);
    onIteration?.(iterations, logPosterior);
  }

  return {
    parameters: current,
    iterations,
    converged,
    logLikelihood: step.logLikelihood(expected, current),
    logPosterior,
    trace,
    weights: expected.weigh()[0]!,
    matches: expected.pairs[0]!,
  };
}

/** m and u are compared by difference, π, which may be tiny, by ratio. */
function hasConverged(before: Parameters, after: Parameters, tolerance: number): boolean {
  if (Math.abs(after.prior - before.prior) > tolerance * after.prior) return false;
  for (let i = 0; i < after.m.length; i++) {
    if (Math.abs(after.m[i]! - before.m[i]!) > tolerance) return false;
    if (Math.abs(after.u[i]! - before.u[i]!) > tolerance) return false;
  }
  return true;
}

function sum(counts: Float64Array): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

function copy(parameters: Parameters): Parameters {
  return { prior: parameters.prior, m: parameters.m.slice(), u: parameters.u.slice() };
}

function assign(target: Parameters, source: Parameters): Parameters {
  target.prior = source.prior;
  target.m.set(source.m);
  target.u.set(source.u);
  return target;
}
