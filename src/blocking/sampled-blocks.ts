/**
 * How large the blocks of a conjunction are, from some of its blocks: those whose keys have a hash that begins with a
 * few bits 0. Every block is as likely to be among them, whatever its size, so that the pairs of all blocks are expected
 * to be `scale` times theirs. Records are read in their order, and only those of some blocks are counted.
 */
import { NO_VALUE } from '../records/table.ts';
import type { Blocks } from './blocks.ts';
import type { CountedBlocks } from './counted-blocks.ts';

/** Records of a table of which the blocks are counted, about. */
const SAMPLE = 1 << 15;
/** Tables of fewer records are not sampled. */
const LARGE = 1 << 17;
/** Bits of a hash by which the blocks asked for are told from most others. */
const FILTER_BITS = 18;
const FILTER_MASK = (1 << FILTER_BITS) - 1;
/** Places for blocks before the first growth; a power of 2. */
const FIRST_PLACES = 1 << 12;

/**
 * How many times the blocks of a table that are counted go into all of them, a power of 2; 1 for small tables.
 *
 * @example sampleScale(1_000_000) // => 16
 */
export function sampleScale(records: number): number {
  return records < LARGE ? 1 : 2 ** Math.floor(Math.log2(records / SAMPLE));
}

/** Counts some blocks of conjunctions. */
export class SampledCounter {
  /** All blocks hold about so many times the pairs of those counted. */
  readonly scale: number;
  private readonly asked: Int32Array;
  private readonly shift: number;
  private readonly tally = new HashTally();

  /**
   * @param asked the records whose blocks are asked for; these are counted in any case
   * @param scale a power of 2, at least 2
   */
  constructor(asked: Int32Array, scale: number) {
    this.asked = asked;
    this.scale = scale;
    this.shift = 32 - Math.log2(scale);
  }

  /** The sizes of some blocks of records that agree on all keys, two or more. */
  count(keys: readonly Blocks[]): CountedBlocks {
    const { asked, tally, shift } = this;
    const columns = keys.map(({ codes }) => codes);
    const last = columns.pop()!;
    const others = columns.reduce(joined);
    const hashOfAsked = asked.map((row) => blockHash(others[row]!, last[row]!));
    const filter = new Uint8Array(1 << FILTER_BITS);
    for (const hash of hashOfAsked) if (hash !== NO_HASH) filter[hash & FILTER_MASK] = 1;
    tally.clear();
    for (let row = 0; row < last.length; row++) {
      const hash = blockHash(others[row]!, last[row]!);
      if (hash >>> shift === 0 || filter[hash & FILTER_MASK] === 1) if (hash !== NO_HASH) tally.add(hash);
    }
    const around = Int32Array.from(asked, (row, draw) => {
      const hash = hashOfAsked[draw]!;
      if (hash !== NO_HASH) return tally.of(hash);
      return Number(keys.every(({ codes }) => codes[row] !== NO_VALUE));
    });
    return { sizes: tally.several(shift), around };
  }
}

/** Hash of what is in no block; no block has it. */
const NO_HASH = 0;

/**
 * Hash of a pair of codes, 0 where one is negative. Blocks are told apart by it; one in some ten thousand is taken for
 * another.
 */
export function blockHash(a: number, b: number): number {
  if ((a | b) < 0) return NO_HASH;
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 16) || 1;
}

/** The pairs of codes as codes of their own, negative where one is. */
function joined(a: Int32Array, b: Int32Array): Int32Array {
  const codes = new Int32Array(a.length);
  for (let row = 0; row < codes.length; row++) {
    const hash = blockHash(a[row]!, b[row]!);
    codes[row] = hash === NO_HASH ? NO_VALUE : hash >>> 1;
  }
  return codes;
}

/** How often each hash was added; open addressing with linear probing. */
class HashTally {
  private hashes = new Int32Array(FIRST_PLACES);
  private counts = new Int32Array(FIRST_PLACES);
  private size = 0;

  clear(): void {
    this.hashes.fill(NO_HASH);
    this.counts.fill(0);
    this.size = 0;
  }

  add(hash: number): void {
    const place = this.placeOf(hash);
    if (this.counts[place]!++ > 0) return;
    this.hashes[place] = hash;
    if (2 * ++this.size > this.hashes.length) this.grow();
  }

  of(hash: number): number {
    return this.counts[this.placeOf(hash)]!;
  }

  /** Counts above 1 of the hashes whose bits from `shift` are 0. */
  several(shift: number): Int32Array {
    const { hashes, counts } = this;
    const sizes = new Int32Array(this.size);
    let blocks = 0;
    for (let place = 0; place < counts.length; place++)
      if (counts[place]! > 1 && hashes[place]! >>> shift === 0) sizes[blocks++] = counts[place]!;
    return sizes.slice(0, blocks);
  }

  private placeOf(hash: number): number {
    const { hashes } = this;
    const mask = hashes.length - 1;
    let place = hash & mask;
    while (hashes[place] !== NO_HASH && hashes[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  private grow(): void {
    const { hashes, counts } = this;
    this.hashes = new Int32Array(2 * hashes.length);
    this.counts = new Int32Array(2 * hashes.length);
    for (let from = 0; from < hashes.length; from++) {
      if (hashes[from] === NO_HASH) continue;
      const place = this.placeOf(hashes[from]!);
      this.hashes[place] = hashes[from]!;
      this.counts[place] = counts[from]!;
    }
  }
}
