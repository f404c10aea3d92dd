/**
 * EM with a third class: matches, related non-matches, random pairs (Larsen & Rubin, 2001). People of one
 * household share surname and address, restaurants of one street the area code, papers of one author the
 * author: pairs too alike to be chance and still not the same. With two classes they pass for matches.
 *
 *     P(γ) = π ∏m + ρ ∏r + (1 − π − ρ) d ∏u
 *
 * u is held near the levels of all pairs by the background, as with two classes. The likelihood alone does
 * not say which class is which: the start does, which calls matches the pairs that agree on most of what can
 * be compared, and related the others that are too alike to be chance.
 */
import { levelOffsets, type Patterns } from '../compare/patterns.ts';
import { logSumExp } from '../math/log-sum-exp.ts';
import { Extrapolation } from './acceleration.ts';
import { Expectation } from './expectation.ts';
import { levelVectors, sumsOfLevels } from './level-vectors.ts';
import { type MaximisationOptions, weightedLogs } from './maximisation.ts';
import { boundPrior, normalise } from './parameters.ts';
import { sharesAgreed } from './start.ts';
import { ThreeClassParameters } from './three-class-parameters.ts';

/** Probability of each pattern's pairs to be matches and to be related; length G. */
export interface ClassWeights {
  matches: Float64Array;
  related: Float64Array;
}

export interface RelatedOptions extends MaximisationOptions {
  totalPairs: number;
  background: Float64Array;
  mPrior: Float64Array;
  uPrior: Float64Array;
  /** Added to each pattern's log u: rarity and dependence; length G. */
  logDependence: Float64Array;
  maxIterations?: number | undefined;
  /**
   * Converged when an M-step changes no m or r by more than this, nor π or ρ by more than this share
   * of itself, or when the log posterior has not risen for some iterations. Default 1e-6.
   */
  tolerance?: number | undefined;
  /** Extrapolate between M-steps (SQUAREM) where that raises the log posterior. Default true. */
  accelerate?: boolean | undefined;
}

export interface RelatedResult {
  /** π, ρ, and m, r, u flat over fields and levels. */
  prior: number;
  relatedPrior: number;
  m: Float64Array;
  r: Float64Array;
  u: Float64Array;
  weights: ClassWeights;
  /** Expected numbers of pairs. */
  matches: number;
  related: number;
  iterations: number;
  converged: boolean;
  logPosterior: number;
  /** Log posterior after each iteration, without constants. */
  trace: number[];
}

/** Pseudo-pairs that start r at u. */
const RELATED_PRIOR = 5;
/** Iterations before the first extrapolation, so that a long step cannot carry EM away from its start. */
const PLAIN_ITERATIONS = 10;
/** Iterations without a gain after which it is over. */
const STALLED = 10;
/** Stands for the number of pairs where there are none. */
const LEAST_PAIRS = 1e-9;

/**
 * Where the three-class EM starts: patterns whose surprise Σ_f −log P(level or higher | u) exceeds the log
 * of the number of pairs are no chance; of these, matches agree on at least the given share of the
 * information that could be compared.
 *
 * @param u level frequencies of all pairs, flat
 * @param share 0 to 1; above 1 all are related
 */
export function startingClasses(
  patterns: Patterns,
  u: Float64Array,
  totalPairs: number,
  share: number,
): ClassWeights {
  const agreed = sharesAgreed(patterns, u, totalPairs);
  const matches = agreed.map((of) => (of >= share ? 1 : 0));
  const related = agreed.map((of) => (of >= 0 && of < share ? 1 : 0));
  return { matches, related };
}

/**
 * Estimate the three classes from starting weights. Each iteration costs O(G), see `level-vectors`; the log
 * posterior never falls.
 */
