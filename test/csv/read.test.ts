/** Reading CSV: what rows, lines, names and summary come out of known files. */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inPieces, readTable, readText, scratch } from './harness.ts';

const { file } = scratch();

describe('readCsv', () => {
  it('gives names, rows and the lines on which they start', async () => {
    const table = await readText('id,name\n1,Anna\n2,Bert\n');
    expect(table.names).toEqual(['id', 'name']);
    expect(table.rows).toEqual([
      ['1', 'Anna'],
      ['2', 'Bert'],
    ]);
    expect(table.lines).toEqual([2, 3]);
  });

  it('describes what it read', async () => {
    const content = 'id;name\n1;Anna\n2\n';
    const path = file('people.csv', content);
    const { summary } = await readTable(path);
    expect(summary).toEqual({
      path,
      name: 'people.csv',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      rows: 2,
      delimiter: ';',
      encoding: 'utf-8',
      paddedRows: 1,
    });
  });

  it('trims names but not cells', async () => {
    const table = await readText(' id ,\tname\n 1 , Anna \n');
    expect(table.names).toEqual(['id', 'name']);
    expect(table.rows).toEqual([[' 1 ', ' Anna ']]);
  });

  it('accepts a header without rows', async () => {
    const table = await readText('id,name');
    expect(table.names).toEqual(['id', 'name']);
    expect(table.summary.rows).toBe(0);
  });

  it('takes a last row without a line end', async () => {
    expect((await readText('a,b\n1,2')).rows).toEqual([['1', '2']]);
  });

  it('does not confuse a missing last cell with a missing row', async () => {
    expect((await readText('a,b\n1,')).rows).toEqual([['1', '']]);
  });

  it('counts blank lines as lines and nothing else', async () => {
    const table = await readText('\n\r\na,b\n\n\n1,2\n\n3,4\n\n');
    expect(table.names).toEqual(['a', 'b']);
    expect(table.lines).toEqual([6, 8]);
    expect(table.notices).toEqual([]);
  });

  it('keeps a quoted empty cell in a file of one column, which is no blank line', async () => {
    const table = await readText('a\n""\n\nx\n');
    expect(table.rows).toEqual([[''], ['x']]);
    expect(table.lines).toEqual([2, 4]);
  });

  it.each([1, 3, 7, 1 << 16])('counts line ends inside cells, in pieces of %i bytes', async (size) => {
    const text = '"a\nb",c\n"1\r\n2\r3\n\n4",x\n5,6\n\n"7","\n"\n8,9\n';
    const table = await readText(text, {}, size);
    expect(table.names).toEqual(['a\nb', 'c']);
    expect(table.lines).toEqual([3, 8, 10, 12]);
  });

  it('reads mixed line ends', async () => {
    const table = await readText('a,b\n1,2\r\n3,4\r5,6\n');
    expect(table.rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
    expect(table.lines).toEqual([2, 3, 4]);
  });

  it('honours and skips the line sep=; of Excel, and counts it', async () => {
    const table = await readText('sep=;\r\na,x;b\r\n1,5;2\r\n');
    expect(table.names).toEqual(['a,x', 'b']);
    expect(table.rows).toEqual([['1,5', '2']]);
    expect(table.lines).toEqual([3]);
    expect(table.summary.delimiter).toBe(';');
  });

  it('obeys the delimiter it is given before the one it would detect', async () => {
    const table = await readText('a;b,c\n1;2,3\n', { delimiter: ',' });
    expect(table.names).toEqual(['a;b', 'c']);
    expect(table.summary.delimiter).toBe(',');
  });

  it('fills up short rows and says so once', async () => {
    const table = await readText('a,b,c\n1,2,3\n4\n5,6\n7,8,9\n');
    expect(table.rows).toEqual([
      ['1', '2', '3'],
      ['4', '', ''],
      ['5', '6', ''],
      ['7', '8', '9'],
    ]);
    expect(table.notices).toEqual([
      'stdin:3: 2 rows have fewer cells than the header (the first is here); the missing cells are read as empty',
    ]);
    expect(table.summary.paddedRows).toBe(2);
  });

  it('cuts empty surplus cells off without a word', async () => {
    const table = await readText('a,b\n1,2,,\n3,4\n5,6,\n');
    expect(table.rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
    expect(table.notices).toEqual([]);
  });

  it('gives the sink an array of its own for each row', async () => {
    const { rows } = await readText('a\n1\n2\n');
    expect(rows[0]).not.toBe(rows[1]);
  });

  it('unpacks a file whose name ends in .gz, and describes it as stored', async () => {
    const packed = gzipSync('a,b\n1,2\n');
    const { rows, summary } = await readTable(file('packed.csv.gz', packed));
    expect(rows).toEqual([['1', '2']]);
    expect(summary.bytes).toBe(packed.length);
    expect(summary.sha256).toBe(createHash('sha256').update(packed).digest('hex'));
  });

  it.each([1, 5, 1 << 16])(
    'knows gzip by its first bytes on standard input, in pieces of %i',
    async (size) => {
      const table = await readText(gzipSync('a,b\n1,2\n'), {}, size);
      expect(table.rows).toEqual([['1', '2']]);
      expect(table.summary.name).toBe('stdin');
      expect(table.summary.path).toBe('-');
    },
  );

  it('reads gzip members that follow each other', async () => {
    const table = await readText(Buffer.concat([gzipSync('a,b\n1,2\n'), gzipSync('3,4\n')]));
    expect(table.rows).toHaveLength(2);
  });

  it('reports progress up to the size of the file', async () => {
    const text = `a\n${'0123456789\n'.repeat(20_000)}`;
    const calls: [number, number | undefined][] = [];
    await readTable(file('long.csv', text), { progress: (read, total) => calls.push([read, total]) });
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.at(-1)).toEqual([text.length, text.length]);
  });

  it('reports progress without a total on standard input', async () => {
    const calls: (number | undefined)[] = [];
    const stdin = inPieces(Buffer.from('a\n1\n'), 2);
    await readTable('-', { stdin, progress: (_, total) => calls.push(total) });
    expect(calls).toEqual([undefined, undefined]);
  });
});
