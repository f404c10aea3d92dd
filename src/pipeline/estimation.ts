/**
 * Estimation from raw records: EM over the evidence of a table, with what makes it right for blocked pairs:
 * u from the whole cross product, the prior over all pairs, priors on m and u, rarity of values, several
 * starts, dependence between columns, and a class of related non-matches where the evidence asks for one.
 */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { listedLevels } from '../em/background.ts';
import { COHERENCE_GAIN, COHERENT, coherence } from '../em/coherence.ts';
import { type Dependence, findDependence, logDependence, type NonMatches } from '../em/dependence.ts';
import { diagnose, type Warning } from '../em/diagnosis.ts';
import { matchWeights } from '../em/likelihood.ts';
import { normalise } from '../em/parameters.ts';
import { estimateRelated, type RelatedOptions, type RelatedResult, startingClasses } from '../em/related.ts';
import { type Estimates, estimateFromStarts, type Optimum } from '../em/several-starts.ts';
import { anchoredStart, defaultStart } from '../em/start.ts';
import type { Evidence } from './evidence.ts';

/** Pseudo-matches of the prior on m: at equality, and spread over the levels below it. */
const EQUAL_PRIOR = 8;
const UNEQUAL_PRIOR = 2;
/** Pseudo-pairs of the prior on u, per level. */
const U_PRIOR = 0.5;
/** Rounds in which dependence and classes are estimated in turn. */
const DEPENDENCE_ROUNDS = 3;

export interface Estimation {
  readonly estimates: Estimates;
  readonly dependence: readonly Dependence[];
  /** Match weight of each pattern, log₂ of P(pattern | match) / P(pattern | non-match), length G. */
  readonly matchWeights: Float64Array;
  /** Expected number of related non-matches, and how they agree (flat like m), where there is such a class. */
  readonly related: { pairs: number; r: Float64Array } | undefined;
  /** Share of the information on which matches agree; see `coherence`. */
  readonly coherence: number;
  readonly warnings: readonly Warning[];
}

/** A sample of the pairs that are no candidates. */
export interface Others {
  patterns: Patterns;
  /** Pairs of the table that each stands for. */
  scale: number;
}

/** What there is to estimate from. */
export interface Material {
  /** Column names, length F. */
  names: readonly string[];
  evidence: Evidence;
  others: Others;
  /** Level counts of all pairs, flat. */
  crossProduct: Float64Array;
  totalPairs: number;
}

export interface Limits {
  maxIterations?: number | undefined;
  tolerance?: number | undefined;
}

/**
 * Estimate m, u and the prior.
 *
 * Which columns depend on each other can be seen only among non-matches, and which pairs are non-matches
 * only when dependence is known. So the two are estimated in turn, once from the matches that EM finds
 * without dependence, and once from the pairs too alike to be chance, which keeps related non-matches (one
 * city, one area code) from passing for matches. The solution with the higher posterior is taken. Where its
 * match class is not coherent, a third class is tried, and believed if that makes the matches coherent.
 */
export function estimateFromEvidence(material: Material, limits: Limits = {}): Estimation {
  const { evidence, names, crossProduct, totalPairs } = material;
  const { patterns } = evidence;
  const options: Options = {
    totalPairs,
    background: listedLevels(patterns).map((listed, i) => Math.max(0, crossProduct[i]! - listed)),
    ...levelPriors(patterns.levelCounts),
    ...(limits.maxIterations === undefined ? {} : { maxIterations: limits.maxIterations }),
    ...(limits.tolerance === undefined ? {} : { tolerance: limits.tolerance }),
  };
  let settled = twoClasses(material, options);
  if (settled.coherence < COHERENT && limits.maxIterations !== 0) {
    const three = threeClasses(material, options);
    if (three.coherence >= settled.coherence + COHERENCE_GAIN) settled = three;
  }
  const { logAdjustment, ...estimation } = settled;
  const warnings = diagnose(patterns, names, estimation.estimates, {
    ...options,
    logDependence: logAdjustment,
  });
  return { ...estimation, warnings };
}

type Options = Omit<RelatedOptions, 'logDependence'>;

type Settled = Omit<Estimation, 'warnings'> & { logAdjustment: Float64Array };

