/**
 * Columns that depend on each other among non-matches (city and postcode, street and area code): their
 * joint agreement is commoner than the product of the single rates, and taking them for independent counts
 * the same coincidence twice.
 *
 * The joint u is written as a tree (Chow & Liu, 1968): u(γ) = ∏_f u_f(γ_f) · ∏_(f,g)∈T r_fg(γ_f, γ_g) with
 * r_fg = u_fg/(u_f u_g), T the forest of dependent column pairs with the largest mutual information.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import { levelVectors, ofEachPattern } from './level-vectors.ts';

/** A ratio of joint to product agreement beyond this, either way, calls two columns dependent. */
export const DEPENDENT = 3;
/** Pairs that must support such a ratio. */
const SUPPORT = 20;
/** Pseudo-pairs that pull each ratio towards 1. */
const SHRINK = 1;

/** Two dependent columns. */
export interface Dependence {
  readonly fields: readonly [number, number];
  /** r at the levels of both, L_f × L_g, row-major. */
  readonly ratios: Float64Array;
  /** Mutual information among non-matches, in nats. */
  readonly information: number;
  /** r when both columns are equal. */
  readonly bothEqual: number;
}

/** Patterns whose pairs are non-matches to a known degree. */
export interface NonMatches {
  readonly patterns: Patterns;
  /** How many pairs of the whole table one pair counted in a pattern stands for. */
  readonly scale: number;
  /** Probability that a pair of each pattern is no match, length G. */
  readonly probability: Float64Array;
}

/**
 * The dependent pairs of columns among non-matches, as a forest.
 *
 * @param parts disjoint parts of all pairs: the candidates, and a sample of the others
 */
export function findDependence(levelCounts: readonly number[], parts: readonly NonMatches[]): Dependence[] {
  const edges: Dependence[] = [];
  const tallies = parts.map(tallyOf);
  for (let f = 0; f < levelCounts.length; f++)
    for (let g = f + 1; g < levelCounts.length; g++) {
      const edge = measure(f, g, levelCounts, tallies);
      if (edge !== undefined) edges.push(edge);
    }
  edges.sort((a, b) => b.information - a.information);
  const root = levelCounts.map((_, f) => f);
  const find = (f: number): number => (root[f] === f ? f : find(root[f]!));
  return edges.filter(({ fields: [f, g] }) => {
    const [rootF, rootG] = [find(f), find(g)];
    root[rootF] = rootG;
    return rootF !== rootG;
  });
}

/** How many non-matches are expected to show each level together with each other one. */
interface Tally {
  /** (T + 1) × (T + 1), row-major, the field that comes first in rows; the last level stands for a missing one. */
  readonly pairs: Float64Array;
  readonly width: number;
  readonly scale: number;
  readonly isEmpty: boolean;
}

function tallyOf({ patterns, probability, scale }: NonMatches): Tally {
  const vectors = levelVectors(patterns);
  const { levels, levelCounts, size } = vectors.distinct;
  const pairsOf = new Float64Array(size);
  for (let g = 0; g < patterns.size; g++)
    pairsOf[vectors.ofPattern[g]!]! += patterns.counts[g]! * probability[g]!;
  const offsets = levelOffsets(levelCounts);
  const fields = levelCounts.length;
  const width = vectors.slots + 1;
  const pairs = new Float64Array(width * width);
  const slots = new Int32Array(fields);
  for (let v = 0, at = 0; v < size; v++, at += fields) {
    const shown = pairsOf[v]!;
    if (shown === 0) continue;
    for (let f = 0; f < fields; f++) {
      const level = levels[at + f]!;
      const slot = level === MISSING ? width - 1 : offsets[f]! + level;
      slots[f] = slot;
      for (let g = 0; g < f; g++) pairs[slots[g]! * width + slot]! += shown;
    }
  }
  return { pairs, width, scale, isEmpty: patterns.size === 0 };
}

function measure(
  f: number,
  g: number,
  levelCounts: readonly number[],
  tallies: readonly Tally[],
): Dependence | undefined {
  const [rows, columns] = [levelCounts[f]!, levelCounts[g]!];
  const offsets = levelOffsets(levelCounts);
  const observed = new Float64Array(rows * columns);
  /** Σ scale² · pairs: the variance of each count. */
  const variance = new Float64Array(rows * columns);
  let total = 0;
  for (const { pairs, width, scale } of tallies)
    for (let a = 0; a < rows; a++)
      for (let b = 0; b < columns; b++) {
        const shown = scale * pairs[(offsets[f]! + a) * width + offsets[g]! + b]!;
        observed[a * columns + b]! += shown;
        variance[a * columns + b]! += scale * shown;
        total += shown;
      }
  if (total === 0) return undefined;
  const [ofF, ofG] = margins(observed, rows, columns);
  const coarsest = tallies.reduce((most, { scale, isEmpty }) => (isEmpty ? most : Math.max(most, scale)), 1);
  const ratios = new Float64Array(rows * columns).fill(1);
  let information = 0;
  let dependent = false;
  for (let a = 0; a < rows; a++)
    for (let b = 0; b < columns; b++) {
      const cell = a * columns + b;
      const expected = (ofF[a]! * ofG[b]!) / total;
      if (expected === 0) continue;
      // A pair of the table counted in this cell stands for `unit` pairs on average.
      const unit = observed[cell]! > 0 ? variance[cell]! / observed[cell]! : coarsest;
      const ratio = (observed[cell]! + SHRINK * unit) / (expected + SHRINK * unit);
      ratios[cell] = ratio;
      if (observed[cell]! > 0) information += (observed[cell]! / total) * Math.log(ratio);
      const supported = Math.max(observed[cell]!, expected) >= SUPPORT * unit;
      if (supported && (ratio > DEPENDENT || ratio < 1 / DEPENDENT) && a > 0 && b > 0) dependent = true;
    }
  if (!dependent) return undefined;
  return { fields: [f, g], ratios, information, bothEqual: ratios[rows * columns - 1]! };
}

function margins(table: Float64Array, rows: number, columns: number): [Float64Array, Float64Array] {
  const ofRow = new Float64Array(rows);
  const ofColumn = new Float64Array(columns);
  for (let a = 0; a < rows; a++)
    for (let b = 0; b < columns; b++) {
      ofRow[a]! += table[a * columns + b]!;
      ofColumn[b]! += table[a * columns + b]!;
    }
  return [ofRow, ofColumn];
}

/** What dependence adds to the log u of each pattern, length G. */
export function logDependence(patterns: Patterns, forest: readonly Dependence[]): Float64Array {
  const vectors = levelVectors(patterns);
  const { size, levels, levelCounts } = vectors.distinct;
  const fields = levelCounts.length;
  const sum = new Float64Array(size);
  for (const {
    fields: [f, g],
    ratios,
  } of forest) {
    const logs = ratios.map(Math.log);
    for (let v = 0; v < size; v++) {
      const [a, b] = [levels[v * fields + f]!, levels[v * fields + g]!];
      if (a !== MISSING && b !== MISSING) sum[v]! += logs[a * levelCounts[g]! + b]!;
    }
  }
  return ofEachPattern(vectors, sum);
}
