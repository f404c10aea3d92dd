import { beforeEach, describe, expect, test } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { MISSING } from '../../src/compare/patterns.ts';
import { people, quality, tableOf } from '../pipeline/tables.ts';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, load, json } = workshop();

beforeEach(() => {
  save('customers.csv', CUSTOMERS);
  save('orders.csv', ORDERS);
});

test('a row comes out for each candidate pair, with its levels', async () => {
  const { rows } = await er('pairs customers.csv orders.csv');
  const table = await tableOf({ 'customers.csv': CUSTOMERS, 'orders.csv': ORDERS });
  const names = table.columns.map(({ name }) => name);
  expect(rows[0]).toEqual(['source_l', 'id_l', 'source_r', 'id_r', ...names]);
  expect(rows).toHaveLength(1 + (110 * 109) / 2);
  const comparison = new Comparison(table);
  const rowOf = new Map(table.ids.map((id, row) => [id, row]));
  for (const row of rows.slice(1)) {
    const [a, b] = [rowOf.get(row[1]!)!, rowOf.get(row[3]!)!];
    expect([row[0], row[2]]).toEqual([a, b].map((r) => (r < 60 ? 'customers.csv' : 'orders.csv')));
    const levels = names.map((_, f) => comparison.fieldLevel(f, a, b));
    expect(row.slice(4)).toEqual(levels.map((level) => (level === MISSING ? '' : String(level))));
  }
  expect(new Set(rows.map((row) => row.slice(0, 4).join())).size).toBe(rows.length);
});

test('--max-pairs bounds the candidates and shows the rules', async () => {
  const { rows, stderr } = await er('pairs customers.csv orders.csv --max-pairs 1000 --summary s.json');
  expect(rows.length).toBeLessThan(1001);
  expect(stderr).toMatch(/^blocking rule +pairs +largest block +new pairs$/m);
  const { pairs, blocking, levels, stages } = json('s.json');
  expect(pairs).toBe(rows.length - 1);
  const fresh = blocking.rules.map(({ new_pairs }: { new_pairs: number }) => new_pairs);
  expect(fresh.reduce((a: number, b: number) => a + b)).toBe(pairs);
  expect(levels.map(({ column }: { column: string }) => column)).toEqual(rows[0]!.slice(4));
  for (const { levels: of } of levels) expect(of.at(0) === 'different' && of.at(-1) === 'equal').toBe(true);
  expect(stages.map(({ stage }: { stage: string }) => stage)).toEqual(['read', 'block', 'compare']);
});

test('--parameters writes u of all pairs, which em can start from', async () => {
  const { rows } = await er('pairs customers.csv orders.csv --parameters u.csv');
  const [header, ...lines] = load('u.csv').trimEnd().split('\n');
  expect(header).toBe('field,level,m,u,weight');
  const u = new Map<string, number[]>();
  for (const [field, level, , value] of lines.map((line) => line.split(',')))
    if (level !== '') u.set(field!, [...(u.get(field!) ?? []), Number(value)]);
  expect([...u.keys()]).toEqual(rows[0]!.slice(4));
  rows[0]!.slice(4).forEach((name, f) => {
    // All pairs are candidates here, so that the levels can be counted.
    const cells = rows.slice(1).map((row) => row[4 + f]);
    const observed = cells.filter((cell) => cell !== '');
    expect(u.get(name)!.reduce((a, b) => a + b)).toBeCloseTo(1, 8);
    u.get(name)!.forEach((share, level) => {
      const counted = observed.filter((cell) => cell === String(level)).length;
      expect(share).toBeCloseTo(counted / observed.length, 6);
    });
    expect(lines).toContain(`${name},,,${observed.length},`);
  });
  expect(lines).toContain('total_pairs,,,5995,');
});

describe('er pairs and er em', () => {
  test('find the pairs, though not as precisely as er link', async () => {
    const { files, entityOf } = await people({ records: 1200, sample: 0.03 });
    save('people.csv', files['people.csv']!);
    await er('pairs people.csv --parameters u.csv -o pairs.csv --max-pairs 60000 --quiet');
    const em = await er('em pairs.csv --init u.csv --quiet');
    const link = await er('link people.csv --no-term-frequency --max-pairs 60000 --quiet');
    const at = em.rows[0]!.indexOf('match_probability');
    const matched = em.rows.slice(1).filter((row) => Number(row[at]) >= 0.5);
    const f1 = (rows: string[][]) =>
      quality(
        rows.map((row) => `${row[1]} ${row[3]}`),
        entityOf,
      ).f1;
    // Em knows neither related pairs nor dependence between columns: .907 against .993 here, by precision.
    expect(f1(matched)).toBeGreaterThan(0.88);
    expect(f1(link.rows.slice(1))).toBeGreaterThan(0.98);
  });
});
