/**
 * Several classes of pairs that are no chance, where the evidence asks for them: things of which several columns
 * change together, as addresses do when people move, would pass for related pairs, and related pairs of two
 * kinds for matches.
 */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { COHERENT, coherence, DOUBTFUL, MOST_RELATED } from '../em/coherence.ts';
import { levelVectors, vectorsWhere } from '../em/level-vectors.ts';
import {
  estimateMany,
  type ManyClasses,
  type ManyLimits,
  type ManyWeights,
  manyLogRatios,
  startingMany,
  takenOut,
} from '../em/many-classes.ts';
import { weightedLogs } from '../em/maximisation.ts';
import { relatedPseudoCounts } from '../em/related.ts';
import type { Optimum } from '../em/several-starts.ts';
import { sharesAgreed } from '../em/start.ts';
import {
  adjustment,
  type Classes,
  type ClassMaterial,
  type ClassOptions,
  dependenceOutside,
  inBits,
  type Weigh,
} from './classes.ts';
import type { Steps } from './steps.ts';

/** Matches agree on at least this share of the information, unless several columns changed. */
const UNCHANGED = 0.8;
/** Where to start: least share of the information on which the pairs of each class but the last agree. */
const STARTS = [
  [UNCHANGED, 0.6],
  [UNCHANGED, 0.5],
  [UNCHANGED, 0.6, 0.45],
];
/** Share from which a class starts as matches. */
const MATCHES = 0.6;
/** Pairs that each class must start with. */
const ENOUGH = 5;
/** What is tried from each start, and what is done with classes that are to be kept. */
const TRIAL = { maxIterations: 25, leastGain: 0.5 };
/** Iterations after which the dependence outside the classes is measured. */
const BEFORE = 10;
const FINAL = { maxIterations: 300, leastGain: 0.01 };

/**
 * The classes given, or those of all found that make the shortest message (Figueiredo & Jain, 2002; the P
 * parameters of a class of n pairs cost P/2 log(n/12)), where these tell matches from related pairs beyond doubt
 * and some matches are changed ones, or where the matches given are not coherent themselves.
 *
 * @param u level frequencies of all pairs, flat
 */
export function* withChanged(
  material: ClassMaterial,
  options: ClassOptions,
  known: Classes,
  u: Float64Array,
): Steps<Classes> {
  const { patterns } = material.evidence;
  const parameters = levelOffsets(patterns.levelCounts).at(-1)! - patterns.levelCounts.length;
  const cost = (pairs: readonly number[]): number =>
    pairs.reduce((sum, n) => sum + (parameters / 2) * Math.log(Math.max(1, n / 12)), 0) +
    (pairs.length / 2) * Math.log(options.totalPairs / 12);
  const agreed = sharesAgreed(patterns, u, options.totalPairs);
  const countOf = (of: Float64Array): number =>
    of.reduce((sum, weight, g) => sum + weight * patterns.counts[g]!, 0);
  const among = vectorsWhere(levelVectors(patterns), (g) => agreed[g]! >= 0);
  let best: Found | undefined;
  let reached: ManyClasses | undefined;
  let high = Number.NEGATIVE_INFINITY;
  const score = logLikelihoodOf(known, patterns, options) - cost(pairsOf(known));
  const improve = (start: ManyWeights, areMatches: readonly boolean[]): void => {
    if (start.some((of) => countOf(of) < ENOUGH)) return;
    const found = manyClasses(material, options, start, areMatches, { ...TRIAL, among }, known.logAdjustment);
    const next = found.result.logLikelihood - cost(found.result.classes.map(({ pairs }) => pairs));
    if (next <= high) return;
    [reached, high] = [found.result, next];
    const isNeeded = found.hasChanged || known.coherence < UNCHANGED;
    best = found.classes !== undefined && isNeeded && next > score ? found : undefined;
  };
  for (const least of STARTS) {
    improve(
      startingMany(agreed, least),
      [...least, 0].map((share) => share >= MATCHES),
    );
    yield;
  }
  if (reached !== undefined) {
    const start = takenOut(reached.weights, agreed, MATCHES);
    improve(
      start,
      start.map((_, c) => c < 2),
    );
  }
  if (best === undefined) return known;
  yield;
  const { areMatches, result } = best;
  return (
    manyClasses(material, options, result.weights, areMatches, FINAL, known.logAdjustment).classes ?? known
  );
}

