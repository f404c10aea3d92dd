/** Reads a CSV file as a stream of rows: where the bytes come from, what they are, and what was found. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { ErError } from '../errors.ts';
import { Decoder, sniffMark } from './decode.ts';
import { type Delimiter, detectDelimiter, type Encoding, parseDelimiter } from './dialect.ts';
import { gunzipped } from './gunzip.ts';
import { RowParser, type RowSink } from './rows.ts';

export type { RowSink } from './rows.ts';

export interface ReadOptions {
  /** Detected if not given. */
  delimiter?: Delimiter | undefined;
  /** Detected if not given. */
  encoding?: Encoding | undefined;
  /** What `-` reads; the standard input of the process if not given. */
  stdin?: NodeJS.ReadableStream;
  /** Told, in one sentence that names the file, of everything read otherwise than written. */
  notice?: (text: string) => void;
  /** Told the bytes read so far, and of how many where that is known. */
  progress?: (bytesRead: number, bytesTotal: number | undefined) => void;
  signal?: AbortSignal;
}

export interface CsvSummary {
  /** As given. */
  path: string;
  /** File name without its folders; `stdin` for `-`. */
  name: string;
  /** Size and SHA-256 of the bytes as stored, compressed or not. */
  bytes: number;
  sha256: string;
  /** Rows below the header. */
  rows: number;
  delimiter: Delimiter;
  /** `windows-1252` if any byte was read so. */
  encoding: Encoding;
  /** Rows that had fewer cells than the header and were filled up with empty ones. */
  paddedRows: number;
}

/** Text by which delimiter and header are judged, in bytes. */
const SAMPLE_BYTES = 1 << 16;

/**
 * Reads a CSV file and gives its rows to `sink`, which sees every row as wide as the header.
 *
 * `-` is standard input; gzip is unpacked; encoding and delimiter are detected unless given. Blank lines are
 * ignored. Rows with too few cells are filled up with empty ones; rows with too many are an error unless the
 * surplus is empty. Memory does not grow with the file.
 *
 * @throws ErError for everything the user can mend, with file and line; on any error the file is closed.
 * @example await readCsv('people.csv', { header() {}, row(cells, line) {} }) // => { rows: 2, delimiter: ',', … }
 */
export async function readCsv(path: string, sink: RowSink, options: ReadOptions = {}): Promise<CsvSummary> {
  const name = path === '-' ? 'stdin' : basename(path);
  const file = path === '-' ? 'stdin' : path;
  const { stream, total } = await openSource(path, options.stdin);
  if (options.signal !== undefined) addAbortSignal(options.signal, stream);
  const meter = new Meter(total, options.progress);
  try {
    const bytes = gunzipped(meter.count(stream), path.endsWith('.gz'));
    const { parser, decoder, delimiter } = await parseRows(file, bytes, sink, options);
    parser.checkNotEmpty();
    meter.checkComplete(file);
    if (decoder.invalid > 0) options.notice?.(invalidNotice(file, parser.firstInvalidLine, decoder.invalid));
    if (parser.paddedRows > 0) options.notice?.(paddedNotice(file, parser.firstPadded, parser.paddedRows));
    return {
      path,
      name,
      bytes: meter.bytes,
      sha256: meter.digest(),
      rows: parser.rows,
      delimiter,
      encoding: decoder.invalid > 0 ? 'windows-1252' : decoder.encoding,
      paddedRows: parser.paddedRows,
    };
  } catch (error) {
    throw explain(error, path, file);
  } finally {
    stream.destroy();
  }
}

