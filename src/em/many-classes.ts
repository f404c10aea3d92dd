/**
 * EM with several classes of pairs that are no chance (Larsen & Rubin, 2001): matches that agree on nearly
 * everything, matches in which several columns changed at once, as the address of a household that moved, and
 * related pairs, such as those of a household, with and without a telephone in common.
 *
 *     P(γ) = Σ_c π_c ∏m_c + (1 − Σ_c π_c) d ∏u
 *
 * With one class of matches that errs in each column by itself, changed matches are taken for related pairs, or
 * related pairs for matches. Which classes are matches is decided by how much they agree on; see `coherence`.
 */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { logSumExp } from '../math/log-sum-exp.ts';
import { listedLevels } from './background.ts';
import { Expectation } from './expectation.ts';
import { levelVectors, sumsOfLevels } from './level-vectors.ts';
import { weightedLogs } from './maximisation.ts';
import { boundPrior, normalise } from './parameters.ts';
import { type RelatedOptions, relatedPseudoCounts } from './related.ts';

/** Probability of each pattern's pairs to be in each class but the random one; C lists of length G. */
export type ManyWeights = readonly Float64Array[];

/** A class of pairs that are no chance. */
export interface PairClass {
  /** Share of all pairs, and the expected number of pairs. */
  share: number;
  pairs: number;
  /** Level probabilities, flat over fields and levels. */
  levels: Float64Array;
}

export interface ManyClasses {
  classes: readonly PairClass[];
  u: Float64Array;
  weights: ManyWeights;
  logPosterior: number;
  /** The same without the priors on the levels. */
  logLikelihood: number;
  converged: boolean;
  /** Log posterior after each iteration, without constants. */
  trace: number[];
}

/** Share of the prior on m that classes other than the first have, where they start as matches. */
const CHANGED_PRIOR = 0.2;

/** Weights to start from: each class from its least share on, falling; the last has the rest. */
export function startingMany(agreed: Float64Array, least: readonly number[]): ManyWeights {
  const from = [...least, 0];
  return from.map((low, c) => {
    const below = c === 0 ? Number.POSITIVE_INFINITY : from[c - 1]!;
    return agreed.map((share) => (share >= low && share < below ? 1 : 0));
  });
}

/** The classes with what agrees on at least a share taken out of all but the first, as a class of its own. */
export function takenOut(weights: ManyWeights, agreed: Float64Array, least: number): ManyWeights {
  const [matches, ...others] = weights;
  const taken = agreed.map((share, g) => (share < least ? 0 : others.reduce((sum, of) => sum + of[g]!, 0)));
  return [matches!, taken, ...others.map((of) => of.map((weight, g) => (agreed[g]! < least ? weight : 0)))];
}

/** How far to go. */
export interface ManyLimits {
  maxIterations: number;
  /** It is over when an iteration gains less than this, in nats. */
  leastGain: number;
  /**
   * Vectors of levels whose pairs can be other than chance; all by default. The others are weighed in the last
   * iteration only, so that the log posterior is that of all.
   */
  among?: Int32Array | undefined;
}

/**
 * Estimate the classes from starting weights; each iteration costs O(C·G), see `level-vectors`, and where all
 * patterns are weighed the log posterior never falls.
 *
 * @param areMatches which classes start as matches: what is assumed of their m
 */
