import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Chalk } from 'chalk';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolveCommand } from '../../src/cli/commands/resolve.ts';
import { encodeRow } from '../../src/csv/encode.ts';
import { ErError } from '../../src/errors.ts';
import type { Resolution, ResolveOptions } from '../../src/pipeline/resolution.ts';
import type { Steps } from '../../src/pipeline/steps.ts';
import type { Table } from '../../src/records/table.ts';

/**
 * Instead of the engine: records are one entity if their first columns are equal. So these tests are about what the
 * command does with entities, whatever finds them.
 */
const engine = vi.hoisted(() => ({ options: {} as ResolveOptions, before: () => {} }));
vi.mock('../../src/pipeline/resolve.ts', () => ({
  // biome-ignore lint/correctness/useYield: it is done in one step
  *resolving(table: Table, options: ResolveOptions): Steps<Resolution> {
    engine.options = options;
    engine.before();
    return byFirstColumn(table, options);
  },
}));

function byFirstColumn(table: Table, { plan }: ResolveOptions): Resolution {
  const numbers = new Map<number, number>();
  const entityOf = Int32Array.from({ length: table.size }, (_, record) => {
    const code = table.columns[0]?.codes[record] ?? -1;
    const key = code < 0 ? -1 - record : code;
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return numbers.get(key)!;
  });
  const levelCounts = table.columns.map(() => 2);
  const m = Float64Array.from({ length: 2 * levelCounts.length }, (_, i) => (i % 2 === 0 ? 0.19 : 0.81));
  const linkage = {
    ...{
      plan,
      comparison: {
        ...{ levelCounts, fields: levelCounts.map(() => ({ names: ['different', 'equal'] })) },
        compare(left: Int32Array, right: Int32Array, count: number, out: Uint8Array) {
          for (let pair = 0, at = 0; pair < count; pair++)
            for (const { codes } of table.columns)
              out[at++] = codes[left[pair]!] === codes[right[pair]!] ? 1 : 0;
        },
      },
    },
    evidence: {
      ...{
        patterns: { size: 2, counts: Float64Array.of(1, 2) },
        compared: 3,
        byRule: new Float64Array(1000),
      },
      ...{ left: Int32Array.of(0, 0, 1), right: Int32Array.of(2, 1, 2), pattern: Int32Array.of(0, 1, 1) },
    },
    probabilities: Float64Array.of(0.99, 0.05),
    ...{ weights: Float64Array.of(9, -4), parameters: { prior: 0.1, m, u: m.toReversed() } },
    estimation: {
      ...{ dependence: [], related: undefined, coherence: 1 },
      weigh: ({ size }: { size: number }) => new Float64Array(size).fill(9),
      estimates: {
        best: { matches: 1, iterations: 2, converged: true, logPosterior: -3, trace: [-3] },
        optima: [],
      },
    },
    ...{ missed: 0, warnings: [] },
  } as unknown as Resolution['linkage'];
  const entities = numbers.size;
  const probability = Float64Array.from(entityOf, (_, record) => 1 / (1 + record));
  return {
    ...{ linkage, entityOf, entities, probability, K: 7, objective: -9 },
    ...{ unique: new Set<number>(), draws: [] },
    interval: { mean: entities, low: entities, high: entities + 1 },
  };
}

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'er-resolve-'));
  engine.before = () => {};
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const path = (name: string) => join(folder, name);
const save = (name: string, content: string | Buffer) => writeFileSync(path(name), content);
const load = (name: string) => readFileSync(path(name), 'utf8');
const rowsOf = (text: string): string[][] => parse(text, { relax_column_count: false });

/** Runs `er resolve` in this process; words that name files of the test stand for their paths. */
async function er(words: string, stdin: string | Buffer = '') {
  let stdout = '';
  const notices: string[] = [];
  const io = {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: new Writable({
      write(chunk, _, done) {
        stdout += chunk;
        setImmediate(done);
      },
    }),
    notice: (text: string) => notices.push(text),
    colour: new Chalk({ level: 0 }),
    bar: () => undefined,
  };
  const argv = words.split(' ').map((word) => (/^[^=]+\.(csv|gz|json)$/.test(word) ? path(word) : word));
  const command = resolveCommand(() => io)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  await command.parseAsync(argv, { from: 'user' });
  return { stdout, notices: notices.join('\n') };
}

const failure = (run: Promise<unknown>): Promise<ErError> =>
  run.then(
    () => {
      throw new Error('it was expected to fail');
    },
    (error) => error,
  );

