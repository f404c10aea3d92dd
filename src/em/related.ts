/**
 * EM with a third class: matches, related non-matches, random pairs (Larsen & Rubin, 2001). People of one
 * household share surname and address, restaurants of one street the area code, papers of one author the
 * author: pairs too alike to be chance and still not the same. With two classes they pass for matches.
 *
 *     P(γ) = π ∏m + ρ ∏r + (1 − π − ρ) d ∏u
 *
 * u is held near the levels of all pairs by the background, as with two classes. The likelihood alone does
 * not say which class is which: the start does, which calls matches the pairs that agree on nearly all that
 * can be compared, and related the others that are too alike to be chance.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { MaximisationOptions } from './maximisation.ts';
import { boundPrior, normalise } from './parameters.ts';

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
}

export interface RelatedResult {
  /** π, ρ, and m, r, u flat over fields and levels. */
  prior: number;
  relatedPrior: number;
  m: Float64Array;
  r: Float64Array;
  u: Float64Array;
  weights: ClassWeights;
  /** log of P(pattern | match) / P(pattern | non-match), natural, length G. */
  logRatios: Float64Array;
  /** Expected numbers of pairs. */
  matches: number;
  related: number;
  iterations: number;
  converged: boolean;
  logPosterior: number;
  /** Log posterior after each iteration, without constants. */
  trace: number[];
}

/** Share of the information compared that a pair must agree on to start as a match. */
const STRICT = 0.8;
/** Pseudo-pairs that start r at u. */
const RELATED_PRIOR = 5;
const TOLERANCE = 1e-6;

/**
 * Where the three-class EM starts: patterns whose surprise Σ_f −log P(level or higher | u) exceeds the log
 * of the number of pairs are no chance; of these, matches agree on at least four fifths of the information
 * that could be compared.
 *
 * @param u level frequencies of all pairs, flat
 */
export function startingClasses(patterns: Patterns, u: Float64Array, totalPairs: number): ClassWeights {
  const { size, levels, levelCounts } = patterns;
  const offsets = levelOffsets(levelCounts);
  const surprise = new Float64Array(u.length);
  levelCounts.forEach((_, f) => {
    let tail = 0;
    for (let i = offsets[f + 1]! - 1; i >= offsets[f]!; i--) {
      tail += u[i]!;
      surprise[i] = -Math.log(Math.min(1, tail));
    }
  });
  const threshold = Math.log(Math.max(1, totalPairs));
  const matches = new Float64Array(size);
  const related = new Float64Array(size);
  for (let g = 0; g < size; g++) {
    let sum = 0;
    let possible = 0;
    for (let f = 0; f < levelCounts.length; f++) {
      const level = levels[g * levelCounts.length + f]!;
      if (level === MISSING) continue;
      sum += surprise[offsets[f]! + level]!;
      possible += surprise[offsets[f + 1]! - 1]!;
    }
    if (sum <= threshold) continue;
    if (sum >= STRICT * possible) matches[g] = 1;
    else related[g] = 1;
  }
  return { matches, related };
}

/**
 * Estimate the three classes from starting weights. Each iteration costs O(G·F); the log posterior never
 * falls.
 */
