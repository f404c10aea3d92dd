/** From UTF-8 to rows, with line numbers, the rule for ragged rows, and errors that name their place. */

import { ErError } from '../errors.ts';
import type { Decoder } from './decode.ts';
import type { Delimiter } from './dialect.ts';
import { checkHeader } from './header.ts';
import { PlainRows } from './plain-rows.ts';
import { type CsvParseError, RecordParser } from './records.ts';
import { afterLine, lineEnd, plainEnd, QuoteState } from './stretches.ts';

/** Takes the rows of one file. */
export interface RowSink {
  /** The trimmed names of the columns; called once, before any row. May throw an ErError. */
  header(names: string[]): void;
  /** One row, as many cells as there are names, and the line on which it starts. The array is the sink's to keep. */
  row(cells: string[], line: number): void;
  /** Rows as bytes, not empty, each as wide as there are names. A sink that does not take them gets their cells. */
  plain?(rows: PlainRows): void;
  /** Called between pieces of the file; reading waits for it. */
  pause?(): Promise<void> | undefined;
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

/** A line longer than this goes to csv-parse bit by bit. Bytes. */
const LONGEST_PLAIN_LINE = 1 << 18;

/** To start csv-parse anew takes as long as to parse so many bytes with it. */
const PLAIN_STRETCH = 1 << 10;

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Gives the rows of a file to a sink. Long stretches without a quote are split where delimiters and line ends
 * stand; all other rows are parsed by csv-parse, which is some ten times slower. It is started anew after each plain
 * stretch, at the beginning of a row, and stopped at the end of one.
 */
export class RowParser {
  /** Rows given to the sink. */
  rows = 0;
  /** Rows that had fewer cells than the header, and the line of the first. */
  paddedRows = 0;
  firstPadded = 0;
  /** Line of the first record with a byte that is not UTF-8. */
  firstInvalidLine = 0;

  readonly #source: Source;
  readonly #sink: RowSink;
  readonly #quotes: QuoteState;
  readonly #plain: PlainRows;
  #names: string[] | undefined;
  /** Where csv-parse is at work: the parser, and how many bytes were received before its first. */
  #records: RecordParser | undefined;
  #start = 0;
  /** Line on which the bytes start that csv-parse has not been given. */
  #next: number;
  /** The beginning of a line, where csv-parse is not at work. */
  #rest = NOTHING;
  #received = 0;
  /** How many of the bytes end with the last row. */
  #done = 0;

  /** @param least bytes without a quote that make a stretch worth splitting without csv-parse */
  constructor(source: Source, sink: RowSink, least = PLAIN_STRETCH) {
    this.#source = source;
    this.#sink = sink;
    this.#plain = new PlainRows(source.delimiter);
    this.#next = source.firstLine;
    this.#quotes = new QuoteState(least);
    this.#records = this.#startRecords(0);
  }

