/** Names and detection of delimiters and encodings. */

import { describe, expect, it } from 'vitest';
import { detectDelimiter, parseDelimiter, parseEncoding } from '../../src/csv/dialect.ts';
import { ErError } from '../../src/errors.ts';

describe('parseDelimiter', () => {
  it.each([
    [',', ','],
    ['comma', ','],
    [';', ';'],
    ['Semicolon', ';'],
    ['\t', '\t'],
    ['\\t', '\t'],
    ['tab', '\t'],
    ['TAB', '\t'],
    ['|', '|'],
    ['pipe', '|'],
  ])('takes %j for %j', (text, delimiter) => {
    expect(parseDelimiter(text)).toBe(delimiter);
  });

  it.each(['', ':', ',,', 'space'])('refuses %j and lists what it takes', (text) => {
    const message = `unknown delimiter ${JSON.stringify(text)}; use comma, semicolon, tab or pipe`;
    expect(() => parseDelimiter(text)).toThrow(new ErError(message));
  });
});

describe('parseEncoding', () => {
  it.each([
    ['utf8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    ['utf-8-sig', 'utf-8'],
    ['UTF-16', 'utf-16le'],
    ['utf16le', 'utf-16le'],
    ['utf_16_be', 'utf-16be'],
    ['latin1', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    ['cp1252', 'windows-1252'],
    ['Windows 1252', 'windows-1252'],
  ])('takes %j for %j', (text, encoding) => {
    expect(parseEncoding(text)).toBe(encoding);
  });

  it('refuses an unknown name and says what to do', () => {
    expect(() => parseEncoding('shift-jis')).toThrow(
      new ErError(
        'unknown encoding "shift-jis"; use utf-8, utf-16le, utf-16be or windows-1252, or convert the file to UTF-8 first',
      ),
    );
  });
});

describe('detectDelimiter', () => {
  it.each([
    ['commas', 'a,b\n1,2\n', ','],
    ['semicolons with decimal commas', 'a;b\n1,5;2,5\n', ';'],
    ['tabs', 'a\tb\n1\t2\n', '\t'],
    ['pipes with CRLF', 'a|b\r\n1|2\r\n', '|'],
    ['lone CR line ends', 'a;b\r1;2\r', ';'],
    ['delimiters inside quotes', '"a,x,y";b\n"1,2,3";2\n', ';'],
    ['line ends inside quotes', '"a\n,,,";b\n1;2\n', ';'],
    ['doubled quotes', '"a "",,"" ";b\n1;2\n', ';'],
    ['a quote inside an unquoted cell', 'size;n\n6" a,b;1\n7" a,b;2\n', ';'],
    ['a comma in a few headers only', 'name;first, last\nx;y\nz;w\n', ';'],
    ['a last record that is cut off', 'a;b;c\n1;2;3\n4', ';'],
    ['a header without a line end', 'a;b', ';'],
    ['blank lines', '\n\na;b\n\n1;2\n', ';'],
    ['one column', 'name\nAnna\nBert\n', ','],
    ['one column with commas in its values', 'name\n"Smith, J."\n', ','],
    ['nothing at all', '', ','],
  ])('is right about %s', (_, sample, delimiter) => {
    expect(detectDelimiter(sample)).toBe(delimiter);
  });
});
