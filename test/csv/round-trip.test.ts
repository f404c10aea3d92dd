/** Properties: what is written is what is read, on the lines where it stands, in any dialect and however it is cut. */

import { gzipSync } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delimiter } from '../../src/csv/dialect.ts';
import { encodeCell, encodeRow } from '../../src/csv/write.ts';
import { readText } from './harness.ts';

const DELIMITERS: Delimiter[] = [',', ';', '\t', '|'];

/** Text rich in what CSV must quote. No NUL, which is refused; no lone surrogate, which no encoding can hold. */
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', '\r', ' ', 'é', '😀', '='),
    maxLength: 8,
  }),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
);

/** Rows of one width, the first being the names. */
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.tuple(...Array.from({ length: width }, (_, i) => cell.map((text) => `c${i}${text}.`))),
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
    ),
  );

const bytesOf = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

const dialect = fc.record({
  delimiter: fc.constantFrom(...DELIMITERS),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  finalNewline: fc.boolean(),
  encoding: fc.constantFrom(...(Object.keys(bytesOf) as (keyof typeof bytesOf)[])),
  packed: fc.boolean(),
  blankLines: fc.array(fc.nat(2), { maxLength: 9 }),
  size: fc.constantFrom(1, 7, 1 << 16),
});

const lineEnds = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

describe('a table', () => {
  it('is read as it was written, and every row on its line', async () => {
    await fc.assert(
      fc.asyncProperty(table, dialect, async ([names, rows], how) => {
        const { delimiter, newline } = how;
        let text = '';
        const lines: number[] = [];
        [names as string[], ...rows].forEach((cells, i) => {
          // The text so far ends with a line end, whose last half cannot join with the first of the next.
          text += newline.repeat(how.blankLines[i] ?? 0);
          lines.push(lineEnds(text) + 1);
          const row = cells.map((value) => encodeCell(value, delimiter)).join(delimiter);
          text += (row === '' ? '""' : row) + newline;
        });
        if (!how.finalNewline) text = text.slice(0, -newline.length);
        const bytes = bytesOf[how.encoding](text);
        const read = await readText(how.packed ? gzipSync(bytes) : bytes, { delimiter }, how.size);
        expect(read.names).toEqual((names as string[]).map((name) => name.trim()));
        expect(read.rows).toEqual(rows);
        expect(read.lines).toEqual(lines.slice(1));
        expect(read.notices).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  }, 60_000);

  it('of plain words needs no option to be read', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '.'), maxLength: 5 });
    const words = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(word, { minLength: width, maxLength: width }), { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom(...DELIMITERS), async (rows, delimiter) => {
        const names = Array.from({ length: rows[0]?.length ?? 2 }, (_, i) => `c${i}`);
        const text = [names, ...rows].map((cells) => `${cells.join(delimiter)}\n`).join('');
        const read = await readText(text);
        expect(read.summary.delimiter).toBe(delimiter);
        expect(read.rows).toEqual(rows);
      }),
    );
  });
});

describe('encodeCell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [' blank ', ' blank '],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    ['a;b', 'a;b'],
    ['=1+1', '=1+1'],
  ])('writes %j as %j', (text, encoded) => {
    expect(encodeCell(text)).toBe(encoded);
  });

  it('agrees with csv-stringify about every string', () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(...DELIMITERS), (text, delimiter) => {
        expect(encodeCell(text, delimiter)).toBe(stringify([[text]], { delimiter, eof: false }));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('encodeRow', () => {
  it('ends in a line feed', () => {
    expect(encodeRow(['1', 'Smith, J.', ''])).toBe('1,"Smith, J.",\n');
  });

  it('quotes the only cell of a row if it is empty', () => {
    expect(encodeRow([''])).toBe('""\n');
    expect(encodeRow(['', ''])).toBe(',\n');
  });

  it('agrees with csv-stringify about every row of two cells or more', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        expect(encodeRow(cells)).toBe(stringify([cells]));
      }),
    );
  });
});