export function estimateMany(
  patterns: Patterns,
  start: ManyWeights,
  areMatches: readonly boolean[],
  options: Omit<RelatedOptions, 'tolerance' | 'accelerate'> & ManyLimits,
): ManyClasses {
  const { mPrior, uPrior, background, logDependence, maxIterations, leastGain, among } = options;
  const { levelCounts, counts } = patterns;
  const offsets = levelOffsets(levelCounts);
  const slots = offsets.at(-1)!;
  const RANDOM = start.length;
  const listed = counts.reduce((sum, count) => sum + count, 0);
  const totalPairs = Math.max(listed, options.totalPairs, 1);
  const changedPrior = mPrior.map((count) => CHANGED_PRIOR * count);
  const relatedPrior = relatedPseudoCounts(levelCounts, background, uPrior);
  const pseudo = start.map((_, c) => (c === 0 ? mPrior : areMatches[c] ? changedPrior : relatedPrior));
  pseudo.push(uPrior.map((count, i) => count + background[i]!));
  let step = new Expectation(patterns, RANDOM, logDependence, among);
  const outside = levelsOutside(patterns, among);
  const values = pseudo.map(() => new Float64Array(slots).fill(0.5));
  const shares = new Float64Array(pseudo.length);
  const pairs = new Float64Array(RANDOM);
  const buffer = new Float64Array(slots);

  const maximise = (): void => {
    values.forEach((out, c) => {
      const expected = step.levels[c]!;
      for (let i = 0; i < slots; i++)
        buffer[i] = expected[i]! + pseudo[c]![i]! + (c === RANDOM ? outside[i]! : 0);
      levelCounts.forEach((_, f) => {
        normalise(buffer, out, offsets[f]!, offsets[f + 1]!);
      });
    });
    pairs.set(step.pairs.subarray(0, RANDOM));
    shares[RANDOM] = 1;
    pairs.forEach((inClass, c) => {
      shares[c] = boundPrior(Math.min(1 / (2 * RANDOM), inClass / totalPairs));
      shares[RANDOM]! -= shares[c]!;
    });
  };
  /** The E-step; answers with the log posterior, of the patterns visited. */
  const evaluate = (): number => {
    values.forEach((levels, c) => {
      step.assume(c, Math.log(shares[c]!), levels);
    });
    step.collect();
    const unlisted = (totalPairs - listed) * Math.log(shares[RANDOM]!);
    return pseudo.reduce(
      (sum, count, c) => sum + weightedLogs(count, values[c]!),
      step.logLikelihood + unlisted,
    );
  };

  const trace: number[] = [];
  let converged = false;
  step.collectWeights(start);
  while (!converged && trace.length < Math.max(1, maxIterations)) {
    maximise();
    trace.push(evaluate());
    converged = trace.length > 1 && trace.at(-1)! - trace.at(-2)! < leastGain;
  }
  if (among !== undefined) {
    step = new Expectation(patterns, RANDOM, logDependence);
    trace.push(evaluate());
  }
  const classes = start.map((_, c) => ({ share: shares[c]!, pairs: pairs[c]!, levels: values[c]! }));
  const logPosterior = trace.at(-1)!;
  const logPrior = [...pseudo.slice(0, -1), uPrior].reduce(
    (sum, count, c) => sum + weightedLogs(count, values[c]!),
    0,
  );
  return {
    ...{ classes, u: values[RANDOM]!, weights: step.weigh(), converged, trace },
    ...{ logPosterior, logLikelihood: logPosterior - logPrior },
  };
}

/** Level counts of the pairs that show none of the vectors, flat. */
function levelsOutside(patterns: Patterns, vectors: Int32Array | undefined): Float64Array {
  const { distinct } = levelVectors(patterns);
  const counts = vectors === undefined ? new Float64Array(distinct.size) : distinct.counts.slice();
  for (const v of vectors ?? []) counts[v] = 0;
  return listedLevels({ ...distinct, counts });
}

/**
 * Log of P(pattern | one of the classes named) / P(pattern | any other) of every pattern, natural, length G.
 *
 * @param isMatch which of the classes are meant
 */
export function manyLogRatios(
  patterns: Patterns,
  { classes, u }: Pick<ManyClasses, 'classes' | 'u'>,
  isMatch: readonly boolean[],
  logDependence: Float64Array,
): Float64Array {
  const vectors = levelVectors(patterns);
  const joint = (share: number, levels: Float64Array): Float64Array => {
    const logShare = Math.log(share);
    return sumsOfLevels(vectors, levels.map(Math.log)).map((sum) => logShare + sum);
  };
  const matching = new Float64Array(vectors.distinct.size).fill(Number.NEGATIVE_INFINITY);
  const other = matching.slice();
  let [prior, rest] = [0, 1];
  classes.forEach(({ share, levels }, c) => {
    const to = isMatch[c] ? matching : other;
    joint(share, levels).forEach((log, v) => {
      to[v] = logSumExp(to[v]!, log);
    });
    if (isMatch[c]) prior += share;
    rest -= share;
  });
  const random = joint(rest, u);
  const logOdds = Math.log(prior) - Math.log1p(-prior);
  return logDependence.map((dependence, g) => {
    const v = vectors.ofPattern[g]!;
    return matching[v]! - logSumExp(other[v]!, random[v]! + dependence) - logOdds;
  });
}
