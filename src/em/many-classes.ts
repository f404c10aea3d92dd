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
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
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
  /** log P(pattern and class), the random one last; C + 1 lists of length G. */
  logJoint: readonly Float64Array[];
  logPosterior: number;
  /** The same without the priors on the levels. */
  logLikelihood: number;
  converged: boolean;
  /** Log posterior after each iteration, without constants. */
  trace: number[];
}

/** Share of the prior on m that classes other than the first have, where they start as matches. */
const CHANGED_PRIOR = 0.2;
/** Logs of probability ratios below which a class is left out of a pattern. */
const NEGLIGIBLE = -40;

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
   * Patterns that can be other than chance; all by default. The others are weighed in the last iteration only, so
   * that the log posterior is that of all.
   */
  among?: Int32Array | undefined;
}

/**
 * Estimate the classes from starting weights; each iteration costs O(C·G·F), and where all patterns are
 * weighed the log posterior never falls.
 *
 * @param areMatches which classes start as matches: what is assumed of their m
 */
export function estimateMany(
  patterns: Patterns,
  start: ManyWeights,
  areMatches: readonly boolean[],
  options: Omit<RelatedOptions, 'tolerance' | 'accelerate'> & ManyLimits,
): ManyClasses {
  const { mPrior, uPrior, background, logDependence, maxIterations, leastGain } = options;
  const { size, levels, levelCounts, counts } = patterns;
  const fields = levelCounts.length;
  const offsets = levelOffsets(levelCounts);
  const slots = offsets.at(-1)!;
  const RANDOM = start.length;
  const listed = counts.reduce((sum, count) => sum + count, 0);
  const totalPairs = Math.max(listed, options.totalPairs, 1);
  const changedPrior = mPrior.map((count) => CHANGED_PRIOR * count);
  const relatedPrior = relatedPseudoCounts(levelCounts, background, uPrior);
  const pseudo = start.map((_, c) => (c === 0 ? mPrior : areMatches[c] ? changedPrior : relatedPrior));
  pseudo.push(uPrior.map((count, i) => count + background[i]!));
  /** Slot of every field in every pattern, G × F; the last slot for missing comparisons. */
  const index = Int32Array.from(levels, (level, i) =>
    level === MISSING ? slots : offsets[i % fields]! + level,
  );
  const inAll = new Float64Array(slots + 1);
  index.forEach((slot, i) => {
    inAll[slot]! += counts[Math.floor(i / fields)]!;
  });
  const weights = start.map((of) => of.slice());
  const expected = pseudo.map(() => new Float64Array(slots + 1));
  const values = pseudo.map(() => new Float64Array(slots).fill(0.5));
  const logs = pseudo.map(() => new Float64Array(slots + 1));
  const shares = new Float64Array(pseudo.length);
  const pairs = new Float64Array(start.length);
  const logJoint = pseudo.map(() => new Float64Array(size));
  const buffer = new Float64Array(slots);

  const everyPattern = Int32Array.from({ length: size }, (_, g) => g);
  let visited = options.among ?? everyPattern;

  const collect = (): void => {
    for (const of of expected) of.fill(0);
    const random = expected[RANDOM]!;
    random.set(inAll);
    pairs.fill(0);
    weights.forEach((of, c) => {
      const to = expected[c]!;
      for (const g of visited) {
        if (of[g] === 0) continue;
        const inClass = counts[g]! * of[g]!;
        pairs[c]! += inClass;
        for (let i = g * fields; i < (g + 1) * fields; i++) {
          to[index[i]!]! += inClass;
          random[index[i]!]! -= inClass;
        }
      }
    });
  };
  const maximise = (): void => {
    values.forEach((out, c) => {
      for (let i = 0; i < slots; i++) buffer[i] = Math.max(0, expected[c]![i]!) + pseudo[c]![i]!;
      levelCounts.forEach((_, f) => {
        normalise(buffer, out, offsets[f]!, offsets[f + 1]!);
      });
      for (let i = 0; i < slots; i++) logs[c]![i] = Math.log(out[i]!);
    });
    shares[RANDOM] = 1;
    pairs.forEach((inClass, c) => {
      shares[c] = boundPrior(Math.min(1 / (2 * pairs.length), inClass / totalPairs));
      shares[RANDOM]! -= shares[c]!;
    });
  };
  /** The E-step; answers with the log posterior, of the patterns visited. */
  const weigh = (): number => {
    let sum = (totalPairs - listed) * Math.log(shares[RANDOM]!);
    pseudo.forEach((count, c) => {
      sum += weightedLogs(count, values[c]!);
    });
    const logShares = shares.map(Math.log);
    for (const g of visited) {
      const first = g * fields;
      let most = Number.NEGATIVE_INFINITY;
      for (let c = 0; c <= RANDOM; c++) {
        const log = logs[c]!;
        let joint = logShares[c]! + (c === RANDOM ? logDependence[g]! : 0);
        for (let i = first; i < first + fields; i++) joint += log[index[i]!]!;
        logJoint[c]![g] = joint;
        if (joint > most) most = joint;
      }
      let total = 0;
      for (let c = 0; c <= RANDOM; c++) {
        const below = logJoint[c]![g]! - most;
        const part = below < NEGLIGIBLE ? 0 : Math.exp(below);
        total += part;
        if (c < RANDOM) weights[c]![g] = part;
      }
      for (let c = 0; c < RANDOM; c++) weights[c]![g]! /= total;
      sum += counts[g]! * (most + Math.log(total));
    }
    return sum;
  };

  const trace: number[] = [];
  let converged = false;
  while (!converged && trace.length < Math.max(1, maxIterations)) {
    collect();
    maximise();
    trace.push(weigh());
    converged = trace.length > 1 && trace.at(-1)! - trace.at(-2)! < leastGain;
  }
  if (visited !== everyPattern) {
    visited = everyPattern;
    trace.push(weigh());
  }
  const classes = start.map((_, c) => ({ share: shares[c]!, pairs: pairs[c]!, levels: values[c]! }));
  const logPosterior = trace.at(-1)!;
  const logPrior = [...pseudo.slice(0, -1), uPrior].reduce(
    (sum, count, c) => sum + weightedLogs(count, values[c]!),
    0,
  );
  return {
    ...{ classes, u: values[RANDOM]!, weights, logJoint, converged, trace },
    ...{ logPosterior, logLikelihood: logPosterior - logPrior },
  };
}
