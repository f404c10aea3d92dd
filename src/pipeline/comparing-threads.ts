/**
 * Threads that help to survey a table and to compare its candidates. They share its codes and the blocks of the rules,
 * have values and tallies of their own, and take fields and chunks from the same counters as the thread that asks for
 * help.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { RuleBlocks } from '../blocking/earlier-rules.ts';
import type { LevelOptions } from '../compare/levels.ts';
import type { PatternIndex, RawPatterns } from '../compare/pattern-index.ts';
import { type ComparedTable, type SharedTable, shared, shareTable } from '../records/table-for-threads.ts';
import { canStartThreads, MOST_HELPERS } from '../records/threads.ts';
import type { ChunkedPart, ChunkResult, ChunkResults } from './chunks.ts';
import type { BoundOptions } from './plausibility-bound.ts';
import type { Steps } from './steps.ts';
import { type FieldSurvey, type SharedSurvey, type SurveyOptions, sharedSurvey } from './survey.ts';

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
  | { kind: 'survey'; survey: SharedSurvey }
  | { kind: 'begin'; work: ComparingWork }
  | { kind: 'part'; part: ChunkedPart }
  | { kind: 'end' };

/** What it answers: to a survey with its fields, to a part with its chunks, at the end with what it counted. */
export type Answer =
  | { kind: 'fields'; fields: FieldSurvey[] }
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
/** Records from which a thread is started before it is known how many candidates there are. */
export const MANY_RECORDS = 20_000;
/** Longest wait for an answer between two looks at signals and timers, in milliseconds. */
const PATIENCE = 20;

/** Threads that compare so many candidates, the one that asks for help included. */
export function threadsFor(candidates: number, most: number): number {
  return Math.max(1, Math.min(most, 1 + Math.floor(candidates / WORTH_A_THREAD), 1 + MOST_HELPERS));
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  fields: FieldSurvey[] | undefined;
  results: ChunkResult[];
  patterns: RawPatterns | undefined;
}

export class ComparingThreads {
  private readonly table: SharedTable;
  private readonly levels: LevelOptions;
  private readonly threads: Thread[] = [];
  private readonly answers = new Int32Array(new SharedArrayBuffer(4));
  private survey: SharedSurvey | undefined;
  private failure: unknown;

  private constructor(table: SharedTable, levels: LevelOptions) {
    this.table = table;
    this.levels = levels;
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
    return ComparingThreads.of(table, levels, threadsFor(candidates, most) - 1);
  }

  /**
   * Starts a thread that begins to survey the table, while this one has to find out how many candidates there are.
   *
   * @returns undefined where the table is small, or one thread is all that may be used
   */
  static startSurvey(
    table: ComparedTable,
    levels: LevelOptions,
    survey: SurveyOptions,
    most: number,
  ): ComparingThreads | undefined {
    if (table.size < MANY_RECORDS || most < 2) return undefined;
    const threads = ComparingThreads.of(table, levels, 1);
    threads?.beginSurvey(survey);
    return threads;
  }

  private static of(table: ComparedTable, levels: LevelOptions, count: number): ComparingThreads | undefined {
    if (count < 1 || !canStartThreads(import.meta.url)) return undefined;
    const threads = new ComparingThreads(shareTable(table), levels);
    threads.resize(count);
    return threads;
  }

  /** Starts threads, or ends some, so that there are as many as are worth while; undefined where that is none. */
  fitTo(candidates: number, most: number): ComparingThreads | undefined {
    this.resize(threadsFor(candidates, most) - 1);
    return this.threads.length > 0 ? this : undefined;
  }

  private resize(count: number): void {
    while (this.threads.length < count) this.threads.push(this.start(this.table, this.levels));
    for (const thread of this.threads.splice(count)) end(thread);
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
    return { worker, port: port1, fields: undefined, results: [], patterns: undefined };
  }

  /** Lets the threads take fields of a survey; answers with the one they are at, if there is one already. */
  beginSurvey(options: SurveyOptions): SharedSurvey {
    if (this.survey !== undefined) return this.survey;
    this.survey = sharedSurvey(options);
    this.tell({ kind: 'survey', survey: this.survey });
    return this.survey;
  }

  /** Waits until all fields are surveyed; answers with those that the threads took. */
  *surveyed(): Steps<FieldSurvey[]> {
    yield* this.until(({ fields }) => fields !== undefined);
    return this.threads.flatMap(({ fields }) => fields!);
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
    yield* this.until(({ patterns }) => patterns !== undefined);
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
    this.resize(0);
  }

  private *until(isDone: (thread: Thread) => boolean): Steps<void> {
    for (;;) {
      const seen = Atomics.load(this.answers, 0);
      this.receive();
      if (this.threads.every(isDone)) return;
      Atomics.wait(this.answers, 0, seen, PATIENCE);
      yield;
    }
  }

  private tell(order: Order): void {
    for (const { port } of this.threads) port.postMessage(order);
  }

  private receive(): void {
    for (const thread of this.threads)
      for (let got = receiveMessageOnPort(thread.port); got !== undefined; ) {
        const answer = got.message as Answer;
        if (answer.kind === 'fields') thread.fields = answer.fields;
        else if (answer.kind === 'chunks') thread.results.push(...answer.results);
        else if (answer.kind === 'patterns') thread.patterns = answer.patterns;
        else this.failure ??= answer.error;
        got = receiveMessageOnPort(thread.port);
      }
    if (this.failure !== undefined) throw this.failure;
  }
}

function end({ worker, port }: Thread): void {
  worker.removeAllListeners();
  port.close();
  void worker.terminate();
}
