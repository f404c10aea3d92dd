import { beforeEach, expect, test } from 'vitest';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, json } = workshop();

beforeEach(() => {
  save('customers.csv', CUSTOMERS);
  save('orders.csv', ORDERS);
});

test('a row comes out for each column, with its type, use, gaps and commonest value', async () => {
  save(
    'people.csv',
    `id,name,born,sex,town,plan\n${Array.from({ length: 40 }, (_, i) => {
      const name = ['Ada Hill', 'Bob Ray', 'Cid Moss', 'Dan West', 'Eve Hall'][i % 5];
      return `${i},${name},${1950 + i}-03-1${i % 7},${i % 2 ? 'f' : 'm'},${i % 4 ? 'Leeds' : ''},basic`;
    }).join('\n')}\n`,
  );
  const { rows } = await er('profile people.csv');
  expect(rows[0]).toEqual([
    ...['column', 'type', 'used', 'reason', 'missing', 'distinct', 'top_value', 'top_share'],
  ]);
  const byName = new Map(rows.slice(1).map((row) => [row[0], row]));
  expect([...byName.keys()]).toEqual(['id', 'name', 'born', 'sex', 'town', 'plan']);
  expect(byName.get('id')!.slice(1, 4)).toEqual(['code', 'no', 'the id: it names the records']);
  expect(byName.get('born')!.slice(1, 3)).toEqual(['date', 'yes']);
  expect(byName.get('sex')!.slice(4)).toEqual(['0', '2', expect.stringMatching(/^[fm]$/), '0.5']);
  expect(byName.get('town')!.slice(2, 3)).toEqual(['no']);
  expect(byName.get('town')!.slice(4)).toEqual(['10', '1', expect.stringMatching(/leeds/i), '1']);
  expect(byName.get('plan')![2]).toBe('no');
  for (const row of rows.slice(1)) expect(row[3]).not.toBe('');
});

test('the plan and what linking would take are shown', async () => {
  const { stderr } = await er('profile customers.csv orders.csv');
  expect(stderr).toMatch(/^blocking: none needed, all 5,995 pairs of records are compared$/m);
  expect(stderr).toMatch(/^110 records, 9 columns compared, at most 5,995 candidate pairs of 5,995$/m);
  for (const command of ['link', 'resolve'])
    expect(stderr).toMatch(new RegExp(`^er ${command} would take about \\d+ s and \\d+ MiB$`, 'm'));
  const blocked = await er('profile customers.csv orders.csv --max-pairs 2000 --summary s.json');
  expect(blocked.stderr).toMatch(/^blocking rule +pairs +largest block$/m);
  expect(blocked.stderr).toMatch(/^matches that blocking would miss: .+, were 7 values in 10 equal$/m);
  expect(json('s.json').stages.map(({ stage }: { stage: string }) => stage)).toEqual([
    ...['read', 'block', 'forecast'],
  ]);
  const { blocking, forecast } = json('s.json');
  expect(blocking.pairs_expected).toBeGreaterThan(0);
  expect(blocking.pairs_expected).toBeLessThanOrEqual(blocking.pairs_at_most);
  expect(forecast.resolve.seconds).toBeGreaterThan(forecast.link.seconds);
  expect(forecast.link.stages.at(-1).peak_memory_mib).toBe(forecast.link.peak_memory_mib);
  expect(blocked.stderr).toMatch(/^110 records, .* of 5,995, about [\d,]+ without repeats$/m);
});

test('cells that a type cannot read and dates of unclear order are told', async () => {
  const dates = Array.from({ length: 30 }, (_, i) => `0${1 + (i % 9)}/0${1 + (i % 7)}/19${50 + i}`);
  save('people.csv', `name,born\n${dates.map((date, i) => `Ada ${i},${date}`).join('\n')}\nBob,soon\n`);
  const { stderr } = await er('profile people.csv --type born=date');
  expect(stderr).toContain('"born" does not tell day from month; dates are read day first');
  expect(stderr).toMatch(/warning: 1 cells? of "born" (is|are) no date/);
});
