/**
 * One cached level per distinct pair of values. Columns of few values have a full table; larger ones a
 * direct-mapped cache of fixed size, so that memory stays bounded whatever the number of pairs. In columns of very
 * many values a pair of them hardly ever comes again: to look it up would take longer than to compare it.
 */
import type { FieldLevels } from './field-levels.ts';
import { MISSING } from './patterns.ts';

/** Columns of up to this many distinct values get a full table (V² bytes). */
const FULL_TABLE = 1500;
/** Columns of up to this many get a cache. */
const CACHED = 30_000;
/** Slots of the cache: so many that they fit the cache of the processor. */
const SLOT_BITS = 14;
const SLOTS = 1 << SLOT_BITS;

/**
 * The level of two value codes of a column of `distinct` values; −1 (missing) on either side gives
 * `MISSING`, equal codes the top level.
 */
export function cachedLevels(levels: FieldLevels, distinct: number): (a: number, b: number) => number {
  if (distinct <= FULL_TABLE) return fullTable(levels, distinct);
  return distinct <= CACHED ? directMapped(levels) : uncached(levels);
}

function uncached(levels: FieldLevels): (a: number, b: number) => number {
  const equal = levels.names.length - 1;
  return (a, b) => {
    if (a < 0 || b < 0) return MISSING;
    if (a === b) return equal;
    return a < b ? levels.compare(a, b) : levels.compare(b, a);
  };
}

const UNKNOWN = 254;

function fullTable(levels: FieldLevels, distinct: number): (a: number, b: number) => number {
  const equal = levels.names.length - 1;
  const table = new Uint8Array(distinct * distinct).fill(UNKNOWN);
  return (a, b) => {
    if (a < 0 || b < 0) return MISSING;
    if (a === b) return equal;
    const slot = a * distinct + b;
    const known = table[slot]!;
    if (known !== UNKNOWN) return known;
    const level = levels.compare(a, b);
    table[slot] = level;
    table[b * distinct + a] = level;
    return level;
  };
}

function directMapped(levels: FieldLevels): (a: number, b: number) => number {
  const equal = levels.names.length - 1;
  /** The smaller and the larger code of the pair in each slot, side by side. */
  const pairs = new Int32Array(2 * SLOTS).fill(-1);
  const cached = new Uint8Array(SLOTS);
  return (a, b) => {
    if (a < 0 || b < 0) return MISSING;
    if (a === b) return equal;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> (32 - SLOT_BITS);
    if (pairs[2 * slot] === low && pairs[2 * slot + 1] === high) return cached[slot]!;
    const level = levels.compare(low, high);
    pairs[2 * slot] = low;
    pairs[2 * slot + 1] = high;
    cached[slot] = level;
    return level;
  };
}