const PEOPLE = 'id,name,city\np1,Ann Lee,Rome\np2,Bob Ray,Oslo\np3,Ann Lee,Roma\n';

describe('the result', () => {
  test('has every row once, in order, with its entity and all its cells', async () => {
    save('people.csv', PEOPLE);
    save('more.csv', 'ID;City;fax;NAME\n1;"Rome;";"x""y";Ann Lee\n2\n');
    const { stdout } = await er('people.csv more.csv');
    const [header, ...rows] = rowsOf(stdout);
    expect(header).toEqual(['entity_id', 'source', 'id', 'probability', 'name', 'city', 'fax']);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['people.csv', 'p1', '1', 'Ann Lee', 'Rome', ''],
      ['people.csv', 'p2', '0.5', 'Bob Ray', 'Oslo', ''],
      ['people.csv', 'p3', '0.3333333333', 'Ann Lee', 'Roma', ''],
      ['more.csv', '1', '0.25', 'Ann Lee', 'Rome;', 'x"y'],
      ['more.csv', '2', '0.2', '', '', ''],
    ]);
    const [a, b, c, d, e] = rows.map(([entity]) => entity!);
    expect([c, d]).toEqual([a, a]);
    expect(new Set([a, b, e]).size).toBe(3);
    expect(a).toMatch(/^e[0-9a-v]{12}$/);
  });

  test('renames columns that are called like its own', async () => {
    save('a.csv', 'name,Source,id,probability_original,probability\nx,1,2,3,4\ny,1,2,3,4\n');
    const [header, row] = rowsOf((await er('a.csv')).stdout);
    const own = ['entity_id', 'source', 'id', 'probability'];
    const originals = [
      'name',
      'Source_original',
      'id_original',
      'probability_original',
      'probability_original_2',
    ];
    expect(header).toEqual([...own, ...originals]);
    expect(row!.slice(1)).toEqual(['a.csv', '1', '1', 'x', '1', '2', '3', '4']);
  });

  test('tells files of one name apart', async () => {
    mkdirSync(path('b'));
    save('a.csv', PEOPLE);
    save('b/a.csv', PEOPLE);
    const { stdout } = await er('a.csv b/a.csv');
    expect(rowsOf(stdout).map((row) => row[1])).toEqual([
      'source',
      ...Array(3).fill('a.csv'),
      ...Array(3).fill('a.csv#2'),
    ]);
  });

  test('is the same from standard input, gzip, and a file of the same name', async () => {
    save('stdin.csv', PEOPLE);
    save('stdin.gz', gzipSync(PEOPLE));
    const plain = rowsOf((await er('stdin.csv')).stdout).map((row) => row.slice(2));
    expect(rowsOf((await er('-', PEOPLE)).stdout).map((row) => row.slice(2))).toEqual(plain);
    expect(rowsOf((await er('-', gzipSync(PEOPLE))).stdout).map((row) => row.slice(2))).toEqual(plain);
    expect(rowsOf((await er('stdin.gz')).stdout).map((row) => row.slice(2))).toEqual(plain);
  });

  test('goes through a slow reader unharmed when it is large', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `r${i},name ${i % 9000},"${'x,'.repeat(20)}"\n`);
    save('many.csv', `id,name,note\n${many.join('')}`);
    const rows = rowsOf((await er('many.csv')).stdout);
    expect(rows.map((row) => row[2])).toEqual(['id', ...many.map((_, i) => `r${i}`)]);
    expect(rows.every((row, i) => i === 0 || row[5] === 'x,'.repeat(20))).toBe(true);
  });

  test('is a header alone where standard input has no records', async () => {
    expect((await er('-', 'id,name\n')).stdout).toBe('entity_id,source,id,probability,name\n');
  });

  test('replaces a file that is also an input', async () => {
    save('people.csv', PEOPLE);
    const { stdout } = await er('people.csv -o people.csv');
    expect(stdout).toBe('');
    expect(rowsOf(load('people.csv'))).toHaveLength(4);
  });
});

