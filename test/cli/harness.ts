/** Runs a command in this process, with streams and files of the test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Chalk } from 'chalk';
import { afterEach, beforeEach } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';

interface ShownBar {
  label: string;
  total: number;
  updates: number[];
  stopped: boolean;
}

export interface Outcome {
  stdout: string;
  stderr: string;
  bars: ShownBar[];
  /** Cells of each line of standard output; for files without quoted cells. */
  rows: string[][];
}

/** A folder that is new for each test; words of a command that look like files stand for files in it. */
export function workshop() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'er-cli-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const path = (name: string) => join(folder, name);

  async function er(words: string, stdin: string | Buffer = ''): Promise<Outcome> {
    let stdout = '';
    const notices: string[] = [];
    const bars: ShownBar[] = [];
    const io = {
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: new Writable({
        write(chunk, _, done) {
          stdout += chunk;
          done();
        },
      }),
      notice: (text: string) => notices.push(text),
      colour: new Chalk({ level: 0 }),
      bar(label: string, total: number) {
        const bar: ShownBar = { label, total, updates: [], stopped: false };
        bars.push(bar);
        return {
          update: (done: number) => bar.updates.push(done),
          stop() {
            bar.stopped = true;
          },
        };
      },
    };
    const given = words.split(' ').filter(Boolean);
    const argv = given.map((word) => (/\.(csv|json|gz)$/.test(word) ? path(word) : word));
    await buildProgram(() => io).parseAsync(argv, { from: 'user' });
    const rows = stdout.split('\n').slice(0, -1);
    return { stdout, stderr: notices.join('\n'), bars, rows: rows.map((row) => row.split(',')) };
  }

  return {
    ...{ path, er },
    save: (name: string, text: string | Buffer) => writeFileSync(path(name), text),
    load: (name: string) => readFileSync(path(name), 'utf8'),
    json: (name: string) => JSON.parse(readFileSync(path(name), 'utf8')),
  };
}

/** The databases of the README. */
export const CUSTOMERS = readFileSync(join(import.meta.dirname, '../../fixtures/customers.csv'), 'utf8');
export const ORDERS = readFileSync(join(import.meta.dirname, '../../fixtures/orders.csv'), 'utf8');
