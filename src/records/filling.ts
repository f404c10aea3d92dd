/** Fills the columns of one file after the other: in the thread that reads, and in others where a file is large. */
import { ColumnThreads } from './column-threads.ts';
import type { CellBytes, RawColumn } from './raw-column.ts';

export interface FillingOptions {
  /** Most threads to use; default 1. Never changes a result. */
  threads?: number | undefined;
  /** Cells still to come in a file from which threads are worth their start. */
  threadsFrom?: number | undefined;
  missingTokens?: readonly string[] | undefined;
}

/** Cells that take a third of a second, several times what it takes to start a thread. */
const WORTH_THREADS = 1_000_000;
/** Cells by which to judge how much work each column is. */
const TELLING = 250_000;

export class Filling {
  private readonly options: FillingOptions;
  private columns: readonly RawColumn[] = [];
  private rows = 0;
  /** Share of the file that has been read, where that is known. */
  private share: number | undefined;
  private threads: ColumnThreads | undefined;
  private isLent = false;

  constructor(options: FillingOptions) {
    this.options = options;
  }

  /** @param columns those of the file, in its order */
  startFile(columns: readonly RawColumn[]): void {
    this.columns = columns;
    this.rows = 0;
    this.share = undefined;
  }

  /** See `ReadOptions`. */
  progress(bytes: number, total: number | undefined): void {
    this.share = total === undefined ? undefined : bytes / total;
  }

  /** Adds a row of the file. */
  row(cells: readonly string[]): void {
    this.rows++;
    if (this.isLent) this.threads!.addCells(cells);
    else for (const [c, column] of this.columns.entries()) column.push(cells[c]!);
  }

  /** Adds rows of the file. */
  plain(rows: CellBytes): void {
    this.rows += rows.length;
    if (this.isLent) this.threads!.add(rows);
    else for (const [c, column] of this.columns.entries()) column.pushPlain(rows, c);
  }

  /** To be called between rows, now and then: starts threads where they are worth while, and waits for them. */
  pause(): Promise<void> | undefined {
    if (this.isLent) return this.threads!.pause();
    if (!this.isWorthThreads()) return undefined;
    const { threads = 1, missingTokens = [] } = this.options;
    this.threads ??= ColumnThreads.start(threads, missingTokens);
    this.threads?.lend(this.columns, this.rows);
    this.isLent = this.threads !== undefined;
    return undefined;
  }

  /** Waits until all rows of the file are in their columns. */
  async endFile(): Promise<void> {
    if (!this.isLent) return;
    await this.threads!.takeBack();
    this.isLent = false;
  }

  private isWorthThreads(): boolean {
    const { threadsFrom = WORTH_THREADS } = this.options;
    const cells = this.rows * this.columns.length;
    // What has come is as much as can be expected where the end is not known.
    const toCome = this.share === undefined ? cells : cells / this.share - cells;
    return cells >= Math.min(TELLING, threadsFrom) && toCome >= threadsFrom;
  }

  /** Ends the threads. */
  stop(): void {
    this.threads?.stop();
  }
}
