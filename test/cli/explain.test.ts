/** `er explain` beside `er resolve`: the same numbers, from the same files and options. */
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExplainedEntity } from '../../src/cli/entity-explanation.ts';
import type { ExplainedPair } from '../../src/cli/pair-explanation.ts';
import { ErError } from '../../src/errors.ts';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, load, json } = workshop();
const FILES = 'customers.csv orders.csv';

beforeEach(() => {
  save('customers.csv', CUSTOMERS);
  save('orders.csv', ORDERS);
});

const table = (text: string): Record<string, string>[] => parse(text, { columns: true });
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe.each(['', '--engine em', '--without dependence --no-term-frequency'])('with %s', (options) => {
  test('a pair has the probability that --matches gives it, and terms that add up to it', async () => {
    await er(`resolve ${FILES} -o resolved.csv --matches matches.csv ${options}`);
    const pairs = table(load('matches.csv'));
    expect(pairs.length).toBeGreaterThan(40);
    for (const pair of [pairs[0]!, ...pairs.filter((it) => it.same_entity === 'no')]) {
      const asked = `${pair.source_l}:${pair.id_l} ${pair.source_r}:${pair.id_r}`;
      const { stdout } = await er(`explain ${FILES} ${options} --format json --pair ${asked}`);
      const found: ExplainedPair = JSON.parse(stdout);
      expect(Number(found.match_probability.toPrecision(10))).toBeCloseTo(Number(pair.match_probability), 9);
      expect([found.left.id, found.right.id]).toEqual([pair.id_l, pair.id_r]);
      expect(found.same_entity).toBe(pair.same_entity === 'yes');
      const terms = table((await er(`explain ${FILES} ${options} --pair ${asked}`)).stdout);
      const weight = (name: string) =>
        sum(terms.filter(({ term }) => term === name).map((it) => Number(it.weight)));
      expect(weight('column') + weight('dependence') + weight('rest')).toBeCloseTo(weight('match_weight'), 9);
      expect(weight('match_weight') + weight('prior')).toBeCloseTo(weight('match_probability'), 9);
      expect(weight('match_weight')).toBeCloseTo(found.match_weight, 9);
      const last = terms.at(-1)!;
      expect(1 / (1 + 2 ** -Number(last.weight))).toBeCloseTo(Number(last.probability), 12);
    }
  }, 60_000);

  test('an entity has the records, probabilities and id that the result gives it', async () => {
    const rows = table((await er(`resolve ${FILES} ${options}`)).stdout);
    const sizes = new Map<string, number>();
    for (const { entity_id } of rows) sizes.set(entity_id!, (sizes.get(entity_id!) ?? 0) + 1);
    for (const size of [1, 2, 3]) {
      const [id] = [...sizes].find(([, n]) => n === size)!;
      const found: ExplainedEntity = JSON.parse(
        (await er(`explain ${FILES} ${options} --entity ${id} --format json`)).stdout,
      );
      expect(found).toMatchObject({ entity_id: id, records: size });
      const own = rows.filter((row) => row.entity_id === id);
      expect(
        found.members.map(({ source, id: name, probability }) => [source, name, probability.toFixed(9)]),
      ).toEqual(own.map((row) => [row.source, row.id, Number(row.probability).toFixed(9)]).sort());
      expect(found.links).toHaveLength(size - 1);
      const first = own[0]!;
      const again = await er(
        `explain ${FILES} ${options} --record ${first.source}:${first.id} --format json`,
      );
      expect(JSON.parse(again.stdout)).toEqual(found);
    }
  }, 60_000);
});

test('--summary holds what was explained', async () => {
  await er(`explain ${FILES} --record o50 --summary run.json --format csv`);
  const { command, explained, parameters } = json('run.json');
  expect(command).toBe('explain');
  expect(explained.links_out[0].columns).toHaveLength(parameters.fields.length);
  expect(explained.links_out[0].match_weight).toBeGreaterThan(20);
});

test('databases may stand behind the two records', async () => {
  const [before, behind] = [`${FILES} --pair c6 o46`, `--pair c6 o46 ${FILES}`];
  expect((await er(`explain ${behind}`)).stdout).toBe((await er(`explain ${before}`)).stdout);
});

test.each([
  ['', 'say what to explain: one of --pair ID ID, --record ID and --entity ID'],
  ['--record c1 --entity e1', 'are three questions; ask one of them'],
  ['--pair c1', '--pair names one record, "c1"; it needs two'],
  ['--pair c1 c1', '--pair names "c1" twice'],
  ['--pair c1 c999', '--pair names "c999", but no record has that id'],
  ['--record orders.csv:c1', '--record names "orders.csv:c1", but no record has that id'],
  ['--entity ezzz', '--entity names "ezzz", but no entity has that id'],
])('%s is refused', async (words, message) => {
  await expect(er(`explain ${FILES} ${words}`)).rejects.toThrow(ErError);
  await expect(er(`explain ${FILES} ${words}`)).rejects.toThrow(message);
});

test('an id that several records have is to be said with its file', async () => {
  save('a.csv', 'id,name,city\n1,Ann Lee,Rome\n2,Bob Ray,Oslo\n');
  save('b.csv', 'id,name,city\n1,Ann Lee,Rome\n3,Eve Fox,Bonn\n');
  await expect(er('explain a.csv b.csv --pair 1 2')).rejects.toThrow(
    '--pair names "1", which 2 records are called: say a.csv:1 or b.csv:1',
  );
  const { stdout } = await er('explain b.csv --pair a.csv:1 b.csv:1 a.csv --format json');
  const { left, right } = JSON.parse(stdout);
  expect([left.source, left.id, right.source, right.id]).toEqual(['a.csv', '1', 'b.csv', '1']);
});

test('without a database there is nothing to explain', async () => {
  await expect(er('explain --pair 1 2')).rejects.toThrow('no database is given');
});