describe('for any cells', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      ',',
      ' a ',
      'NA',
      "O'Brien, J.",
      '\ufeff',
      'é',
      '李',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
  );
  const columns = ['name', 'city', 'Note', 'source', 'probability_original'];
  const file = fc.record({
    header: fc.shuffledSubarray(columns, { minLength: 1 }).map((all) => [...new Set(['name', ...all])]),
    rows: fc.array(fc.tuple(cell, cell, cell, cell, cell), { minLength: 1, maxLength: 8 }),
  });

  test('they come out as they went in, each row once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), fc.boolean(), async (files, piped) => {
        const texts = files.map(({ header, rows }) => {
          const all = [['key', ...header], ...rows.map((row, r) => [`${r}`, ...row.slice(0, header.length)])];
          return all.map(encodeRow).join('');
        });
        texts.forEach((text, f) => {
          save(`f${f}.csv`, text);
        });
        const names = texts.map((_, f) => (piped && f === 0 ? '-' : `f${f}.csv`)).join(' ');
        const { stdout } = await er(`${names} --id key --delimiter comma --entities g.csv`, texts[0]);
        const [header, ...rows] = rowsOf(stdout);
        const expected = files.flatMap(({ header: own, rows: cells }, f) =>
          cells.map((row, r) => [
            piped && f === 0 ? 'stdin' : `f${f}.csv`,
            `${r}`,
            ...header!.slice(4).map((name) => {
              const at = own.indexOf(name === 'source_original' ? 'source' : name);
              return at < 0 ? '' : row[at]!;
            }),
          ]),
        );
        expect(rows.map((row) => [row[1], row[2], ...row.slice(4)])).toEqual(expected);
        expect(new Set(rows.map(([entity]) => entity)).size).toBe(rowsOf(load('g.csv')).length - 1);
      }),
      { numRuns: 60 },
    );
  });

  test('ids of entities do not depend on the order of rows and files', async () => {
    const people = fc.array(fc.constantFrom('Ann', 'Bob', 'Cy', 'Di'), { minLength: 2, maxLength: 9 });
    const shuffled = people.chain((names) => {
      const records = names.map((name, i) => `r${i},${name}\n`);
      return fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length }));
    });
    const entities = (stdout: string) =>
      rowsOf(stdout)
        .map(([entity, source, id]) => `${source} ${id} ${entity}`)
        .sort();
    await fc.assert(
      fc.asyncProperty(shuffled, async ([records, others]) => {
        const write = (rows: readonly string[]) => {
          save('a.csv', `id,name\n${rows.join('')}`);
          save('b.csv', `id,name\nr1,Ann\n${rows.slice(1).join('').replaceAll('r', 's')}`);
        };
        write(records);
        const one = entities((await er('a.csv b.csv --fields name')).stdout);
        save('a.csv', `id,name\n${others.join('')}`);
        expect(entities((await er('b.csv a.csv --fields name')).stdout)).toEqual(one);
      }),
      { numRuns: 30 },
    );
  });
});

describe('--entities', () => {
  test('has one golden record per entity, in order of first appearance', async () => {
    save('people.csv', PEOPLE);
    save('more.csv', 'id,name,city\n9,Ann Lee,Rome\n');
    const { stdout } = await er('people.csv more.csv --entities golden.csv');
    const [header, ann, bob, ...rest] = rowsOf(load('golden.csv'));
    const columns = ['name', 'city'].flatMap((name) => [name, `${name}_probability`, `${name}_support`]);
    expect(header).toEqual(['entity_id', 'records', 'sources', ...columns, 'conflicts']);
    expect(ann).toEqual([
      expect.any(String),
      '3',
      '2',
      'Ann Lee',
      expect.any(String),
      '3',
      'Rome',
      expect.any(String),
      '2',
      'city',
    ]);
    expect(bob).toEqual([expect.any(String), '1', '1', 'Bob Ray', '0.9', '1', 'Oslo', '0.9', '1', '']);
    expect(rest).toEqual([]);
    expect(rowsOf(stdout).map(([entity]) => entity)).toEqual([
      'entity_id',
      ann![0],
      bob![0],
      ann![0],
      ann![0],
    ]);
  });

  test('has no two columns of one name', async () => {
    save('a.csv', 'records,name,name_support,Sources,id\na,b,c,d,1\ne,f,g,h,1\n');
    await er('a.csv --entities golden.csv');
    const [header] = rowsOf(load('golden.csv'));
    expect(new Set(header!.map((name) => name.toLowerCase())).size).toBe(header!.length);
    expect(header).toContain('records_original');
    expect(header).toContain('name_support_2');
    expect(header).toContain('id_original_probability');
  });

  test('counts tokens of --null as missing', async () => {
    save('a.csv', 'id,name,city\n1,x,absent\n2,x,absent\n3,x,Rome\n4,y,Oslo\n');
    await er('a.csv --entities golden.csv');
    expect(rowsOf(load('golden.csv'))[1]![6]).toBe('absent');
    await er('a.csv --entities golden.csv --null absent');
    expect(rowsOf(load('golden.csv'))[1]![6]).toBe('Rome');
  });
});

