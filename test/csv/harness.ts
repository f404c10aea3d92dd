/** Helpers of the CSV tests: a scratch folder, and reading text, bytes or files into arrays. */

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import { type CsvSummary, type ReadOptions, readCsv } from '../../src/csv/read.ts';
import { ErError } from '../../src/errors.ts';

export interface Table {
  names: string[];
  rows: string[][];
  lines: number[];
  notices: string[];
  summary: CsvSummary;
}

/** A folder of its own for a test file, removed when its tests are done. */
export function scratch(): {
  path: (name: string) => string;
  file: (name: string, content: string | Buffer) => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'er-csv-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  return {
    path,
    file(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}

export async function readTable(path: string, options: ReadOptions = {}): Promise<Table> {
  const table = {
    names: [] as string[],
    rows: [] as string[][],
    lines: [] as number[],
    notices: [] as string[],
  };
  const summary = await readCsv(
    path,
    {
      header(names) {
        table.names = names;
      },
      row(cells, line) {
        table.rows.push(cells);
        table.lines.push(line);
      },
    },
    { notice: (text) => table.notices.push(text), ...options },
  );
  return { ...table, summary };
}

/** Reads what stands in `content` as standard input that arrives in pieces of `size` bytes. */
export function readText(
  content: string | Buffer,
  options: ReadOptions = {},
  size = 1 << 16,
): Promise<Table> {
  return readTable('-', { ...options, stdin: inPieces(Buffer.from(content as string), size) });
}

export function inPieces(bytes: Buffer, size: number): Readable {
  const pieces: Buffer[] = [];
  for (let i = 0; i < bytes.length; i += size) pieces.push(bytes.subarray(i, i + size));
  return Readable.from(pieces, { objectMode: false });
}

/** The message, with its place, of the ErError that a promise must end with. */
export async function complaint(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ErError) return error.located;
  throw new Error(`not an ErError: ${String(error)}`, { cause: error });
}

/** Does something without the rights of root, under which no permission is ever missing. */
export async function unprivileged(action: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    await action();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
