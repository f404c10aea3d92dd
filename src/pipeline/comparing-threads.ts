/**
 * Threads that help to compare the candidates of a table. They share its codes and the blocks of the rules, have values
 * and tallies of their own, and take chunks from the same counters as the thread that asks for help.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { RuleBlocks } from '../blocking/earlier-rules.ts';
import type { LevelOptions } from '../compare/levels.ts';
import type { PatternIndex, RawPatterns } from '../compare/pattern-index.ts';
import { type ComparedTable, type SharedTable, shared, shareTable } from '../records/table-for-threads.ts';
import type { ChunkedPart, ChunkResult, ChunkResults } from './chunks.ts';
import type { BoundOptions } from './plausibility-bound.ts';
import type { Steps } from './steps.ts';

/** What a thread is given when it starts. */
export interface ThreadData {
  table: SharedTable;
  levels: LevelOptions;
  port: MessagePort;
  /** Rises by one with each answer, so that it can be waited for; length 1, shared. */
  answers: Int32Array;
}

/** What a thread is told. */
export type Order =
  | { kind: 'begin'; work: ComparingWork }
  | { kind: 'part'; part: ChunkedPart }
  | { kind: 'end' };

/** What it answers: to a part with its chunks, at the end with what it counted. */
export type Answer =
  | { kind: 'chunks'; results: ChunkResult[] }
  | { kind: 'patterns'; patterns: RawPatterns }
  | { kind: 'error'; error: unknown };

/** What all chunks have in common. */
export interface ComparingWork {
  ruleBlocks: RuleBlocks;
  bounds: BoundOptions;
  /** See `Rarity`; undefined leaves rarity out. */
  logMeans: Float64Array | undefined;
}

/** Candidates from which the start of a thread is worth its time. */
const WORTH_A_THREAD = 1_000_000;
/** More would each want memory for the values, and wait for that of the machine. */
const MOST_HELPERS = 3;
/** Longest wait for an answer between two looks at signals and timers, in milliseconds. */
const PATIENCE = 20;

/** Threads that compare so many candidates, the one that asks for help included. */
export function threadsFor(candidates: number, most: number): number {
  return Math.max(1, Math.min(most, 1 + Math.floor(candidates / WORTH_A_THREAD), 1 + MOST_HELPERS));
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  results: ChunkResult[];
  patterns: RawPatterns | undefined;
}

export class ComparingThreads {
  private readonly threads: Thread[];
  private readonly answers: Int32Array;
  private failure: unknown;

  private constructor(table: SharedTable, levels: LevelOptions, count: number) {
    this.answers = new Int32Array(new SharedArrayBuffer(4));
    this.threads = Array.from({ length: count }, () => this.start(table, levels));
  }

  /**
   * Starts as many threads as are worth while beside the one that asks.
   *
   * @param most threads in all
   * @returns undefined where there is no need for any
   */
  static start(
    table: ComparedTable,
    levels: LevelOptions,
    candidates: number,
    most: number,
  ): ComparingThreads | undefined {
    const count = threadsFor(candidates, most) - 1;
    // Threads run what is built; from TypeScript, as in tests, there is but one.
    if (count < 1 || !import.meta.url.endsWith('.js')) return undefined;
    return new ComparingThreads(shareTable(table), levels, count);
  }

  private start(table: SharedTable, levels: LevelOptions): Thread {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { table, levels, port: port2, answers: this.answers };
    const worker = new Worker(new URL('./comparing-thread.js', import.meta.url), {
      workerData,
      transferList: [port2],
    });
    worker.unref();
    worker.on('error', (error) => {
      this.failure ??= error;
    });
    worker.on('exit', (code) => {
      this.failure ??= new Error(`a thread that compares ended before its work (exit status ${code})`);
    });
    return { worker, port: port1, results: [], patterns: undefined };
  }

  /** Tells what the parts that follow have in common. */
  begin(work: ComparingWork): void {
    for (const thread of this.threads) {
      thread.results = [];
      thread.patterns = undefined;
    }
    const words = work.ruleBlocks.words.map(({ field, starts, words: of }) => ({
      ...{ field, starts: shared(starts), words: shared(of) },
    }));
    this.tell({ kind: 'begin', work: { ...work, ruleBlocks: { ...work.ruleBlocks, words } } });
  }

  /** Lets the threads take chunks of a part. */
  offer(part: ChunkedPart): void {
    this.tell({ kind: 'part', part });
  }

  /** Waits until all parts are done, and adds what the threads found to the results and what they counted to `index`. */
  *finished(results: ChunkResults, index: PatternIndex): Steps<void> {
    this.tell({ kind: 'end' });
    for (;;) {
      const seen = Atomics.load(this.answers, 0);
      this.receive();
      if (this.threads.every(({ patterns }) => patterns !== undefined)) break;
      Atomics.wait(this.answers, 0, seen, PATIENCE);
      yield;
    }
    for (const thread of this.threads) {
      const indexOf = index.absorb(thread.patterns!);
      for (const result of thread.results) {
        const { pattern } = result;
        for (let i = 0; i < pattern.length; i++) pattern[i] = indexOf[pattern[i]!]!;
        results.add(result);
      }
    }
  }

  /** Ends the threads. */
  stop(): void {
    for (const { worker, port } of this.threads) {
      port.close();
      void worker.terminate();
    }
  }

  private tell(order: Order): void {
    for (const { port } of this.threads) port.postMessage(order);
  }

  private receive(): void {
    for (const thread of this.threads)
      for (let got = receiveMessageOnPort(thread.port); got !== undefined; ) {
        const answer = got.message as Answer;
        if (answer.kind === 'chunks') thread.results.push(...answer.results);
        else if (answer.kind === 'patterns') thread.patterns = answer.patterns;
        else this.failure ??= answer.error;
        got = receiveMessageOnPort(thread.port);
      }
    if (this.failure !== undefined) throw this.failure;
  }
}
