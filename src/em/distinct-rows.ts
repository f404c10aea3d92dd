/** Distinct rows of a table of bytes, by a hash table with open addressing over the rows themselves. */

export interface DistinctRows {
  /** Which of the distinct rows each row is, numbered as they first appear; length `size`. */
  rowOf: Int32Array;
  /** First of the rows that are alike, in the order of their numbers. */
  firsts: Int32Array;
}

/** FNV-1a. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Compares columns `from` to `to` (not included) of `size` rows of `width` bytes; O(size · (to − from)).
 *
 * @example distinctRows(Uint8Array.of(1, 9, 2, 9, 1, 8), 3, 2, 0, 1) // => rowOf 0, 1, 0 and firsts 0, 1
 */
export function distinctRows(
  bytes: Uint8Array,
  size: number,
  width: number,
  from: number,
  to: number,
): DistinctRows {
  let mask = 1;
  while (mask < 2 * size) mask *= 2;
  const table = new Int32Array(mask--).fill(-1);
  const rowOf = new Int32Array(size);
  const firsts = new Int32Array(size);
  let found = 0;
  for (let row = 0; row < size; row++) {
    let hash = OFFSET;
    const start = row * width;
    for (let i = start + from; i < start + to; i++) hash = Math.imul(hash ^ bytes[i]!, PRIME);
    let place = (hash ^ (hash >>> 15)) & mask;
    let number = table[place]!;
    while (number >= 0 && !areAlike(bytes, start, firsts[number]! * width, from, to)) {
      place = (place + 1) & mask;
      number = table[place]!;
    }
    if (number < 0) {
      number = found++;
      firsts[number] = row;
      table[place] = number;
    }
    rowOf[row] = number;
  }
  return { rowOf, firsts: firsts.slice(0, found) };
}

function areAlike(bytes: Uint8Array, a: number, b: number, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}