  /** Parses the next bytes of the file. */
  write(chunk: Buffer): void {
    this.#received += chunk.length;
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const base = this.#received - text.length;
    this.#rest = NOTHING;
    for (let at = 0; at < text.length; ) {
      if (this.#records !== undefined) {
        const end = this.#quotes.end(text, at);
        this.#parse(this.#records, text.subarray(at, end < 0 ? text.length : end), end >= 0);
        at = end < 0 ? text.length : end;
        continue;
      }
      const end = plainEnd(text, at);
      if (end > at && !this.#isSuspect(base + end)) this.#split(text, at, end, base);
      else if (end > at) this.#parse(this.#startRecords(base + at), text.subarray(at, end), true);
      at = end;
      if (text.indexOf(34, at) < 0 && text.length - at <= LONGEST_PLAIN_LINE) {
        this.#rest = text.subarray(at);
        break;
      }
      this.#records = this.#startRecords(base + at);
    }
    this.#checkLength();
  }

  /** Parses what is left when the file has ended. */
  end(): void {
    const records = this.#records ?? this.#startRecords(this.#received - this.#rest.length);
    this.#parse(records, this.#rest, true);
  }

  /** Called at the end: a file without any record is an error. */
  checkNotEmpty(): void {
    if (this.#names !== undefined) return;
    throw new ErError('is empty; a header row is required', { file: this.#source.file });
  }

  #startRecords(start: number): RecordParser {
    this.#start = start;
    return new RecordParser(this.#source.delimiter, this.#next, (record, line, end) => {
      this.#done = start + end;
      if (this.#isSuspect(this.#done)) this.#suspect(line);
      this.#row(record, line);
    });
  }

  /** Has csv-parse parse bytes; the last ones before a plain stretch or the end of the file, if `last`. */
  #parse(records: RecordParser, bytes: Buffer, last: boolean): void {
    this.#records = records;
    const error = records.feed(bytes) ?? (last ? records.finish() : undefined);
    if (error !== undefined) throw this.#explain(error, records);
    if (!last) return;
    this.#next = records.lineAfter;
    this.#records = undefined;
  }

  /** Splits complete lines without quotes. */
  #split(text: Buffer, from: number, end: number, base: number): void {
    const plain = this.#plain;
    for (let at = from; at < end; ) {
      at = plain.fill(text, at, end, this.#next, this.#names?.length ?? 0);
      this.#next = plain.nextLine;
      if (plain.length > 0) this.#give(plain);
      if (at === end) break;
      const cells = text.toString('utf8', at, lineEnd(text, at, end)).split(this.#source.delimiter);
      this.#row(cells, this.#next++);
      at = afterLine(text, at, end);
    }
    // Blank lines at the end are not of any row.
    let last = end;
    while (last > from && (text[last - 1] === 10 || text[last - 1] === 13)) last--;
    if (last > from) this.#done = base + afterLine(text, last, end);
  }

  #give(rows: PlainRows): void {
    this.rows += rows.length;
    if (this.#sink.plain !== undefined) {
      this.#sink.plain(rows);
      return;
    }
    for (let row = 0; row < rows.length; row++) this.#sink.row(rows.cells(row), rows.lines[row]!);
  }

  /** Takes the cells of a record, which is the header if it is the first. */
  #row(record: string[], line: number): void {
    if (this.#names === undefined) {
      this.#names = checkHeader(record, { file: this.#source.file, line });
      this.#sink.header(this.#names.slice());
      return;
    }
    if (record.length !== this.#names.length) this.#mend(record, line);
    this.rows++;
    this.#sink.row(record, line);
  }

  /** Whether a NUL, or the first byte that is not UTF-8, is among the first `end` bytes. */
  #isSuspect(end: number): boolean {
    const { decoder, offset } = this.#source;
    return (
      end + offset > decoder.firstNul || (end + offset > decoder.firstInvalid && this.firstInvalidLine === 0)
    );
  }

  /** A record holds a NUL or a byte that is not UTF-8. */
  #suspect(line: number): void {
    const { decoder, file, offset, strict } = this.#source;
    if (this.#done + offset > decoder.firstNul) throw this.#nulError(line);
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
    this.#records?.expect(found);
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

  #explain(error: CsvParseError, records: RecordParser): Error {
    if (this.#received + this.#source.offset > this.#source.decoder.firstNul)
      return this.#nulError(records.line);
    const index = typeof error.column === 'number' ? error.column : 0;
    const line = records.line + records.linesInside;
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

  #checkLength(): void {
    const cell = this.#records?.info.bytes ?? 0;
    const done = cell > 0 ? this.#start + cell : this.#done;
    if (this.#received - done <= LONGEST_RECORD) return;
    throw new ErError(
      `a value longer than ${LONGEST_RECORD >> 20} MiB begins here; close its quote, or check that the file is CSV`,
      { file: this.#source.file, line: this.#records?.line ?? this.#next },
    );
  }

  /** `column 2 (city)`; in the header itself, where there are no names yet, `column 2`. */
  #columnName(index: number): string {
    const name = this.#names?.[index];
    return name === undefined ? `column ${index + 1}` : `column ${index + 1} (${name})`;
  }
}

function show(delimiter: Delimiter): string {
  return delimiter === '\t' ? 'tab' : `"${delimiter}"`;
}
