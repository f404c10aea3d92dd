/** The file of a checkpoint: what is read is what was written, and nothing else is taken for one. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkpoint, fingerprint } from '../../src/cli/checkpoint.ts';
import { ErError } from '../../src/errors.ts';
import type { RunState } from '../../src/smered/chains.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'er-checkpoint-'));
  file = join(folder, 'run.ckpt');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const list = fc
  .array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 9 })
  .map(Int32Array.from.bind(Int32Array));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const state: fc.Arbitrary<RunState> = fc.integer({ min: 1, max: 3 }).chain((count) => {
  const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: count, maxLength: count });
  const numbers = fc.array(number, { maxLength: 4 });
  return fc.record({
    sweeps: fc.nat(),
    chains: each(
      fc.record({
        ...{ of: list, K: number, parameters: fc.array(numbers, { maxLength: 3 }) },
        random: fc.tuple(word, word, word, word),
      }),
    ),
    traces: each(
      fc.record({
        individuals: numbers,
        logPosterior: numbers,
        K: numbers,
        beta: fc.array(numbers, { maxLength: 3 }),
      }),
    ),
    changes: each(fc.array(list, { maxLength: 4 })),
  });
});

const ONE: RunState = {
  sweeps: 7,
  chains: [{ of: Int32Array.of(0, 0, 2), K: 4.5, random: [1, -2, 3, 4], parameters: [[0.25, 0.75], [0.1]] }],
  traces: [{ individuals: [2], logPosterior: [-3.25], K: [4.5], beta: [[0.05]] }],
  changes: [[Int32Array.of(0, 0, 1, 0, 2, 2)]],
};

/** What reading is refused with. */
function refusal(run = 'this run'): ErError {
  try {
    new Checkpoint(file, run).read();
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    expect((error as ErError).place.file).toBe(file);
    return error as ErError;
  }
  throw new Error('it was read');
}

function write(saved: RunState = ONE): Buffer {
  new Checkpoint(file, 'this run').write(() => saved, true);
  return readFileSync(file);
}

describe('a checkpoint', () => {
  test('gives back what was saved, and leaves no other file', () => {
    fc.assert(
      fc.property(state, (saved) => {
        // −0 is no number of a run, and JSON has none.
        write(saved);
        expect(new Checkpoint(file, 'this run').read()).toEqual(saved);
      }),
      { numRuns: 200, seed: 1 },
    );
    expect(readdirSync(folder)).toEqual(['run.ckpt']);
  });

  test('is undefined where there is no file yet', () => {
    expect(new Checkpoint(file, 'this run').read()).toBeUndefined();
  });

  test('is refused wherever it is cut off', () => {
    const bytes = write();
    for (let length = 0; length < bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(refusal().message).toContain('damaged');
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.of(0)]));
    expect(refusal().message).toContain('damaged');
  });

  test('is refused with any bit turned', () => {
    const bytes = write();
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const other = Buffer.from(bytes);
      other[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(file, other);
      expect(refusal().message).toContain('damaged');
    }
  });

  test.each([
    ['nothing', ''],
    ['a table', 'id,name\n1,Ann\n'],
    ['JSON', '{"format":"er smered checkpoint 1"}\n'],
  ])('is refused where there is %s in the file, which stays as it is', (_, text) => {
    writeFileSync(file, text);
    expect(refusal().message).toContain('is no checkpoint of er');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('of another run is refused', () => {
    write();
    expect(refusal('another').message).toContain('other files or options');
  });

  test('cannot be a folder, or in none', () => {
    mkdirSync(file);
    expect(refusal().message).toContain('is a folder');
    file = join(folder, 'missing', 'run.ckpt');
    expect(refusal().message).toContain('there is no folder');
    expect(() => write()).toThrow(ErError);
  });

  test('is written when it is time, and at the end', () => {
    const seldom = new Checkpoint(file, 'this run', 1000);
    seldom.write(() => ONE, false);
    expect(existsSync(file)).toBe(false);
    seldom.write(() => ONE, true);
    expect(seldom.read()).toEqual(ONE);
    rmSync(file);
    new Checkpoint(file, 'this run', 0).write(() => ONE, false);
    expect(existsSync(file)).toBe(true);
  });

  test('that cannot be written leaves the last one', () => {
    const bytes = write();
    mkdirSync(`${file}.tmp`);
    expect(() => write({ ...ONE, sweeps: 8 })).toThrow('cannot be written');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });
});

describe('fingerprint', () => {
  test('tells what a run is about, maps too', () => {
    const of = (type: string) => fingerprint({ K: 3, type: new Map([['name', type]]) });
    expect(of('text')).toBe(of('text'));
    expect(of('text')).not.toBe(of('date'));
  });
});
