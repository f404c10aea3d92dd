import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Reader, readAgain } from '../../src/entities/second-reading.ts';
import type { Source } from '../../src/records/table.ts';

/** One word a line; the number of characters stands for size and hash. */
const read: Reader = async (stream, sink) => {
  const [header, ...words] = (await text(stream)).trimEnd().split('\n');
  sink.header([header!]);
  for (const word of words) sink.row([word]);
  return { bytes: 1, sha256: `${words.join('').length}` };
};

const FILES: Record<string, string> = { 'a.csv': 'id\nann\nbob\n', '-': 'name\ncy\n' };
const table = {
  sources: [
    { path: 'a.csv', header: ['id'], idColumn: 'id', first: 0, rows: 2, bytes: 1, sha256: '6' },
    { path: '-', header: ['name'], idColumn: undefined, first: 2, rows: 1, bytes: 1, sha256: '2' },
  ] as Partial<Source>[] as Source[],
  ids: ['ann', 'bob', '1'],
};

async function rows(files: Record<string, string>, reader = read, failure?: Error) {
  const seen: unknown[] = [];
  let pauses = 0;
  const sink = {
    row: (record: number, cells: string[], source: number) => void seen.push([record, source, ...cells]),
    async pause() {
      pauses++;
      if (failure !== undefined) throw failure;
    },
  };
  await readAgain(table, (path) => Readable.from([Buffer.from(files[path]!)]), reader, sink);
  expect(pauses).toBe(4);
  return seen;
}

describe('readAgain', () => {
  it('gives every record once, in order, with its cells', async () => {
    expect(await rows(FILES)).toEqual([
      [0, 0, 'ann'],
      [1, 0, 'bob'],
      [2, 1, 'cy'],
    ]);
  });

  it.each([
    ['another id', { 'a.csv': 'id\nann\nbea\n' }, 'a.csv'],
    ['a row more', { '-': 'name\ncy\ndi\n' }, 'stdin'],
    ['a row less', { 'a.csv': 'id\nann\n' }, 'a.csv'],
    ['another cell', { '-': 'name\ncyd\n' }, 'stdin'],
    ['another header', { '-': 'names\ncy\n' }, 'stdin'],
  ])('finds %s', async (_, files, file) => {
    const error = await rows({ ...FILES, ...files }).catch((e) => e);
    expect(error.located).toBe(`${file}: changed while being read; run again when nothing writes to it`);
  });

  it('passes other failures on', async () => {
    const broken: Reader = () => Promise.reject(new Error('disk failure'));
    await expect(rows(FILES, broken)).rejects.toThrow('disk failure');
    await expect(rows(FILES, read, new Error('output failure'))).rejects.toThrow('output failure');
  });
});
