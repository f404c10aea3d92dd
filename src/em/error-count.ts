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
import { distinctRows } from './distinct-rows.ts';
import { levelVectors, ofEachPattern } from './level-vectors.ts';
import type { Parameters } from './parameters.ts';

export interface ErrorCount {
  /** Repulsion of errors, γ; 0 where it is not significant. */
  readonly gamma: number;
  /** What it adds to the log of P(pattern | match), length G. */
  readonly logTilt: Float64Array;
  /** The same of other patterns of the same fields. */
  tilt(patterns: Patterns): Float64Array;
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
  const vectors = levelVectors(patterns);
  const { distinct, ofPattern } = vectors;
  const { groups, groupOf, errorsOf } = groupByCompared(distinct, m);
  const seen = { errors: 0, pairs: 0 };
  for (let g = 0; g < weights.length; g++) {
    const v = ofPattern[g]!;
    const matches = patterns.counts[g]! * weights[g]!;
    groups[groupOf[v]!]!.matches += matches;
    seen.errors += matches * errorsOf[v]!;
    seen.pairs += matches * pairsOf(errorsOf[v]!);
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
  const independent = expected(0, 0).pairs;
  if (independent - seen.pairs <= SIGNIFICANT * Math.sqrt(independent))
    return { gamma: 0, logTilt: new Float64Array(patterns.size), tilt: ({ size }) => new Float64Array(size) };
  const alphaAt = (gamma: number): number =>
    bisect(-MOST, MOST, (alpha) => expected(alpha, gamma).errors < seen.errors);
  const gamma = bisect(0, MOST, (value) => expected(alphaAt(value), value).pairs > seen.pairs);
  const alpha = alphaAt(gamma);
  const tilt = (of: Patterns): Float64Array => logTilts(of, m, alpha, gamma);
  return { gamma, logTilt: tilt(patterns), tilt };
}

/** αk − γ k(k − 1)/2 − log Z of every pattern, length G. */
function logTilts(patterns: Patterns, m: Float64Array, alpha: number, gamma: number): Float64Array {
  const vectors = levelVectors(patterns);
  const { groups, groupOf, errorsOf } = groupByCompared(vectors.distinct, m);
  const logZ = groups.map(({ errors }) => Math.log(tilted(errors, alpha, gamma).total));
  const tilt = Float64Array.from(errorsOf, (k, v) => alpha * k - gamma * pairsOf(k) - logZ[groupOf[v]!]!);
  return ofEachPattern(vectors, tilt);
}

/** Mean number of errors of a match, and of pairs of errors. */
interface Moments {
  errors: number;
  pairs: number;
}

/** Vectors of levels in which the same columns are compared. */
interface Group {
  /** Probability of k errors, k = 0 … number of columns, where columns err independently. */
  errors: Float64Array;
  /** Expected matches. */
  matches: number;
}

/** The groups, and the group and the number of columns in error of each vector. */
function groupByCompared(
  { levelCounts, levels, size }: Patterns,
  m: Float64Array,
): { groups: Group[]; groupOf: Int32Array; errorsOf: Int32Array } {
  const offsets = levelOffsets(levelCounts);
  const fields = levelCounts.length;
  const isCompared = levels.map((level) => (level === MISSING ? 0 : 1));
  const { rowOf: groupOf, firsts } = distinctRows(isCompared, size, fields, 0, fields);
  const groups = Array.from(firsts, (v) => {
    const compared = levelCounts.map((_, f) => f).filter((f) => isCompared[v * fields + f] === 1);
    return { errors: errorDistribution(compared.map((f) => 1 - m[offsets[f + 1]! - 1]!)), matches: 0 };
  });
  const errorsOf = new Int32Array(size);
  for (let v = 0, i = 0; v < size; v++)
    for (let f = 0; f < fields; f++, i++)
      if (levels[i] !== MISSING && levels[i]! < levelCounts[f]! - 1) errorsOf[v]!++;
  return { groups, groupOf, errorsOf };
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
