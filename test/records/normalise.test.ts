import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseCode,
  normaliseNumber,
  normalisePhone,
  normaliseText,
} from '../../src/records/normalise.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('&', 'a', 'm', 'p', ';', '#', '3', '8', ' ', '\u200b', '\u0301', 'É', '＆', 'x'),
  }),
);

describe('normaliseText', () => {
  it.each([
    ['  Øystein  MÜLLER ', 'oystein muller', 'case, spaces, Latin accents'],
    ['Straße', 'strasse', 'sharp s'],
    ['STRAẞE', 'strasse', 'capital sharp s'],
    ['Łódź', 'lodz', 'letters without decomposition'],
    ['I\u0307stanbul Isparta', 'istanbul isparta', 'dotted I as two signs'],
    ['İstanbul ısparta', 'istanbul isparta', 'Turkish dotted and dotless i'],
    ['Nguyễn', 'nguyen', 'two accents on a letter'],
    ['Nguye\u0302\u0303n', 'nguyen', 'accents as signs of their own'],
    ['m\u0303a', 'ma', 'an accent that no precomposed letter has'],
    ['ﬁt ﬂat œuvre Æon', 'fit flat oeuvre aeon', 'ligatures'],
    ['ＡＢＣ１２３', 'abc123', 'full-width letters and digits'],
    ['٠١٢ ۴۵ १२', '012 45 12', 'digits of other scripts'],
    ['a\u00a0b\u2003c\td\ne', 'a b c d e', 'all kinds of space'],
    ['a\u200bb\u00ad\ufeffc', 'abc', 'zero-width signs and soft hyphens'],
    ['O\u2019Neil\u00b4s', "o'neil's", 'apostrophes'],
    ['O`Neil', "o'neil", 'a grave accent for an apostrophe'],
    ['\u201cA\u201d \u00abb\u00bb', '"a" "b"', 'quotation marks'],
    ['Jean\u2013Luc \u2212 x', 'jean-luc - x', 'dashes'],
    ['H₂O №5', 'h2o no5', 'compatibility forms'],
    ['محـمد', 'محمد', 'Arabic stretched by tatweel'],
    ['Иванов', 'иванов', 'Cyrillic case'],
    ['й ё', 'й ё', 'Cyrillic letters that only look accented'],
    ['が', 'が', 'kana with a voicing mark'],
    ['ｶﾞ', 'ガ', 'half-width kana'],
    ['王小明', '王小明', 'Chinese'],
    ['Smith &amp; Sons', 'smith & sons', 'an entity'],
    ['M&uuml;ller &mdash; Br&#252;cke&nbsp;', 'muller - brucke', 'entities that need folding'],
    ['&AMP;amp; &amp;amp;', '& &', 'entities escaped twice'],
    ['AT&T; R&D', 'at&t; r&d', 'no entities'],
    ['', '', 'nothing'],
    ['\u200b \u00a0', '', 'nothing that is seen'],
  ])('%j becomes %j: %s', (cell, text) => {
    expect(normaliseText(cell)).toBe(text);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (cell) => {
        expect(normaliseText(normaliseText(cell))).toBe(normaliseText(cell));
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no space at an end or beside another, and no ASCII capital', () => {
    fc.assert(
      fc.property(anyText, (cell) => {
        expect(normaliseText(cell)).not.toMatch(/^\s|\s$|\s\s|[^\S ]|[A-Z]/);
      }),
    );
  });

  it('does not depend on case or on how accents are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcÀéîõüñçžāżđł -') }), (cell) => {
        expect(normaliseText(cell.toUpperCase())).toBe(normaliseText(cell));
        expect(normaliseText(cell.normalize('NFD'))).toBe(normaliseText(cell));
      }),
    );
  });

  it.each([
    ['Chinese', 0x4e00, 0x9fa5],
    ['Hangul', 0xac00, 0xd7a3],
    ['Cyrillic', 0x0430, 0x044f],
    ['Greek', 0x03b1, 0x03c9],
    ['Hebrew', 0x05d0, 0x05ea],
    ['Arabic', 0x0641, 0x064a],
    ['Devanagari', 0x0905, 0x0939],
    ['Kana', 0x3041, 0x3096],
    ['Thai', 0x0e01, 0x0e2e],
  ])('never makes two %s names that differ one', (_, from, to) => {
    const name = fc
      .array(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: 6 })
      .map((points) => {
        return String.fromCodePoint(...points).normalize('NFC');
      });
    fc.assert(
      fc.property(name, name, (a, b) => {
        fc.pre(a !== b);
        expect(normaliseText(a)).not.toBe(normaliseText(b));
      }),
    );
  });
});

describe('normaliseCode', () => {
  it.each([
    ['AB-12 / 3', 'ab123'],
    ['ab123', 'ab123'],
    ['№ 7', 'no7'],
    ['--', '--'],
    ['', ''],
  ])('%j becomes %j', (cell, code) => {
    expect(normaliseCode(cell)).toBe(code);
  });
});

describe('normalisePhone', () => {
  it.each([
    ['+44 (0)20 7946-0958 ext. 3', '442079460958'],
    ['0044 20 7946 0958', '442079460958'],
    ['00 44 (0) 20 7946 0958', '4402079460958'],
    ['020 7946 0958', '2079460958'],
    ['(020) 7946-0958', '2079460958'],
    ['020/7946.0958', '2079460958'],
    ['2079460958', '2079460958'],
    ['2079460958.0', '2079460958'],
    ['０２０ ７９４６ ０９５８', '2079460958'],
    ['٠٢٠ ٧٩٤٦ ٠٩٥٨', '2079460958'],
    ['555-123-4567 x89', '5551234567'],
    ['555-123-4567 extension 89', '5551234567'],
    ['555-123-4567 #89', '5551234567'],
    ['tel. 020 7946 0958', '2079460958'],
    ['1-800-FLOWERS', '1-800-flowers'],
    ['ask for Jo', 'ask for jo'],
    ['x', 'x'],
    ['000', '000'],
  ])('%j becomes %j', (cell, phone) => {
    expect(normalisePhone(cell)).toBe(phone);
  });
});

describe('normaliseNumber', () => {
  it.each([
    ['17', '17'],
    ['17.0', '17'],
    ['017', '17'],
    ['1,234.50', '1234.5'],
    ['1.234,50', '1234.5'],
    ['1 234,50', '1234.5'],
    ['1\u202f234\u00a0567', '1234567'],
    ["1'234.50", '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234', '1234'],
    ['1.234', '1.234'],
    ['12,5', '12.5'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['−5', '-5'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['$12.50', '12.5'],
    ['-$12.50', '-12.5'],
    ['£ 12', '12'],
    ['12 €', '12'],
    ['₹1,200.00', '1200'],
    ['12 %', '12'],
    ['１２', '12'],
  ])('%j is %s', (cell, number) => {
    expect(normaliseNumber(cell)).toBe(number);
  });

  it.each([
    '',
    'x',
    '12a',
    '1,23,4',
    '1.2.3',
    '$',
    '%',
    '-',
    '1 2',
    '12 34 567',
    '1e999',
    'Infinity',
    'NaN',
    '0x1f',
    '1/2',
  ])('%j is no number', (cell) => {
    expect(normaliseNumber(cell)).toBeUndefined();
  });

  it('gives every finite number back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(normaliseNumber(String(number))).toBe(String(number));
      }),
    );
  });
});
