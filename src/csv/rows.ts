/** From UTF-8 to rows: csv-parse, with line numbers, the rule for ragged rows, and errors that name their place. */

import type { TransformCallback } from 'node:stream';
import { Parser } from 'csv-parse';
import { ErError } from '../errors.ts';
import type { Decoder } from './decode.ts';
import type { Delimiter } from './dialect.ts';
import { checkHeader } from './header.ts';

/** Takes the rows of one file. */
export interface RowSink {
  /** The trimmed names of the columns; called once, before any row. May throw an ErError. */
  header(names: string[]): void;
  /** One row, as many cells as there are names, and the line on which it starts. The array is the sink's to keep. */
  row(cells: string[], line: number): void;
}

/** What the parser must know about the file. */
export interface Source {
  /** How errors name the file. */
  file: string;
  delimiter: Delimiter;
  /** Line on which the bytes given to the parser start, and how many decoded bytes come before them. */
  firstLine: number;
  offset: number;
  decoder: Decoder;
  /** Whether bytes that are not UTF-8 are an error, because the user said that the file is UTF-8. */
  strict: boolean;
}

/** A value this long is a quote that was never closed, or no CSV at all. Bytes. */
const LONGEST_RECORD = 1 << 24;

/**
 * A csv-parse parser that hands each record to a sink at the moment it is parsed, instead of queueing it as a
 * stream would: faster, and only then do the counters in `info` belong to the record at hand.
 *
 * Lines: `info.lines` counts every line end, those inside quotes too (a quoted CRLF as two), and
 * `info.empty_lines` the blank lines skipped. Where the difference between two records is not one line plus the
 * blank ones, the second holds line ends, and only then are its cells searched for them.
 */
export class RowParser extends Parser {
  /** Rows given to the sink. */
  rows = 0;
  /** Rows that had fewer cells than the header, and the line of the first. */
  paddedRows = 0;
  firstPadded = 0;
  /** Line of the first record with a byte that is not UTF-8. */
  firstInvalidLine = 0;

  readonly #source: Source;
  readonly #sink: RowSink;
  #names: string[] | undefined;
  /** Line on which the next record starts if no blank line comes before it. */
  #next: number;
  #linesSeen = 0;
  #blankSeen = 0;
  #received = 0;

  constructor(source: Source, sink: RowSink) {
    super({
      delimiter: source.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
    this.#source = source;
    this.#sink = sink;
    this.#next = source.firstLine;
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    this.#received += chunk.length;
    this.#guard(callback, (done) => super._transform(chunk, encoding, done));
    if (this.#received - this.info.bytes > LONGEST_RECORD && !this.destroyed) this.destroy(this.#tooLong());
  }

  override _flush(callback: TransformCallback): void {
    this.#guard(callback, (done) => super._flush(done));
  }

  override push(record: string[] | null): boolean {
    if (record === null) return super.push(null);
    const { info } = this;
    const blank = info.empty_lines - this.#blankSeen;
    const line = this.#next + blank;
    const embedded = info.lines - this.#linesSeen !== blank + 1;
    this.#blankSeen = info.empty_lines;
    this.#linesSeen = info.lines;
    this.#next = line + 1;
    if (embedded) this.#next += countLineEnds(record);
    const { decoder, offset } = this.#source;
    const end = info.bytes + offset;
    if (end > decoder.firstNul || (end > decoder.firstInvalid && this.firstInvalidLine === 0))
      this.#suspect(line);

    if (this.#names === undefined) {
      this.#names = checkHeader(record, { file: this.#source.file, line });
      this.#sink.header(this.#names.slice());
      return true;
    }
    if (record.length !== this.#names.length) this.#mend(record, line);
    this.rows++;
    this.#sink.row(record, line);
    return true;
  }

  /** Called at the end: a file without any record is an error. */
  checkNotEmpty(): void {
    if (this.#names !== undefined) return;
    throw new ErError('is empty; a header row is required', { file: this.#source.file });
  }

  /** Turns whatever the sink throws or csv-parse reports into an error of the stream. */
  #guard(callback: TransformCallback, parse: (done: TransformCallback) => void): void {
    try {
      parse((error, data) => callback(error ? this.#explain(error) : error, data));
    } catch (error) {
      callback(error as Error);
    }
  }

  /** A record holds a NUL or a byte that is not UTF-8. */
  #suspect(line: number): void {
    const { decoder, file, offset, strict } = this.#source;
    if (this.info.bytes + offset > decoder.firstNul) throw this.#nulError(line);
    this.firstInvalidLine = line;
    if (!strict) return;
    throw new ErError(
      'holds a byte that is not UTF-8; leave --encoding out to read such bytes as Windows-1252, or name the right one',
      { file, line },
    );
  }

  #nulError(line: number): ErError {
    return new ErError(
      'holds a NUL byte; if the file is UTF-16 say so with --encoding utf-16le (or utf-16be), otherwise it is damaged',
      { file: this.#source.file, line },
    );
  }

  /** Makes a ragged row fit the header, or throws. */
  #mend(record: string[], line: number): void {
    const width = this.#names!.length;
    const found = record.length;
    // csv-parse makes an error object, with stack, for each row of another width than the one it expects, even if
    // it may not report it: 40 µs. Let it expect this width, which the next rows are likely to have too.
    const state = internals(this);
    if (state !== undefined) state.expectedRecordLength = found;
    if (found < width) {
      while (record.length < width) record.push('');
      if (this.paddedRows++ === 0) this.firstPadded = line;
      return;
    }
    for (let i = width; i < found; i++) {
      if (record[i] === '') continue;
      throw new ErError(
        `column ${i + 1} has no name: ${found} cells found, ${width} expected; quote the value that holds the delimiter ${show(this.#source.delimiter)}`,
        { file: this.#source.file, line },
      );
    }
    record.length = width;
  }

  #explain(error: Error & { code?: string; column?: number | string; field?: unknown }): Error {
    const start = this.#next + this.info.empty_lines - this.#blankSeen;
    if (this.#received + this.#source.offset > this.#source.decoder.firstNul) return this.#nulError(start);
    const index = typeof error.column === 'number' ? error.column : 0;
    const line = start + countLineEnds(internals(this)?.record ?? []);
    const place = { file: this.#source.file, line };
    const where = this.#columnName(index);
    switch (error.code) {
      case 'CSV_QUOTE_NOT_CLOSED':
        return new ErError(
          `${where} opens a quote that is never closed; close it, or double it (write "" for ")`,
          place,
        );
      case 'CSV_INVALID_CLOSING_QUOTE':
        return new ErError(
          `${where} has a quote inside a quoted value; double it (write "" for "), or close the value before it`,
          place,
        );
      case 'INVALID_OPENING_QUOTE':
        return new ErError(
          `${where} has a quote inside a value that is not quoted; quote the whole value and double the quote (write "" for ")`,
          place,
        );
      default:
        return error;
    }
  }

  #tooLong(): ErError {
    const start = this.#next + this.info.empty_lines - this.#blankSeen;
    return new ErError(
      `a value longer than ${LONGEST_RECORD >> 20} MiB begins here; close its quote, or check that the file is CSV`,
      { file: this.#source.file, line: start },
    );
  }

  /** `column 2 (city)`; in the header itself, where there are no names yet, `column 2`. */
  #columnName(index: number): string {
    const name = this.#names?.[index];
    return name === undefined ? `column ${index + 1}` : `column ${index + 1} (${name})`;
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

function show(delimiter: Delimiter): string {
  return delimiter === '\t' ? 'tab' : `"${delimiter}"`;
}