/** What was found from a start. */
interface Found {
  result: ManyClasses;
  areMatches: readonly boolean[];
  /** Whether there are matches in which several columns changed. */
  hasChanged?: boolean;
  /** The classes, if they tell changed matches from related pairs. */
  classes?: Classes;
}

function pairsOf({ estimates, related }: Classes): number[] {
  return [estimates.best.matches, ...(related === undefined ? [] : [related.pairs])];
}

/** What the priors on levels say is left out, so that classes can be compared that differ in number. */
function logLikelihoodOf(
  { estimates, related }: Classes,
  { levelCounts }: Patterns,
  options: ClassOptions,
): number {
  const { logPosterior, parameters } = estimates.best;
  const { mPrior, uPrior, background } = options;
  const ofRelated = related === undefined ? undefined : relatedPseudoCounts(levelCounts, background, uPrior);
  return (
    logPosterior -
    weightedLogs(mPrior, parameters.m) -
    weightedLogs(uPrior, parameters.u) -
    (related === undefined ? 0 : weightedLogs(ofRelated, related.r))
  );
}

/** What is found from a start. @param logKnown what dependence adds to log u at first */
function manyClasses(
  material: ClassMaterial,
  options: ClassOptions,
  start: ManyWeights,
  areMatches: readonly boolean[],
  limits: ManyLimits,
  logKnown: Float64Array,
): Found {
  const { evidence } = material;
  const { patterns } = evidence;
  const { levelCounts } = patterns;
  const rough = { ...options, ...limits, maxIterations: BEFORE, logDependence: logKnown };
  const { weights } = estimateMany(patterns, start, areMatches, rough);
  const dependence = dependenceOutside(weights, material);
  const logAdjustment = adjustment(evidence, dependence);
  const result = estimateMany(patterns, weights, areMatches, {
    ...{ ...options, ...limits, logDependence: logAdjustment },
  });
  const { classes: all, u, logPosterior, converged, trace } = result;
  const coherences = all.map(({ levels }) => coherence(levelCounts, levels, u, dependence));
  const isMatch = coherences.map((share) => share >= DOUBTFUL);
  const isClear = coherences.every((share, c) => isMatch[c] || share < MOST_RELATED);
  const matchClasses = isMatch.filter(Boolean).length;
  if (coherences[0]! < COHERENT || matchClasses < 2 || matchClasses === all.length || !isClear)
    return { result, areMatches };
  const total = (of: (c: number) => number, matching: boolean): number =>
    all.reduce((sum, _, c) => sum + (isMatch[c] === matching ? of(c) : 0), 0);
  const sumOf = (lists: readonly Float64Array[], share: (c: number) => number, matching: boolean) =>
    Float64Array.from(lists[0]!, (_, i) => total((c) => share(c) * lists[c]![i]!, matching));
  const prior = total((c) => all[c]!.share, true);
  const ofRelated = total((c) => all[c]!.share, false);
  const levels = all.map((it) => it.levels);
  const m = sumOf(levels, (c) => all[c]!.share / prior, true);
  const r = sumOf(levels, (c) => all[c]!.share / ofRelated, false);
  const matching = sumOf(result.weights, () => 1, true);
  const related = sumOf(result.weights, () => 1, false);
  const weigh: Weigh = (of, adjusted) => inBits(manyLogRatios(of, result, isMatch, adjusted));
  const best: Optimum = {
    ...{ parameters: { prior, m, u }, iterations: trace.length, converged, trace },
    ...{ matches: total((c) => all[c]!.pairs, true), logPosterior, logLikelihood: logPosterior },
    ...{ weights: matching, starts: [0], swapped: false },
  };
  const classes: Classes = {
    ...{ estimates: { best, optima: [best] }, dependence, logAdjustment, errorRepulsion: 0 },
    ...{ matchWeights: weigh(patterns, logAdjustment), weigh },
    related: {
      ...{ pairs: total((c) => all[c]!.pairs, false), r, weights: { matches: matching, related } },
      coherence: coherence(levelCounts, r, u),
    },
    coherence: coherence(levelCounts, m, u),
  };
  return {
    result,
    areMatches,
    classes,
    hasChanged: coherences.some((share, c) => isMatch[c] && share < UNCHANGED),
  };
}
