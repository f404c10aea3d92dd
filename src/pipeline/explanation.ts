/**
 * Why a pair of records is a match or none: its match weight as a sum (Fellegi & Sunter, 1969, in bits),
 *
 *     log₂ odds = log₂ π/(1 − π) + Σ_f log₂ m_f/u_f + Σ_f rarity_f − Σ_(f,g)∈T log₂ r_fg + rest
 *
 * with the rarity of the values shared (see `rarity`), the joint agreement r of dependent columns (see `dependence`),
 * and a rest that no column adds by itself: what related pairs, and errors that avoid each other, take away or add,
 * and the rounding of rarity to classes.
 */
import { levelOffsets, MISSING } from '../compare/patterns.ts';
import { levelWeights } from '../em/parameters.ts';
import { adjustment } from './classes.ts';
import type { Linkage } from './link.ts';
import { roundedRarity } from './pair-tally.ts';

/** A pair of rows and what its match weight is made of, in bits. */
export interface PairExplanation {
  readonly left: number;
  readonly right: number;
  /** Level of each column, or `MISSING`; length F. */
  readonly levels: Uint8Array;
  /** log₂ m/u of each level, 0 where a value is missing; length F. */
  readonly ofLevels: Float64Array;
  /** What the rarity of the values adds, length F. */
  readonly ofRarity: Float64Array;
  /** What is taken back for columns that depend on each other, where both are compared. */
  readonly ofDependence: readonly { fields: readonly [number, number]; weight: number }[];
  readonly rest: number;
  /** The match weight: the sum of all these. */
  readonly weight: number;
  /** log₂ of the prior odds. */
  readonly priorWeight: number;
  /** Match probability, from the weight and the prior. */
  readonly probability: number;
}

/**
 * Explain pairs of rows, candidates or not, as the linkage judges them.
 *
 * @param left, right rows of the pairs
 * @example explainPairs(link(table), [0], [1])[0].weight // => 23.6…
 */
export function explainPairs(
  linkage: Linkage,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
): PairExplanation[] {
  const { comparison, parameters, estimation } = linkage;
  const { levels, rarity, weights } = weighedPairs(linkage, left, right);
  const fields = comparison.levelCounts.length;
  const offsets = levelOffsets(comparison.levelCounts);
  const weightOf = levelWeights(parameters);
  const priorWeight = priorBits(linkage);
  return Array.from(weights, (weight, pair) => {
    const own = levels.slice(pair * fields, (pair + 1) * fields);
    const ofRarity = Float64Array.from(
      rarity.subarray(pair * fields, (pair + 1) * fields),
      (log) => log / Math.LN2,
    );
    const ofLevels = Float64Array.from(own, (level, f) =>
      level === MISSING ? 0 : weightOf[offsets[f]! + level]!,
    );
    const ofDependence = estimation.dependence.flatMap(({ fields: [f, g], ratios }) => {
      const [a, b] = [own[f]!, own[g]!];
      if (a === MISSING || b === MISSING) return [];
      const weight = -Math.log2(ratios[a * comparison.levelCounts[g]! + b]!);
      return [{ fields: [f, g] as const, weight }];
    });
    const sum =
      ofLevels.reduce((total, bits) => total + bits, 0) +
      ofRarity.reduce((total, bits) => total + bits, 0) +
      ofDependence.reduce((total, { weight: bits }) => total + bits, 0);
    return {
      ...{ left: left[pair]!, right: right[pair]!, levels: own, ofLevels, ofRarity, ofDependence },
      ...{ rest: weight - sum, weight, priorWeight, probability: matchProbability(weight, priorWeight) },
    };
  });
}

/** Match weights of pairs of rows, candidates or not, in bits. */
export function pairWeights(
  linkage: Linkage,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
): Float64Array {
  return weighedPairs(linkage, left, right).weights;
}

/** log₂ π/(1 − π). */
export function priorBits({ parameters: { prior } }: Pick<Linkage, 'parameters'>): number {
  return Math.log2(prior) - Math.log1p(-prior) / Math.LN2;
}

/**
 * @param weight and prior weight, in bits
 * @example matchProbability(3, -3) // => 0.5
 */
export function matchProbability(weight: number, priorWeight: number): number {
  return 1 / (1 + 2 ** -(weight + priorWeight));
}

/** Levels and natural log of the rarity of each column, n × F, and the match weight of each of n pairs. */
function weighedPairs(
  { comparison, rarity, estimation }: Linkage,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
): { levels: Uint8Array; rarity: Float64Array; weights: Float64Array } {
  const { levelCounts, codes } = comparison;
  const fields = levelCounts.length;
  const size = left.length;
  const levels = new Uint8Array(size * fields);
  const logs = new Float64Array(size * fields);
  const logRarity = new Float64Array(size);
  comparison.compare(Int32Array.from(left), Int32Array.from(right), size, levels);
  for (let pair = 0, at = 0; pair < size; pair++) {
    let sum = 0;
    for (let f = 0; f < fields; f++, at++) {
      const level = levels[at]!;
      if (rarity === undefined || level === MISSING) continue;
      const [a, b] = [codes[left[pair]! * fields + f]!, codes[right[pair]! * fields + f]!];
      logs[at] = rarity.logValueRatio(f, a, b, level);
      sum += logs[at]!;
    }
    logRarity[pair] = -roundedRarity(sum);
  }
  const patterns = { size, levelCounts, levels, counts: new Float64Array(size).fill(1) };
  const weights = estimation.weigh(patterns, adjustment({ patterns, logRarity }, estimation.dependence));
  return { levels, rarity: logs, weights };
}
