import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ErError } from '../../src/errors.ts';
import { inventedNumbers, markupErrors } from '../report/page-text.ts';
import { RUN } from '../report/run.ts';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, load, json } = workshop();

async function failure(words: string, stdin = ''): Promise<string> {
  const error = await er(words, stdin).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ErError);
  return (error as ErError).located.replace(/^.*\//, '');
}

describe('er report', () => {
  test.each([
    'profile a.csv b.csv',
    'pairs a.csv b.csv -o result.csv',
    'link a.csv b.csv -o result.csv',
    'resolve a.csv b.csv --samples 20 -o result.csv',
    'resolve a.csv b.csv --engine em -o result.csv',
    'resolve a.csv b.csv --engine smered --samples 20 --burn-in 5 -o result.csv',
    'resolve a.csv b.csv --model categorical --inference cavi --K 110 -o result.csv',
  ])('makes a page of er %s, every number of which is in the summary', async (words) => {
    save('a.csv', CUSTOMERS);
    save('b.csv', ORDERS);
    await er(`${words} --summary run.json --quiet`);
    const { stdout } = await er('report run.json');
    expect(markupErrors(stdout)).toEqual([]);
    expect(inventedNumbers(stdout, json('run.json'))).toEqual([]);
    expect(stdout.replace(/<script>.*<\/script>/s, '')).not.toMatch(/undefined|NaN/);
  });

  test('makes a page of er em', async () => {
    save('pairs.csv', 'name,zip,count\n0,0,90\n1,0,5\n1,1,4\n0,,1\n');
    await er('em pairs.csv --summary run.json --quiet -o result.csv');
    const { stdout } = await er('report run.json');
    expect(inventedNumbers(stdout, json('run.json'))).toEqual([]);
    expect(stdout).toContain('matches expected');
    expect(stdout).toContain('level 1');
  });

  test('reads standard input and compressed files, and writes files', async () => {
    const text = JSON.stringify(RUN);
    const { stdout, stderr } = await er('report -', text);
    save('run.json.gz', gzipSync(text));
    await er('report run.json.gz -o page.json');
    expect(load('page.json')).toBe(stdout);
    expect(stderr).toBe('');
  });

  test('takes a title', async () => {
    save('run.json', JSON.stringify(RUN));
    expect((await er('report run.json --title <b>')).stdout).toContain('<title>&lt;b&gt;</title>');
  });

  test('says when it has not room for all, unless it is quiet', async () => {
    const [, entity] = RUN.entity_sample.entities;
    const members = [{ ...entity!.members[0], cells: ['x'.repeat(300), '', ''] }];
    const entities = Array.from({ length: 3000 }, (_, i) => ({
      ...entity,
      entity_id: `${i}`,
      members,
      pairs: [],
    }));
    save('run.json', JSON.stringify({ ...RUN, entity_sample: { ...RUN.entity_sample, entities } }));
    expect((await er('report run.json')).stderr).toMatch(
      /^notice: the page has room for [\d,]+ of 3,000 entities, the same share of each kind$/,
    );
    expect((await er('report run.json --quiet')).stderr).toBe('');
  });

  test('refuses what is no summary, and leaves the last page alone', async () => {
    save('run.json', 'id,name\n1,Anna\n');
    save('page.json', 'old');
    expect(await failure('report run.json -o page.json')).toMatch(
      /^run\.json(:1)?: is no JSON; give the file that er/,
    );
    expect(load('page.json')).toBe('old');
    expect(await failure('report missing.json')).toBe(
      'missing.json: no such file; check the name and the folder',
    );
    expect(await failure('report -', '{}')).toMatch(/^stdin: is no summary of a run; give/);
    save('run.json.gz', gzipSync('{"command":"em"}').subarray(0, 20));
    expect(await failure('report run.json.gz')).toMatch(/^run\.json\.gz: cannot be unpacked/);
  });
});
