/**
 * Patterns by their levels alone. Many patterns differ only in what is added to their log u (how rare the values are),
 * and many vectors of levels have one half in common, so that a sum over the fields,
 *
 *     Σ_f x_f,g(f) = Σ_(f in the first half) x_f,g(f) + Σ_(f in the second half) x_f,g(f),
 *
 * is two sums of F/2 terms for each distinct half and one addition for each distinct vector, and the other way round
 * what is counted of every vector comes to the levels through the halves.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import { distinctRows } from './distinct-rows.ts';

/** Half of the fields, and the distinct levels these have. */
export interface Half {
  /** Number of distinct halves, H. */
  readonly size: number;
  readonly fields: number;
  /** Which half each vector has, length V. */
  readonly ofVector: Int32Array;
  /** Slot of every field in every half, H × fields, row-major; T for a missing comparison. */
  readonly slots: Int32Array;
}

export interface LevelVectors {
  /** The distinct vectors with all pairs that show them; V over F fields. */
  readonly distinct: Patterns;
  /** Vector of each pattern, length G. */
  readonly ofPattern: Int32Array;
  /** Patterns in the order of their vectors, length G; those of vector v are at `first[v] … first[v + 1] − 1`. */
  readonly members: Int32Array;
  readonly first: Int32Array;
  /** Pairs of each of the members, length G. */
  readonly counts: Float64Array;
  readonly halves: readonly [Half, Half];
  /** Total number of levels, T. */
  readonly slots: number;
}

const known = new WeakMap<Patterns, LevelVectors>();

/** The vectors of these patterns, found once for each set of patterns; O(G·F). */
export function levelVectors(patterns: Patterns): LevelVectors {
  const before = known.get(patterns);
  if (before !== undefined) return before;
  const vectors = findVectors(patterns);
  known.set(patterns, vectors);
  return vectors;
}

function findVectors({ size, levels, levelCounts, counts }: Patterns): LevelVectors {
  const fields = levelCounts.length;
  const { rowOf: ofPattern, firsts } = distinctRows(levels, size, fields, 0, fields);
  const total = new Float64Array(firsts.length);
  const first = new Int32Array(firsts.length + 1);
  for (let g = 0; g < size; g++) {
    total[ofPattern[g]!]! += counts[g]!;
    first[ofPattern[g]! + 1]!++;
  }
  for (let v = 0; v < total.length; v++) first[v + 1]! += first[v]!;
  const next = first.slice();
  const members = new Int32Array(size);
  for (let g = 0; g < size; g++) members[next[ofPattern[g]!]!++] = g;
  const own = new Uint8Array(firsts.length * fields);
  firsts.forEach((g, v) => {
    own.set(levels.subarray(g * fields, (g + 1) * fields), v * fields);
  });
  const distinct: Patterns = { size: firsts.length, levelCounts, levels: own, counts: total };
  const middle = fields >> 1;
  return {
    ...{ distinct, ofPattern, members, first },
    counts: Float64Array.from(members, (g) => counts[g]!),
    halves: [halfOf(distinct, 0, middle), halfOf(distinct, middle, fields)],
    slots: levelOffsets(levelCounts)[fields]!,
  };
}

function halfOf({ size, levels, levelCounts }: Patterns, from: number, to: number): Half {
  const fields = levelCounts.length;
  const offsets = levelOffsets(levelCounts);
  const { rowOf: ofVector, firsts } = distinctRows(levels, size, fields, from, to);
  const slots = new Int32Array(firsts.length * (to - from));
  let i = 0;
  for (const v of firsts)
    for (let f = from; f < to; f++) {
      const level = levels[v * fields + f]!;
      slots[i++] = level === MISSING ? offsets[fields]! : offsets[f]! + level;
    }
  return { size: firsts.length, fields: to - from, ofVector, slots };
}

/** What is known of each vector, for each pattern, length G. */
export function ofEachPattern({ ofPattern }: LevelVectors, ofVector: Float64Array): Float64Array {
  const values = new Float64Array(ofPattern.length);
  for (let g = 0; g < values.length; g++) values[g] = ofVector[ofPattern[g]!]!;
  return values;
}

/** Vectors of which the first pattern is as asked, for what patterns with the same levels have in common. */
export function vectorsWhere(
  { members, first, distinct }: LevelVectors,
  isMeant: (pattern: number) => boolean,
): Int32Array {
  const found = new Int32Array(distinct.size);
  let size = 0;
  for (let v = 0; v < found.length; v++) if (isMeant(members[first[v]!]!)) found[size++] = v;
  return found.slice(0, size);
}

/**
 * Σ_f x_f,v(f) of every vector, length V.
 *
 * @param x flat over fields and levels; a missing comparison adds nothing
 */
export function sumsOfLevels({ halves, distinct, slots }: LevelVectors, x: Float64Array): Float64Array {
  const padded = new Float64Array(slots + 1);
  padded.set(x.subarray(0, slots));
  const [a, b] = halves.map((half) => {
    const sums = new Float64Array(half.size);
    sumHalves(half, padded, 0, sums, 1, 0);
    return sums;
  }) as [Float64Array, Float64Array];
  const [{ ofVector: first }, { ofVector: second }] = halves;
  const sums = new Float64Array(distinct.size);
  for (let v = 0; v < sums.length; v++) sums[v] = a[first[v]!]! + b[second[v]!]!;
  return sums;
}

/** constant + Σ_f x_f,h(f) of every half h, written to `out[h · stride + at]`; the last x, of missing comparisons, must be 0. */
export function sumHalves(
  { size, fields, slots }: Half,
  x: Float64Array,
  constant: number,
  out: Float64Array,
  stride: number,
  at: number,
): void {
  for (let h = 0, i = 0; h < size; h++) {
    let sum = constant;
    for (const end = i + fields; i < end; i++) sum += x[slots[i]!]!;
    out[h * stride + at] = sum;
  }
}

/** Adds `values[h · stride + at]` to the level that each half h has in every field. */
export function spreadHalves(
  { size, fields, slots }: Half,
  values: Float64Array,
  stride: number,
  at: number,
  to: Float64Array,
): void {
  for (let h = 0, i = 0; h < size; h++) {
    const value = values[h * stride + at]!;
    for (const end = i + fields; i < end; i++) to[slots[i]!]! += value;
  }
}
