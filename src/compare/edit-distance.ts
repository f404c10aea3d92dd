/**
 * Optimal string alignment distance: the least number of insertions, deletions, substitutions and exchanges of
 * two neighbouring characters that turn one string into the other, no part being edited twice.
 *
 *     d(i, j) = min( d(i−1, j) + 1, d(i, j−1) + 1, d(i−1, j−1) + [xᵢ ≠ yⱼ],
 *                    d(i−2, j−2) + 1  if xᵢ = yⱼ₋₁ and xᵢ₋₁ = yⱼ )
 *
 * So d(ca, abc) = 3, where the unrestricted Damerau–Levenshtein distance is 2.
 * Sources: F. J. Damerau (1964), CACM 7, 171–176; the banded form E. Ukkonen (1985), Inf. Control 64, 100–118;
 * the bit-parallel form H. Hyyrö (2003), "A bit-vector algorithm for computing Levenshtein and Damerau edit
 * distances", Nordic J. Computing 10, 29–39.
 */

import { type CodedStrings, codeStrings } from './jaro-winkler.ts';

/**
 * Optimal string alignment distance of the values with codes `a` and `b` if it is at most `limit`, else
 * `limit + 1`. Symmetric; allocates nothing. What both strings begin and end with is set aside first.
 *
 * @example osaCoded(codeStrings(['smith', 'simth']), 0, 1, 2) // 1
 * @example osaCoded(codeStrings(['smith', 'jones']), 0, 1, 2) // 3, that is: more than 2
 */
export function osaCoded(s: CodedStrings, a: number, b: number, limit: number): number {
  if (a === b) return 0;
  const { chars, offsets } = s;
  let startA = offsets[a]!;
  let startB = offsets[b]!;
  let endA = offsets[a + 1]!;
  let endB = offsets[b + 1]!;
  const difference = endA - startA - (endB - startB);
  if (difference > limit || -difference > limit) return limit + 1;

  while (startA < endA && startB < endB && chars[startA] === chars[startB]) {
    startA++;
    startB++;
  }
  while (startA < endA && startB < endB && chars[endA - 1] === chars[endB - 1]) {
    endA--;
    endB--;
  }
  const lengthA = endA - startA;
  const lengthB = endB - startB;
  if (lengthA === 0 || lengthB === 0) return lengthA + lengthB; // at most |difference|, so within the limit
  if (limit <= 0) return limit + 1;
  if (lengthA === 1 && lengthB === 1) return 1;
  if (limit === 1) return isExchange(chars, startA, lengthA, startB, lengthB) ? 1 : 2;

  const distance =
    lengthA <= lengthB
      ? lengthA <= 32
        ? bitParallel(chars, startA, lengthA, startB, lengthB, limit)
        : banded(chars, startA, lengthA, startB, lengthB, limit)
      : lengthB <= 32
        ? bitParallel(chars, startB, lengthB, startA, lengthA, limit)
        : banded(chars, startB, lengthB, startA, lengthA, limit);
  return distance > limit ? limit + 1 : distance;
}

/**
 * Optimal string alignment distance of two strings, without a limit; for occasional use.
 *
 * @example osa('ca', 'abc') // 3
 */
export function osa(x: string, y: string): number {
  return osaCoded(codeStrings([x, y]), 0, 1, Math.max(x.length, y.length));
}

/** Whether two trimmed strings are one exchange apart; with 1 : 1 and n : 0 gone, the only way to distance 1. */
function isExchange(
  chars: Uint16Array,
  startA: number,
  lengthA: number,
  startB: number,
  lengthB: number,
): boolean {
  return (
    lengthA === 2 &&
    lengthB === 2 &&
    chars[startA] === chars[startB + 1] &&
    chars[startA + 1] === chars[startB]
  );
}

/** For each character, the bits of its positions in the shorter string. All zero between calls. */
const positions = new Int32Array(0x10000);

/**
 * Hyyrö's algorithm for a shorter string x of at most 32 characters: a column of the table is held as the bits
 * where it rises (`up`) or falls (`down`) by one from row to row. Stops once `limit` is out of reach.
 */
function bitParallel(
  chars: Uint16Array,
  startX: number,
  lengthX: number,
  startY: number,
  lengthY: number,
  limit: number,
): number {
  for (let i = 0; i < lengthX; i++) positions[chars[startX + i]!]! |= 1 << i;

  const last = 1 << (lengthX - 1);
  let up = -1;
  let down = 0;
  let diagonal = 0;
  let equalBefore = 0;
  let distance = lengthX;
  for (let j = 0; j < lengthY; j++) {
    const equal = positions[chars[startY + j]!]!;
    const exchange = ((~diagonal & equal) << 1) & equalBefore;
    diagonal = ((((equal & up) + up) | 0) ^ up) | equal | down | exchange;
    let right = down | ~(diagonal | up);
    const left = diagonal & up;
    if ((right & last) !== 0) distance++;
    else if ((left & last) !== 0) distance--;
    if (distance - (lengthY - 1 - j) > limit) break; // each further column lowers it by at most one
    right = (right << 1) | 1;
    up = (left << 1) | ~(diagonal | right);
    down = right & diagonal;
    equalBefore = equal;
  }
  for (let i = 0; i < lengthX; i++) positions[chars[startX + i]!] = 0;
  return distance;
}

/** Three rows of the table for long strings, one entry a column; grown when needed. */
let row = new Int32Array(256);
let rowBefore = new Int32Array(256);
let rowTwoBefore = new Int32Array(256);

/** The table row by row, only where |i − j| ≤ limit. Returns any number above `limit` when the distance is. */
function banded(
  chars: Uint16Array,
  startX: number,
  lengthX: number,
  startY: number,
  lengthY: number,
  limit: number,
): number {
  if (lengthY + 2 > row.length) {
    row = new Int32Array(2 * lengthY + 2);
    rowBefore = new Int32Array(2 * lengthY + 2);
    rowTwoBefore = new Int32Array(2 * lengthY + 2);
  }
  const beyond = limit + 1;
  const firstEnd = Math.min(limit, lengthY);
  for (let j = 0; j <= firstEnd; j++) rowBefore[j] = j;
  if (firstEnd < lengthY) rowBefore[firstEnd + 1] = beyond;

  for (let i = 1; i <= lengthX; i++) {
    const charX = chars[startX + i - 1]!;
    const charXBefore = i > 1 ? chars[startX + i - 2]! : -1;
    const from = Math.max(i - limit, 1);
    const to = Math.min(i + limit, lengthY);
    row[from - 1] = from === 1 && i <= limit ? i : beyond;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const charY = chars[startY + j - 1]!;
      let d = rowBefore[j - 1]! + (charX === charY ? 0 : 1);
      const sideways = Math.min(row[j - 1]!, rowBefore[j]!) + 1;
      if (sideways < d) d = sideways;
      if (j > 1 && charXBefore === charY && charX === chars[startY + j - 2]) {
        const exchanged = rowTwoBefore[j - 2]! + 1;
        if (exchanged < d) d = exchanged;
      }
      row[j] = d;
      if (d < least) least = d;
    }
    if (to < lengthY) row[to + 1] = beyond;
    if (least > limit) return beyond; // an exchange costs no less than passing through the row it skips
    const freed = rowTwoBefore;
    rowTwoBefore = rowBefore;
    rowBefore = row;
    row = freed;
  }
  return rowBefore[lengthY]!;
}
