import { beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, load, json } = workshop();

beforeEach(() => {
  save('customers.csv', CUSTOMERS);
  save('orders.csv', ORDERS);
});

const link = (words: string) => er(`link customers.csv orders.csv ${words}`);

describe('rows', () => {
  test('hold the pair, its probability and weight, and its levels', async () => {
    const { rows } = await link('');
    const fields = ['first_name', 'surname', 'date_of_birth', 'street', 'postcode', 'city', 'phone', 'email'];
    expect(rows[0]).toEqual([
      ...['source_l', 'id_l', 'source_r', 'id_r', 'match_probability', 'match_weight', ...fields, 'item'],
    ]);
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows.slice(1)) {
      expect(Number(row[4]) >= 0.5 && Number(row[4]) <= 1).toBe(true);
      expect(Number.isFinite(Number(row[5]))).toBe(true);
      for (const level of row.slice(6)) expect(level).toMatch(/^\d?$/);
    }
  });

  test('stand in the order of the records', async () => {
    const { rows } = await link('');
    const ids = [...CUSTOMERS.matchAll(/^c\d+/gm), ...ORDERS.matchAll(/^o\d+/gm)].map(([id]) => id);
    const places = rows.slice(1).map((row) => ids.indexOf(row[1]!) * ids.length + ids.indexOf(row[3]!));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const row of rows.slice(1)) expect(ids.indexOf(row[1]!)).toBeLessThan(ids.indexOf(row[3]!));
  });

  test('are as probable as prior and weight make them', async () => {
    const { rows } = await link('--threshold 0 --summary s.json');
    const { prior } = json('s.json').parameters;
    for (const row of rows.slice(1)) {
      const odds = (prior / (1 - prior)) * 2 ** Number(row[5]);
      expect(Math.abs(odds / (1 + odds) - Number(row[4]))).toBeLessThan(1e-5);
    }
  });
});

describe('options', () => {
  test('--threshold 0 writes every candidate, 1 only the certain', async () => {
    const all = await link('--threshold 0');
    expect(all.rows).toHaveLength(1 + (110 * 109) / 2);
    const some = await link('--threshold 0.9');
    expect(some.stdout).toBe(
      `${all.rows
        .filter((row, i) => i === 0 || Number(row[4]) >= 0.9)
        .map((row) => row.join())
        .join('\n')}\n`,
    );
    const certain = await link('--threshold 1');
    expect(certain.rows.length).toBeLessThan(some.rows.length);
    for (const row of certain.rows.slice(1)) expect(row[4]).toBe('1');
  });

  test('--no-term-frequency gives pairs of equal levels equal weights', async () => {
    const weights = async (words: string) => {
      const byLevels = new Map<string, Set<string>>();
      for (const row of (await link(words)).rows.slice(1)) {
        const levels = row.slice(6).join();
        byLevels.set(levels, (byLevels.get(levels) ?? new Set()).add(row[5]!));
      }
      return Math.max(...[...byLevels.values()].map(({ size }) => size));
    };
    expect(await weights('--no-term-frequency --threshold 0')).toBe(1);
    expect(await weights('--threshold 0')).toBeGreaterThan(1);
  });

  test('--parameters writes m, u and the prior, which em can read', async () => {
    await link('--parameters fit.csv --no-term-frequency --summary s.json');
    const { parameters } = json('s.json');
    const lines = load('fit.csv').trimEnd().split('\n');
    expect(lines[0]).toBe('field,level,m,u,weight');
    for (const { name, levels } of parameters.fields)
      for (const { level, m, u, weight } of levels) {
        const cells = lines
          .find((line) => line.startsWith(`${name},${level},`))!
          .split(',')
          .map(Number);
        expect(cells[2]).toBeCloseTo(m, 9);
        expect(cells[3]).toBeCloseTo(u, 9);
        expect(cells[4]).toBeCloseTo(weight, 6);
      }
    await er('pairs customers.csv orders.csv -o pairs.csv --quiet');
    const scored = await er('em pairs.csv --init fit.csv --max-iterations 0 --quiet');
    const linked = await link('--no-term-frequency --threshold 0 --quiet');
    const key = (row: string[]) => `${row[1]} ${row[3]}`;
    const probability = new Map(scored.rows.slice(1).map((row) => [key(row), Number(row.at(-2))]));
    // Columns that depend on each other and related pairs are no part of a parameter file.
    const { dependence, related } = json('s.json');
    expect([dependence, related]).toEqual([[], null]);
    for (const row of linked.rows.slice(1))
      expect(Math.abs(probability.get(key(row))! - Number(row[4]))).toBeLessThan(1e-6);
  });

  test('--max-iterations and --tolerance are heeded', async () => {
    await link('--max-iterations 0 --summary s.json');
    expect(json('s.json').iterations).toBe(0);
    const { stderr } = await link('--max-iterations 1 --summary s.json');
    expect(json('s.json').iterations).toBeLessThanOrEqual(1);
    expect(stderr).toContain('raise --max-iterations');
    await link('--tolerance 0.5 --summary s.json');
    const rough = json('s.json').iterations;
    await link('--tolerance 1e-12 --summary s.json');
    expect(json('s.json').iterations).toBeGreaterThan(rough);
  });

  test.each([
    ['--threshold 1.5', '--threshold is "1.5"; it must be a number from 0 to 1'],
    ['--threshold high', '--threshold is "high"; it must be a number from 0 to 1'],
    ['--max-iterations -3', '--max-iterations is "-3"; it must be a whole number of at least 0'],
    ['--tolerance -1', '--tolerance is "-1"; it must be a number of at least 0'],
  ])('%s is refused in one line', async (words, message) => {
    const error = await link(words).catch((thrown) => thrown);
    expect(error.located).toBe(message);
  });
});

