import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Inputs } from '../../src/entities/inputs.ts';
import { ErError } from '../../src/errors.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'er-inputs-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7) % 256));

describe('Inputs', () => {
  it('gives standard input as it comes and once more from a copy that has no name', async () => {
    const chunks = [bytes.subarray(0, 70_000), bytes.subarray(70_000)];
    const inputs = new Inputs(['-'], Readable.from(chunks));
    expect(bytes.equals(await buffer(inputs.stdin))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    for (const _ of ['once', 'and again']) expect(bytes.equals(await buffer(inputs.again('-')))).toBe(true);
    inputs.close();
    expect(() => inputs.again('-')).toThrow('not been read');
  });

  it('passes a failure of standard input on', async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    await expect(buffer(new Inputs(['-'], failing).stdin)).rejects.toThrow('gone');
  });

  it('leaves standard input alone where it is no input', () => {
    const stdin = Readable.from([]);
    expect(new Inputs(['a.csv'], stdin).stdin).toBe(stdin);
  });

  it('says what to do where there is no place for the copy', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'none'));
    const { stdin } = new Inputs(['-'], Readable.from([bytes]));
    await expect(buffer(stdin)).rejects.toThrow('set TMPDIR to a folder with room');
  });

  it('reads a file again', async () => {
    writeFileSync(join(folder, 'a.csv'), bytes);
    const path = join(folder, 'a.csv');
    const again = await buffer(new Inputs([path], Readable.from([])).again(path));
    expect(bytes.equals(again)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('refuses what can be read only once', () => {
    expect(() => new Inputs(['/dev/null'], Readable.from([]))).toThrow(ErError);
  });
});
