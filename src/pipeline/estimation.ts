/**
 * Estimation from raw records: EM over the evidence of a table, with what makes it right for blocked pairs:
 * u from the whole cross product, the prior over all pairs, priors on m and u, rarity of values, several
 * starts, dependence between columns, and a class of related non-matches where the evidence asks for one.
 */
import { levelOffsets } from '../compare/patterns.ts';
import { unlistedLevels } from '../em/background.ts';
import { COHERENT, DOUBTFUL, MOST_RELATED, SETTLED } from '../em/coherence.ts';
import { diagnose, type Warning } from '../em/diagnosis.ts';
import { normalise } from '../em/parameters.ts';
import { startingClasses } from '../em/related.ts';
import { withChanged } from './changed-classes.ts';
import {
  type Beginning,
  type Classes,
  type ClassMaterial,
  type ClassOptions,
  threeClasses,
  twoClasses,
} from './classes.ts';
import type { Steps } from './steps.ts';

/** Pseudo-matches of the prior on m: at equality, and spread over the levels below it. */
const EQUAL_PRIOR = 8;
const UNEQUAL_PRIOR = 2;
/** Pseudo-pairs of the prior on u, per level. */
const U_PRIOR = 0.5;
/** How many times its weight the prior on m has where m is not to be learned. */
const HELD = 100;
/** Shares of the information compared that pairs must agree on to start as matches beside related pairs. */
const HALF = 0.5;
const MOST = 0.8;

export interface Estimation extends Omit<Classes, 'logAdjustment'> {
  /** The two classes that were found first, for an estimate from more pairs to begin with. */
  readonly beginning: Beginning;
  /** Whether m was assumed because what could be learned was not coherent. */
  readonly held: boolean;
  readonly warnings: readonly Warning[];
}

/** What there is to estimate from. */
export interface Material extends ClassMaterial {
  /** Column names, length F. */
  names: readonly string[];
  /** Level counts of all pairs, flat. */
  crossProduct: Float64Array;
  totalPairs: number;
  /** Levels that are kinds rather than degrees, flat. */
  kinds?: ReadonlySet<number> | undefined;
  /** What the levels of each column are called. */
  levelNames?: readonly (readonly string[])[] | undefined;
}

export interface Limits {
  maxIterations?: number | undefined;
  tolerance?: number | undefined;
}

/**
 * Estimate m, u and the prior.
 *
 * Two classes come first. Where their match class is not coherent beyond doubt, a third class is tried, and
 * believed if its posterior is higher and it is no mere part of the matches; from a second start too where what is
 * believed is no more coherent than households can be. Where even then the matches
 * share too little to be the same, m is not learned from them but held near its prior.
 *
 * @param beginning where two classes were found before, from some of the pairs
 */
export function* estimateFromEvidence(
  material: Material,
  limits: Limits = {},
  beginning?: Beginning,
): Steps<Estimation> {
  const { evidence, names, crossProduct, totalPairs, without } = material;
  const { patterns } = evidence;
  const options: ClassOptions = {
    ...{ totalPairs, background: unlistedLevels(patterns, crossProduct) },
    ...levelPriors(patterns.levelCounts),
    ...(limits.maxIterations === undefined ? {} : { maxIterations: limits.maxIterations }),
    ...(limits.tolerance === undefined ? {} : { tolerance: limits.tolerance }),
  };
  const two = yield* twoClasses(material, options, beginning);
  const { classes: found, held } =
    limits.maxIterations === 0 || without?.has('related')
      ? { classes: two, held: false }
      : yield* withRelated(material, options, two);
  const classes =
    held || limits.maxIterations === 0 || without?.has('changed')
      ? found
      : yield* withChanged(material, options, found, frequencies(patterns.levelCounts, crossProduct));
  const { logAdjustment, ...estimation } = classes;
  const warnings = diagnose(patterns, names, estimation.estimates, {
    ...options,
    kinds: material.kinds,
    levelNames: material.levelNames,
    logDependence: logAdjustment,
  });
  return {
    ...{ ...estimation, held, warnings: held ? [M_HELD, ...warnings] : warnings },
    beginning: {
      starts: two.estimates.optima.map(({ parameters }) => parameters),
      dependence: two.dependence,
    },
  };
}

const M_HELD: Warning = {
  code: 'm_held',
  message:
    'the pairs that are most alike share a place or a household rather than being the same; how matches agree was ' +
    'assumed instead of learned, so look at the matches before using them',
};

/** The classes to believe: those given, or better ones that know of related pairs. */
function* withRelated(
  material: Material,
  options: ClassOptions,
  two: Classes,
): Steps<{ classes: Classes; held: boolean }> {
  const { patterns } = material.evidence;
  const u = frequencies(patterns.levelCounts, material.crossProduct);
  const startAt = (share: number) => startingClasses(patterns, u, options.totalPairs, share);
  let best = two;
  if (best.coherence < COHERENT) best = better(best, yield* threeClasses(material, options, startAt(HALF)));
  if (best.coherence < SETTLED) best = better(best, yield* threeClasses(material, options, startAt(MOST)));
  if (best.coherence >= DOUBTFUL) return { classes: best, held: false };
  const firm = { ...options, mPrior: options.mPrior.map((count) => HELD * count) };
  const held = yield* threeClasses(material, firm, startAt(HALF));
  if (!isApart(held)) return { classes: best, held: false };
  const learned = yield* threeClasses(material, options, held.related!.weights);
  return learned.coherence >= DOUBTFUL && isApart(learned)
    ? { classes: learned, held: false }
    : { classes: held, held: true };
}

/** The one with the higher posterior, provided that its related pairs are no part of the matches. */
function better(known: Classes, other: Classes): Classes {
  const rises = other.estimates.best.logPosterior > known.estimates.best.logPosterior;
  return rises && isApart(other) ? other : known;
}

function isApart({ related }: Classes): boolean {
  return related !== undefined && related.coherence < MOST_RELATED;
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