describe('survivorship', () => {
  const golden = (): Record<string, string>[] => parse(load('golden.csv'), { columns: true });
  const SHOP = 'ID,Name,City,seen\n7,Ann Lee,Oslo,2024-03-05\n8,Ann Lee,Bergen,soon\n';
  const BOTH = 'people.csv shop.csv --fields name --entities golden.csv';

  test.each([
    ['source=shop.csv', 'Bergen'],
    ['newest=seen', 'Oslo'],
    ['city:longest', 'Bergen'],
    ['longest --prefer city:source=people.csv', 'Rome'],
    ['name:longest', 'Rome'],
  ])('--prefer %s', async (rule, city) => {
    save('people.csv', PEOPLE.replace('Roma', 'Rome'));
    save('shop.csv', SHOP);
    await er(`${BOTH} --prefer ${rule}`);
    expect(golden()[0]!.city).toBe(city);
  });

  test('--provenance names the record of each value, and leaves it empty where there is none', async () => {
    save('people.csv', PEOPLE);
    save('shop.csv', SHOP);
    await er(`${BOTH} --provenance --prefer source=shop.csv --prefer longest`);
    const [ann, bob] = golden();
    expect(ann).toMatchObject({
      ...{ name: 'Ann Lee', name_support: '4', name_source: 'shop.csv', name_id: '7' },
      ...{ city: 'Bergen', city_support: '1', city_source: 'shop.csv', city_id: '8' },
      ...{ seen: '2024-03-05', seen_source: 'shop.csv', seen_id: '7', conflicts: 'city;seen' },
    });
    expect(bob).toMatchObject({ seen: '', seen_source: '', seen_id: '', conflicts: '' });
    expect(Object.keys(ann!).slice(3, 9)).toEqual([
      ...['name', 'name_probability', 'name_support', 'name_source', 'name_id'],
      'city',
    ]);
    expect(Object.keys(ann!).at(-1)).toBe('conflicts');
  });

  test('conflicts name columns as the header does, quoted where a name has a semicolon or a quote', async () => {
    save('a.csv', 'name,Conflicts,"c;""d",name_source\nx,1,3,5\nx,2,4,5\n');
    await er('a.csv --fields name --entities golden.csv --provenance --delimiter comma');
    const [only] = golden();
    expect(only!.conflicts).toBe('Conflicts_original;"c;""d"');
    expect(parse(only!.conflicts!, { delimiter: ';' })).toEqual([['Conflicts_original', 'c;"d']]);
    expect(Object.keys(only!)).toEqual(expect.arrayContaining(['name_source', 'name_source_2']));
  });

  test('the summary and standard error say how many entities are in conflict, and which dates are none', async () => {
    save('people.csv', PEOPLE);
    save('shop.csv', SHOP);
    const { notices } = await er(`${BOTH} --prefer newest=seen --summary run.json`);
    const { golden: found, warnings } = JSON.parse(load('run.json'));
    expect(found).toEqual({
      prefer: ['newest=seen'],
      conflicts: [
        { column: 'name', entities: 0 },
        { column: 'city', entities: 1 },
        { column: 'seen', entities: 1 },
      ],
    });
    expect(notices).toContain('golden records: more than one value of "city" in 1 entity, "seen" in 1');
    const warning = '1 cell of "seen" is no date; its record comes last in --prefer newest=seen';
    expect(warnings).toContain(warning);
    expect(notices).toContain(`warning: ${warning}`);
    await er('people.csv --summary other.json');
    expect(JSON.parse(load('other.json'))).not.toHaveProperty('golden');
  });

  test('is refused without --entities, and before the work where a name is wrong', async () => {
    save('people.csv', PEOPLE);
    engine.before = () => expect.unreachable();
    for (const words of ['--prefer longest', '--provenance'])
      expect((await failure(er(`people.csv ${words}`))).message).toContain('add --entities FILE');
    for (const rule of ['ctiy:longest', 'newest=id', 'source=shop', 'shortest']) {
      const error = await failure(er(`people.csv -o out.csv --entities golden.csv --prefer ${rule}`));
      expect(error).toBeInstanceOf(ErError);
      expect(error.message).toMatch(/^--prefer /);
      expect(readdirSync(folder)).toEqual(['people.csv']);
    }
  });
});