export function estimateRelated(
  patterns: Patterns,
  start: ClassWeights,
  options: RelatedOptions,
): RelatedResult {
  const { size, levelCounts, levels, counts } = patterns;
  const { background, mPrior, uPrior, logDependence, maxIterations = 1000 } = options;
  const fields = levelCounts.length;
  const offsets = levelOffsets(levelCounts);
  const slots = offsets[fields]!;
  const listed = counts.reduce((sum, count) => sum + count, 0);
  const totalPairs = Math.max(listed, options.totalPairs);
  const index = Int32Array.from(levels, (level, i) =>
    level === MISSING ? slots : offsets[i % fields]! + level,
  );
  const [m, r, u] = [new Float64Array(slots), new Float64Array(slots), new Float64Array(slots)];
  const rPrior = background.map((count, i) => count + uPrior[i]!);
  for (let f = 0; f < fields; f++) {
    normalise(rPrior, rPrior, offsets[f]!, offsets[f + 1]!);
    for (let i = offsets[f]!; i < offsets[f + 1]!; i++) rPrior[i]! *= RELATED_PRIOR;
  }
  const expected = [
    new Float64Array(slots + 1),
    new Float64Array(slots + 1),
    new Float64Array(slots + 1),
  ] as const;
  const logs = [
    new Float64Array(slots + 1),
    new Float64Array(slots + 1),
    new Float64Array(slots + 1),
  ] as const;
  const weights = { matches: start.matches.slice(), related: start.related.slice() };
  const logRatios = new Float64Array(size);
  let prior = 0;
  let relatedPrior = 0;
  let change = 0;

  const collect = (): void => {
    for (const array of expected) array.fill(0);
    for (let g = 0; g < size; g++) {
      const match = counts[g]! * weights.matches[g]!;
      const related = counts[g]! * weights.related[g]!;
      const random = counts[g]! - match - related;
      for (let i = g * fields, end = i + fields; i < end; i++) {
        const slot = index[i]!;
        expected[0][slot]! += match;
        expected[1][slot]! += related;
        expected[2][slot]! += random;
      }
    }
  };
  const maximise = (): void => {
    const before = [m.slice(), r.slice(), prior, relatedPrior] as const;
    let [matches, related] = [0, 0];
    for (let g = 0; g < size; g++) {
      matches += counts[g]! * weights.matches[g]!;
      related += counts[g]! * weights.related[g]!;
    }
    prior = boundPrior(matches / Math.max(1e-9, totalPairs));
    relatedPrior = Math.min(boundPrior(related / Math.max(1e-9, totalPairs)), (1 - prior) / 2);
    for (let i = 0; i < slots; i++) {
      expected[0][i]! += mPrior[i]!;
      expected[1][i]! += rPrior[i]!;
      expected[2][i]! += uPrior[i]! + background[i]!;
    }
    for (let f = 0; f < fields; f++) {
      normalise(expected[0], m, offsets[f]!, offsets[f + 1]!);
      normalise(expected[1], r, offsets[f]!, offsets[f + 1]!);
      normalise(expected[2], u, offsets[f]!, offsets[f + 1]!);
    }
    change = Math.max(
      Math.abs(prior - before[2]) / prior,
      Math.abs(relatedPrior - before[3]) / relatedPrior,
      largestDifference(m, before[0]),
      largestDifference(r, before[1]),
    );
  };
  /** E-step; answers with the log posterior at the parameters it used. */
  const expect = (): number => {
    for (let i = 0; i < slots; i++) {
      logs[0][i] = Math.log(m[i]!);
      logs[1][i] = Math.log(r[i]!);
      logs[2][i] = Math.log(u[i]!);
    }
    const logPrior = Math.log(prior);
    const logRelated = Math.log(relatedPrior);
    const logRandom = Math.log1p(-prior - relatedPrior);
    const logNonMatch = Math.log1p(-prior);
    let logPosterior = (totalPairs - listed) * logRandom;
    for (let g = 0; g < size; g++) {
      let a = logPrior;
      let b = logRelated;
      let c = logRandom + logDependence[g]!;
      for (let i = g * fields, end = i + fields; i < end; i++) {
        const slot = index[i]!;
        a += logs[0][slot]!;
        b += logs[1][slot]!;
        c += logs[2][slot]!;
      }
      const most = Math.max(a, b, c);
      const [match, related, random] = [Math.exp(a - most), Math.exp(b - most), Math.exp(c - most)];
      const sum = match + related + random;
      weights.matches[g] = match / sum;
      weights.related[g] = related / sum;
      const logOthers = most + Math.log(related + random);
      logRatios[g] = a - logPrior - (related + random > 0 ? logOthers : Math.max(b, c)) + logNonMatch;
      logPosterior += counts[g]! * (most + Math.log(sum));
    }
    for (let i = 0; i < slots; i++)
      logPosterior +=
        mPrior[i]! * logs[0][i]! + rPrior[i]! * logs[1][i]! + (uPrior[i]! + background[i]!) * logs[2][i]!;
    return logPosterior;
  };

  const trace: number[] = [];
  let iterations = 0;
  let converged = false;
  while (iterations < Math.max(1, maxIterations) && !converged) {
    collect();
    maximise();
    iterations++;
    trace.push(expect());
    converged = iterations > 1 && change < TOLERANCE;
  }
  const total = (values: Float64Array): number =>
    values.reduce((sum, value, g) => sum + counts[g]! * value, 0);
  return {
    ...{ prior, relatedPrior, m, r, u, weights, logRatios, iterations, converged, trace },
    logPosterior: trace.at(-1)!,
    ...{ matches: total(weights.matches), related: total(weights.related) },
  };
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}
