/** EM from several starts: the best optimum, and every other one that was found. */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { climb, type EmOptions, type EmResult, estimate } from './estimate.ts';
import { Expectation } from './expectation.ts';
import type { Parameters } from './parameters.ts';

/** An optimum and the starts that led to it. */
export interface Optimum extends EmResult {
  /** Indices into the list of starts. */
  starts: number[];
  /**
   * True when EM had called the matches "non-matches" (their top levels less likely than among the others)
   * and the two classes were exchanged.
   */
  swapped: boolean;
}

export interface Estimates {
  /** The optimum with the highest log posterior; of equal ones, that of the earliest start. */
  best: Optimum;
  /** All distinct optima, best first. */
  optima: Optimum[];
}

/** Optima whose log posteriors differ by less than this much and this share are taken as equally high. */
const EQUAL_HEIGHT = 1e-6;
const EQUAL_SHARE = 1e-9;

/** Optima that disagree on less than this share of their expected matches are the same. */
const SAME_MATCHES = 1e-3;

/**
 * Runs `estimate` from each start (at least one). Two results are one optimum when they give the same
 * pairs to the matches: Σ n |w − w′| at most 0.001 of the larger Σ n w, or 0.001 pairs.
 */
export function estimateFromStarts(
  patterns: Patterns,
  starts: readonly Parameters[],
  options: EmOptions = {},
): Estimates {
  const optima: Optimum[] = [];
  const expected = new Expectation(patterns, 1, options.logDependence);
  starts.forEach((start, index) => {
    const found = resolveClasses(patterns, climb(expected, patterns, start, options), options);
    const known = optima.findIndex((other) => isSame(patterns, found, other));
    if (known < 0) {
      optima.push({ ...found, starts: [index] });
      return;
    }
    const starts = [...optima[known]!.starts, index];
    const better = found.logPosterior > optima[known]!.logPosterior + margin(found);
    optima[known] = { ...(better ? found : optima[known]!), starts };
  });
  optima.sort((a, b) => {
    const difference = b.logPosterior - a.logPosterior;
    return Math.abs(difference) > margin(a) ? difference : a.starts[0]! - b.starts[0]!;
  });
  return { best: optima[0]!, optima };
}

/**
 * The likelihood does not say which class is the matches: exchanging them changes nothing. The matches are
 * the class whose top levels are likelier. Where something tells the classes apart (u held, pairs not
 * listed, a prior) there is nothing to exchange and the result stands.
 */
function resolveClasses(
  patterns: Patterns,
  result: EmResult,
  options: EmOptions,
): EmResult & { swapped: boolean } {
  const { m, u, prior } = result.parameters;
  if (!areExchangeable(patterns, options) || topEvidence(patterns, result.parameters) >= 0) {
    return { ...result, swapped: false };
  }
  const exchanged = { prior: 1 - prior, m: u, u: m };
  const again = estimate(patterns, exchanged, { ...options, maxIterations: 0 });
  const { iterations, converged, trace } = result;
  return { ...again, iterations, converged, trace, swapped: true };
}

function areExchangeable(patterns: Patterns, options: EmOptions): boolean {
  const { fixM, fixU, fixPrior, mPrior, uPrior, priorPrior, background, logDependence } = options;
  if (fixM || fixU || fixPrior || mPrior || uPrior || priorPrior || background || logDependence) return false;
  if (options.maxIterations === 0) return false;
  const listed = patterns.counts.reduce((sum, count) => sum + count, 0);
  return options.totalPairs === undefined || options.totalPairs <= listed;
}

/** Σ_f log m/u at each field's top level: below 0 when the "matches" agree less than the others. */
function topEvidence({ levelCounts }: Patterns, { m, u }: Parameters): number {
  const offsets = levelOffsets(levelCounts);
  return levelCounts.reduce((sum, _, field) => {
    const top = offsets[field + 1]! - 1;
    return sum + Math.log(m[top]! / u[top]!);
  }, 0);
}

function isSame(patterns: Patterns, a: EmResult, b: EmResult): boolean {
  let difference = 0;
  for (let g = 0; g < patterns.size; g++) {
    difference += patterns.counts[g]! * Math.abs(a.weights[g]! - b.weights[g]!);
  }
  return difference <= SAME_MATCHES * Math.max(1, a.matches, b.matches);
}

function margin(result: EmResult): number {
  return EQUAL_HEIGHT + EQUAL_SHARE * Math.abs(result.logPosterior);
}
