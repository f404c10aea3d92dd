/** Where CSV is written to: standard output, or a file that is replaced only when the new one is complete. */

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { ErError } from '../errors.ts';
import { encodeRow } from './encode.ts';
import { ClosedPipe, FileSink, GzipSink, type Sink, StreamSink } from './sinks.ts';

export { encodeCell, encodeRow } from './encode.ts';
export { ClosedPipe } from './sinks.ts';

/** A place to write CSV text to. Nothing is visible under the name of a file before `commit`. */
export interface CsvOutput {
  /** As given; undefined for standard output. */
  readonly path: string | undefined;
  /** Takes text, or its UTF-8. Answers with a promise only if the caller must wait for it before writing more. */
  write(text: string | Buffer): Promise<void> | undefined;
  /** Takes one row, encoded by `encodeRow`. */
  row(cells: readonly string[]): Promise<void> | undefined;
  /** Writes out everything, and gives a file its name. */
  commit(): Promise<void>;
  /** Gives up: removes the temporary file; a file that was there before stays as it was. */
  abort(): Promise<void>;
}

/** Text collected before it is handed on, in UTF-16 units. */
const BUFFER_LENGTH = 1 << 16;

/** Temporary files that are neither committed nor aborted. */
const unfinished = new Set<string>();

/**
 * Opens a file, or standard output if there is no path or it is `-`. The text goes to a hidden file beside the
 * target, which takes its name (and the mode of a file it replaces) on `commit`. A symbolic link stays one: the
 * file it points to is replaced. Devices and named pipes are written directly. A name that ends in .gz compresses.
 *
 * @throws ErError, before anything is written, if the folder is missing or the target cannot be replaced.
 * @example const out = await openOutput('merged.csv'); await out.row(['id', 'name']); await out.commit();
 */
export async function openOutput(
  path: string | undefined,
  stdout: NodeJS.WritableStream = process.stdout,
): Promise<CsvOutput> {
  if (path === undefined || path === '-')
    return new BufferedOutput(undefined, new StreamSink(stdout as Writable));
  try {
    return openFile(path);
  } catch (error) {
    throw explain(error, path);
  }
}

/**
 * Removes every temporary file that is neither committed nor aborted. Synchronous, for use on a signal.
 *
 * @example process.once('SIGINT', () => { abortAll(); process.exit(130); });
 */
export function abortAll(): void {
  for (const temporary of unfinished) fs.rmSync(temporary, { force: true });
  unfinished.clear();
}

interface Names {
  temporary: string;
  target: string;
}

class BufferedOutput implements CsvOutput {
  readonly path: string | undefined;
  readonly #sink: Sink;
  readonly #names: Names | undefined;
  #buffer = '';
  /** Set once nothing more can be written: the error that a further write or commit ends with. */
  #closed: Error | undefined;

  constructor(path: string | undefined, sink: Sink, names?: Names) {
    this.path = path;
    this.#sink = sink;
    this.#names = names;
  }

  write(text: string | Buffer): Promise<void> | undefined {
    if (typeof text !== 'string') {
      const waiting = this.#buffer === '' ? undefined : this.#flush();
      return this.#send(text) ?? waiting;
    }
    this.#buffer += text;
    return this.#buffer.length < BUFFER_LENGTH ? undefined : this.#flush();
  }

  row(cells: readonly string[]): Promise<void> | undefined {
    return this.write(encodeRow(cells));
  }

  async commit(): Promise<void> {
    await this.#flush();
    try {
      await this.#sink.end(this.#names !== undefined);
      if (this.#names !== undefined) fs.renameSync(this.#names.temporary, this.#names.target);
    } catch (error) {
      throw this.#fail(error);
    }
    this.#closed = new Error('this output is already committed');
    if (this.#names !== undefined) unfinished.delete(this.#names.temporary);
  }

  async abort(): Promise<void> {
    if (this.#closed === undefined) this.#discard(new Error('this output was aborted'));
  }

  #flush(): Promise<void> | undefined {
    const text = this.#buffer;
    this.#buffer = '';
    return this.#send(text);
  }

  #send(text: string | Buffer): Promise<void> | undefined {
    if (this.#closed !== undefined) throw this.#closed;
    try {
      return this.#sink.write(text)?.catch((error) => {
        throw this.#fail(error);
      });
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #discard(reason: Error): void {
    this.#closed = reason;
    this.#buffer = '';
    this.#sink.destroy();
    if (this.#names === undefined) return;
    fs.rmSync(this.#names.temporary, { force: true });
    unfinished.delete(this.#names.temporary);
  }

  /** Cleans up after a failure, and says which file it is about. */
  #fail(error: unknown): Error {
    if (this.#closed !== undefined) return this.#closed;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOSPC' ? 'no space left on the disk' : message;
    const failure =
      error instanceof ClosedPipe
        ? error
        : new Error(`${this.path ?? 'standard output'}: cannot be written: ${reason}`, { cause: error });
    this.#discard(failure);
    return failure;
  }
}

function openFile(path: string): CsvOutput {
  const target = followLinks(path);
  const existing = fs.statSync(target, { throwIfNoEntry: false });
  if (existing?.isDirectory())
    throw new ErError('is a folder; name a file in it to write to', { file: path });
  if (existing !== undefined) fs.accessSync(target, fs.constants.W_OK);
  if (existing !== undefined && !existing.isFile()) {
    return new BufferedOutput(path, sinkFor(path, fs.openSync(target, 'w')));
  }
  // A name may have 255 bytes, and a character up to four.
  const start = `.${basename(target).slice(0, 40)}.${process.pid}`;
  const temporary = join(dirname(target), `${start}.${randomBytes(6).toString('hex')}.tmp`);
  const fd = fs.openSync(temporary, 'wx');
  unfinished.add(temporary);
  if (existing !== undefined) fs.fchmodSync(fd, existing.mode & 0o7777);
  return new BufferedOutput(path, sinkFor(path, fd), { temporary, target });
}

function sinkFor(path: string, fd: number): Sink {
  return path.endsWith('.gz') ? new GzipSink(new FileSink(fd)) : new FileSink(fd);
}

/** The file a path stands for, which need not exist even if the path is a symbolic link. */
function followLinks(path: string): string {
  let target = path;
  // As many steps as the kernel takes before it calls it a loop.
  for (let i = 0; i < 40; i++) {
    if (!fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), fs.readlinkSync(target));
  }
  throw new ErError('is a symbolic link that leads back to itself; name a file', { file: path });
}

function explain(error: unknown, path: string): unknown {
  const folder = dirname(path);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ErError(`cannot be written: there is no folder "${folder}"; create it first`, {
        file: path,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ErError(
        `cannot be written: no permission to write it or in its folder "${folder}"; choose another place`,
        {
          file: path,
        },
      );
    default:
      return error;
  }
}
