/** Chunks of the blocks of a rule: what one thread compares at a time, and what comes of it. */
import type { PairsOfBlocks, RulePart } from '../blocking/pairs.ts';
import { shared } from '../records/table-for-threads.ts';
import type { KeptPairs, PairTally } from './pair-tally.ts';

/** Pairs in the blocks of a chunk, about. */
const CHUNK_PAIRS = 1 << 16;

/** The blocks of one rule, in chunks that threads take in turn. */
export interface ChunkedPart extends RulePart {
  /** Chunk i has the blocks bounds[i] … bounds[i + 1] − 1. */
  readonly bounds: Int32Array;
  /** How many chunks have been taken; length 1, shared. */
  readonly taken: Int32Array;
  /** Number of its first chunk among those of all rules. */
  readonly firstChunk: number;
}

/** What came of a chunk. */
export interface ChunkResult extends KeptPairs {
  readonly chunk: number;
  readonly rule: number;
  /** Pairs compared. */
  readonly compared: number;
}

/** The chunks of a rule; they do not depend on the number of threads. */
export function chunked({ rule, firsts, rows }: RulePart, firstChunk: number): ChunkedPart {
  const bounds = [0];
  const blocks = firsts.length - 1;
  let pairs = 0;
  for (let block = 0; block < blocks; block++) {
    const records = firsts[block + 1]! - firsts[block]!;
    pairs += (records * (records - 1)) / 2;
    if (pairs < CHUNK_PAIRS) continue;
    bounds.push(block + 1);
    pairs = 0;
  }
  if (bounds.at(-1)! < blocks) bounds.push(blocks);
  return {
    ...{ rule, firsts: shared(firsts), rows: shared(rows), firstChunk },
    ...{ bounds: Int32Array.from(bounds), taken: new Int32Array(new SharedArrayBuffer(4)) },
  };
}

/** Compares chunks of a rule as long as there are any that no other thread has taken. */
export function* compareChunks(
  part: ChunkedPart,
  pairs: PairsOfBlocks,
  tally: PairTally,
): Generator<ChunkResult> {
  const { bounds, taken, rule, firstChunk } = part;
  for (;;) {
    const i = Atomics.add(taken, 0, 1);
    if (i + 1 >= bounds.length) return;
    let compared = 0;
    for (const batch of pairs.of(part, bounds[i]!, bounds[i + 1]!)) {
      tally.add(batch);
      compared += batch.count;
    }
    yield { chunk: firstChunk + i, rule, compared, ...tally.take() };
  }
}

/** The results of all chunks, whoever compared them. */
export class ChunkResults {
  /** Pairs compared so far. */
  compared = 0;
  private readonly results: ChunkResult[] = [];

  add(result: ChunkResult): void {
    this.results.push(result);
    this.compared += result.compared;
  }

  /** The pairs kept, by chunk. */
  inOrder(): KeptPairs {
    const { results } = this;
    results.sort((a, b) => a.chunk - b.chunk);
    const length = results.reduce((sum, { left }) => sum + left.length, 0);
    const [left, right] = [new Int32Array(length), new Int32Array(length)];
    const pattern = new Int32Array(length);
    let at = 0;
    for (const result of results) {
      left.set(result.left, at);
      right.set(result.right, at);
      pattern.set(result.pattern, at);
      at += result.left.length;
    }
    return { left, right, pattern };
  }

  /** Adds the pairs compared to the count of the rule that generated them. */
  countByRule(byRule: Float64Array): void {
    for (const { rule, compared } of this.results) byRule[rule]! += compared;
  }
}
