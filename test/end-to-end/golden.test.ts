/** The harness of the golden cases: it sees every kind of difference, and only those. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { compared, expectedOf, record, runCase } from './golden.ts';
import { withPlaceholders } from './placeholders.ts';
import { NO_SHELL } from './shim.ts';

const scratch = mkdtempSync(join(tmpdir(), 'er-golden-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let count = 0;
let folder: string;

beforeEach(() => {
  folder = join(scratch, String(++count));
  mkdirSync(folder);
  writeFileSync(join(folder, 'in.csv'), 'a\n1\n');
  writeFileSync(
    join(folder, 'cmd'),
    'cat in.csv; echo note in 0.3 s >&2; mkdir d; echo new > d/out.csv; exit 3\n',
  );
});

/** Whether the case as it stands passes. */
function passes(): boolean {
  const expected = expectedOf(folder);
  try {
    expect(compared(runCase(folder, process.env), expected)).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

const file = (name: string) => join(folder, 'expected', name);

describe.skipIf(NO_SHELL)('a golden case', () => {
  it('records status, both outputs and the files written, and then passes', () => {
    expect(passes()).toBe(false);
    record(folder, runCase(folder, process.env));
    expect(Object.fromEntries(expectedOf(folder))).toEqual({
      status: '3\n',
      stdout: 'a\n1\n',
      stderr: 'note in <time>\n',
      'd/out.csv': 'new\n',
    });
    expect(passes()).toBe(true);
  });

  it.each(['status', 'stdout', 'stderr', 'd/out.csv'])('fails when the expected %s is another', (name) => {
    record(folder, runCase(folder, process.env));
    writeFileSync(file(name), `${readFileSync(file(name), 'utf8')}x\n`);
    expect(passes()).toBe(false);
  });

  it('fails when a file is written that was not expected, or an expected one is not written', () => {
    record(folder, runCase(folder, process.env));
    writeFileSync(file('missing.csv'), '');
    expect(passes()).toBe(false);
    rmSync(file('missing.csv'));
    rmSync(file('d/out.csv'));
    expect(passes()).toBe(false);
  });

  it('does not compare standard error where none is recorded, and does not record it again', () => {
    record(folder, runCase(folder, process.env));
    rmSync(file('stderr'));
    expect(passes()).toBe(true);
    record(folder, runCase(folder, process.env));
    expect(existsSync(file('stderr'))).toBe(false);
  });

  it('leaves its folder as it was', () => {
    writeFileSync(join(folder, 'cmd'), 'echo changed > in.csv');
    expect(runCase(folder, process.env).get('in.csv')).toBe('changed\n');
    expect(readFileSync(join(folder, 'in.csv'), 'utf8')).toBe('a\n1\n');
  });
});

describe('placeholders', () => {
  it('stand for times and sizes of memory, and not for counts, probabilities or data', () => {
    expect(withPlaceholders('took 12.5 s, 3 ms, 120 MiB')).toBe('took <time>, <time>, <memory>');
    expect(withPlaceholders('{"seconds": 0.25, "peakMemory": 1e6}')).toBe(
      '{"seconds": "<time>", "peakMemory": "<memory>"}',
    );
    const data = '12 pairs, 0.98233, 12 Spring Street, 3 sets, S10, a.csv:12: 5 MBA';
    expect(withPlaceholders(data)).toBe(data);
  });
});
