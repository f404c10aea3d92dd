/**
 * Agreement patterns: the sufficient statistic of the Fellegi–Sunter model. Pairs with the same level in
 * every field are one pattern with a count, so that EM works on thousands of patterns whatever the number
 * of pairs.
 */

/** Level of a field that was not compared because a value is missing on either side. */
export const MISSING = 255;

/** Distinct agreement patterns with their weights. G patterns over F fields. */
export interface Patterns {
  /** Number of patterns, G. */
  readonly size: number;
  /** Number of levels of each field, L_f; a level is 0 (different) … L_f − 1 (equal) or `MISSING`. Length F. */
  readonly levelCounts: readonly number[];
  /** Level of every field in every pattern, G × F, row-major. */
  readonly levels: Uint8Array;
  /** How many pairs show each pattern (weights may be fractional), length G. */
  readonly counts: Float64Array;
}

/**
 * First index of each field in an array that holds all levels of all fields one after the other
 * (such as m and u); the last entry is the total number of levels. Length F + 1.
 *
 * @example levelOffsets([2, 3]) // => Int32Array [0, 2, 5]
 */
export function levelOffsets(levelCounts: readonly number[]): Int32Array {
  const offsets = new Int32Array(levelCounts.length + 1);
  levelCounts.forEach((count, field) => {
    offsets[field + 1] = offsets[field]! + count;
  });
  return offsets;
}
