/**
 * Blocks: records grouped by the conjunction of keys, with exact counts of the pairs inside. No pair is
 * formed here.
 */
import { NO_VALUE } from '../records/table.ts';

/** Code of a record that has the keys, and no other record has the same: it is in no block. */
export const ALONE = -2;

/** A partition of the records that have all the keys. */
export interface Blocks {
  /** Block of each record, `ALONE`, or `NO_VALUE` where a key is missing; length N. */
  readonly codes: Int32Array;
  /** Records in each block. */
  readonly sizes: Int32Array;
}

/** What a record is in that is in no block of one of two partitions. */
export function outside(codeA: number, codeB: number): number {
  return codeA === NO_VALUE || codeB === NO_VALUE ? NO_VALUE : ALONE;
}

/**
 * The blocks of several records: no pairs are lost, and the rest need not be looked at.
 *
 * @example shared({ codes: [0, 1, 1, -1], sizes: [1, 2] }) // => { codes: [-2, 0, 0, -1], sizes: [2] }
 */
export function shared({ codes, sizes }: Blocks): Blocks {
  const numberOf = new Int32Array(sizes.length).fill(ALONE);
  let blocks = 0;
  for (let block = 0; block < sizes.length; block++) if (sizes[block]! > 1) numberOf[block] = blocks++;
  return {
    codes: codes.map((code) => (code < 0 ? code : numberOf[code]!)),
    sizes: sizes.filter((records) => records > 1),
  };
}

/** The same blocks, numbered in the order of their first records. */
export function inOrderOfRecords({ codes, sizes }: Blocks): Blocks {
  const numberOf = new Int32Array(sizes.length).fill(NO_VALUE);
  const numbered = codes.slice();
  const ordered = new Int32Array(sizes.length);
  let blocks = 0;
  for (let row = 0; row < codes.length; row++) {
    const block = codes[row]!;
    if (block < 0) continue;
    let number = numberOf[block]!;
    if (number < 0) {
      number = blocks++;
      numberOf[block] = number;
      ordered[number] = sizes[block]!;
    }
    numbered[row] = number;
  }
  return { codes: numbered, sizes: ordered };
}

/** n(n − 1)/2. */
function pairsInside(records: number): number {
  return (records * (records - 1)) / 2;
}

/** Exact number of pairs in blocks of at most `largest` records. */
export function countPairs(sizes: Int32Array, largest = Number.POSITIVE_INFINITY): number {
  let pairs = 0;
  for (let block = 0; block < sizes.length; block++) {
    const records = sizes[block]!;
    if (records <= largest) pairs += pairsInside(records);
  }
  return pairs;
}

/**
 * The largest block size such that all blocks up to that size hold at most `budget` pairs; at least 1.
 *
 * @example largestWithin(Int32Array.of(2, 2, 10), 2) // => 2
 */
export function largestWithin(sizes: Int32Array, budget: number): number {
  let largest = 0;
  for (let block = 0; block < sizes.length; block++) largest = Math.max(largest, sizes[block]!);
  const blocksOf = new Int32Array(largest + 1);
  for (let block = 0; block < sizes.length; block++) blocksOf[sizes[block]!]!++;
  let pairs = 0;
  for (let records = 2; records <= largest; records++) {
    pairs += blocksOf[records]! * pairsInside(records);
    if (pairs > budget) {
      let below = records - 1;
      while (below > 1 && blocksOf[below] === 0) below--;
      return below;
    }
  }
  return largest;
}
