/** The built command as a process: signals, closed pipes, and outputs that cannot be written. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_SHELL, REPOSITORY } from './shim.ts';

const PROGRAM = join(REPOSITORY, 'bin/er.js');
const [CUSTOMERS, ORDERS] = ['customers.csv', 'orders.csv'].map((name) => join(REPOSITORY, 'fixtures', name));
const BOTH = [CUSTOMERS!, ORDERS!];

const scratch = mkdtempSync(join(tmpdir(), 'er-process-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let number = 0;
let folder: string;
beforeEach(() => {
  folder = join(scratch, String(++number));
  mkdirSync(folder);
});

interface Ended {
  status: number | null;
  stderr: string;
}

function start(words: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, stderr })));
  return { child, ended };
}

function run(words: readonly string[], stdout: number | 'pipe' = 'pipe'): Ended {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    ...{ cwd: folder, encoding: 'utf8', stdio: ['ignore', stdout, 'pipe'] },
  });
  return { status, stderr };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(20);
}

describe.skipIf(process.platform === 'win32')('a signal', () => {
  const header = 'id,name,town\n1,Ann,York\n';
  const COMMANDS = [
    ['em', 'a,b\n1,1\n', ['--parameters', 'further.csv']],
    ['pairs', header, ['--parameters', 'further.csv']],
    ['link', header, ['--summary', 'further.csv']],
    ['resolve', header, ['--entities', 'further.csv']],
  ] as const;
  const cases = COMMANDS.flatMap((command) =>
    [['SIGINT', 130] as const, ['SIGTERM', 143] as const].map((signal) => [...signal, ...command] as const),
  );

  it.each(cases)('%s ends with status %i, and er %s leaves everything as it was', async (...row) => {
    const [signal, status, command, input, further] = row;
    writeFileSync(join(folder, 'out.csv'), 'old\n');
    const { child, ended } = start([command, '-', '-o', 'out.csv', ...further]);
    child.stdin!.write(input);
    // The input stays open: the run is under way for as long as the test wants.
    await until(() => readdirSync(folder).length === 3 || child.exitCode !== null);
    expect(readdirSync(folder)).toHaveLength(3);
    child.kill(signal);
    expect(await ended).toEqual({ status, stderr: '' });
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('old\n');
  });
});

describe('a reader that has seen enough', () => {
  it.each([
    ['pairs', [...BOTH]],
    ['link', [...BOTH, '--threshold', '0']],
  ])('ends er %s quietly', async (command, words) => {
    const { child, ended } = start([command, ...words]);
    child.stdout!.once('data', () => child.stdout!.destroy());
    expect(await ended).toEqual({ status: 0, stderr: '' });
  });

  it.skipIf(NO_SHELL)('ends er em and er resolve quietly', () => {
    writeFileSync(join(folder, 'levels.csv'), `a,b,c\n${'1,1,0\n0,0,1\n1,0,1\n'.repeat(50_000)}`);
    const people = Array.from({ length: 5000 }, (_, i) => `${i},Name${i % 4000},Town ${i % 97}`);
    writeFileSync(join(folder, 'people.csv'), `id,name,town\n${people.join('\n')}\n`);
    for (const words of ['em levels.csv', 'resolve people.csv']) {
      const line = `{ '${process.execPath}' '${PROGRAM}' ${words} --quiet; echo "status $?" >&2; } | head -1`;
      const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
      expect(stdout.split('\n')).toHaveLength(2);
      expect(stderr).toBe('status 0\n');
    }
  });
});

describe('an output that cannot be written', () => {
  const ONE_LINE = /^er: [^\n]+\n$/;

  it.each([
    ['missing/out.csv', 'there is no folder "missing"; create it first'],
    ['.', 'is a folder; name a file in it to write to'],
  ])('is refused before any work: %s', (output, reason) => {
    for (const option of ['--output', '--summary']) {
      const { status, stderr } = run(['link', ...BOTH, option, output]);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(ONE_LINE) });
      expect(stderr).toContain(reason);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where it is the same as another', () => {
    const { status, stderr } = run(['link', ...BOTH, '-o', 'a.csv', '--parameters', './a.csv']);
    expect(status).toBe(2);
    expect(stderr).toBe('er: ./a.csv: --output and --parameters name the same file; choose two\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  const FULL = existsSync('/dev/full');

  it.skipIf(!FULL)('ends with status 1 and one line: a full device', () => {
    const stderr = (name: string) => `er: ${name}: cannot be written: no space left on the disk\n`;
    for (const command of ['pairs', 'link', 'resolve'])
      expect(run([command, ...BOTH, '-o', '/dev/full'])).toEqual({ status: 1, stderr: stderr('/dev/full') });
  });

  it.skipIf(!FULL || NO_SHELL)('ends with status 1 and one line: standard output on a full device', () => {
    const line = `'${process.execPath}' '${PROGRAM}' pairs '${BOTH.join("' '")}' > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toBe('er: standard output: cannot be written: no space left on the disk\n');
  });

  /** Runs a shell line in a namespace of its own, where a disk of 64 kB is mounted at the folder. */
  const onSmallDisk = (line: string) =>
    spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=64k none . && cd "$PWD" && ${line}`], {
      ...{ cwd: scratch, encoding: 'utf8' },
    });

  it.skipIf(onSmallDisk('true').status !== 0)('leaves an old result alone when the disk is full', () => {
    const er = `'${process.execPath}' '${PROGRAM}' pairs '${BOTH.join("' '")}' -o out.csv`;
    const { stdout, stderr } = onSmallDisk(`echo old > out.csv; ${er}; echo $?; ls -A; cat out.csv`);
    expect(stderr).toBe('er: out.csv: cannot be written: no space left on the disk\n');
    expect(stdout).toBe('1\nout.csv\nold\n');
  });
});
