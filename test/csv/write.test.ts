/** Writing CSV: files that appear when complete, streams that push back, and pipes that break. */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { abortAll, ClosedPipe, openOutput } from '../../src/csv/write.ts';
import { complaint, scratch, unprivileged } from './harness.ts';

const { path, file } = scratch();
const read = (name: string) => fs.readFileSync(name, 'utf8');
/** Temporary files in the scratch folder. */
const leftovers = () => fs.readdirSync(path('.')).filter((name) => name.endsWith('.tmp'));

afterEach(() => expect(leftovers()).toEqual([]));

describe('a file', () => {
  it('appears with all its rows when it is committed, and not before', async () => {
    const name = path('new.csv');
    const out = await openOutput(name);
    expect(out.path).toBe(name);
    out.row(['id', 'name']);
    for (let i = 0; i < 30_000; i++) await out.row([String(i), 'Smith, J.']);
    expect(fs.existsSync(name)).toBe(false);
    expect(leftovers()).toEqual([expect.stringMatching(/^\.new\.csv\.\d+\.[0-9a-f]{12}\.tmp$/)]);
    await out.commit();
    expect(read(name)).toBe(
      `id,name\n${Array.from({ length: 30_000 }, (_, i) => `${i},"Smith, J."\n`).join('')}`,
    );
  });

  it('keeps its old content until then, and its mode', async () => {
    const name = file('old.csv', 'old\n');
    fs.chmodSync(name, 0o640);
    const out = await openOutput(name);
    out.write('new\n');
    expect(read(name)).toBe('old\n');
    await out.commit();
    expect(read(name)).toBe('new\n');
    expect(fs.statSync(name).mode & 0o777).toBe(0o640);
  });

  it('is left as it was by abort', async () => {
    const name = file('kept.csv', 'old\n');
    const out = await openOutput(name);
    out.write('x'.repeat(200_000));
    await out.abort();
    expect(read(name)).toBe('old\n');
    await out.abort();
    await expect(out.commit()).rejects.toThrow('this output was aborted');
  });

  it('survives an abort after its commit', async () => {
    const out = await openOutput(path('done.csv'));
    out.write('a\n');
    await out.commit();
    await out.abort();
    expect(read(path('done.csv'))).toBe('a\n');
    await expect(out.commit()).rejects.toThrow('this output is already committed');
  });

  it('is compressed if its name ends in .gz', async () => {
    const out = await openOutput(path('packed.csv.gz'));
    const text = `${'0123456789é\n'.repeat(100)}`;
    for (let i = 0; i < 1000; i++) await out.write(text);
    await out.commit();
    expect(gunzipSync(fs.readFileSync(path('packed.csv.gz'))).toString()).toBe(text.repeat(1000));
  });

  it('is compressed even if it is empty', async () => {
    await (await openOutput(path('empty.csv.gz'))).commit();
    expect(gunzipSync(fs.readFileSync(path('empty.csv.gz'))).toString()).toBe('');
  });

  it('is replaced where a symbolic link points to, and the link stays', async () => {
    fs.mkdirSync(path('there'), { recursive: true });
    for (const target of ['real.csv', 'not-yet.csv']) {
      if (target === 'real.csv') file('there/real.csv', 'old\n');
      fs.symlinkSync(join('there', target), path(`link-to-${target}`));
      const out = await openOutput(path(`link-to-${target}`));
      out.write('new\n');
      await out.commit();
      expect(read(path(`there/${target}`))).toBe('new\n');
      expect(fs.lstatSync(path(`link-to-${target}`)).isSymbolicLink()).toBe(true);
    }
  });

  it('is written directly if it is a device', async () => {
    const out = await openOutput('/dev/null');
    await out.write('x'.repeat(100_000));
    await out.commit();
    expect(fs.statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('and every other unfinished one is removed by abortAll', async () => {
    const outs = await Promise.all(['one.csv', 'two.csv.gz'].map((name) => openOutput(path(name))));
    expect(leftovers()).toHaveLength(2);
    abortAll();
    expect(leftovers()).toEqual([]);
    for (const out of outs) await out.abort();
    expect(fs.existsSync(path('one.csv'))).toBe(false);
  });

  it.skipIf(!fs.existsSync('/dev/full')).each(['full', 'full.gz'])(
    'on a full disk (%s) fails with its name',
    async (link) => {
      fs.symlinkSync('/dev/full', path(link));
      const out = await openOutput(path(link));
      const writing = async () => {
        for (let i = 0; i < 100; i++) await out.write(Math.random().toString(36).repeat(5000));
        await out.commit();
      };
      await expect(writing()).rejects.toThrow(`${path(link)}: cannot be written: no space left on the disk`);
      await expect(out.commit()).rejects.toThrow();
      expect(fs.statSync('/dev/full').isCharacterDevice()).toBe(true);
    },
  );
});

describe('a file on a disk that fills up', () => {
  const original = fs.writeFileSync;

  afterEach(() => {
    fs.writeFileSync = original;
    syncBuiltinESMExports();
  });

  it.each(['small.csv', 'small.csv.gz'])(
    '(%s) stays as it was, with no temporary file left',
    async (short) => {
      const name = file(short, 'old\n');
      const out = await openOutput(name);
      fs.writeFileSync = () => {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      };
      syncBuiltinESMExports();
      const message = `${name}: cannot be written: no space left on the disk`;
      out.write('new\n');
      await expect(out.commit()).rejects.toThrow(message);
      expect(leftovers()).toEqual([]);
      expect(read(name)).toBe('old\n');
      await expect(out.commit()).rejects.toThrow(message);
    },
  );
});

describe('openOutput refuses', () => {
  it('a folder', async () => {
    expect(await complaint(openOutput(path('.')))).toBe(
      `${path('.')}: is a folder; name a file in it to write to`,
    );
  });

  it('a folder that is not there', async () => {
    expect(await complaint(openOutput(path('nowhere/a.csv')))).toBe(
      `${path('nowhere/a.csv')}: cannot be written: there is no folder "${path('nowhere')}"; create it first`,
    );
  });

  it('a path through a file', async () => {
    const name = `${file('plain.txt', '')}/a.csv`;
    expect(await complaint(openOutput(name))).toContain('there is no folder');
  });

  it('a link that leads back to itself', async () => {
    fs.symlinkSync('loop.csv', path('loop.csv'));
    expect(await complaint(openOutput(path('loop.csv')))).toBe(
      `${path('loop.csv')}: is a symbolic link that leads back to itself; name a file`,
    );
  });

  it('a folder it may not write in, and a file it may not write', async () => {
    fs.mkdirSync(path('locked'), { mode: 0o555 });
    fs.chmodSync(file('locked.csv', ''), 0o444);
    await unprivileged(async () => {
      expect(await complaint(openOutput(path('locked/a.csv')))).toBe(
        `${path('locked/a.csv')}: cannot be written: no permission to write it or in its folder "${path('locked')}"; choose another place`,
      );
      expect(await complaint(openOutput(path('locked.csv')))).toContain('no permission to write it');
    });
  });
});

describe('standard output', () => {
  it.each([undefined, '-'])('is written to for the path %j, and stays open', async (name) => {
    const stdout = new PassThrough();
    const out = await openOutput(name, stdout);
    expect(out.path).toBeUndefined();
    out.row(['a', 'b']);
    await out.commit();
    expect(stdout.read().toString()).toBe('a,b\n');
    expect(stdout.writable).toBe(true);
  });

  it('makes the writer wait while its reader is slow', async () => {
    let taken = 0;
    const stdout = new Writable({
      highWaterMark: 1 << 16,
      write(chunk: Buffer, _, done) {
        taken += chunk.length;
        setTimeout(done, 5);
      },
    });
    const out = await openOutput(undefined, stdout);
    expect(out.write('small')).toBeUndefined();
    const wait = out.write('x'.repeat(100_000));
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    out.write('end');
    await out.commit();
    expect(taken).toBe(100_008);
  });

  const broken = (code: string) =>
    new Writable({
      write(_chunk, _encoding, done) {
        setTimeout(() => done(Object.assign(new Error(`write ${code}`), { code })), 2);
      },
    });

  it('whose reader went away ends in ClosedPipe, at once or on commit', async () => {
    const out = await openOutput(undefined, broken('EPIPE'));
    await expect(out.write('x'.repeat(100_000))).rejects.toBeInstanceOf(ClosedPipe);
    const late = await openOutput(undefined, broken('EPIPE'));
    late.write('x');
    await expect(late.commit()).rejects.toBeInstanceOf(ClosedPipe);
  });

  it('that was closed before ends in ClosedPipe', async () => {
    const stdout = new PassThrough();
    const out = await openOutput(undefined, stdout);
    stdout.destroy();
    await new Promise((done) => setTimeout(done, 5));
    out.write('x');
    await expect(out.commit()).rejects.toBeInstanceOf(ClosedPipe);
  });

  it('that fails otherwise says so', async () => {
    const out = await openOutput(undefined, broken('ENOSPC'));
    await expect(out.write('x'.repeat(100_000))).rejects.toThrow(
      'standard output: cannot be written: no space left on the disk',
    );
  });
});
