import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { PlainRows } from '../../src/csv/plain-rows.ts';
import { readCsv } from '../../src/csv/read.ts';
import { NameCodes } from '../../src/records/name-codes.ts';

it('numbers names as they come, without the space around them', () => {
  const names = new NameCodes();
  expect(['a1', ' a1 ', 'Zoë', 'A1', 'Zoë\u00a0'].map((name) => names.code(name))).toEqual([0, 0, 1, 2, 1]);
  expect([names.size, names.name(0), names.name(1)]).toEqual([3, 'a1', 'Zoë']);
});

it('has no number for a name of nothing or of space', () => {
  const names = new NameCodes();
  expect(['', '  ', '\u00a0'].map((name) => names.code(name))).toEqual([-1, -1, -1]);
  expect(names.size).toBe(0);
});

it('gives cells of rows as bytes the numbers that their texts have', async () => {
  const names = new NameCodes();
  const codes: number[] = [];
  const sink = {
    header() {},
    row(cells: string[]) {
      codes.push(names.code(cells[1]!));
    },
    plain(rows: PlainRows) {
      codes.push(...names.codes(rows, 1));
    },
  };
  const long = Array.from({ length: 3000 }, (_, i) => `x, n${i % 1000} ,y\n`).join('');
  await readCsv('-', sink, { stdin: Readable.from([Buffer.from(`a,b,c\n"q",n0,z\n${long}`)]) });
  expect(codes).toEqual([0, ...Array.from({ length: 3000 }, (_, i) => i % 1000)]);
  expect(names.name(999)).toBe('n999');
});
