/** The built command with --checkpoint as a process: killed at any moment and run again, it ends as if never killed. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../pipeline/tables.ts';
import { REPOSITORY } from './shim.ts';

const PROGRAM = join(REPOSITORY, 'bin/er.js');
/** A checkpoint after every sweep. */
const ALWAYS = { ...process.env, ER_CHECKPOINT_SECONDS: '0' };

const scratch = mkdtempSync(join(tmpdir(), 'er-killed-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const inputs: string[] = [];
beforeAll(async () => {
  const { files } = await people({ records: 250, sample: 0.1, files: 2 });
  for (const [name, text] of Object.entries(files)) {
    inputs.push(join(scratch, name));
    writeFileSync(inputs.at(-1)!, text);
  }
});

let number = 0;
let folder: string;
beforeEach(() => {
  folder = join(scratch, String(++number));
  mkdirSync(folder);
});
const path = (name: string) => join(folder, name);

type Words = readonly string[];

/** The words of a run that draws from the posterior and writes all it knows of the draws. */
const resolving = (...more: string[]): string[] => [
  ...['resolve', ...inputs, '--engine', 'smered', '--burn-in', '20', '--quiet'],
  ...[
    '-o',
    path('out.csv'),
    '--samples-output',
    path('samples.csv'),
    '--summary',
    path('summary.json'),
    ...more,
  ],
];

/** Runs to the end. @returns what was written, but for times and options */
function outcome(words: Words) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    ...{ cwd: folder, encoding: 'utf8', env: ALWAYS },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { stages, options, ...summary } = JSON.parse(readFileSync(path('summary.json'), 'utf8'));
  expect(summary.chains).toHaveLength(2);
  return {
    summary,
    out: readFileSync(path('out.csv'), 'utf8'),
    samples: readFileSync(path('samples.csv'), 'utf8'),
  };
}

/** Sweeps done, as the checkpoint has it; 0 where there is none. */
function sweepsSaved(): number {
  if (!existsSync(path('c.ckpt'))) return 0;
  const [, head] = readFileSync(path('c.ckpt'), 'latin1').split('\n', 2);
  return JSON.parse(head!).sweeps;
}

/** Runs until the checkpoint has at least so many sweeps, and some time more, then kills. */
async function killedAfter(words: Words, sweeps: number, milliseconds: number): Promise<void> {
  const before = sweepsSaved();
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, env: ALWAYS, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
  let now = before;
  while (now === before && child.exitCode === null) {
    await setTimeout(2);
    now = sweepsSaved();
  }
  // It went on from where it was.
  expect(now).toBeGreaterThan(before);
  while (sweepsSaved() < sweeps && child.exitCode === null) await setTimeout(2);
  await setTimeout(milliseconds);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
}

describe.skipIf(process.platform === 'win32')('er resolve --checkpoint', () => {
  test.each([
    ['categorical', []],
    ['noisy', []],
    ['categorical', ['--unique-within', 'all', '--K', '200']],
  ])('with --model %s %j, killed three times, writes what it does when left alone', async (model, more) => {
    const words = (...last: string[]) =>
      resolving('--samples', '160', '--seed', '5', '--model', model, ...more, ...last);
    const alone = outcome(words());
    const resumed = words('--checkpoint', path('c.ckpt'));
    for (const [sweeps, milliseconds] of [
      [1, 0],
      [25, 3],
      [70, 7],
    ] as const)
      await killedAfter(resumed, sweeps, milliseconds);
    expect(sweepsSaved()).toBeLessThan(180);
    expect(outcome(resumed)).toEqual(alone);
    expect(sweepsSaved()).toBe(180);
  });

  test('goes on from a finished run of fewer samples, and back', () => {
    const checkpoint = ['--checkpoint', path('c.ckpt')];
    const [few, many] = [
      ['--samples', '21'],
      ['--samples', '60'],
    ];
    const wanted = { few: outcome(resolving(...few)), many: outcome(resolving(...many)) };
    expect(outcome(resolving(...few, ...checkpoint))).toEqual(wanted.few);
    expect(sweepsSaved()).toBe(42);
    expect(outcome(resolving(...many, ...checkpoint))).toEqual(wanted.many);
    expect(sweepsSaved()).toBe(80);
    expect(outcome(resolving(...few, ...checkpoint))).toEqual(wanted.few);
    expect(sweepsSaved()).toBe(80);
  });

  test('refuses the checkpoint of another run, a damaged one, and a file that is also an output', () => {
    const refusal = (words: Words) => {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
        ...{ cwd: folder, encoding: 'utf8' },
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(/^er: [^\n]+\n$/);
      return stderr;
    };
    const words = (...more: string[]) => resolving('--samples', '4', '--checkpoint', path('c.ckpt'), ...more);
    outcome(words());
    expect(refusal(words('--seed', '2'))).toContain('other files or options');
    expect(refusal(words('--thinning', '3'))).toContain('other files or options');
    const bytes = readFileSync(path('c.ckpt'));
    writeFileSync(path('c.ckpt'), bytes.subarray(0, bytes.length - 40));
    expect(refusal(words())).toContain('damaged');
    expect(refusal(resolving('--checkpoint', folder))).toContain('is a folder');
    expect(refusal(resolving('--checkpoint', path('out.csv')))).toContain('choose two');
    expect(refusal(resolving('--checkpoint', path('missing/c.ckpt')))).toContain('there is no folder');
  });
});
