/**
 * The classes that pairs fall into, estimated from the evidence of a table: matches and non-matches, or
 * matches, related non-matches and random pairs; in either case with dependence between columns among the
 * pairs that are in no other class.
 *
 * Which columns depend on each other can be seen only among non-matches, and which pairs are non-matches
 * only when dependence is known. So the two are estimated in turn, once from the matches found without
 * dependence, and once from the pairs too alike to be chance, which keeps related non-matches (one city, one
 * area code) from passing for matches. The solution with the higher posterior is taken.
 */
import type { Patterns } from '../compare/patterns.ts';
import { coherence } from '../em/coherence.ts';
import { type Dependence, findDependence, logDependence, type NonMatches } from '../em/dependence.ts';
import { errorCount } from '../em/error-count.ts';
import { matchWeights } from '../em/likelihood.ts';
import type { Parameters } from '../em/parameters.ts';
import {
  type ClassWeights,
  estimateRelated,
  logRatios,
  type RelatedOptions,
  type RelatedResult,
} from '../em/related.ts';
import { type Estimates, estimateFromStarts, type Optimum } from '../em/several-starts.ts';
import { anchoredStart, defaultStart, identifyingStarts } from '../em/start.ts';
import type { Evidence } from './evidence.ts';
import type { Without } from './mechanisms.ts';
import type { Others } from './others.ts';
import type { Steps } from './steps.ts';

/** Tolerance of all estimates but the last, which serve only to tell non-matches from the rest. */
const ROUGHLY = 1e-3;

export type ClassOptions = Omit<RelatedOptions, 'logDependence'>;

/** What the classes are estimated from. */
export interface ClassMaterial {
  evidence: Evidence;
  others: Others;
  without?: Without;
}

/**
 * Match weight of each pattern, log₂ of P(pattern | match) / P(pattern | non-match), length G.
 *
 * @param logAdjustment what rarity and dependence add to the log u of each, length G
 */
export type Weigh = (patterns: Patterns, logAdjustment: Float64Array) => Float64Array;

/** The classes as estimated. */
export interface Classes {
  readonly estimates: Estimates;
  readonly dependence: readonly Dependence[];
  /** What rarity and dependence add to the log u of each pattern, length G. */
  readonly logAdjustment: Float64Array;
  /** Match weight of each pattern, log₂ of P(pattern | match) / P(pattern | non-match), length G. */
  readonly matchWeights: Float64Array;
  /** The same of other patterns of the same fields. */
  readonly weigh: Weigh;
  /** Share of the information on which matches agree; see `coherence`. */
  readonly coherence: number;
  /** How strongly errors of a match avoid each other, γ; see `errorCount`. */
  readonly errorRepulsion: number;
  /** Related non-matches, where there is such a class. */
  readonly related: RelatedClass | undefined;
}

export interface RelatedClass {
  /** Expected number of pairs. */
  pairs: number;
  /** How they agree, flat like m. */
  r: Float64Array;
  /** Share of the information on which they agree. */
  coherence: number;
  weights: ClassWeights;
}

/** Where matches and non-matches were found before, from some of the pairs. */
export interface Beginning {
  readonly starts: readonly Parameters[];
  readonly dependence: readonly Dependence[];
}

/** Matches and non-matches, from the usual starts or from where they were found before. */
export function* twoClasses(
  material: ClassMaterial,
  options: ClassOptions,
  beginning?: Beginning,
): Steps<Classes> {
  const { patterns } = material.evidence;
  const startOptions = { totalPairs: options.totalPairs, background: options.background };
  const anchored = anchoredStart(patterns, startOptions);
  const starts = [
    defaultStart(patterns, startOptions),
    ...(anchored === undefined ? [] : [anchored]),
    ...identifyingStarts(patterns, startOptions),
  ];
  function* estimate(
    from: readonly Parameters[],
    dependence: readonly Dependence[],
    to: ClassOptions,
  ): Steps<TwoClasses> {
    yield;
    const logAdjustment = adjustment(material.evidence, dependence);
    const estimates = estimateFromStarts(patterns, from, { ...to, logDependence: logAdjustment });
    return { estimates, dependence, logAdjustment };
  }
  const outside = ({ estimates }: TwoClasses) => dependenceOutside([estimates.best.weights], material);
  const roughly = { ...options, tolerance: ROUGHLY };
  const only = { ...options, maxIterations: 0 };
  const candidates: TwoClasses[] = [];
  if (beginning !== undefined) candidates.push(yield* estimate(beginning.starts, beginning.dependence, only));
  else {
    const firsts = [yield* estimate(starts, [], roughly)];
    if (anchored !== undefined) firsts.push(yield* estimate([anchored], [], only));
    for (const first of firsts) candidates.push(yield* estimate(starts, outside(first), roughly));
    candidates.sort((a, b) => b.estimates.best.logPosterior - a.estimates.best.logPosterior);
  }
  const { estimates: rough, dependence: known } = candidates[0]!;
  const from = rough.optima.map((optimum) => optimum.parameters);
  const dependence = known.length === 0 ? known : outside(candidates[0]!);
  const { estimates, logAdjustment } = yield* estimate(from, dependence, options);
  const { parameters } = estimates.best;
  const weigh: Weigh = (of, adjusted) => matchWeights(of, parameters, adjusted);
  const weights = weigh(patterns, logAdjustment);
  const independent = { estimates, matchWeights: weights, weigh, errorRepulsion: 0 };
  const found = material.without?.has('error-repulsion')
    ? independent
    : withErrorCount(patterns, independent, options);
  return {
    ...{ ...found, dependence, logAdjustment, related: undefined },
    coherence: coherence(patterns.levelCounts, parameters.m, parameters.u),
  };
}

