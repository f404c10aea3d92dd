/**
 * Errors that avoid each other. Fellegi–Sunter takes the columns of a match to err independently; where each
 * copy got one error, as in test data and after proof-reading, two errors in one pair are much rarer than that.
 * With k columns of a match in error (not equal, of those compared) the probability of its pattern becomes
 *
 *     P(g | match) = ∏_f m_f,g · e^(αk − γ k(k − 1)/2) / Z(columns compared),
 *
 * α and γ ≥ 0 learned so that matches have as many errors, and as many pairs of them, as the model expects.
 * γ = 0 is independence; errors that come together (γ < 0) would lend weight to pairs that agree on little, and
 * are left as they are.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { Parameters } from './parameters.ts';

export interface ErrorCount {
  /** Repulsion of errors, γ; 0 where it is not significant. */
  readonly gamma: number;
  /** What it adds to the log of P(pattern | match), length G. */
  readonly logTilt: Float64Array;
}

/** α and γ are looked for up to here, where two errors are next to impossible. */
const MOST = 12;
/** Standard errors by which pairs of errors must fall short of independence. */
const SIGNIFICANT = 4;

/**
 * Learn γ from the matches of an estimate.
 *
 * @param weights match probability of each pattern, length G
 */
export function errorCount(patterns: Patterns, { m }: Parameters, weights: Float64Array): ErrorCount {
  const groups = [...groupByCompared(patterns, m, weights).values()];
  const seen = { errors: 0, pairs: 0 };
  for (const { matches, members } of groups)
    if (matches > 0)
      for (const { g, k } of members) {
        seen.errors += patterns.counts[g]! * weights[g]! * k;
        seen.pairs += patterns.counts[g]! * weights[g]! * pairsOf(k);
      }
  const expected = (alpha: number, gamma: number): Moments => {
    const sum = { errors: 0, pairs: 0 };
    for (const { matches, errors } of groups) {
      const of = tilted(errors, alpha, gamma);
      sum.errors += matches * of.errors;
      sum.pairs += matches * of.pairs;
    }
    return sum;
  };
  const logTilt = new Float64Array(patterns.size);
  const independent = expected(0, 0).pairs;
  if (independent - seen.pairs <= SIGNIFICANT * Math.sqrt(independent)) return { gamma: 0, logTilt };
  const alphaAt = (gamma: number): number =>
    bisect(-MOST, MOST, (alpha) => expected(alpha, gamma).errors < seen.errors);
  const gamma = bisect(0, MOST, (value) => expected(alphaAt(value), value).pairs > seen.pairs);
  const alpha = alphaAt(gamma);
  for (const { errors, members } of groups) {
    const logZ = Math.log(tilted(errors, alpha, gamma).total);
    for (const { g, k } of members) logTilt[g] = alpha * k - gamma * pairsOf(k) - logZ;
  }
  return { gamma, logTilt };
}

/** Mean number of errors of a match, and of pairs of errors. */
interface Moments {
  errors: number;
  pairs: number;
}

/** Patterns in which the same columns are compared. */
interface Group {
  /** Probability of k errors, k = 0 … number of columns, where columns err independently. */
  errors: Float64Array;
  members: { g: number; k: number }[];
  /** Expected matches. */
  matches: number;
}

function groupByCompared(patterns: Patterns, m: Float64Array, weights: Float64Array): Map<string, Group> {
  const { levelCounts, levels, counts, size } = patterns;
  const offsets = levelOffsets(levelCounts);
  const groups = new Map<string, Group>();
  for (let g = 0; g < size; g++) {
    const compared = levelCounts
      .map((_, f) => f)
      .filter((f) => levels[g * levelCounts.length + f] !== MISSING);
    const key = compared.join();
    let group = groups.get(key);
    if (group === undefined) {
      const rates = compared.map((f) => 1 - m[offsets[f + 1]! - 1]!);
      group = { errors: errorDistribution(rates), members: [], matches: 0 };
      groups.set(key, group);
    }
    const k = compared.filter((f) => levels[g * levelCounts.length + f]! < levelCounts[f]! - 1).length;
    const matches = counts[g]! * weights[g]!;
    group.members.push({ g, k });
    group.matches += matches;
  }
  return groups;
}

/** Probability of each number of errors among columns that err independently (Poisson-binomial). */
function errorDistribution(rates: readonly number[]): Float64Array {
  const distribution = new Float64Array(rates.length + 1);
  distribution[0] = 1;
  rates.forEach((rate, done) => {
    for (let k = done + 1; k > 0; k--)
      distribution[k] = distribution[k]! * (1 - rate) + distribution[k - 1]! * rate;
    distribution[0]! *= 1 - rate;
  });
  return distribution;
}

/** Total of the distribution when tilted, and its moments. */
function tilted(distribution: Float64Array, alpha: number, gamma: number): Moments & { total: number } {
  let total = 0;
  let errors = 0;
  let pairs = 0;
  distribution.forEach((probability, k) => {
    const weight = probability * Math.exp(alpha * k - gamma * pairsOf(k));
    total += weight;
    errors += weight * k;
    pairs += weight * pairsOf(k);
  });
  return { total, errors: errors / total, pairs: pairs / total };
}

function pairsOf(k: number): number {
  return (k * (k - 1)) / 2;
}

/** Where a condition that holds below a number and not above it changes. */
function bisect(from: number, to: number, isBelow: (x: number) => boolean): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