test('--matches has the pairs inside entities and the probable ones between them', async () => {
  save('people.csv', PEOPLE);
  await er('people.csv --matches pairs.csv');
  expect(load('pairs.csv')).toBe(
    'source_l,id_l,source_r,id_r,match_probability,same_entity\npeople.csv,p1,people.csv,p3,0.99,yes\n',
  );
});

test('--summary holds the run: inputs, blocking, parameters, entities and records in doubt', async () => {
  save('people.csv', PEOPLE);
  const { stdout, notices } = await er('people.csv --summary run.json --seed 3 --K 9');
  const summary = JSON.parse(load('run.json'));
  expect(summary).toMatchObject({
    ...{ command: 'resolve', seed: 3, records: 3, K: 7, entities: 2, duplicates: 1 },
    interval: { low: 2, high: 3 },
    sizes: [
      { size: 1, entities: 1 },
      { size: 2, entities: 1 },
    ],
    inputs: [{ source: 'people.csv', rows: 3 }],
    parameters: { prior: 0.1 },
  });
  const rows = rowsOf(stdout);
  expect(summary.doubtful).toEqual([
    { source: 'people.csv', id: 'p3', entity_id: rows[3]![0], probability: 1 / 3 },
    { source: 'people.csv', id: 'p2', entity_id: rows[2]![0], probability: 0.5 },
  ]);
  for (const key of ['blocking', 'dependence', 'optima', 'warnings', 'stages', 'trace', 'columns'])
    expect(summary).toHaveProperty(key);
  expect(notices).toContain('entities    2 (95 % interval 2 to 3); 1 duplicate found');
  expect(notices).toContain('2 records below 0.99: people.csv p3 (0.333), people.csv p2 (0.500)');
  expect(notices).toContain('sizes       1 of 1, 1 of 2');
});

test('options reach the engine', async () => {
  save('people.csv', PEOPLE);
  await er('people.csv --K 5000000 --no-term-frequency --max-iterations 7 --tolerance 0.1 --seed 5');
  expect(engine.options).toMatchObject({
    K: 5_000_000,
    termFrequency: false,
    maxIterations: 7,
    tolerance: 0.1,
    seed: 5,
  });
  await er('people.csv --K auto --engine vb');
  expect(engine.options).toMatchObject({ K: undefined, engine: 'vb' });
  await er('people.csv --engine em --K auto');
  expect(engine.options.engine).toBe('em');
});

describe('bad input', () => {
  test.each([
    ...['0', '-1', '1.5', 'many', '1e3'].map((text) => [text, 'a whole number of at least 1']),
    ['99999999999999999999', 'at most 9007199254740991'],
  ])('--K %s is refused', async (text, right) => {
    save('people.csv', PEOPLE);
    const error = await failure(er(`people.csv --K ${text}`));
    expect(error).toBeInstanceOf(ErError);
    expect(error.message).toBe(`--K is "${text}"; it must be ${right}, or auto`);
  });

  test('--K with --engine em is a contradiction', async () => {
    save('people.csv', PEOPLE);
    const error = await failure(er('people.csv --engine em --K 5'));
    expect(error).toBeInstanceOf(ErError);
    expect(error.message).toContain('--engine em has no latent individuals');
  });

  test('an unknown engine is refused with those there are', async () => {
    expect((await failure(er('people.csv --engine fast'))).message).toContain('vb, smered, em');
  });

  test.each([
    ['a row more', () => appendFileSync(path('people.csv'), 'p4,Cy,Bonn\n')],
    ['another cell', () => save('people.csv', PEOPLE.replace('Oslo', 'Olso'))],
    ['a broken row', () => save('people.csv', PEOPLE.replace('Oslo', '"Oslo'))],
    ['nothing', () => save('people.csv', '')],
    ['no file', () => rmSync(path('people.csv'))],
  ])('a file that has %s at the second reading is refused, and nothing is written', async (_, change) => {
    save('people.csv', PEOPLE);
    engine.before = change;
    const error = await failure(er('people.csv -o out.csv --entities golden.csv --summary run.json'));
    expect(error).toBeInstanceOf(ErError);
    expect(error.located).toBe(
      `${path('people.csv')}: changed while being read; run again when nothing writes to it`,
    );
    expect(readdirSync(folder).filter((name) => name !== 'people.csv')).toEqual([]);
  });

  test('a failing engine leaves nothing behind', async () => {
    save('people.csv', PEOPLE);
    engine.before = () => {
      throw new Error('engine failure');
    };
    expect((await failure(er('people.csv - -o out.csv', PEOPLE))).message).toBe('engine failure');
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });
});
