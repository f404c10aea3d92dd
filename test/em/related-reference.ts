/**
 * EM of three classes written down as it reads, over single pairs, with plain products and sums, for
 * comparison. Nothing here is shared with src/em.
 */
import type { Pair } from './reference.ts';

/** Shares of matches and of related pairs, and the level frequencies of the three classes. */
export interface ThreeClasses {
  prior: number;
  relatedPrior: number;
  m: number[][];
  r: number[][];
  u: number[][];
}

export interface ThreeClassOptions {
  totalPairs: number;
  background: number[][];
  mPrior: number[][];
  uPrior: number[][];
  /** Pseudo-pairs laid out as u. */
  relatedPairs: number;
}

/** Probability of one pair under each class, times the share of the class. */
function joint({ levels, dependence = 1 }: Pair, model: ThreeClasses): [number, number, number] {
  const { prior, relatedPrior, m, r, u } = model;
  let [match, related, random] = [prior, relatedPrior, (1 - prior - relatedPrior) * dependence];
  levels.forEach((level, f) => {
    if (level === null) return;
    match *= m[f]![level]!;
    related *= r[f]![level]!;
    random *= u[f]![level]!;
  });
  return [match, related, random];
}

/** Probability of a pair to be a match, related, random. */
export function classesOf(pair: Pair, model: ThreeClasses): [number, number, number] {
  const [match, related, random] = joint(pair, model);
  const sum = match + related + random;
  return [match / sum, related / sum, random / sum];
}

/** P(levels | match) / P(levels | no match). */
export function likelihoodRatio(pair: Pair, model: ThreeClasses): number {
  const [match, related, random] = joint(pair, model);
  return match / model.prior / ((related + random) / (1 - model.prior));
}

const scaled = (row: readonly number[], total: number): number[] => {
  const sum = row.reduce((a, b) => a + b);
  return row.map((value) => (value / sum) * total);
};

/** What r is pulled to: the level frequencies of the background, as so many pseudo-pairs. */
function relatedPrior({ background, uPrior, relatedPairs }: ThreeClassOptions): number[][] {
  return background.map((row, f) =>
    scaled(
      row.map((count, l) => count + uPrior[f]![l]!),
      relatedPairs,
    ),
  );
}

/** M-step from the class probabilities of each pair. */
export function maximise(
  pairs: readonly Pair[],
  classes: readonly (readonly [number, number, number])[],
  options: ThreeClassOptions,
): ThreeClasses {
  const { totalPairs, background, mPrior, uPrior } = options;
  const share = (of: 0 | 1 | 2): number =>
    pairs.reduce((sum, { weight }, i) => sum + weight * classes[i]![of], 0) / totalPairs;
  const levels = (of: 0 | 1 | 2, base: number[][]): number[][] =>
    base.map((row, f) =>
      scaled(
        row.map((pseudo, l) =>
          pairs.reduce(
            (sum, pair, i) => sum + (pair.levels[f] === l ? pair.weight * classes[i]![of] : 0),
            pseudo,
          ),
        ),
        1,
      ),
    );
  const prior = share(0);
  return {
    prior,
    relatedPrior: Math.min(share(1), (1 - prior) / 2),
    m: levels(0, mPrior),
    r: levels(1, relatedPrior(options)),
    u: levels(
      2,
      uPrior.map((row, f) => row.map((count, l) => count + background[f]![l]!)),
    ),
  };
}

/** Log likelihood of all pairs, listed or not, plus the log of the priors without constants. */
export function logPosterior(
  pairs: readonly Pair[],
  model: ThreeClasses,
  options: ThreeClassOptions,
): number {
  let sum = 0;
  let listed = 0;
  for (const pair of pairs) {
    sum += pair.weight * Math.log(joint(pair, model).reduce((a, b) => a + b));
    listed += pair.weight;
  }
  sum += (options.totalPairs - listed) * Math.log(1 - model.prior - model.relatedPrior);
  const dot = (counts: number[][], p: number[][]): number =>
    counts.flatMap((row, f) => row.map((count, l) => count * Math.log(p[f]![l]!))).reduce((a, b) => a + b);
  return (
    sum +
    dot(options.mPrior, model.m) +
    dot(relatedPrior(options), model.r) +
    dot(options.uPrior, model.u) +
    dot(options.background, model.u)
  );
}
