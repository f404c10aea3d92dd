import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from '../../src/records/table.ts';
import { codesIn, separateCodes } from '../../src/records/wording-codes.ts';

const never = () => false;

/** A column of one record a text. */
function column(texts: readonly string[]): Column {
  const values = [...new Set(texts)].filter((text) => text !== '').sort();
  const codes = Int32Array.from(texts, (text) => values.indexOf(text));
  const counts = Int32Array.from(values, (value) => texts.filter((text) => text === value).length);
  return { name: 'title', type: 'text', values, counts, codes };
}

/** The text of each record, empty where it has none. */
const texts = ({ values, codes }: Column): string[] => [...codes].map((code) => values[code] ?? '');

const TITLES = [
  'acme camera - dscw150',
  'acme dsc-w150 compact camera 8.1 mp',
  'volta receiver rx-v863 7.2 channel',
  'volta rx v863 receiver 100w',
  'volta receiver rxv863 black',
  'plain wooden spoon',
  '',
];

describe('codesIn', () => {
  it.each([
    ['acme dsc-w150 camera', ['dscw150']],
    ['kit 26108 and 2694b001', ['26108', '2694b001']],
    ['mb277ll/a', ['mb277lla']],
    ['1080p tv 42in 2x4gb 500 gb 2008', []], // quantities and a year
    ['12,500 items 16:9 2.53ghz f/4.5-5.6', []], // numbers
    ['a4 b52', []], // too short to be told from a size
    ['dscw150 dsc-w150', ['dscw150']],
    ['', []],
  ])('finds in "%s" %j', (text, expected) => {
    expect(codesIn(text, never)).toEqual(expected);
  });

  it('joins two words where they are one word elsewhere', () => {
    expect(codesIn('volta rx v863 receiver', never)).toEqual(['v863']);
    expect(codesIn('volta rx v863 receiver', (word) => word === 'rxv863')).toEqual(['rxv863']);
  });
});

describe('separateCodes', () => {
  it('divides a column into wording and codes, record by record', () => {
    const { wording, codes } = separateCodes(column(TITLES), 'title: codes')!;
    expect(texts(codes)).toEqual(['dscw150', 'dscw150', 'rxv863', 'rxv863', 'rxv863', '', '']);
    expect(texts(wording)).toEqual([
      'acme camera',
      'acme compact camera 8.1 mp',
      'volta receiver 7.2 channel',
      'volta receiver 100w',
      'volta receiver black',
      'plain wooden spoon',
      '',
    ]);
    expect([wording.name, wording.type, codes.name, codes.type]).toEqual([
      'title',
      'text',
      'title: codes',
      'codes',
    ]);
    expect([...codes.counts]).toEqual([2, 3]);
  });

  it('leaves a column alone in which few records hold a code, or many the same', () => {
    expect(
      separateCodes(column(['a b c', 'd e f', 'g h i', 'j k l', 'm x100y']), 'title: codes'),
    ).toBeUndefined();
    const alike = Array.from({ length: 22 }, (_, i) => `player mp3x ${'abcdefghijklmnopqrstuv'[i]}`);
    expect(separateCodes(column(alike), 'title: codes')).toBeUndefined();
  });

  it('does not depend on the order of the records', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...TITLES.keys()], { minLength: TITLES.length }), (order) => {
        const usual = separateCodes(column(TITLES), 'title: codes')!;
        const other = order.map((row) => TITLES[row]!);
        const shuffled = separateCodes(column(other), 'title: codes')!;
        for (const part of ['wording', 'codes'] as const) {
          expect(texts(shuffled[part])).toEqual(order.map((row) => texts(usual[part])[row]!));
          expect(shuffled[part].values).toEqual(usual[part].values);
        }
      }),
      { numRuns: 20 },
    );
  });
});