test('what was found is told', async () => {
  const { stderr } = await link('');
  expect(stderr).toMatch(/^column +level +m +u +weight$/m);
  expect(stderr).toMatch(/^110 records, 5,995 pairs compared of 5,995; matches that blocking missed: none$/m);
  expect(stderr).toMatch(
    /^\d+ matches expected; \d+ pairs written at 0\.5 or more, \d+\.\d % of them expected to be right$/m,
  );
});

test('each long stage has a bar, which is gone at the end', async () => {
  const { bars } = await link('--max-pairs 2000');
  expect(bars.map(({ label }) => label)).toEqual([
    ...['reading', 'profiling columns', 'planning', 'surveying values', 'comparing', 'estimating', 'writing'],
  ]);
  for (const { stopped, updates, total } of bars) {
    expect(stopped).toBe(true);
    for (const done of updates) expect(done >= 0 && done <= total).toBe(true);
    expect(updates).toEqual(updates.toSorted((a, b) => a - b));
  }
  const [reading, , , , comparing, estimating] = bars;
  expect(reading!.updates.at(-1)).toBe(reading!.total);
  expect(comparing!.updates.length).toBeGreaterThan(0);
  expect(estimating!.updates.length).toBeGreaterThan(3);
});

test('the summary holds everything about the run', async () => {
  const { rows, stderr } = await link('--summary s.json');
  const summary = json('s.json');
  expect(summary).toMatchObject({ command: 'link', threshold: 0.5, pairs: rows.length - 1, converged: true });
  expect(summary.blocking).toMatchObject({ every_pair: true, pairs: 5995, estimated_missed: 0 });
  expect(summary.parameters.fields.map(({ name }: { name: string }) => name)).toEqual(rows[0]!.slice(6));
  for (const { levels } of summary.parameters.fields)
    for (const side of ['m', 'u'])
      expect(
        levels.reduce((sum: number, level: Record<string, number>) => sum + level[side]!, 0),
      ).toBeCloseTo(1, 9);
  expect(summary.trace.length).toBeGreaterThan(summary.iterations / 2);
  expect(summary.trace.at(-1)).toBe(summary.log_posterior);
  expect(summary.optima[0].expected_matches).toBe(summary.expected_matches);
  expect(summary.coherence > 0.8 && summary.coherence <= 1).toBe(true);
  for (const message of summary.warnings) expect(stderr).toContain(`warning: ${message}`);
  expect(summary.stages.map(({ stage }: { stage: string }) => stage)).toEqual([
    ...['read', 'block', 'survey', 'compare', 'estimate', 'write'],
  ]);
});
