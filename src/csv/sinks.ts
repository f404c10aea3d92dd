/** Where written text ends up: a stream, a file descriptor, or a file descriptor by way of gzip. */

import * as fs from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** The reader of standard output went away, as in `er … | head`: nothing is wrong, but there is no use in going on. */
export class ClosedPipe extends Error {
  constructor() {
    super('the reader of the output went away');
    this.name = 'ClosedPipe';
  }
}

export interface Sink {
  /** Answers with a promise only if the caller must wait before writing more. */
  write(text: string | Buffer): Promise<void> | undefined;
  /** Everything is written out, and on the disk if `sync`. */
  end(sync: boolean): Promise<void>;
  /** Lets go of the stream or file without writing more. */
  destroy(): void;
}

const CLOSED = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE']);

function closedOr(error: Error & { code?: string }): Error {
  return CLOSED.has(error.code ?? '') ? new ClosedPipe() : error;
}

/** A stream that is not ours to close, such as standard output. */
export class StreamSink implements Sink {
  readonly #stream: Writable;
  #failure: Error | undefined;
  /** Rejects what waits for the stream to take more. */
  #reject: ((error: Error) => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', this.#fail);
    stream.on('close', this.#close);
  }

  write(text: string | Buffer): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    if (text.length === 0 || this.#stream.write(text)) return undefined;
    return this.#wait((done) => {
      this.#stream.once('drain', done);
    });
  }

  async end(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await this.#wait((done) => {
      this.#stream.write('', (error) => {
        if (error) this.#fail(error);
        else done();
      });
    });
    this.destroy();
  }

  destroy(): void {
    this.#stream.off('close', this.#close);
    // The error listener stays: a pipe may break after the last write, and that is no reason to crash.
  }

  #wait(start: (done: () => void) => void): Promise<void> {
    return new Promise((done, reject) => {
      this.#reject = reject;
      start(() => {
        this.#reject = undefined;
        done();
      });
    });
  }

  readonly #fail = (error: Error): void => {
    this.#failure ??= closedOr(error);
    this.#reject?.(this.#failure);
    this.#reject = undefined;
  };

  readonly #close = (): void => this.#fail(new ClosedPipe());
}

/** A file descriptor, written synchronously: the page cache takes 64 KiB faster than a thread could be asked to. */
export class FileSink implements Sink {
  readonly #fd: number;
  #open = true;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(text: string | Buffer): undefined {
    try {
      // Unlike writeSync it writes on until all is written; a descriptor is written where it stands.
      fs.writeFileSync(this.#fd, text);
    } catch (error) {
      throw closedOr(error as Error);
    }
  }

  async end(sync: boolean): Promise<void> {
    if (sync) fs.fsyncSync(this.#fd);
    this.destroy();
  }

  destroy(): void {
    if (this.#open) fs.closeSync(this.#fd);
    this.#open = false;
  }
}

/** Compresses on another thread. */
export class GzipSink implements Sink {
  readonly #gzip = createGzip();
  readonly #file: FileSink;
  readonly #stream: StreamSink;

  constructor(file: FileSink) {
    this.#file = file;
    this.#stream = new StreamSink(this.#gzip);
    this.#gzip.on('data', (chunk: Buffer) => {
      try {
        file.write(chunk);
      } catch (error) {
        this.#gzip.destroy(error as Error);
      }
    });
  }

  write(text: string | Buffer): Promise<void> | undefined {
    return this.#stream.write(text);
  }

  async end(sync: boolean): Promise<void> {
    await this.#stream.end();
    this.#gzip.end();
    await finished(this.#gzip);
    await this.#file.end(sync);
  }

  destroy(): void {
    this.#stream.destroy();
    this.#gzip.destroy();
    this.#file.destroy();
  }
}
