/** csv-parse with the line on which each record starts. */

import { Parser } from 'csv-parse';
import type { Delimiter } from './dialect.ts';

/**
 * Takes a record, the line on which it starts, and how many of the bytes fed so far end with it. May throw.
 */
export type TakeRecord = (record: string[], line: number, end: number) => void;

/** The error of csv-parse, with what its types leave out. */
export type CsvParseError = Error & { code?: string; column?: number | string };

/**
 * Hands each record on at the moment it is parsed, instead of queueing it as a stream would: faster, and only then
 * do the counters in `info` belong to the record at hand.
 *
 * Lines: `info.lines` counts every line end, those inside quotes too (a quoted CRLF as two), and
 * `info.empty_lines` the blank lines skipped. Where the difference between two records is not one line plus the
 * blank ones, the second holds line ends, and only then are its cells searched for them.
 */
export class RecordParser extends Parser {
  readonly #take: TakeRecord;
  /** Line on which the next record starts if no blank line comes before it. */
  #next: number;
  #linesSeen = 0;
  #blankSeen = 0;

  constructor(delimiter: Delimiter, firstLine: number, take: TakeRecord) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
    this.#next = firstLine;
    this.#take = take;
  }

  /** Parses more bytes, and answers with what is wrong with them. */
  feed(bytes: Buffer): CsvParseError | undefined {
    let failure: Error | null | undefined;
    super._transform(bytes, 'utf8', (error) => {
      failure = error;
    });
    return failure ?? undefined;
  }

  /** Parses what is left when there are no more bytes. */
  finish(): CsvParseError | undefined {
    let failure: Error | null | undefined;
    super._flush((error) => {
      failure = error;
    });
    return failure ?? undefined;
  }

  /** Line on which the record that is being parsed starts. */
  get line(): number {
    return this.#next + this.info.empty_lines - this.#blankSeen;
  }

  /** Once finished after a line end: the line that follows. csv-parse takes the end itself for a blank line. */
  get lineAfter(): number {
    return this.line - 1;
  }

  /** Of the line ends in the record that is being parsed, those before the cell that is being parsed. */
  get linesInside(): number {
    return countLineEnds(internals(this)?.record ?? []);
  }

  /**
   * csv-parse makes an error object, with stack, for each record of another width than the one it expects, even if
   * it may not report it: 40 µs. Let it expect this width, which the next ones are likely to have too.
   */
  expect(width: number): void {
    const state = internals(this);
    if (state !== undefined) state.expectedRecordLength = width;
  }

  override push(record: string[] | null): boolean {
    if (record === null) return true;
    const { info } = this;
    const blank = info.empty_lines - this.#blankSeen;
    const line = this.#next + blank;
    const embedded = info.lines - this.#linesSeen !== blank + 1;
    this.#blankSeen = info.empty_lines;
    this.#linesSeen = info.lines;
    this.#next = line + 1;
    if (embedded) this.#next += countLineEnds(record);
    this.#take(record, line, info.bytes);
    return true;
  }
}

/** The state of csv-parse, which its types leave out: the cells of the unfinished record, and the width it expects. */
function internals(parser: object): { record?: string[]; expectedRecordLength?: number } | undefined {
  return (parser as { state?: { record?: string[]; expectedRecordLength?: number } }).state;
}

/** Line ends inside the cells of a record; CRLF is one. */
function countLineEnds(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let i = 0; i < cell.length; i++) {
      const c = cell.charCodeAt(i);
      if (c === 10 || (c === 13 && cell.charCodeAt(i + 1) !== 10)) count++;
    }
  }
  return count;
}
