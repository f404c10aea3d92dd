import { beforeAll, describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { type Linkage, type LinkOptions, link } from '../../src/pipeline/link.ts';
import type { Table } from '../../src/records/table.ts';
import { putRight } from '../../src/repair/exchanged.ts';
import { found, type Generated, pairKey, people, quality, tableOf, truePairs } from './tables.ts';

interface Run {
  table: Table;
  linkage: Linkage;
  entityOf: Map<string, string>;
}

async function run(options: Parameters<typeof people>[0], linkOptions: LinkOptions = {}): Promise<Run> {
  const { files, entityOf } = await people(options);
  const table = putRight(await tableOf(files));
  return { table, linkage: link(table, linkOptions), entityOf };
}

describe('generated people', () => {
  /** Runs of several kinds, for calibration over all of them. */
  const runs: Run[] = [];

  test.each([
    ['of whom hardly two live together', { records: 3000, sample: 0.03 }],
    ['some of whom live together', { records: 2500, sample: 0.1, seed: 3 }],
    ['many of whom live together', { records: 5000, sample: 0.3 }],
    ['in whole households', { records: 2000, sample: 1, seed: 2 }],
    ['in whole households that move', { records: 2000, sample: 0.2, moves: 0.4 }],
    ['most of whom come several times', { records: 2000, sample: 0.05, duplicates: 0.6 }],
    ['of two files without duplicates inside', { records: 3000, files: 2 }],
    ['few of whom come twice', { records: 3000, duplicates: 0.03 }],
  ])('%s are linked', async (_, options) => {
    const it = await run(options);
    runs.push(it);
    const { precision, recall } = quality(found(it.table, it.linkage, 0.5).keys(), it.entityOf);
    expect(precision).toBeGreaterThan(0.97);
    expect(recall).toBeGreaterThan(0.97);
    const expected = it.linkage.estimation.estimates.best.matches;
    expect(Math.abs(expected / truePairs(it.entityOf) - 1)).toBeLessThan(0.1);
    expect(it.linkage.warnings.map(({ code }) => code)).not.toContain('iteration_cap');
  });

  test('have probabilities that hold what they say', () => {
    expect(runs).toHaveLength(8);
    let [doubtful, right, expected] = [0, 0, 0];
    for (const { table, linkage, entityOf } of runs) {
      const { evidence, probabilities } = linkage;
      for (let i = 0; i < evidence.left.length; i++) {
        const p = probabilities[evidence.pattern[i]!]!;
        if (p < 0.2 || p > 0.8) continue;
        const [a, b] = pairKey(table, evidence.left[i]!, evidence.right[i]!).split(' ');
        doubtful++;
        expected += p;
        if (entityOf.get(a!) === entityOf.get(b!)) right++;
      }
    }
    expect(doubtful).toBeGreaterThan(15);
    const error = Math.abs(right - expected) / doubtful;
    expect(error).toBeLessThan(0.15 + 2 * Math.sqrt(0.25 / doubtful));
  });
});

describe('people of whom none comes twice', () => {
  test.each([
    ['many of whom live together', { sample: 0.2 }],
    ['in whole households', { sample: 1 }],
    ['of whom hardly two live together', { sample: 0.01 }],
    ['of whom few live together', { sample: 0.05, seed: 3 }],
  ])('%s give hardly any pair', async (_, options) => {
    const { table, linkage } = await run({ records: 2000, duplicates: 0, ...options });
    expect(found(table, linkage, 0.5).size).toBeLessThanOrEqual(15);
    const { estimation, warnings } = linkage;
    const said = warnings.map(({ code }) => code);
    expect(estimation.held || said.includes('no_matches')).toBe(true);
    expect(said.includes('m_held')).toBe(estimation.held);
  });
});

/** The rows of CSV texts in another order. */
function shuffled(text: string, seed: number): string {
  const [header, ...rows] = text.trimEnd().split('\n');
  const r = random(seed);
  for (let i = rows.length - 1; i > 0; i--) {
    const j = r.below(i + 1);
    [rows[i], rows[j]] = [rows[j]!, rows[i]!];
  }
  return `${[header, ...rows].join('\n')}\n`;
}

/** The columns in the given order; no cell of the generated files is quoted. */
function reordered(text: string, order: (columns: number) => number[]): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cells = line.split(',');
      return order(cells.length)
        .map((c) => cells[c])
        .join();
    })
    .join('\n');
}

