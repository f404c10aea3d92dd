/** Everything that can be wrong with an input file, and what is said about it. */

import { chmodSync, mkdirSync, readdirSync, readlinkSync, truncateSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/csv/read.ts';
import { ErError } from '../../src/errors.ts';
import { complaint, readTable, readText, scratch, unprivileged } from './harness.ts';

const { path, file } = scratch();
const IGNORE = { header() {}, row() {} };

describe('readCsv refuses', () => {
  it.each([
    ['an empty file', '', 'stdin: is empty; a header row is required'],
    ['a file of blank lines', '\n\r\n\n', 'stdin: is empty; a header row is required'],
    [
      'a column without a name',
      'a, ,c\n1,2,3\n',
      'stdin:1: column 2 has no name; give every column of the header a name',
    ],
    [
      'columns without a name',
      'a,,c,\n1,2,3,4\n',
      'stdin:1: columns 2 and 4 have no name; give every column of the header a name',
    ],
    [
      'a name used twice, whatever its case and blanks',
      'Name,b, name ,c,NAME\n',
      'stdin:1: columns 1, 3 and 5 have the same name "Name"; rename all but one (case does not count)',
    ],
    [
      'a row with too many cells',
      'a,b\n"x\ny",2\n\n3,Smith, J.\n',
      'stdin:5: column 3 has no name: 3 cells found, 2 expected; quote the value that holds the delimiter ","',
    ],
    [
      'a quote that is never closed, by the line where it opens',
      'a,b\n1,2\n"3\n4","5,6\n7,8\n',
      'stdin:4: column 2 (b) opens a quote that is never closed; close it, or double it (write "" for ")',
    ],
    [
      'a quote that is never closed in the header',
      'a,"b\n1,2\n',
      'stdin:1: column 2 opens a quote that is never closed; close it, or double it (write "" for ")',
    ],
    [
      'a quote inside a quoted value, by the line where it opens',
      'a,b\n\n1,"x\ny "z" w"\n',
      'stdin:3: column 2 (b) has a quote inside a quoted value; double it (write "" for "), or close the value before it',
    ],
    [
      'a quote inside a value that is not quoted',
      'a,b\n1,2\n5" pipe,2\n',
      'stdin:3: column 1 (a) has a quote inside a value that is not quoted; quote the whole value and double the quote (write "" for ")',
    ],
    [
      'a delimiter declared by sep= that it does not know',
      'sep=^\na^b\n',
      'stdin:1: unknown delimiter "^"; use comma, semicolon, tab or pipe',
    ],
  ])('%s', async (_, text, message) => {
    for (const size of [1, 7, 1 << 16]) expect(await complaint(readText(text, {}, size))).toBe(message);
  });

  it('a surplus cell beyond a column in a tab-separated file, and calls the tab by its name', async () => {
    expect(await complaint(readText('a\tb\n1\t2\t3\n'))).toMatch(/delimiter tab$/);
  });

  it('names the header line right after sep= and blank lines', async () => {
    expect(await complaint(readText('sep=;\n\na;a\n'))).toMatch(/^stdin:3: columns 1 and 2 /);
  });

  it('lists the first five of many columns without a name', async () => {
    expect(await complaint(readText(',,,,,,,\n'))).toMatch(
      /^stdin:1: columns 1, 2, 3, 4, 5 and 3 more have no name;/,
    );
  });

  it('a value that goes on and on, before memory runs out', async () => {
    const stdin = new PassThrough();
    const reading = complaint(readCsv('-', IGNORE, { stdin }));
    stdin.write('a,b\n1,2\n3,"');
    for (let i = 0; i < 18; i++) stdin.write(Buffer.alloc(1 << 20, 'x'));
    expect(await reading).toBe(
      'stdin:3: a value longer than 16 MiB begins here; close its quote, or check that the file is CSV',
    );
  }, 30_000);

  it('gzip that is cut short', async () => {
    expect(await complaint(readText(gzipSync('a,b\n1,2\n').subarray(0, -6)))).toBe(
      'stdin: is a damaged gzip file (unexpected end of file); copy it again or unpack it with gunzip',
    );
  });

  it('gzip with a wrong checksum', async () => {
    const packed = gzipSync('a,b\n1,2\n');
    packed[packed.length - 8]! ^= 1;
    expect(await complaint(readText(packed))).toBe(
      'stdin: is a damaged gzip file (incorrect data check); copy it again or unpack it with gunzip',
    );
  });

  it('something else under a name that ends in .gz', async () => {
    const name = file('plain.csv.gz', 'a,b\n1,2\n');
    expect(await complaint(readTable(name))).toBe(
      `${name}: is a damaged gzip file (incorrect header check); copy it again or unpack it with gunzip`,
    );
  });

  it('a file that is not there', async () => {
    expect(await complaint(readTable(path('none.csv')))).toBe(
      `${path('none.csv')}: no such file; check the name and the folder`,
    );
  });

  it('a path through a file', async () => {
    const name = `${file('plain.csv', 'a\n')}/b.csv`;
    expect(await complaint(readTable(name))).toBe(
      `${name}: no such file, because a part of its path is not a folder; check the path`,
    );
  });

  it('a folder', async () => {
    mkdirSync(path('folder'));
    expect(await complaint(readTable(path('folder')))).toBe(
      `${path('folder')}: is a folder, not a file; name the CSV file in it`,
    );
  });

  it('a file it may not read', async () => {
    const name = file('secret.csv', 'a\n');
    chmodSync(name, 0);
    await unprivileged(async () => {
      expect(await complaint(readTable(name))).toBe(
        `${name}: no permission to read it; change its mode or run as its owner`,
      );
    });
  });

  it('a file that gets shorter while it is read', async () => {
    const name = file('shrinking.csv', 'a,b\n1,2\n'.repeat(100_000));
    const progress = () => truncateSync(name, 300_000);
    await expect(readCsv(name, IGNORE, { progress })).rejects.toThrow(
      /shrinking\.csv: was cut short while it was read: \d+ of 800000 bytes$/,
    );
  });
});

describe('readCsv, when something fails,', () => {
  const big = `a,b\n${'1,2\n'.repeat(100_000)}`;
  const opened = (name: string) =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === name;
      } catch {
        return false;
      }
    });

  it('passes on what the sink throws and closes the file', async () => {
    const name = file('big.csv', big);
    const failure = new RangeError('enough');
    let rows = 0;
    const row = () => {
      if (++rows === 5) throw failure;
    };
    await expect(readCsv(name, { header() {}, row })).rejects.toBe(failure);
    expect(rows).toBe(5);
    await new Promise((done) => setTimeout(done, 50));
    if (process.platform === 'linux') expect(opened(name)).toEqual([]);
  });

  it('adds the file to an ErError of the sink that names none', async () => {
    const header = () => {
      throw new ErError('no column named "zip"', { line: 1 });
    };
    expect(await complaint(readCsv(file('c.csv', big), { header, row() {} }))).toMatch(
      /c\.csv:1: no column named "zip"$/,
    );
  });

  it('reports a bad row of a pipe that stays open but silent', async () => {
    const stdin = new PassThrough();
    const reading = complaint(readCsv('-', IGNORE, { stdin }));
    stdin.write(big);
    stdin.write('1,2,3\n1,2\n');
    expect(await reading).toMatch(/^stdin:100002: column 3 has no name/);
    expect(stdin.destroyed).toBe(true);
  });

  it('reports a bad row of packed standard input that stays open', async () => {
    const stdin = new PassThrough();
    const reading = complaint(readCsv('-', IGNORE, { stdin }));
    stdin.write(gzipSync(`${big}1,2,3\n${big}`));
    expect(await reading).toMatch(/^stdin:100002: column 3 has no name/);
  });

  it('stops when told to, even while it waits for input', async () => {
    const stdin = new PassThrough();
    const controller = new AbortController();
    const reading = readCsv('-', IGNORE, { stdin, signal: controller.signal });
    stdin.write('a,b\n1,2\n');
    setTimeout(() => controller.abort(), 20);
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(stdin.destroyed).toBe(true);
  });

  it('does not start when told to stop before', async () => {
    const reading = readCsv(file('d.csv', big), IGNORE, { signal: AbortSignal.abort() });
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  it('passes on an error of the stream it reads', async () => {
    const stdin = new PassThrough();
    const reading = readCsv('-', IGNORE, { stdin });
    stdin.write('a,b\n');
    setTimeout(() => stdin.destroy(new Error('EIO: i/o error, read')), 20);
    await expect(reading).rejects.toThrow('EIO: i/o error, read');
  });
});
