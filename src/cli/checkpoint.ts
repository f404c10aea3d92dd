/**
 * Checkpoints of a long run: a file that says where its chains are, and goes on from there when it is named again.
 * The first line is JSON; the draws follow as 32-bit numbers, little end first, which take far less room so.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ErError } from '../errors.ts';
import type { RunState } from '../smered/chains.ts';

const FORMAT = 'er smered checkpoint 1';
/** A checkpoint is written at most once in so many milliseconds. */
const INTERVAL = 10_000;

/** What a run is about: the same records, options and version give the same text. */
export function fingerprint(about: unknown): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return createHash('sha256').update(JSON.stringify(about, plain)).digest('hex');
}

export class Checkpoint {
  private readonly file: string;
  private readonly run: string;
  private written = performance.now();

  /** @param run fingerprint of the run */
  constructor(file: string, run: string) {
    this.file = file;
    this.run = run;
  }

  /**
   * Where the run was; undefined where the file does not exist yet.
   *
   * @throws ErError for a file that is no checkpoint, or one of another run
   */
  read(): RunState | undefined {
    const { file } = this;
    if (!existsSync(file)) {
      checkFolder(file);
      return undefined;
    }
    const bytes = bytesOf(file);
    const end = bytes.indexOf(0x0a);
    const head = headOf(bytes.subarray(0, Math.max(0, end)).toString('utf8'));
    if (head === undefined)
      throw new ErError('is no checkpoint of er, or a damaged one; remove it or name another file', { file });
    if (head.run !== this.run)
      throw new ErError(
        'is the checkpoint of other files or options; give those again, remove it or name another file',
        { file },
      );
    let at = end + 1;
    const take = (length: number): Int32Array => {
      const list = new Int32Array(length);
      for (let i = 0; i < length; i++, at += 4) list[i] = bytes.readInt32LE(at);
      return list;
    };
    const numbers = head.chains.reduce(
      (sum, { records, changes }) => sum + records + changes.reduce((a, b) => a + b, 0),
      0,
    );
    if (bytes.length !== at + 4 * numbers)
      throw new ErError('is a damaged checkpoint; remove it or name another file', { file });
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
    if (!isLast && performance.now() - this.written < INTERVAL) return;
    const { sweeps, chains, traces, changes } = save();
    const head: Head = {
      ...{ format: FORMAT, run: this.run, sweeps, traces },
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
    const temporary = `${this.file}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), numbers]));
      renameSync(temporary, this.file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new ErError(`cannot be written: ${(error as Error).message}`, { file: this.file });
    }
    this.written = performance.now();
  }
}

/** Finds out before hours of work whether a checkpoint can be written. */
function checkFolder(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new ErError(`cannot be written: ${(error as Error).message}`, { file });
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ErError(`cannot be read: ${(error as Error).message}`, { file });
  }
}

/** The first line of a checkpoint. */
interface Head extends Pick<RunState, 'sweeps' | 'traces'> {
  format: string;
  run: string;
  /** Each chain, with the number of its records, and of the numbers that each of its draws has. */
  chains: (Omit<RunState['chains'][number], 'of'> & { records: number; changes: number[] })[];
}

function headOf(line: string): Head | undefined {
  try {
    const head = JSON.parse(line) as Head;
    return head.format === FORMAT ? head : undefined;
  } catch {
    return undefined;
  }
}
