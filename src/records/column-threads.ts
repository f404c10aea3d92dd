/**
 * Threads that fill columns. The thread that reads lends them columns with all they hold, sends them every row that
 * follows, and takes the columns back when the file has ended. A column is filled by one thread at a time, in the order
 * of the rows, so that it holds the same whoever fills it.
 */
import { Worker } from 'node:worker_threads';
import { LentRows } from './lent-rows.ts';
import { type CellBytes, type ColumnParts, memoryOf, type RawColumn } from './raw-column.ts';
import { shareOut } from './thread-shares.ts';
import { canStartThreads, MOST_HELPERS } from './threads.ts';

/** What a thread is given when it starts. */
export interface ColumnThreadData {
  missingTokens: readonly string[];
}

/** What a thread is told: rows are answered when they are taken in, `return` with the columns. */
export type ColumnOrder =
  | { kind: 'columns'; columns: { name: string; cell: number; parts: ColumnParts }[] }
  | { kind: 'rows'; bytes: Uint8Array; bounds: Int32Array; width: number; length: number }
  | { kind: 'return' };

export type ColumnAnswer = { kind: 'done' } | { kind: 'columns'; parts: ColumnParts[] };

/** A column, and which cell of a row belongs to it. */
interface Place {
  readonly column: RawColumn;
  readonly cell: number;
}

interface Thread {
  readonly worker: Worker;
  lent: Place[];
  returned: ColumnParts[] | undefined;
  /** Rows sent and not yet taken in, oldest first. */
  readonly sent: LentRows[];
}

/** Parcels of rows that a thread may have before it; reading waits until there are fewer. */
const MOST_SENT = 16;

export class ColumnThreads {
  private readonly threads: Thread[];
  /** Columns filled by this thread. */
  private kept: Place[] = [];
  private rows = new LentRows();
  /** How many threads have yet to take in rows; those that all have taken in can be used again. */
  private readonly pending = new Map<LentRows, number>();
  private readonly spare: LentRows[] = [];
  private failure: unknown;
  private wake: () => void = () => {};

  private constructor(count: number, data: ColumnThreadData) {
    this.threads = Array.from({ length: count }, () => this.start(data));
  }

  /**
   * Starts threads.
   *
   * @param most threads in all, with the one that reads
   * @returns undefined where there is none to start
   */
  static start(most: number, missingTokens: readonly string[]): ColumnThreads | undefined {
    const count = Math.min(most - 1, MOST_HELPERS);
    if (count < 1 || !canStartThreads(import.meta.url)) return undefined;
    return new ColumnThreads(count, { missingTokens });
  }

  /** Lends columns to the threads: those of a file, in its order, of which so many rows were read. */
  lend(columns: readonly RawColumn[], rows: number): void {
    const owners = shareOut(
      columns.map((column) => column.distinctCells / rows),
      this.threads.length,
    );
    const places = columns.map((column, cell): Place => ({ column, cell }));
    this.kept = places.filter(({ cell }) => owners[cell] === 0);
    for (const [t, thread] of this.threads.entries()) {
      thread.lent = places.filter(({ cell }) => owners[cell] === t + 1);
      const lent = thread.lent.map(({ column, cell }) => ({
        ...{ name: column.name, cell, parts: column.handOver() },
      }));
      const memory = lent.flatMap(({ parts }) => memoryOf(parts));
      tell(thread, { kind: 'columns', columns: lent }, memory);
    }
    this.rows.clear(columns.length);
  }

  /** Adds rows to all columns. */
  add(rows: CellBytes): void {
    this.rows.add(rows);
    if (this.rows.isEnough) this.send();
  }

  /** Adds a row to all columns. */
  addCells(cells: readonly string[]): void {
    this.rows.addCells(cells);
    if (this.rows.isEnough) this.send();
  }

  /** Waits until no thread is far behind. */
  async pause(): Promise<void> {
    await this.until(() => this.threads.every(({ sent }) => sent.length < MOST_SENT));
  }

  /**
   * Waits until all rows are in their columns, which are then as if this thread had filled them.
   *
   * @throws what ended a thread before its work
   */
  async takeBack(): Promise<void> {
    this.send();
    for (const thread of this.threads) {
      thread.returned = undefined;
      tell(thread, { kind: 'return' });
    }
    await this.until(() => this.threads.every(({ returned }) => returned !== undefined));
    for (const { lent, returned } of this.threads)
      for (const [i, { column }] of lent.entries()) column.takeBack(returned![i]!);
  }

  /** Ends the threads. */
  stop(): void {
    for (const { worker } of this.threads) void worker.terminate();
  }

  private start(workerData: ColumnThreadData): Thread {
    const worker = new Worker(new URL('./column-thread.js', import.meta.url), { workerData });
    const thread: Thread = { worker, lent: [], returned: undefined, sent: [] };
    worker.on('message', (answer: ColumnAnswer) => {
      if (answer.kind === 'done') this.taken(thread.sent.shift()!);
      else thread.returned = answer.parts;
      this.wake();
    });
    worker.on('error', (error) => this.fail(error));
    worker.on('messageerror', (error) => this.fail(error));
    worker.on('exit', (code) =>
      this.fail(new Error(`a thread that reads ended before its work (exit status ${code})`)),
    );
    return thread;
  }

  private send(): void {
    const { rows } = this;
    const { bytes, bounds, width, length } = rows;
    if (length === 0) return;
    this.pending.set(rows, this.threads.length);
    for (const thread of this.threads) {
      thread.sent.push(rows);
      tell(thread, { kind: 'rows', bytes, bounds, width, length });
    }
    for (const { column, cell } of this.kept) column.pushPlain(rows, cell);
    this.rows = this.spare.pop() ?? new LentRows();
    this.rows.clear(width);
  }

  private taken(rows: LentRows): void {
    const left = this.pending.get(rows)! - 1;
    if (left > 0) {
      this.pending.set(rows, left);
      return;
    }
    this.pending.delete(rows);
    this.spare.push(rows);
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.wake();
  }

  /** Waits for answers until a condition holds. */
  private async until(holds: () => boolean): Promise<void> {
    for (;;) {
      if (this.failure !== undefined) throw this.failure;
      if (holds()) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

function tell({ worker }: Thread, order: ColumnOrder, memory: readonly ArrayBuffer[] = []): void {
  worker.postMessage(order, memory);
}