async function openSource(
  path: string,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<{ stream: Readable; total: number | undefined }> {
  if (path === '-') return { stream: stdin as Readable, total: undefined };
  try {
    const info = await stat(path);
    // A folder can be opened but not read; other things (pipes, devices) have no size to go by.
    if (info.isDirectory())
      throw new ErError('is a folder, not a file; name the CSV file in it', { file: path });
    return { stream: createReadStream(path), total: info.isFile() ? info.size : undefined };
  } catch (error) {
    throw explain(error, path, path);
  }
}

/** Counts and hashes the bytes as they pass. */
class Meter {
  bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #total: number | undefined;
  readonly #progress: ReadOptions['progress'];

  constructor(total: number | undefined, progress: ReadOptions['progress']) {
    this.#total = total;
    this.#progress = progress;
  }

  async *count(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
    for await (const piece of stream) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      this.bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
      this.#progress?.(this.bytes, this.#total);
    }
  }

  checkComplete(file: string): void {
    if (this.#total === undefined || this.bytes >= this.#total) return;
    throw new Error(`${file}: was cut short while it was read: ${this.bytes} of ${this.#total} bytes`);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Decodes and parses; answers when the last row has been given to the sink. */
async function parseRows(file: string, bytes: AsyncGenerator<Buffer>, sink: RowSink, options: ReadOptions) {
  let head = await gather(bytes, SAMPLE_BYTES);
  const mark = sniffMark(head);
  const decoder = new Decoder(options.encoding ?? mark?.encoding ?? 'utf-8');
  if (mark?.encoding === decoder.encoding) head = head.subarray(mark.length);
  let text = decoder.decode(head);
  const sample = text.toString('utf8');
  const declared = declaredDelimiter(sample, file);
  if (declared !== undefined) text = text.subarray(declared.length);
  const delimiter = options.delimiter ?? declared?.delimiter ?? detectDelimiter(sample);
  const parser = new RowParser(
    {
      file,
      delimiter,
      firstLine: declared === undefined ? 1 : 2,
      offset: declared?.length ?? 0,
      decoder,
      strict: options.encoding === 'utf-8',
    },
    sink,
  );
  parser.write(text);
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk));
    await sink.pause?.();
  }
  parser.write(decoder.end());
  parser.end();
  return { parser, decoder, delimiter };
}

/** At least so many of the next bytes, fewer only if there are no more. */
async function gather(bytes: AsyncGenerator<Buffer>, wanted: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let length = 0; length < wanted; ) {
    const { value, done } = await bytes.next();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** The line `sep=;` that Excel writes and reads before the header; `length` counts it with its line end. */
function declaredDelimiter(
  sample: string,
  file: string,
): { delimiter: Delimiter; length: number } | undefined {
  const line = /^"?sep=(.)"?(\r\n|\n|\r)/i.exec(sample);
  if (line === null) return undefined;
  try {
    return { delimiter: parseDelimiter(line[1]!), length: Buffer.byteLength(line[0]) };
  } catch (error) {
    throw new ErError((error as Error).message, { file, line: 1 });
  }
}

function invalidNotice(file: string, line: number, count: number): string {
  const what =
    count === 1
      ? '1 byte is not UTF-8 (in this row)'
      : `${count} bytes are not UTF-8 (the first in this row)`;
  return `${file}:${line}: ${what} and read as Windows-1252; name another encoding with --encoding`;
}

function paddedNotice(file: string, line: number, count: number): string {
  const what =
    count === 1
      ? '1 row has fewer cells than the header'
      : `${count} rows have fewer cells than the header (the first is here)`;
  return `${file}:${line}: ${what}; the missing cells are read as empty`;
}

/** What the user can do about an error of the file system or of the text. */
function explain(error: unknown, path: string, file: string): unknown {
  if (error instanceof ErError) {
    return error.place.file === undefined ? new ErError(error.message, { ...error.place, file }) : error;
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new ErError('no such file; check the name and the folder', { file: path });
    case 'ENOTDIR':
      return new ErError('no such file, because a part of its path is not a folder; check the path', {
        file: path,
      });
    case 'EISDIR':
      return new ErError('is a folder, not a file; name the CSV file in it', { file: path });
    case 'EACCES':
    case 'EPERM':
      return new ErError('no permission to read it; change its mode or run as its owner', { file: path });
    default:
      return error;
  }
}