describe.each([
  ['compared in full', { records: 600 }, undefined],
  ['blocked', { records: 1200, sample: 0.5 }, 60_000],
])('the result for records %s', (_, options, maxPairs) => {
  let text = '';
  let entityOf: Generated['entityOf'];
  let wanted: Map<string, number>;
  beforeAll(async () => {
    const generated = await people(options);
    text = generated.files['people.csv']!;
    entityOf = generated.entityOf;
    wanted = await pairsOf({ 'people.csv': text });
    expect(wanted.size).toBeGreaterThan(100);
  });

  async function pairsOf(files: Record<string, string>, linkOptions: LinkOptions = {}) {
    const table = await tableOf(files);
    const linkage = link(table, { maxPairs, ...linkOptions });
    expect(linkage.plan.everyPair).toBe(maxPairs === undefined);
    return found(table, linkage, 0.5);
  }

  function expectSame(pairs: Map<string, number>): void {
    expect([...pairs.keys()].sort()).toEqual([...wanted.keys()].sort());
    for (const [pair, p] of pairs) expect(Math.abs(p - wanted.get(pair)!)).toBeLessThan(1e-6);
  }

  function expectNearly(pairs: Map<string, number>): void {
    const common = [...pairs.keys()].filter((pair) => wanted.has(pair)).length;
    expect(common / Math.max(pairs.size, wanted.size)).toBeGreaterThan(0.98);
  }

  test('is the same for rows in another order', async () => {
    for (const seed of [1, 2]) expectSame(await pairsOf({ 'people.csv': shuffled(text, seed) }));
  });

  test('is the same for one file split in two, in either order', async () => {
    const [header, ...rows] = text.trimEnd().split('\n');
    const half = (from: number, to?: number) => `${[header, ...rows.slice(from, to)].join('\n')}\n`;
    expectSame(await pairsOf({ 'a.csv': half(0, 250), 'b.csv': half(250) }));
    expectSame(await pairsOf({ 'b.csv': half(250), 'a.csv': half(0, 250) }));
  });

  test('is the same for columns in another order', async () => {
    expect(text).not.toContain('"');
    // Blocking draws other simulated matches then, and may choose other rules.
    const expectAlike = maxPairs === undefined ? expectSame : expectNearly;
    const backwards = (columns: number) => Array.from({ length: columns }, (_, c) => columns - 1 - c);
    const mixed = (columns: number) => [...backwards(columns - 4), ...backwards(columns).slice(0, 4)];
    expectAlike(await pairsOf({ 'people.csv': reordered(text, backwards) }));
    expectAlike(await pairsOf({ 'people.csv': reordered(text, mixed) }));
  });

  test('is the same each time', async () => {
    expect(await pairsOf({ 'people.csv': text })).toEqual(wanted);
  });

  test('hardly depends on the seed', async () => {
    for (const seed of [2, 3]) expectNearly(await pairsOf({ 'people.csv': text }, { seed }));
    expect(quality(wanted.keys(), entityOf).f1).toBeGreaterThan(0.95);
  });
});

describe('two identical files', () => {
  test('are matched row by row', async () => {
    const { files } = await people({ records: 300, duplicates: 0, sample: 0.01 });
    const text = files['people.csv']!;
    const table = await tableOf({ 'a.csv': text, 'b.csv': text });
    const pairs = found(table, link(table), 0.5);
    for (const id of table.ids.slice(0, 300)) expect(pairs.get(`${id} ${id}`)).toBeGreaterThan(0.99);
    expect(pairs.size).toBeLessThan(310);
  });
});

const PERSON = 'Ada,Lovelace,1815-12-10,London';