/** Matches and non-matches, with dependence between columns among the latter. */
function twoClasses(material: Material, options: Options): Settled {
  const { patterns, logRarity } = material.evidence;
  const startOptions = { totalPairs: options.totalPairs, background: options.background };
  const anchored = anchoredStart(patterns, startOptions);
  const starts = [defaultStart(patterns, startOptions), ...(anchored === undefined ? [] : [anchored])];
  const settle = (first: Estimates): Pick<Settled, 'estimates' | 'dependence' | 'logAdjustment'> => {
    let estimates = first;
    let dependence: readonly Dependence[] = [];
    let logAdjustment = logRarity;
    for (let round = 0; round < DEPENDENCE_ROUNDS; round++) {
      dependence = dependenceOutside([estimates.best.weights], material);
      logAdjustment = adjustment(material.evidence, dependence);
      const from = round === 0 ? starts : [estimates.best.parameters];
      estimates = estimateFromStarts(patterns, from, { ...options, logDependence: logAdjustment });
      if (dependence.length === 0) break;
    }
    return { estimates, dependence, logAdjustment };
  };
  const adjusted = { ...options, logDependence: logRarity };
  const candidates = [settle(estimateFromStarts(patterns, starts, adjusted))];
  if (anchored !== undefined)
    candidates.push(settle(estimateFromStarts(patterns, [anchored], { ...adjusted, maxIterations: 0 })));
  candidates.sort((a, b) => b.estimates.best.logPosterior - a.estimates.best.logPosterior);
  const { estimates, dependence, logAdjustment } = candidates[0]!;
  const { parameters } = estimates.best;
  return {
    ...{ estimates, dependence, logAdjustment, related: undefined },
    matchWeights: matchWeights(patterns, parameters, logAdjustment),
    coherence: coherence(patterns.levelCounts, parameters.m, parameters.u),
  };
}

/** Matches, related non-matches and random pairs, with dependence between columns among the last. */
function threeClasses(material: Material, options: Options): Settled {
  const { evidence } = material;
  const { patterns } = evidence;
  const u = frequencies(patterns.levelCounts, material.crossProduct);
  const start = startingClasses(patterns, u, options.totalPairs);
  const settle = (first: readonly Dependence[]): ThreeClasses => {
    let dependence = first;
    let logAdjustment = adjustment(evidence, dependence);
    let result = estimateRelated(patterns, start, { ...options, logDependence: logAdjustment });
    for (let round = 1; round < DEPENDENCE_ROUNDS; round++) {
      const { matches, related } = result.weights;
      const before = dependence.length;
      dependence = dependenceOutside([matches, related], material);
      if (before + dependence.length === 0) break;
      logAdjustment = adjustment(evidence, dependence);
      result = estimateRelated(patterns, result.weights, { ...options, logDependence: logAdjustment });
    }
    return { result, dependence, logAdjustment };
  };
  const atStart = dependenceOutside([start.matches, start.related], material);
  const candidates = [settle([]), ...(atStart.length > 0 ? [settle(atStart)] : [])];
  candidates.sort((a, b) => b.result.logPosterior - a.result.logPosterior);
  const { result, dependence, logAdjustment } = candidates[0]!;
  const { iterations, converged, trace, matches, logPosterior } = result;
  const best: Optimum = {
    ...{ parameters: { prior: result.prior, m: result.m, u: result.u }, iterations, converged, trace },
    ...{ matches, logPosterior, logLikelihood: logPosterior, weights: result.weights.matches },
    ...{ starts: [0], swapped: false },
  };
  return {
    ...{ estimates: { best, optima: [best] }, dependence, logAdjustment },
    related: { pairs: result.related, r: result.r },
    matchWeights: result.logRatios.map((ratio) => ratio / Math.LN2),
    coherence: coherence(patterns.levelCounts, result.m, result.u),
  };
}

interface ThreeClasses {
  result: RelatedResult;
  dependence: readonly Dependence[];
  logAdjustment: Float64Array;
}

/** Dependence among the pairs that are in none of the classes with the given weights (each length G). */
function dependenceOutside(
  classes: readonly Float64Array[],
  { evidence, others }: Material,
): readonly Dependence[] {
  const probability = Float64Array.from(evidence.patterns.counts, (_, g) => {
    const inside = classes.reduce((sum, weights) => sum + weights[g]!, 0);
    return Math.max(0, 1 - inside);
  });
  const parts: NonMatches[] = [
    { patterns: evidence.patterns, scale: 1, probability },
    { ...others, probability: new Float64Array(others.patterns.size).fill(1) },
  ];
  return findDependence(evidence.patterns.levelCounts, parts);
}

/** What rarity and dependence add to the log u of each pattern. */
function adjustment(evidence: Evidence, dependence: readonly Dependence[]): Float64Array {
  const fromForest = logDependence(evidence.patterns, dependence);
  return evidence.logRarity.map((rarity, g) => rarity + fromForest[g]!);
}

/** Level counts as shares of their field, never 0. */
function frequencies(levelCounts: readonly number[], counts: Float64Array): Float64Array {
  const offsets = levelOffsets(levelCounts);
  const shares = counts.map((count) => count + U_PRIOR);
  levelCounts.forEach((_, f) => {
    normalise(shares, shares, offsets[f]!, offsets[f + 1]!);
  });
  return shares;
}

function levelPriors(levelCounts: readonly number[]): { mPrior: Float64Array; uPrior: Float64Array } {
  const offsets = levelOffsets(levelCounts);
  const mPrior = new Float64Array(offsets.at(-1)!);
  levelCounts.forEach((levels, f) => {
    const [from, top] = [offsets[f]!, offsets[f + 1]! - 1];
    mPrior.fill(UNEQUAL_PRIOR / (levels - 1), from, top);
    mPrior[top] = EQUAL_PRIOR;
  });
  return { mPrior, uPrior: new Float64Array(offsets.at(-1)!).fill(U_PRIOR) };
}