/** Rounds in which the matches and the repulsion of their errors are found in turn, and when that is enough. */
const ERROR_ROUNDS = 100;
const SAME_MATCHES = 1e-6;

type Weighed = Pick<Classes, 'estimates' | 'matchWeights' | 'weigh' | 'errorRepulsion'>;

/** The best estimate with errors that avoid each other, if they do: its match weights, matches and prior. */
function withErrorCount(
  patterns: Patterns,
  independent: Weighed,
  { totalPairs, maxIterations }: ClassOptions,
): Weighed {
  const { estimates, matchWeights: weights, weigh } = independent;
  let best = estimates.best;
  let errors = errorCount(patterns, best.parameters, best.weights);
  if (errors.gamma === 0 || maxIterations === 0) return independent;
  for (let round = 0; round < ERROR_ROUNDS; round++) {
    const known = best.matches;
    const prior = Math.min(0.5, known / totalPairs);
    const logOdds = Math.log(prior) - Math.log1p(-prior);
    const matching = weights.map(
      (bits, g) => 1 / (1 + Math.exp(-(bits * Math.LN2 + errors.logTilt[g]! + logOdds))),
    );
    const matches = matching.reduce((sum, p, g) => sum + p * patterns.counts[g]!, 0);
    best = { ...best, weights: matching, matches, parameters: { ...best.parameters, prior } };
    if (Math.abs(matches - known) <= SAME_MATCHES * known) break;
    const next = errorCount(patterns, best.parameters, matching);
    if (next.gamma === 0) break;
    errors = next;
  }
  const tilted = (bits: Float64Array, logTilt: Float64Array) =>
    bits.map((weight, g) => weight + logTilt[g]! / Math.LN2);
  return {
    estimates: { best, optima: [best, ...estimates.optima.slice(1)] },
    matchWeights: tilted(weights, errors.logTilt),
    weigh: (of, logAdjustment) => tilted(weigh(of, logAdjustment), errors.tilt(of)),
    errorRepulsion: errors.gamma,
  };
}

/** Matches, related non-matches and random pairs, from the given start. */
export function* threeClasses(
  material: ClassMaterial,
  options: ClassOptions,
  start: ClassWeights,
): Steps<Classes> {
  const { evidence } = material;
  const { patterns } = evidence;
  function* estimate(
    weights: ClassWeights,
    dependence: readonly Dependence[],
    to: ClassOptions,
  ): Steps<ThreeClasses> {
    yield;
    const logAdjustment = adjustment(evidence, dependence);
    const result = estimateRelated(patterns, weights, { ...to, logDependence: logAdjustment });
    return { result, dependence, logAdjustment };
  }
  const again = ({ result: { weights } }: ThreeClasses, to: ClassOptions): Steps<ThreeClasses> =>
    estimate(weights, dependenceOutside([weights.matches, weights.related], material), to);
  const roughly = { ...options, tolerance: ROUGHLY };
  const atStart = dependenceOutside([start.matches, start.related], material);
  const candidates: ThreeClasses[] = [];
  for (const dependence of atStart.length > 0 ? [[], atStart] : [[]])
    candidates.push(yield* again(yield* estimate(start, dependence, roughly), roughly));
  candidates.sort((a, b) => b.result.logPosterior - a.result.logPosterior);
  const { result, dependence, logAdjustment } = yield* again(candidates[0]!, options);
  const { iterations, converged, trace, matches, logPosterior } = result;
  const best: Optimum = {
    ...{ parameters: { prior: result.prior, m: result.m, u: result.u }, iterations, converged, trace },
    ...{ matches, logPosterior, logLikelihood: logPosterior, weights: result.weights.matches },
    ...{ starts: [0], swapped: false },
  };
  const weigh: Weigh = (of, adjusted) => inBits(logRatios(of, result, adjusted));
  return {
    ...{ estimates: { best, optima: [best] }, dependence, logAdjustment },
    related: {
      ...{ pairs: result.related, r: result.r, weights: result.weights },
      coherence: coherence(patterns.levelCounts, result.r, result.u),
    },
    ...{ matchWeights: weigh(patterns, logAdjustment), weigh },
    coherence: coherence(patterns.levelCounts, result.m, result.u),
    errorRepulsion: 0,
  };
}

/** Natural logarithms as logarithms to base 2. */
export function inBits(logs: Float64Array): Float64Array {
  return logs.map((log) => log / Math.LN2);
}

type TwoClasses = Pick<Classes, 'estimates' | 'dependence' | 'logAdjustment'>;

interface ThreeClasses {
  result: RelatedResult;
  dependence: readonly Dependence[];
  logAdjustment: Float64Array;
}

/** Dependence among the pairs that are in none of the classes with the given weights (each length G). */
export function dependenceOutside(
  classes: readonly Float64Array[],
  { evidence, others, without }: ClassMaterial,
): readonly Dependence[] {
  if (without?.has('dependence')) return [];
  const probability = new Float64Array(evidence.patterns.size).fill(1);
  for (const weights of classes) for (let g = 0; g < probability.length; g++) probability[g]! -= weights[g]!;
  for (let g = 0; g < probability.length; g++) probability[g] = Math.max(0, probability[g]!);
  const parts: NonMatches[] = [
    { patterns: evidence.patterns, scale: 1, probability },
    { ...others, probability: new Float64Array(others.patterns.size).fill(1) },
  ];
  return findDependence(evidence.patterns.levelCounts, parts);
}

/** What rarity and dependence add to the log u of each pattern. */
export function adjustment(
  { patterns, logRarity }: Pick<Evidence, 'patterns' | 'logRarity'>,
  dependence: readonly Dependence[],
): Float64Array {
  const sum = logDependence(patterns, dependence);
  for (let g = 0; g < sum.length; g++) sum[g]! += logRarity[g]!;
  return sum;
}
