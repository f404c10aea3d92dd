/** Inputs that can be read twice: files as they are, standard input from a copy. */
import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ErError } from '../errors.ts';

export class Inputs {
  /** To be read, once, instead of standard input. */
  readonly stdin: NodeJS.ReadableStream;
  private copy: number | undefined;

  /**
   * @param paths as the user gives them, `-` being standard input
   * @throws ErError if one of them is neither a file nor standard input, but a pipe, which is empty once it is read
   */
  constructor(paths: readonly string[], stdin: NodeJS.ReadableStream) {
    for (const path of paths) if (path !== '-') refusePipe(path);
    this.stdin = paths.includes('-') ? Readable.from(this.copied(stdin)) : stdin;
  }

  /** The bytes of an input from their beginning, after the first reading. */
  again(path: string): Readable {
    if (path !== '-') return createReadStream(path);
    if (this.copy === undefined) throw new Error('standard input has not been read yet');
    return createReadStream('', { fd: this.copy, start: 0, autoClose: false });
  }

  /** Lets go of the copy. */
  close(): void {
    if (this.copy !== undefined) closeSync(this.copy);
    this.copy = undefined;
  }

  private async *copied(stdin: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
    this.copy = explained(namelessFile);
    const copy = this.copy;
    for await (const piece of stdin) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      // Writes on until all is written; a descriptor is written where it stands.
      explained(() => writeFileSync(copy, chunk));
      yield chunk;
    }
  }
}

/** A temporary file whose name is removed at once: the file goes with the process, whatever ends it. */
function namelessFile(): number {
  const path = join(tmpdir(), `er-${randomBytes(12).toString('hex')}`);
  const fd = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return fd;
}

function refusePipe(path: string): void {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined || info.isFile() || info.isDirectory()) return;
  throw new ErError(
    'is a pipe or device, which can be read only once; give it as standard input (-), or save it first',
    {
      file: path,
    },
  );
}

function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOSPC' ? 'no space left on the disk' : message;
    throw new Error(
      `${tmpdir()}: standard input cannot be copied there: ${reason}; set TMPDIR to a folder with room`,
      { cause: error },
    );
  }
}
