/** Properties: rows split without csv-parse are those that csv-parse gives, with their lines, errors and notices. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decoder } from '../../src/csv/decode.ts';
import type { Delimiter } from '../../src/csv/dialect.ts';
import type { PlainRows } from '../../src/csv/plain-rows.ts';
import { RowParser, type RowSink } from '../../src/csv/rows.ts';
import { ErError } from '../../src/errors.ts';

/** Collects rows, and from which of them on they came as bytes. */
class Collected implements RowSink {
  readonly rows: (string | number)[][] = [];
  plainRows = 0;

  header(names: string[]): void {
    this.rows.push(names);
  }

  row(cells: string[], line: number): void {
    this.rows.push([line, ...cells]);
  }

  plain({ bytes, bounds, lines, width, length }: PlainRows): void {
    expect(length).toBeGreaterThan(0);
    this.plainRows += length;
    for (let row = 0; row < length; row++) {
      const [first, last] = [row * (width + 1), (row + 1) * (width + 1)];
      const ends = [...bounds.subarray(first, last)];
      const cells = ends.slice(1).map((end, c) => bytes.toString('utf8', ends[c], end - 1));
      this.rows.push([lines[row]!, ...cells]);
    }
  }
}

interface Text {
  chunks: readonly Buffer[];
  delimiter: Delimiter;
  strict: boolean;
}

function parse({ chunks, delimiter, strict }: Text, least: number, sink: RowSink) {
  const decoder = new Decoder('utf-8');
  const parser = new RowParser(
    { file: 'f', delimiter, firstLine: 1, offset: 0, decoder, strict },
    sink,
    least,
  );
  let error: string | undefined;
  try {
    for (const chunk of chunks) parser.write(decoder.decode(chunk));
    parser.write(decoder.end());
    parser.end();
    parser.checkNotEmpty();
  } catch (thrown) {
    if (!(thrown instanceof ErError)) throw thrown;
    error = thrown.located;
  }
  const { rows, paddedRows, firstPadded, firstInvalidLine } = parser;
  // After an error bytes may be left undecoded.
  const invalid = error === undefined ? decoder.invalid : 0;
  return { error, rows, paddedRows, firstPadded, firstInvalidLine, invalid };
}

const piece = (delimiter: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('a', 'bcd', ' ', 'é', '😀', '\u00a0') },
    { weight: 4, arbitrary: fc.constant(delimiter) },
    { weight: 3, arbitrary: fc.constantFrom('\n', '\r\n', '\r', '\n\n') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('"x"', '"', '""', `"${delimiter}\n"${delimiter}`, '\n"a""\r\n"\n'),
    },
    { weight: 1, arbitrary: fc.constantFrom(Buffer.from([0xe9]), Buffer.from([0xc3])) },
  );

/** Mostly well-formed, or anything at all. */
const document = fc.constantFrom<Delimiter>(',', ';', '\t', '|').chain((delimiter) => {
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const word = fc.constantFrom('a', '', 'bcd', ' e ', 'é', '😀', 'word', '12345');
  const quoted = word.map((text) => `"${text}""${delimiter}\r\n${text}"`);
  const cell = fc.oneof({ weight: 29, arbitrary: word }, { weight: 1, arbitrary: quoted });
  const row = fc.array(cell, { minLength: 3, maxLength: 3 }).map((cells) => cells.join(delimiter));
  const ragged = fc.array(cell, { maxLength: 6 }).map((cells) => cells.join(delimiter));
  const rows = fc.oneof({ weight: 14, arbitrary: row }, { weight: 1, arbitrary: ragged });
  const orderly = fc
    .tuple(fc.array(fc.tuple(rows, end), { maxLength: 30 }), row)
    .map(([lines, last]) => Buffer.from([`x${delimiter}y${delimiter}z\n`, ...lines.flat(), last].join('')));
  const wild = fc
    .array(piece(delimiter), { maxLength: 60 })
    .map((pieces) => Buffer.concat(pieces.map((text) => Buffer.from(text as string))));
  return fc.record({
    delimiter: fc.constant(delimiter),
    bytes: fc.oneof(orderly, wild),
    nul: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(200) }),
    strict: fc.boolean(),
    sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    least: fc.constantFrom(4, 6, 20),
  });
});

it('are the rows that csv-parse alone gives, wherever quotes stand and chunks end', () => {
  let plainRows = 0;
  fc.assert(
    fc.property(document, ({ delimiter, bytes, nul, strict, sizes, least }) => {
      if (nul !== null && nul < bytes.length) bytes[nul] = 0;
      const chunks: Buffer[] = [];
      for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length]!)
        chunks.push(bytes.subarray(at, at + sizes[i % sizes.length]!));
      const text = { chunks, delimiter, strict };
      const [alone, strings, plain] = [new Collected(), new Collected(), new Collected()];
      const expected = parse(text, Number.POSITIVE_INFINITY, alone);
      expect(alone.plainRows).toBe(0);
      const { header, row } = { header: strings.header.bind(strings), row: strings.row.bind(strings) };
      expect(parse(text, least, { header, row })).toEqual(expected);
      expect(strings.rows).toEqual(alone.rows);
      expect(parse(text, least, plain)).toEqual(expected);
      expect(plain.rows).toEqual(alone.rows);
      plainRows += plain.plainRows;
    }),
    { numRuns: 2000 },
  );
  expect(plainRows).toBeGreaterThan(1000);
});

it('go to csv-parse while a line goes on and on, and come back after it', () => {
  const long = `${'x,'.repeat(200_000)}\n`;
  const text = Buffer.from(`a,b\n1,2\n${long.replaceAll('x', '')}${'3,4\n'.repeat(1000)}`);
  const chunks = Array.from({ length: Math.ceil(text.length / 5000) }, (_, i) =>
    text.subarray(i * 5000, (i + 1) * 5000),
  );
  const [alone, plain] = [new Collected(), new Collected()];
  const source = { chunks, delimiter: ',', strict: false } as const;
  const expected = parse(source, Number.POSITIVE_INFINITY, alone);
  expect(expected.error).toBeUndefined();
  expect(parse(source, 1000, plain)).toEqual(expected);
  expect(plain.rows).toEqual(alone.rows);
  expect(plain.plainRows).toBeGreaterThan(900);
});
