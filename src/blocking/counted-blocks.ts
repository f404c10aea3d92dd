/**
 * How large the blocks of a conjunction are, counted without a number for every record: within each block of the finer
 * key the codes of the other are counted, so that a record is looked up once.
 */
import { ALONE, type Blocks } from './blocks.ts';
import { intersect } from './intersection.ts';

/** Sizes of blocks. */
export interface CountedBlocks {
  /** Records in each block of more than one. */
  readonly sizes: Int32Array;
  /** Records in the block of each of the records asked for: 1 where it is alone, 0 where it lacks a key. */
  readonly around: Int32Array;
}

/** Counts conjunctions of keys, and remembers the records of each key's blocks. */
export class BlockCounter {
  /** All blocks hold so many times the pairs of those counted: every block is. */
  readonly scale = 1;
  private readonly asked: Int32Array;
  private readonly known = new Map<Blocks, BlockMembers>();

  /** @param asked the records whose blocks are asked for */
  constructor(asked: Int32Array) {
    this.asked = asked;
  }

  /** The blocks of records that agree on all keys, the finest key first. */
  count(keys: readonly Blocks[]): CountedBlocks {
    const [finest, ...coarser] = keys;
    const last = coarser.pop();
    if (last === undefined) return countBlocks(finest!, this.asked);
    const blocks = coarser.reduce((all, key) => intersect(all, key), finest!);
    return countIntersection(blocks, this.membersOf(blocks, blocks === finest), last, this.asked);
  }

  private membersOf(blocks: Blocks, isKey: boolean): BlockMembers {
    const members = this.known.get(blocks) ?? membersOf(blocks);
    if (isKey) this.known.set(blocks, members);
    return members;
  }
}

/** The records of each block: rows[starts[b]] … rows[starts[b + 1] − 1]. */
interface BlockMembers {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

/** The records of each block, ascending. */
export function membersOf({ codes, sizes }: Blocks): BlockMembers {
  const starts = new Int32Array(sizes.length + 1);
  for (let block = 0; block < sizes.length; block++) starts[block + 1] = starts[block]! + sizes[block]!;
  const next = starts.slice();
  const rows = new Int32Array(starts[sizes.length]!);
  for (let row = 0; row < codes.length; row++) {
    const block = codes[row]!;
    if (block >= 0) rows[next[block]!++] = row;
  }
  return { starts, rows };
}

/**
 * Count the blocks of records that agree on two partitions.
 *
 * @param members of a
 * @param asked the records whose blocks are asked for
 * @example // a: blocks 0 0 1, b: one block
 * countIntersection({ codes: [0, 0, 1], sizes: [2, 1] }, membersOf(a), { codes: [0, 0, 0], sizes: [3] }, [0, 2])
 * // => { sizes: [2], around: [2, 1] }
 */
export function countIntersection(
  a: Blocks,
  { starts, rows }: BlockMembers,
  b: Blocks,
  asked: Int32Array,
): CountedBlocks {
  const around = Int32Array.from(asked, (row) =>
    a.codes[row]! >= 0 && b.codes[row]! >= 0
      ? 0
      : Number([a.codes[row], b.codes[row]].every((code) => code === ALONE || code! >= 0)),
  );
  const askedIn = groupedBy(asked, a);
  const counts = new Int32Array(b.sizes.length);
  /** Codes of b met in the block at hand. */
  const met = new Int32Array(Math.min(rows.length, b.sizes.length));
  const sizes = new Int32Array(rows.length >> 1);
  let blocks = 0;
  for (let block = 0; block + 1 < starts.length; block++) {
    let codes = 0;
    for (let at = starts[block]!, end = starts[block + 1]!; at < end; at++) {
      const code = b.codes[rows[at]!]!;
      if (code >= 0 && counts[code]!++ === 0) met[codes++] = code;
    }
    for (const draw of askedIn.get(block) ?? []) {
      const code = b.codes[asked[draw]!]!;
      if (code >= 0) around[draw] = counts[code]!;
    }
    for (let i = 0; i < codes; i++) {
      const code = met[i]!;
      if (counts[code]! > 1) sizes[blocks++] = counts[code]!;
      counts[code] = 0;
    }
  }
  return { sizes: sizes.slice(0, blocks), around };
}

/** The sizes of the blocks of one key. */
function countBlocks({ codes, sizes }: Blocks, asked: Int32Array): CountedBlocks {
  const sizeOf = (code: number): number => (code === ALONE ? 1 : (sizes[code] ?? 0));
  return { sizes, around: Int32Array.from(asked, (row) => sizeOf(codes[row]!)) };
}

/** Places in `asked` of the records in each block. */
function groupedBy(asked: Int32Array, { codes }: Blocks): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  asked.forEach((row, draw) => {
    const block = codes[row]!;
    if (block < 0) return;
    const group = groups.get(block);
    if (group === undefined) groups.set(block, [draw]);
    else group.push(draw);
  });
  return groups;
}
