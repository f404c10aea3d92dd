import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { Chalk } from 'chalk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emCommand } from '../../src/cli/commands/em.ts';
import { ErError } from '../../src/errors.ts';
import { random } from '../../src/math/random.ts';
import { simulate } from '../em/reference.ts';

const INIT = 'field,level,m,u\nNAME,1,.9,.01\nZIP,1,.55,.005\nGENDER,1,.99,.5\n';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'er-em-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);
const save = (name: string, text: string) => writeFileSync(path(name), text);
const load = (name: string) => readFileSync(path(name), 'utf8');

/** Runs `er em` in this process; words that name files of the test stand for their paths. */
async function em(words: string, stdin = '') {
  let stdout = '';
  const notices: string[] = [];
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
    bar: () => undefined,
  };
  const argv = words.split(' ').map((word) => (/\.(csv|json|gz)$/.test(word) ? path(word) : word));
  await emCommand(() => io)
    .exitOverride()
    .parseAsync(argv, { from: 'user' });
  return { stdout, stderr: notices.join('\n'), rows: stdout.trimEnd().split('\n') };
}

/** The error of a run, without the folder of the test. */
async function failure(words: string, stdin = ''): Promise<string> {
  try {
    await em(words, stdin);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located.replaceAll(`${folder}/`, '');
  }
  throw new Error('nothing was wrong');
}

describe("the note's example", () => {
  beforeEach(() => {
    save('pairs.csv', 'NAME,ZIP,GENDER\n1,0,0\n');
    save('init.csv', INIT);
  });

  test('gives 0.08295', async () => {
    const { rows } = await em('pairs.csv --init init.csv --prior .1 --max-iterations 0');
    expect(rows).toEqual([
      'NAME,ZIP,GENDER,match_probability,match_weight',
      '1,0,0,0.08294930876,-0.2967746177',
    ]);
  });

  test('is shown with its parameters', async () => {
    const { stderr } = await em('pairs.csv --init init.csv --prior .1 --max-iterations 0');
    expect(stderr).toBe(
      [
        'field   level     m      u  weight',
        'NAME        0   0.1   0.99   -3.31',
        '            1   0.9   0.01    6.49',
        'ZIP         0  0.45  0.995   -1.14',
        '            1  0.55  0.005    6.78',
        'GENDER      0  0.01    0.5   -5.64',
        '            1  0.99    0.5    0.99',
        'prior 0.1: 0.08295 matches expected among 1 listed pair',
      ].join('\n'),
    );
  });

  test('takes the prior from the file as well', async () => {
    save('init.csv', `${INIT}prior,,.1,\n`);
    const { rows } = await em('pairs.csv --init init.csv --max-iterations 0');
    expect(rows[1]).toBe('1,0,0,0.08294930876,-0.2967746177');
  });

  test('says nothing when quiet', async () => {
    expect((await em('pairs.csv --quiet')).stderr).toBe('');
  });
});

/** 3000 simulated pairs with ids, missing values, a quoted column and CSV that is not plain. */
function simulatedFile(): string {
  const model = {
    prior: 0.1,
    m: [
      [0.1, 0.9],
      [0.05, 0.15, 0.8],
      [0.2, 0.8],
      [0.05, 0.95],
    ],
    u: [
      [0.95, 0.05],
      [0.8, 0.18, 0.02],
      [0.9, 0.1],
      [0.7, 0.3],
    ],
  };
  const { pairs } = simulate(3000, model, 0.1, random(9));
  const rows = pairs.map(
    ({ levels }, i) => `a${i},${levels.map((level) => level ?? '').join()},"x ""${i % 7}"", y",b${i % 100}`,
  );
  return `id_l,name,street,town,sex,note,id_r\n${rows.join('\n')}\n`;
}

