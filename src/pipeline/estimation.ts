/**
 * Estimation from raw records: EM over the evidence of a table, with what makes it right for blocked pairs:
 * u from the whole cross product, the prior over all pairs, priors on m and u, rarity of values, several
 * starts, and dependence between columns.
 */
import type { Comparison } from '../compare/comparison.ts';
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { listedLevels } from '../em/background.ts';
import { type Dependence, findDependence, logDependence, type NonMatches } from '../em/dependence.ts';
import { diagnose, type Warning } from '../em/diagnosis.ts';
import type { EmOptions } from '../em/estimate.ts';
import { type Estimates, estimateFromStarts } from '../em/several-starts.ts';
import { anchoredStart, defaultStart } from '../em/start.ts';
import type { Evidence } from './evidence.ts';

/** Pseudo-matches of the prior on m: at equality, and spread over the levels below it. */
const EQUAL_PRIOR = 8;
const UNEQUAL_PRIOR = 2;
/** Pseudo-pairs of the prior on u, per level. */
const U_PRIOR = 0.5;
/** Rounds in which dependence and matches are estimated in turn. */
const DEPENDENCE_ROUNDS = 3;

export interface Estimation {
  readonly estimates: Estimates;
  readonly dependence: readonly Dependence[];
  /** Log of the factor of each pattern's u that rarity and dependence bring, length G. */
  readonly logAdjustment: Float64Array;
  readonly warnings: readonly Warning[];
}

/** A sample of the pairs that are no candidates. */
export interface Others {
  patterns: Patterns;
  scale: number;
}

/**
 * Estimate m, u and the prior.
 *
 * Which columns depend on each other can be seen only among non-matches, and which pairs are non-matches
 * only when dependence is known. So the two are estimated in turn, once from the matches that EM finds
 * without dependence, and once from the pairs too alike to be chance, which keeps related non-matches (one
 * city, one area code) from passing for matches. The solution with the higher posterior is taken.
 *
 * @param crossProduct level counts of all pairs, flat
 */
export function estimateFromEvidence(
  names: readonly string[],
  comparison: Comparison,
  evidence: Evidence,
  crossProduct: Float64Array,
  totalPairs: number,
  others: Others,
  limits: { maxIterations?: number | undefined; tolerance?: number | undefined } = {},
): Estimation {
  const { levelCounts } = comparison;
  const { patterns } = evidence;
  const options: EmOptions = {
    totalPairs,
    background: listedLevels(patterns).map((listed, i) => Math.max(0, crossProduct[i]! - listed)),
    ...levelPriors(levelCounts),
    ...(limits.maxIterations === undefined ? {} : { maxIterations: limits.maxIterations }),
    ...(limits.tolerance === undefined ? {} : { tolerance: limits.tolerance }),
  };
  const startOptions = { totalPairs, background: options.background };
  const anchored = anchoredStart(patterns, startOptions);
  const starts = [defaultStart(patterns, startOptions), ...(anchored === undefined ? [] : [anchored])];
  const settle = (first: Estimates): Settled => {
    let settled: Settled = { estimates: first, dependence: [], logAdjustment: evidence.logRarity };
    for (let round = 0; round < DEPENDENCE_ROUNDS; round++) {
      const dependence = dependenceGiven(settled.estimates.best.weights, evidence, others);
      if (dependence.length === 0 && settled.dependence.length === 0 && round > 0) break;
      const fromForest = logDependence(patterns, dependence);
      const logAdjustment = evidence.logRarity.map((rarity, g) => rarity + fromForest[g]!);
      const from = round === 0 ? starts : [settled.estimates.best.parameters];
      const estimates = estimateFromStarts(patterns, from, { ...options, logDependence: logAdjustment });
      settled = { estimates, dependence, logAdjustment };
      if (dependence.length === 0) break;
    }
    return settled;
  };
  const adjusted = { ...options, logDependence: evidence.logRarity };
  const candidates = [settle(estimateFromStarts(patterns, starts, adjusted))];
  if (anchored !== undefined)
    candidates.push(settle(estimateFromStarts(patterns, [anchored], { ...adjusted, maxIterations: 0 })));
  candidates.sort((a, b) => b.estimates.best.logPosterior - a.estimates.best.logPosterior);
  const { estimates, dependence, logAdjustment } = candidates[0]!;
  return {
    ...{ estimates, dependence, logAdjustment },
    warnings: diagnose(patterns, names, estimates, { ...options, logDependence: logAdjustment }),
  };
}

interface Settled {
  estimates: Estimates;
  dependence: readonly Dependence[];
  logAdjustment: Float64Array;
}

function dependenceGiven(weights: Float64Array, evidence: Evidence, others: Others): Dependence[] {
  const parts: NonMatches[] = [
    { patterns: evidence.patterns, scale: 1, probability: weights.map((weight) => 1 - weight) },
    { ...others, probability: new Float64Array(others.patterns.size).fill(1) },
  ];
  return findDependence(evidence.patterns.levelCounts, parts);
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
