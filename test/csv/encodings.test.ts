/** Reading CSV in every encoding: what is detected, what is said about it, what is refused. */

import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decoder } from '../../src/csv/decode.ts';
import { complaint, readText } from './harness.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const SIZES = [1, 7, 1 << 16];

describe.each(SIZES)('readCsv, in pieces of %i bytes,', (size) => {
  it('takes a UTF-8 byte order mark off', async () => {
    const table = await readText('\ufeff"näme",b\n1,2\n', {}, size);
    expect(table.names).toEqual(['näme', 'b']);
    expect(table.summary.encoding).toBe('utf-8');
  });

  it('knows UTF-16LE by its byte order mark', async () => {
    const table = await readText(Buffer.from('\ufeffa,b\n😀,é\n', 'utf16le'), {}, size);
    expect(table.names).toEqual(['a', 'b']);
    expect(table.rows).toEqual([['😀', 'é']]);
    expect(table.summary.encoding).toBe('utf-16le');
    expect(table.notices).toEqual([]);
  });

  it('knows UTF-16BE by its byte order mark', async () => {
    const table = await readText(utf16be('\ufeffa,b\n😀,é\n'), {}, size);
    expect(table.rows).toEqual([['😀', 'é']]);
    expect(table.summary.encoding).toBe('utf-16be');
  });

  it('reads UTF-16 without a mark if told to', async () => {
    const table = await readText(utf16be('a,b\n1,é\n'), { encoding: 'utf-16be' }, size);
    expect(table.rows).toEqual([['1', 'é']]);
  });

  it('reads bytes that are not UTF-8 as Windows-1252, leaves UTF-8 alone, and says so once', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a,b\n1,Müller €\n2,M'),
      Buffer.from([0xfc]),
      Buffer.from('ller '),
      Buffer.from([0x80]),
      Buffer.from('\n3,"x\ny"\n4,ca'),
      Buffer.from([0xe9]),
    ]);
    const table = await readText(bytes, {}, size);
    expect(table.rows.map((row) => row[1])).toEqual(['Müller €', 'Müller €', 'x\ny', 'caé']);
    expect(table.summary.encoding).toBe('windows-1252');
    expect(table.notices).toEqual([
      'stdin:3: 3 bytes are not UTF-8 (the first in this row) and read as Windows-1252; name another encoding with --encoding',
    ]);
  });

  it('names the line of the first such byte right after a line sep=;', async () => {
    const table = await readText(Buffer.from('sep=;\r\na;b\n\xe9;1\n2;3\n4;5\n', 'latin1'), {}, size);
    expect(table.notices).toEqual([
      'stdin:3: 1 byte is not UTF-8 (in this row) and read as Windows-1252; name another encoding with --encoding',
    ]);
  });

  it('obeys Windows-1252 when told to, even where the bytes are UTF-8', async () => {
    const table = await readText('a\né\n', { encoding: 'windows-1252' }, size);
    expect(table.rows).toEqual([['Ã©']]);
    expect(table.notices).toEqual([]);
  });

  it('refuses bytes that are not UTF-8 in a file said to be UTF-8', async () => {
    const bytes = Buffer.from('a,b\n1,2\n3,\xe9\n4,5\n', 'latin1');
    expect(await complaint(readText(bytes, { encoding: 'utf-8' }, size))).toBe(
      'stdin:3: holds a byte that is not UTF-8; leave --encoding out to read such bytes as Windows-1252, or name the right one',
    );
  });

  it('refuses UTF-16 without a mark and says how to read it', async () => {
    const bytes = Buffer.from('"a",b\r\n1,2\r\n', 'utf16le');
    expect(await complaint(readText(bytes, {}, size))).toBe(
      'stdin:1: holds a NUL byte; if the file is UTF-16 say so with --encoding utf-16le (or utf-16be), otherwise it is damaged',
    );
  });

  it('names the line of a NUL in the middle of a file', async () => {
    expect(await complaint(readText('a,b\n\n1,2\n3,\0\n4,5\n', {}, size))).toContain(
      'stdin:4: holds a NUL byte;',
    );
  });

  it('refuses UTF-16 that ends in the middle of a character', async () => {
    const bytes = Buffer.from('\ufeffa\n1\n', 'utf16le').subarray(0, -1);
    expect(await complaint(readText(bytes, {}, size))).toBe(
      'stdin: is not valid UTF-16LE; the file is damaged or cut short, or has another encoding (see --encoding)',
    );
  });
});

describe('Decoder', () => {
  it('hands valid UTF-8 on as the same memory', () => {
    const chunk = Buffer.from('Müller,😀\n');
    const decoded = new Decoder('utf-8').decode(chunk);
    expect(decoded.buffer).toBe(chunk.buffer);
    expect(decoded.byteOffset).toBe(chunk.byteOffset);
  });

  it('gives every byte the character that Windows-1252 gives it', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const text = new Decoder('windows-1252').decode(bytes).toString();
    expect(text.slice(128, 160)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ');
    expect(text.slice(0, 128) + text.slice(160)).toBe(
      Buffer.concat([bytes.subarray(0, 128), bytes.subarray(160)]).toString('latin1'),
    );
  });

  it('leaves valid UTF-8 as it is and makes valid UTF-8 of anything, however it is cut', () => {
    // Bytes on both sides of every boundary of the table of well-formed sequences.
    const edges = [
      0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0,
    ];
    const byte = fc.constantFrom(...edges, 0xf1, 0xf4, 0xf5, 0xf8, 0xff);
    const whole = fc.string({ unit: 'binary' }).map((text) => [...Buffer.from(text)]);
    const bytes = fc
      .array(
        fc.oneof(
          byte.map((b) => [b]),
          whole,
        ),
      )
      .map((parts) => Buffer.from(parts.flat()));
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), (input, size) => {
        const decoder = new Decoder('utf-8');
        const parts: Buffer[] = [];
        for (let i = 0; i < input.length; i += size) parts.push(decoder.decode(input.subarray(i, i + size)));
        const output = Buffer.concat([...parts, decoder.end()]);
        expect(isUtf8(output)).toBe(true);
        expect(decoder.invalid === 0).toBe(isUtf8(input));
        if (isUtf8(input)) expect(output.equals(input)).toBe(true);
        else
          expect(
            output.subarray(0, decoder.firstInvalid).equals(input.subarray(0, decoder.firstInvalid)),
          ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