describe('rows', () => {
  test('come out unchanged and in order, with what was estimated', async () => {
    save('pairs.csv', simulatedFile());
    const { rows, stderr } = await em('pairs.csv --ids note');
    const before = simulatedFile().trimEnd().split('\n');
    expect(rows).toHaveLength(before.length);
    expect(rows[0]).toBe(`${before[0]},match_probability,match_weight`);
    for (const [i, row] of rows.entries()) {
      expect(row.startsWith(`${before[i]},`)).toBe(true);
      if (i > 0) expect(row.slice(before[i]!.length)).toMatch(/^,[\d.e-]+,[\d.e-]+$/);
    }
    expect(stderr).toContain('matches expected among 3,000 listed pairs');
    expect(stderr).not.toContain('warning');
  });

  test('give the same results in any order and read from standard input', async () => {
    const text = simulatedFile();
    const [header, ...body] = text.trimEnd().split('\n');
    const straight = await em('- --ids note', text);
    const reversed = await em('- --ids note', `${[header, ...body.toReversed()].join('\n')}\n`);
    expect(reversed.rows.slice(1).toReversed()).toEqual(straight.rows.slice(1));
    expect(reversed.stderr).toBe(straight.stderr);
  });

  test('counted once with a weight are the same as repeated ones', async () => {
    const repeated = 'a,b,c\n1,1,1\n1,1,1\n0,0,1\n0,0,0\n0,0,0\n0,0,0\n1,0,0\n0,1,0\n';
    const counted = 'a,b,c,count\n1,1,1,2\n0,0,1,1\n0,0,0,1.5\n0,0,0,1.5\n1,0,0,1\n0,1,0,1\n';
    const one = await em('-', repeated);
    const other = await em('-', counted);
    expect(other.stderr).toBe(one.stderr);
    const results = ({ rows }: { rows: string[] }) =>
      new Map(rows.slice(1).map((row) => [row.slice(0, 5), row.split(',').slice(-2).join()]));
    expect(results(other)).toEqual(results(one));
  });

  test('are read by the given delimiter and encoding', async () => {
    // Detected, both would be otherwise: the header has more commas than tabs, and no byte order mark.
    const text = Buffer.from('x,y_l\ta\nü,\t1\n', 'utf16le');
    writeFileSync(path('pairs.csv'), text);
    const { rows } = await em('pairs.csv --delimiter tab --encoding utf-16le');
    expect(rows).toEqual(['"x,y_l",a,match_probability,match_weight', expect.stringMatching(/^"ü,",1,/)]);
  });

  test('none is an empty result, not an error', async () => {
    const { rows, stderr } = await em('-', 'id_l,a,b\n');
    expect(rows).toEqual(['id_l,a,b,match_probability,match_weight']);
    expect(stderr).toContain('warning: there are no pairs, so nothing was estimated');
  });

  test.each([
    ['one row', 'a,b,c\n1,0,1\n'],
    ['all equal', `a,b,c\n${'1,1,1\n'.repeat(20)}`],
    ['all different', `a,b,c\n${'0,0,0\n'.repeat(20)}`],
    ['all missing', `a,b,c\n${',,\n'.repeat(20)}`],
    ['one constant column', `a,b,c\n1,1,1\n${'0,1,0\n'.repeat(20)}`],
    ['weights of 0', 'a,b,count\n1,0,0\n0,0,0\n'],
    ['one column', 'a\n1\n0\n""\n'],
  ])('%s give probabilities, never NaN', async (_, text) => {
    const { rows, stderr } = await em('-', text);
    for (const row of rows.slice(1)) {
      const [probability, weight] = row.split(',').slice(-2).map(Number);
      expect(probability! >= 0 && probability! <= 1).toBe(true);
      expect(Number.isFinite(weight)).toBe(true);
    }
    expect(`${rows}${stderr}`).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('parameters', () => {
  test('written and read again score alike', async () => {
    save('pairs.csv', simulatedFile());
    const fitted = await em('pairs.csv --ids note --parameters fit.csv');
    expect(load('fit.csv').split('\n')[0]).toBe('field,level,m,u,weight');
    const scored = await em('pairs.csv --ids note --init fit.csv --max-iterations 0');
    expect(scored.stdout).toBe(fitted.stdout);
    const again = await em('pairs.csv --ids note --init fit.csv');
    expect(again.stderr).toContain('\n1 iteration, ');
  });

  test('held are not estimated', async () => {
    save('pairs.csv', simulatedFile());
    save('init.csv', 'field,level,u\nname,1,.04\nsex,1,.25\n');
    await em('pairs.csv --ids note --init init.csv --fix-u --prior .2 --fix-prior --parameters fit.csv');
    const fit = load('fit.csv').split('\n');
    expect(fit.filter((line) => /^(name|sex),1/.test(line)).map((line) => line.split(',')[3])).toEqual([
      '0.04',
      '0.25',
    ]);
    expect(fit).toContain('prior,,0.2,0.8,-2');
  });

  test('held are held from every start', async () => {
    save('pairs.csv', simulatedFile());
    await em('pairs.csv --ids note --prior .2 --fix-prior --starts 4 --summary s.json');
    for (const { prior } of JSON.parse(load('s.json')).optima) expect(prior).toBeCloseTo(0.2, 12);
  });

  test('of all pairs keep u what it is outside the list', async () => {
    // 1000 pairs agree on the first field in 100 cases, and only these are listed.
    const listed = `a,b,c\n${'1,1,1\n'.repeat(5)}${'1,0,0\n'.repeat(85)}${'1,1,0\n'.repeat(5)}${'1,0,1\n'.repeat(5)}`;
    save(
      'u.csv',
      'field,level,m,u,weight\na,1,,.1,\nb,1,,.055,\nc,1,,.055,\ntotal_pairs,,,1000,\na,,,1000,\n',
    );
    const { stderr } = await em('- --init u.csv --parameters fit.csv', listed);
    expect(stderr).toContain('among 100 listed pairs of 1,000');
    const u = Number(/^a,1,[^,]*,([^,]*)/m.exec(load('fit.csv'))![1]);
    const prior = Number(/^prior,,([^,]*)/m.exec(load('fit.csv'))![1]);
    // (100 − matches) / (1000 − matches)
    expect(u).toBeCloseTo((100 - 1000 * prior) / (1000 - 1000 * prior), 9);
    expect(load('fit.csv')).toMatch(/\ntotal_pairs,,,1000,\na,,,1000,\n$/);
  });

  test('fitted to part of all pairs and read again change little', async () => {
    const [header, ...body] = simulatedFile().trimEnd().split('\n');
    const listed = [header, ...body.filter((row) => row.split(',')[1] === '1')].join('\n');
    save(
      'u.csv',
      'field,level,u\nname,1,.13\nstreet,0,.73\nstreet,1,.17\nstreet,2,.1\ntown,1,.17\nsex,1,.36\ntotal_pairs,,3000\n',
    );
    await em('- --ids note --init u.csv --parameters fit.csv', listed);
    const again = await em('- --ids note --init fit.csv --parameters again.csv', listed);
    expect(again.stderr).toMatch(/of 3,000\n/);
    const numbers = (name: string) =>
      load(name)
        .split('\n')
        .filter((line) => /^(name|street|town|sex|prior),/.test(line))
        .flatMap((line) => line.split(',').slice(2, 4).map(Number));
    numbers('again.csv').forEach((value, i) => {
      expect(Math.abs(value - numbers('fit.csv')[i]!)).toBeLessThan(0.005);
    });
  });
});

describe('files', () => {
  test('are written instead of standard output, gzip too', async () => {
    save('pairs.csv', 'a,b,c\n1,1,1\n0,0,0\n');
    const { stdout } = await em('pairs.csv -o out.csv');
    expect(stdout).toBe('');
    const { stdout: printed } = await em('pairs.csv');
    expect(load('out.csv')).toBe(printed);
    await em('pairs.csv -o out.csv.gz');
    expect(gunzipSync(readFileSync(path('out.csv.gz'))).toString()).toBe(printed);
  });

  test('may replace the input', async () => {
    save('pairs.csv', 'a,b,c\n1,1,1\n');
    await em('pairs.csv -o pairs.csv');
    expect(load('pairs.csv')).toMatch(/^a,b,c,match_probability,match_weight\n1,1,1,[^\n]*\n$/);
  });

  test('of a run that fails are not left behind', async () => {
    save('pairs.csv', 'a,b\n1,1\n1,x\n');
    save('out.csv', 'old');
    await failure('pairs.csv -o out.csv --parameters p.csv --summary s.json');
    expect(readdirSync(folder).sort()).toEqual(['out.csv', 'pairs.csv']);
    expect(load('out.csv')).toBe('old');
  });

  test('in the summary are described with the run', async () => {
    save('pairs.csv', simulatedFile());
    await em('pairs.csv --ids note --summary s.json -o out.csv --seed 3');
    const summary = JSON.parse(load('s.json'));
    expect(summary).toMatchObject({
      command: 'em',
      seed: 3,
      options: { ids: ['note'], seed: 3 },
      inputs: [
        {
          name: 'pairs.csv',
          bytes: simulatedFile().length,
          sha256: createHash('sha256').update(simulatedFile()).digest('hex'),
          rows: 3000,
          delimiter: ',',
          encoding: 'utf-8',
        },
      ],
      pairs: 3000,
      total_pairs: 3000,
      converged: true,
      warnings: [],
    });
    expect(summary.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(summary.parameters.fields.map(({ name }: { name: string }) => name)).toEqual([
      'name',
      'street',
      'town',
      'sex',
    ]);
    expect(Object.keys(summary.parameters.fields[1].levels[2])).toEqual(['level', 'm', 'u', 'weight']);
    expect(summary.trace).toHaveLength(summary.iterations + 1);
    expect(summary.optima[0].starts[0]).toBe(0);
    expect(summary.stages.map(({ stage }: { stage: string }) => stage)).toEqual([
      'read',
      'estimate',
      'write',
    ]);
    for (const { seconds, peak_memory_mib } of summary.stages) {
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(peak_memory_mib).toBeGreaterThan(1);
    }
  });
});

describe('what is wrong is said in one line', () => {
  beforeEach(() => {
    save('pairs.csv', 'a,b,c\n1,1,0\n0,0,1\n');
    save('text.csv', 'id,a\nx1,1\n');
    save('init.csv', 'field,level,m,u\na,1,.9,.1\ntotal_pairs,,,10,\n');
  });

  test.each([
    ['nothing.csv', 'nothing.csv: no such file; check the name and the folder'],
    [
      'text.csv',
      'text.csv:2: column "id" holds "x1", which is no agreement level (a whole number from 0 to 254, or empty); ' +
        'mend it, or carry the column along with --ids id',
    ],
    ['pairs.csv --ids x', 'pairs.csv:1: no column "x", which --ids names'],
    ['pairs.csv --prior 1', '--prior is "1"; it must be a number between 0 and 1, both excluded'],
    ['pairs.csv --prior high', '--prior is "high"; it must be a number between 0 and 1, both excluded'],
    ['pairs.csv --max-iterations -1', '--max-iterations is "-1"; it must be a whole number of at least 0'],
    ['pairs.csv --starts 0', '--starts is "0"; it must be a whole number of at least 1'],
    ['pairs.csv --starts 1.5', '--starts is "1.5"; it must be a whole number of at least 1'],
    ['pairs.csv --tolerance x', '--tolerance is "x"; it must be a number of at least 0'],
    [
      'pairs.csv --total-pairs 1',
      '--total-pairs is 1 but 2 pairs are listed; give the number of all pairs, listed or not',
    ],
    [
      'pairs.csv --init init.csv --total-pairs 20',
      'init.csv: total_pairs is 10 but --total-pairs 20; leave one of the two out',
    ],
    [
      'pairs.csv -o nowhere/out.csv',
      'nowhere/out.csv: cannot be written: there is no folder "nowhere"; create it first',
    ],
    ['pairs.csv -o x.csv --summary x.csv', 'x.csv: --output and --summary name the same file; choose two'],
    ['- --init -', 'both the pairs and --init are standard input; read one of them from a file'],
  ])('%s', async (words, expected) => {
    expect((await failure(words)).replaceAll(folder, '')).toBe(expected);
  });

  test('more pairs than the file of parameters knows', async () => {
    save('init.csv', 'field,level,m,u\na,1,.9,.1\ntotal_pairs,,,1,\n');
    expect(await failure('pairs.csv --init init.csv')).toBe(
      'init.csv: total_pairs is 1 but 2 pairs are listed; give the number of all pairs, listed or not',
    );
  });

  test('more levels than the file of parameters knows', async () => {
    expect(await failure('- --init init.csv', 'a,b\n2,1\n')).toBe(
      'init.csv:2: "a" has levels 0 to 1 here, but level 2 in the pairs; add the missing rows',
    );
  });
});

test('a column that looks like a number of the row is pointed out', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},${i % 2},${i % 3 ? 0 : 1}`);
  const { stderr } = await em('-', `row,a,b\n${rows.join('\n')}\n`);
  expect(stderr).toContain(
    'warning: column "row" has 40 levels; if it is not a comparison, name it in --ids',
  );
});