export function estimateRelated(
  patterns: Patterns,
  start: ClassWeights,
  options: RelatedOptions,
): RelatedResult {
  const { mPrior, uPrior, background, maxIterations = 1000, tolerance = 1e-6, accelerate = true } = options;
  const { levelCounts, counts } = patterns;
  const offsets = levelOffsets(levelCounts);
  const slots = offsets.at(-1)!;
  const listed = counts.reduce((sum, count) => sum + count, 0);
  const totalPairs = Math.max(listed, options.totalPairs, LEAST_PAIRS);
  const rPrior = relatedPseudoCounts(levelCounts, background, uPrior);
  const uBase = uPrior.map((count, i) => count + background[i]!);
  const step = new Expectation(patterns, 2, options.logDependence);
  const buffer = new Float64Array(slots);

  const maximise = (out: ThreeClassParameters): void => {
    const [matches, related] = [step.pairs[0]!, step.pairs[1]!];
    const [m, r, u] = step.levels as [Float64Array, Float64Array, Float64Array];
    out.prior = boundPrior(matches / totalPairs);
    // Of what π leaves, also where π is at its bound and leaves more or less than the other pairs.
    const rest = Math.max(totalPairs - matches, related, LEAST_PAIRS);
    out.relatedPrior = Math.min(boundPrior((1 - out.prior) * (related / rest)), (1 - out.prior) / 2);
    for (const [expected, pseudo, to] of [
      [m, mPrior, out.ofMatches],
      [r, rPrior, out.ofRelated],
      [u, uBase, out.ofRandom],
    ] as const) {
      for (let i = 0; i < slots; i++) buffer[i] = expected[i]! + pseudo[i]!;
      levelCounts.forEach((_, f) => {
        normalise(buffer, to, offsets[f]!, offsets[f + 1]!);
      });
    }
  };
  const evaluate = (parameters: ThreeClassParameters): number => {
    assume(step, parameters);
    step.collect();
    const unlisted = (totalPairs - listed) * Math.log1p(-parameters.prior - parameters.relatedPrior);
    return (
      step.logLikelihood +
      unlisted +
      weightedLogs(mPrior, parameters.ofMatches) +
      weightedLogs(rPrior, parameters.ofRelated) +
      weightedLogs(uBase, parameters.ofRandom)
    );
  };

  const extrapolation = new Extrapolation(ThreeClassParameters.layout(levelCounts));
  let [current, previous, beforeThat, proposal] = [0, 1, 2, 3].map(
    () => new ThreeClassParameters(levelCounts),
  ) as [ThreeClassParameters, ThreeClassParameters, ThreeClassParameters, ThreeClassParameters];
  const trace: number[] = [];
  let iterations = 0;
  let sinceProposal = 0;
  let converged = false;
  step.collectWeights([start.matches, start.related]);
  while (iterations < Math.max(1, maxIterations) && !converged) {
    [beforeThat, previous, current] = [previous, current, beforeThat];
    maximise(current);
    iterations++;
    sinceProposal++;
    converged = (iterations > 1 && current.changeFrom(previous) < tolerance) || hasStalled(trace);
    if (accelerate && !converged && sinceProposal >= 2 && iterations >= PLAIN_ITERATIONS) {
      sinceProposal = 0;
      proposal.assign(current);
      if (extrapolation.propose(beforeThat, previous, current, proposal)) {
        const reached = evaluate(proposal);
        const accepted = reached >= trace.at(-1)!;
        extrapolation.learn(accepted);
        if (accepted) {
          [current, proposal] = [proposal, current];
          trace.push(reached);
          continue;
        }
      }
    }
    trace.push(evaluate(current));
  }
  assume(step, current);
  const [inMatches, inRelated] = step.weigh() as [Float64Array, Float64Array];
  const { prior, relatedPrior, ofMatches, ofRelated, ofRandom } = current;
  return {
    ...{ prior, relatedPrior, iterations, converged, trace },
    weights: { matches: inMatches, related: inRelated },
    ...{ m: ofMatches.slice(), r: ofRelated.slice(), u: ofRandom.slice() },
    ...{ logPosterior: trace.at(-1)!, matches: step.pairs[0]!, related: step.pairs[1]! },
  };
}

function assume(
  step: Expectation,
  { prior, relatedPrior, ofMatches, ofRelated, ofRandom }: ThreeClassParameters,
) {
  step.assume(0, Math.log(prior), ofMatches);
  step.assume(1, Math.log(relatedPrior), ofRelated);
  step.assume(2, Math.log1p(-prior - relatedPrior), ofRandom);
}

/** Natural log of P(pattern | match) / P(pattern | no match) of every pattern, length G. */
export function logRatios(
  patterns: Patterns,
  { prior, relatedPrior, m, r, u }: Pick<RelatedResult, 'prior' | 'relatedPrior' | 'm' | 'r' | 'u'>,
  logDependence: Float64Array,
): Float64Array {
  const vectors = levelVectors(patterns);
  const [ofM, ofR, ofU] = [m, r, u].map((of) => sumsOfLevels(vectors, of.map(Math.log)));
  const shareOfRelated = Math.log(relatedPrior) - Math.log1p(-prior);
  const shareOfRandom = Math.log1p(-prior - relatedPrior) - Math.log1p(-prior);
  return logDependence.map((dependence, g) => {
    const v = vectors.ofPattern[g]!;
    const random = shareOfRandom + ofU![v]! + dependence;
    return ofM![v]! - logSumExp(shareOfRelated + ofR![v]!, random);
  });
}

/** On a ridge the parameters may wander for ever while nothing is gained. */
function hasStalled(trace: readonly number[]): boolean {
  const [last, before] = [trace.at(-1), trace.at(-1 - STALLED)];
  return before !== undefined && last! - before <= Math.max(1e-9, 1e-15 * Math.abs(last!));
}

/** Pseudo-pairs of r: a few with the levels of all pairs. */
export function relatedPseudoCounts(
  levelCounts: readonly number[],
  background: Float64Array,
  uPrior: Float64Array,
): Float64Array {
  const offsets = levelOffsets(levelCounts);
  const counts = background.map((count, i) => count + uPrior[i]!);
  levelCounts.forEach((_, f) => {
    normalise(counts, counts, offsets[f]!, offsets[f + 1]!);
  });
  return counts.map((share) => RELATED_PRIOR * share);
}
