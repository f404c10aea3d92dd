import { expect, test } from 'vitest';
import { people } from '../pipeline/tables.ts';
import { workshop } from './harness.ts';

const { er, save, json } = workshop();

const made = people({ records: 600, duplicates: 0.4, errors: 0.3, missing: 0, moves: 0, only: 'exchanges' });

test.each(['profile', 'pairs', 'link', 'resolve'])('er %s tells of exchanged values', async (command) => {
  save('people.csv', (await made).files['people.csv']!);
  const { stderr } = await er(`${command} people.csv --summary s.json`);
  const [, told] =
    /^notice: (\d+) records have "first_name" and "surname" exchanged; they are compared the other way round, and written as found$/m.exec(
      stderr,
    )!;
  expect(Number(told)).toBeGreaterThan(30);
  expect(json('s.json').exchanged).toEqual([{ columns: ['first_name', 'surname'], records: Number(told) }]);
});

test('the rows are written as they are', async () => {
  const text = (await made).files['people.csv']!;
  save('people.csv', text);
  const { rows } = await er('resolve people.csv');
  expect(rows.slice(1).map((row) => [row[2], ...row.slice(4)].join(','))).toEqual(
    text.trimEnd().split('\n').slice(1),
  );
});

test('nothing is said where nothing is exchanged', async () => {
  save('people.csv', (await people({ records: 600, duplicates: 0.4, errors: 0 })).files['people.csv']!);
  const { stderr } = await er('profile people.csv --summary s.json');
  expect(stderr).not.toContain('exchanged');
  expect(json('s.json').exchanged).toEqual([]);
});
