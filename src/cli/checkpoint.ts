/**
 * Checkpoints of a long run: a file that says where its chains are, and goes on from there when it is named again.
 * The first line names the format and the SHA-256 of all that follows. The second is JSON; the draws follow as 32-bit
 * numbers, little end first, which take far less room so.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ErError } from '../errors.ts';
import type { RunState } from '../smered/chains.ts';

const FORMAT = 'er smered checkpoint 2';
/** A checkpoint is written at most once in so many seconds, unless ER_CHECKPOINT_SECONDS says otherwise. */
const INTERVAL = 10;
const NEWLINE = 0x0a;

/** What a run is about: the same records, options and version give the same text. */
export function fingerprint(about: unknown): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return sha256(JSON.stringify(about, plain));
}

export class Checkpoint {
  private readonly file: string;
  private readonly run: string;
  private readonly interval: number;
  private written = performance.now();

  /**
   * @param run fingerprint of the run
   * @param seconds how long to wait from one write to the next
   */
  constructor(file: string, run: string, seconds = Number(process.env.ER_CHECKPOINT_SECONDS ?? INTERVAL)) {
    this.file = file;
    this.run = run;
    this.interval = 1000 * seconds;
  }

  /**
   * Where the run was; undefined where the file does not exist yet, but can be written.
   *
   * @throws ErError for a file that is no checkpoint, a damaged one, or one of another run
   */
  read(): RunState | undefined {
    const { file } = this;
    const bytes = bytesOf(file);
    if (bytes === undefined) return undefined;
    const [end, head] = headOf(bytes) ?? [];
    if (end === undefined || head === undefined)
      throw new ErError('is no checkpoint of er, or a damaged one; name another file', { file });
    if (head.run !== this.run)
      throw new ErError(
        'is the checkpoint of other files or options; give those again, remove it or name another file',
        { file },
      );
    let at = end;
    const take = (length: number): Int32Array => {
      const list = new Int32Array(length);
      for (let i = 0; i < length; i++, at += 4) list[i] = bytes.readInt32LE(at);
      return list;
    };
    const parts = head.chains.map(({ records, changes, ...chain }) => ({
      chain: { ...chain, of: take(records) },
      changes: changes.map(take),
    }));
    return {
      sweeps: head.sweeps,
      chains: parts.map(({ chain }) => chain),
      traces: head.traces,
      changes: parts.map(({ changes }) => changes),
    };
  }

  /** Writes where the run is, if it is time or the last chance to; the file is replaced when the new one is whole. */
  write(save: () => RunState, isLast: boolean): void {
    if (!isLast && performance.now() - this.written < this.interval) return;
    const { sweeps, chains, traces, changes } = save();
    const head: Head = {
      ...{ run: this.run, sweeps, traces },
      chains: chains.map(({ of, ...chain }, c) => ({
        ...chain,
        records: of.length,
        changes: changes[c]!.map(({ length }) => length),
      })),
    };
    const lists = chains.flatMap(({ of }, c) => [of, ...changes[c]!]);
    const numbers = Buffer.alloc(4 * lists.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const list of lists) for (const value of list) at = numbers.writeInt32LE(value, at);
    const rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), numbers]);
    // One name, so that a run that was killed while writing leaves no more than one such file.
    const temporary = `${this.file}.tmp`;
    try {
      writeFileSync(temporary, Buffer.concat([Buffer.from(`${FORMAT} ${sha256(rest)}\n`), rest]));
      renameSync(temporary, this.file);
    } catch (error) {
      if (statSync(temporary, { throwIfNoEntry: false })?.isFile()) rmSync(temporary);
      throw new ErError(`cannot be written: ${(error as Error).message}`, { file: this.file });
    }
    this.written = performance.now();
  }
}

/** The second line of a checkpoint. */
interface Head extends Pick<RunState, 'sweeps' | 'traces'> {
  run: string;
  /** Each chain, with the number of its records, and of the numbers that each of its draws has. */
  chains: (Omit<RunState['chains'][number], 'of'> & { records: number; changes: number[] })[];
}

/** The second line, and where the numbers begin; undefined unless every byte is as it was written. */
function headOf(bytes: Buffer): [end: number, head: Head] | undefined {
  const first = bytes.indexOf(NEWLINE);
  const rest = bytes.subarray(first + 1);
  if (bytes.toString('latin1', 0, Math.max(0, first)) !== `${FORMAT} ${sha256(rest)}`) return undefined;
  const end = rest.indexOf(NEWLINE);
  return [first + 1 + end + 1, JSON.parse(rest.toString('utf8', 0, end)) as Head];
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * What stands in a file; undefined where there is none.
 *
 * @throws ErError where it cannot be read, or there is no folder to write it in
 */
function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') throw new ErError('is a folder; name a file in it for the checkpoint', { file });
    if (code !== 'ENOENT') throw new ErError(`cannot be read: ${message}`, { file });
    const folder = dirname(file);
    if (statSync(folder, { throwIfNoEntry: false }) === undefined)
      throw new ErError(`there is no folder "${folder}"; create it first`, { file });
    return undefined;
  }
}
