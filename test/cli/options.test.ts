/** The options that all commands share, each held against a run of the same command without it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processIo, withManners } from '../../src/cli/terminal.ts';
import { version } from '../../src/cli/version.ts';
import { CUSTOMERS, type Outcome, workshop } from './harness.ts';

const { er, path, save, load, json } = workshop();

const LEVELS = `a,b,c\n${['1,1,1', '1,0,1', ',1,1', '0,0,0', '0,1,0', '0,0,'].map((row, i) => `${row}\n`.repeat(3 * (i + 1))).join('')}`;

/** Each command with its input. */
const COMMANDS = [
  ['profile', 'customers.csv', CUSTOMERS],
  ['pairs', 'customers.csv', CUSTOMERS],
  ['em', 'levels.csv', LEVELS],
  ['link', 'customers.csv', CUSTOMERS],
  ['resolve', 'customers.csv', CUSTOMERS],
] as const;

describe.each(COMMANDS)('er %s', (command, file, input) => {
  beforeEach(() => save(file, input));

  const run = (words = '') => er(`${command} ${file} ${words}`);

  /** The result for the same records in another form, which only the option explains. */
  async function expectSame(form: string | Buffer, words: string, kept = (rows: string[][]) => rows) {
    const { rows } = await run();
    save(file, form);
    expect(kept((await run(words)).rows)).toEqual(kept(rows));
  }

  const refused = async (words: string): Promise<string> =>
    run(words).then(
      () => 'nothing was wrong',
      (error) => error.message,
    );

  it.each([
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
    [';', ';'],
  ])('reads cells separated as --delimiter %s says', async (name, character) => {
    const cells = (text: string) => text.replaceAll(',', character);
    const rows = input.trimEnd().split('\n');
    // More commas than delimiters: detection would take the comma. One column is carried along by all.
    const form = rows.map(
      (row, i) => `${cells(row)}${character}${i === 0 ? 'x_l' : 'p,q,r,s,t,u,v,w,x,y'}\n`,
    );
    save(file, form.join(''));
    const told = await run(`--delimiter ${name} --summary s.json`);
    save(file, rows.map((row, i) => `${row},${i === 0 ? 'x_l' : '"p,q,r,s,t,u,v,w,x,y"'}\n`).join(''));
    expect(told.stdout).toBe((await run()).stdout);
    expect(json('s.json').inputs[0].delimiter).toBe(character);
  });

  it.each([
    ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
    ['utf-16be', (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ])('reads --encoding %s', async (name, encode) => {
    await expectSame(encode(input), `--encoding ${name}`);
  });

  it('compresses to a name that ends in .gz, and writes what else would be on standard output', async () => {
    const { stdout } = await run();
    for (const name of ['out.csv', 'out.csv.gz']) expect((await run(`-o ${name}`)).stdout).toBe('');
    expect(load('out.csv')).toBe(stdout);
    expect(gunzipSync(readFileSync(path('out.csv.gz'))).toString()).toBe(stdout);
  });

  it('gives the same with any number of --threads, and with the same --seed', async () => {
    const { stdout } = await run();
    for (const words of ['--threads 1', '--threads 7', '--seed 1'])
      expect((await run(words)).stdout).toBe(stdout);
    const other = (await run('--seed 5')).stdout;
    expect((await run('--seed 5 --threads 3')).stdout).toBe(other);
  });

  it('prints nothing with --quiet, and only no bars with --no-progress', async () => {
    const { stdout, stderr } = await run();
    expect(stderr).not.toBe('');
    const untimed = (text: string): string => text.replace(/^took .*$/m, 'took');
    const quiet: Outcome = await run('--quiet');
    expect(quiet).toMatchObject({ stdout, stderr: '', bars: [] });
    const noBars = await run('--no-progress');
    expect(noBars).toMatchObject({ stdout, bars: [] });
    expect(untimed(noBars.stderr)).toBe(untimed(stderr));
  });

  it('records the run with --summary', async () => {
    const { stdout } = await run('--summary s.json --seed 7');
    expect(stdout).toBe((await run('--seed 7')).stdout);
    const { inputs, stages, ...summary } = json('s.json');
    expect(summary).toMatchObject({ command, version: version(), seed: 7, options: { seed: 7 } });
    const sha256 = createHash('sha256').update(input).digest('hex');
    const rows = input.trimEnd().split('\n').length - 1;
    expect(inputs).toEqual([
      expect.objectContaining({
        bytes: Buffer.byteLength(input),
        sha256,
        rows,
        delimiter: ',',
        encoding: 'utf-8',
      }),
    ]);
    expect(inputs[0].path).toContain(file);
    for (const { stage, seconds } of stages) expect([typeof stage, seconds >= 0]).toEqual(['string', true]);
    await run('--summary s.json');
    expect(json('s.json').seed).toBe(1);
  });

  it.each([
    ['--delimiter colon', 'unknown delimiter "colon"; use comma, semicolon, tab or pipe'],
    ['--encoding ebcdic', /^unknown encoding "ebcdic"; /],
    ['--seed x', '--seed is "x"; it must be a whole number of at least 0'],
    ['--seed 1.5', '--seed is "1.5"; it must be a whole number of at least 0'],
    ['--threads 0', '--threads is "0"; it must be a whole number of at least 1'],
    ['-o out.csv --summary out.csv', '--output and --summary name the same file; choose two'],
    ['--summary - --quiet', /^--output and --summary both write to standard output; /],
  ])('refuses %s', async (words, message) => {
    expect(await refused(words)).toMatch(message);
  });

  if (command === 'em') return;

  it('takes a --null token for missing', async () => {
    const marked = input.replace(/,(?=,|\n)/g, ',#gap').replaceAll('1941-12-20', '(none)');
    const empty = input.replaceAll('1941-12-20', '');
    save(file, empty);
    // The cells themselves come out as they went in.
    const kept = ({ rows }: Outcome) => (command === 'resolve' ? rows.map((row) => row.slice(0, 4)) : rows);
    const wanted = kept(await run());
    save(file, marked);
    expect(kept(await run('--null #gap --null (none)'))).toEqual(wanted);
    expect(kept(await run('--null (none)'))).not.toEqual(wanted);
  });
});

describe('the terminal', () => {
  const before = { isTTY: process.stderr.isTTY, NO_COLOR: process.env.NO_COLOR };
  afterEach(() => {
    process.stderr.isTTY = before.isTTY;
    if (before.NO_COLOR === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = before.NO_COLOR;
  });

  it.each([
    [true, undefined, 1],
    [true, '', 1],
    [true, '1', 0],
    [true, '0', 0],
    [false, undefined, 0],
    [false, '1', 0],
  ])('terminal %s, NO_COLOR %s: colour level %i', (isTTY, noColour, level) => {
    process.stderr.isTTY = isTTY;
    if (noColour === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = noColour;
    expect(processIo().colour.level).toBe(level);
  });

  it('has no bars where standard error is none', () => {
    process.stderr.isTTY = false;
    expect(processIo().bar('reading', 10)).toBeUndefined();
    expect(withManners(processIo(), { progress: true }).bar('reading', 0)).toBeUndefined();
  });
});
