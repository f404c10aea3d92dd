import { expect, test } from 'vitest';
import { resolveCommand } from '../../src/cli/commands/resolve.ts';
import { sameRun } from '../../src/cli/same-run.ts';

const command = resolveCommand(() => {
  throw new Error('it is not run');
});

test.each([
  ['a.csv b.csv', 'a.csv b.csv'],
  ['a.csv -o out.csv --summary run.json --id rid', 'a.csv --id rid'],
  ['--K=9 --entities=e.csv a.csv --quiet', '--K=9 a.csv'],
  [
    'a.csv -oout.csv --no-progress --without related,rarity --no-term-frequency',
    'a.csv --without related,rarity --no-term-frequency',
  ],
  [
    '--prefer source=a.csv --provenance --matches m.csv a.csv --threads 1 --fields name,city',
    'a.csv --fields name,city',
  ],
  ['a.csv --samples 5 --samples-output s.csv --seed 3 --summary-entities 9', 'a.csv --samples 5 --seed 3'],
])('%s is repeated by %s', (words, repeated) => {
  expect(sameRun(command, words.split(' ')).join(' ')).toBe(repeated);
});

test('words of the user are no options, whatever they look like', () => {
  expect(sameRun(command, ['--null', '-', 'a.csv'])).toEqual(['--null', '-', 'a.csv']);
});
