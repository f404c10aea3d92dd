import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { PlainRows } from '../../src/csv/plain-rows.ts';
import { type Reader, readAgain } from '../../src/records/second-reading.ts';
import type { Source } from '../../src/records/table.ts';

/** One word a line; the number of characters stands for size and hash. */
const read: Reader = async (stream, sink) => {
  const [header, ...words] = (await text(stream)).trimEnd().split('\n');
  sink.header([header!]);
  for (const word of words) sink.row([word], 0);
  return { bytes: 1, sha256: `${words.join('').length}` };
};

/** The same with the words as bytes. */
const readPlain: Reader = async (stream, sink) => {
  const bytes = Buffer.from(await text(stream));
  const end = bytes.indexOf(10);
  sink.header([bytes.toString('utf8', 0, end)]);
  const rows = new PlainRows(',');
  rows.fill(bytes, end + 1, bytes.length, 2, 1);
  sink.plain?.(rows);
  return { bytes: 1, sha256: `${bytes.length - end - 1 - rows.length}` };
};

const FILES: Record<string, string> = { 'a.csv': 'id\nann\nbob\n', '-': 'name\ncy\n' };
const table = {
  sources: [
    { path: 'a.csv', header: ['id'], idColumn: 'id', first: 0, rows: 2, bytes: 1, sha256: '6' },
    { path: '-', header: ['name'], idColumn: undefined, first: 2, rows: 1, bytes: 1, sha256: '2' },
  ] as Partial<Source>[] as Source[],
  ids: ['ann', 'bob', '1'],
};

async function rows(files: Record<string, string>, reader: Reader, failure?: Error) {
  const seen: unknown[] = [];
  let pauses = 0;
  const sink = {
    row: (record: number, cells: string[], source: number) => void seen.push([record, source, ...cells]),
    plain(first: number, rows: PlainRows, source: number) {
      for (let row = 0; row < rows.length; row++) seen.push([first + row, source, ...rows.cells(row)]);
    },
    async pause() {
      pauses++;
      if (failure !== undefined) throw failure;
    },
  };
  await readAgain(table, (path) => Readable.from([Buffer.from(files[path]!)]), reader, sink);
  expect(pauses).toBe(4);
  return seen;
}

describe.each([
  ['strings', read],
  ['bytes', readPlain],
])('readAgain, with cells as %s,', (_, read) => {
  it('gives every record once, in order, with its cells', async () => {
    expect(await rows(FILES, read)).toEqual([
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
    const error = await rows({ ...FILES, ...files }, read).catch((e) => e);
    expect(error.located).toBe(`${file}: changed while being read; run again when nothing writes to it`);
  });

  it('takes ids for the same without the space around, ASCII or not', async () => {
    const files = { 'a.csv': 'id\n ann\nbob\u00a0\n', '-': 'name\ncy\n' };
    const longer = { ...table, sources: [{ ...table.sources[0]!, sha256: '9' }, table.sources[1]!] };
    const seen: unknown[] = [];
    const sink = { row() {}, plain: () => void seen.push('plain'), async pause() {} };
    const open = (path: string) => Readable.from([Buffer.from(files[path as '-'])]);
    await readAgain(longer, open, readPlain, sink);
    expect(seen).toEqual(['plain', 'plain']);
  });

  it('passes other failures on', async () => {
    const broken: Reader = () => Promise.reject(new Error('disk failure'));
    await expect(rows(FILES, broken)).rejects.toThrow('disk failure');
    await expect(rows(FILES, read, new Error('output failure'))).rejects.toThrow('output failure');
  });
});
