/** The pairs that are not listed, as EM sees them: all non-matches, known only by how often each level occurs. */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';

/**
 * Expected count of each level among the pairs that are not listed, flat like u, when u is known over all
 * pairs (random pairs, or exactly from value counts):
 *
 *     background_fl = N · c_f · u_fl − Σ_g n_g 1{g_f = l},  at least 0,
 *
 * N being all pairs and c_f the share of them in which field f is compared.
 *
 * @param u over all pairs, flat.
 * @param totalPairs N.
 * @param compared N · c_f of each field, length F; by default c_f is the share among the listed pairs.
 * @example // 1000 pairs, u = [.9, .1]; 20 are listed at level 1: background [900, 80]
 */
export function backgroundCounts(
  patterns: Patterns,
  u: Float64Array,
  totalPairs: number,
  compared?: ArrayLike<number | undefined>,
): Float64Array {
  const { levelCounts } = patterns;
  const offsets = levelOffsets(levelCounts);
  const listed = listedLevels(patterns);
  const pairs = patterns.counts.reduce((sum, count) => sum + count, 0);
  const background = new Float64Array(u.length);
  for (let field = 0; field < levelCounts.length; field++) {
    const from = offsets[field]!;
    const to = offsets[field + 1]!;
    let observed = 0;
    for (let i = from; i < to; i++) observed += listed[i]!;
    const all = compared?.[field] ?? (pairs > 0 ? (totalPairs * observed) / pairs : totalPairs);
    for (let i = from; i < to; i++) background[i] = Math.max(0, all * u[i]! - listed[i]!);
  }
  return background;
}

/**
 * The same where the level counts of all pairs are known.
 *
 * @param everyPair flat, as u
 */
export function unlistedLevels(patterns: Patterns, everyPair: Float64Array): Float64Array {
  return listedLevels(patterns).map((listed, i) => Math.max(0, everyPair[i]! - listed));
}

/** Σ_g n_g 1{g_f = l} of every level of every field, flat. */
export function listedLevels({ size, levelCounts, levels, counts }: Patterns): Float64Array {
  const offsets = levelOffsets(levelCounts);
  const listed = new Float64Array(offsets[levelCounts.length]!);
  for (let i = 0, g = 0; g < size; g++) {
    for (let field = 0; field < levelCounts.length; field++, i++) {
      if (levels[i] !== MISSING) listed[offsets[field]! + levels[i]!]! += counts[g]!;
    }
  }
  return listed;
}