describe('whatever is in the files', () => {
  test.each([
    ['no record', ''],
    ['one record', `1,${PERSON}\n`],
    ['two equal records', `1,${PERSON}\n2,${PERSON}\n`],
    ['two different records', `1,${PERSON}\n2,Alan,Turing,1912-06-23,Wilmslow\n`],
    ['three records', `1,${PERSON}\n2,${PERSON}\n3,Alan,Turing,1912-06-23,Wilmslow\n`],
    ['equal rows', Array.from({ length: 60 }, (_, i) => `${i},${PERSON}\n`).join('')],
    ['nothing but missing values', Array.from({ length: 60 }, (_, i) => `${i},,NA,-,?\n`).join('')],
    [
      'one value in each row',
      Array.from({ length: 60 }, (_, i) => `${i},${i % 2 ? 'Ada,,,' : ',Hill,,'}\n`).join(''),
    ],
    ['numbers only', Array.from({ length: 60 }, (_, i) => `${i},${i},${i % 7},${i % 5},${i % 3}\n`).join('')],
  ])('%s: numbers, never NaN', async (_, rows) => {
    const table = await profileAnyway(`id,first,last,born,town\n${rows}`);
    for (const threshold of [0, 0.5, 1]) {
      const linkage = link(table, { threshold });
      const { parameters, probabilities, weights, missed, estimation } = linkage;
      for (const p of probabilities) expect(p >= 0 && p <= 1).toBe(true);
      for (const weight of weights) expect(Number.isFinite(weight)).toBe(true);
      for (const p of [...parameters.m, ...parameters.u]) expect(p >= 0 && p <= 1).toBe(true);
      expect(parameters.prior > 0 && parameters.prior < 1).toBe(true);
      expect(missed >= 0 && missed <= 1).toBe(true);
      expect(estimation.coherence >= 0 && estimation.coherence <= 1).toBe(true);
      expect(Number.isFinite(estimation.estimates.best.logPosterior)).toBe(true);
      expect(JSON.stringify(linkage.warnings)).not.toMatch(/NaN|Infinity|undefined/);
      if (threshold === 0) expect(found(table, linkage, 0).size).toBe(linkage.plan.totalPairs);
    }
  });

  test('equal people are found among few', async () => {
    const others = [
      'Alan,Turing,1912-06-23,Wilmslow',
      'Grace,Hopper,1906-12-09,Arlington',
      'Emmy,Noether,1882-03-23,Erlangen',
    ];
    const rows = [PERSON, ...others, PERSON].map((row, i) => `${i},${row}\n`).join('');
    const table = await profileAnyway(`id,first,last,born,town\n${rows}`);
    expect(found(table, link(table), 0.5).size).toBeLessThanOrEqual(1);
  });

  test('one column is compared as well', async () => {
    const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Emmy Noether', 'Ada Lovelace'];
    const table = await profileAnyway(`id,name\n${names.map((name, i) => `${i},${name}\n`).join('')}`);
    const linkage = link(table, { threshold: 0 });
    expect(found(table, linkage, 0).size).toBe(10);
    expect(linkage.probabilities.every((p) => p >= 0 && p <= 1)).toBe(true);
  });
});

/** The table of a text from standard input, which may be without records. */
async function profileAnyway(text: string): Promise<Table> {
  const { Readable } = await import('node:stream');
  const { loadFiles } = await import('../../src/records/load.ts');
  const { profile } = await import('../../src/records/profile.ts');
  return profile(await loadFiles(['-'], { stdin: Readable.from([Buffer.from(text)]) })).table;
}

test('stages are told in order, and a plan made before is used', async () => {
  const table = await tableOf((await people({ records: 200 })).files);
  const stages: string[] = [];
  let compared = 0;
  const linkage = link(table, {
    onStage: (stage) => stages.push(stage),
    progress: (pairs) => {
      compared = pairs;
    },
  });
  expect(stages).toEqual(['block', 'survey', 'compare', 'estimate']);
  expect(compared).toBe(linkage.evidence.compared);
  const again = link(table, { plan: linkage.plan });
  expect(again.plan).toBe(linkage.plan);
  expect(again.probabilities).toEqual(linkage.probabilities);
});

test('rare values count for more than common ones, unless told not to', async () => {
  const { files } = await people({ records: 1000, sample: 0.03 });
  const table = await tableOf(files);
  const span = (options: LinkOptions): number => {
    const { evidence, weights } = link(table, { threshold: 0, ...options });
    const byLevels = new Map<string, number[]>();
    const fields = evidence.patterns.levelCounts.length;
    weights.forEach((weight, g) => {
      const key = evidence.patterns.levels.subarray(g * fields, (g + 1) * fields).join();
      byLevels.set(key, [...(byLevels.get(key) ?? []), weight]);
    });
    return Math.max(...[...byLevels.values()].map((all) => Math.max(...all) - Math.min(...all)));
  };
  expect(span({})).toBeGreaterThan(3);
  expect(span({ termFrequency: false })).toBeLessThan(1e-9);
});
