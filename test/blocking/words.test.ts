import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSharedWord, meanWords, wordKeys } from '../../src/blocking/words.ts';
import { columnOf } from './tables.ts';

const cells = fc.array(
  fc
    .array(fc.constantFrom('red', 'blue', 'green', 'deep', 'of', 'a', 'sea', 'sky', 'sun'), { maxLength: 5 })
    .map((words) => words.join(' ')),
  { maxLength: 25 },
);

const wordsOf = (value: string): string[] => [...new Set(value.split(' '))].filter((word) => word.length > 1);

/** Rows that hold each word, the rarest words first. */
function records(list: readonly string[]): [string, number[]][] {
  const rows = new Map<string, number[]>();
  list.forEach((cell, row) => {
    for (const word of wordsOf(cell)) rows.set(word, [...(rows.get(word) ?? []), row]);
  });
  return [...rows].sort((a, b) => a[1].length - b[1].length || (a[0] < b[0] ? -1 : 1));
}

describe('wordKeys', () => {
  it('takes all words up to a frequency whose pairs fit the budget, counted exactly', () => {
    fc.assert(
      fc.property(cells, fc.nat(80), (list, budget) => {
        const keys = wordKeys(columnOf('title', 'text', list), 3, budget);
        const shared = records(list).filter(([, rows]) => rows.length >= 2);
        const pairsUpTo = (largest: number): number =>
          shared
            .filter(([, rows]) => rows.length <= largest)
            .reduce((sum, [, { length }]) => sum + (length * (length - 1)) / 2, 0);
        const fitting = shared.map(([, rows]) => rows.length).filter((size) => pairsUpTo(size) <= budget);
        if (fitting.length === 0) {
          expect(keys).toBeUndefined();
          return;
        }
        const largest = Math.max(...fitting);
        expect(keys).toMatchObject({
          field: 3,
          name: 'title: a rare word',
          largest,
          pairs: pairsUpTo(largest),
        });
        const taken = shared.filter(([, rows]) => rows.length <= largest).map(([, rows]) => rows);
        expect(
          [...keys!.firsts].slice(1).map((end, w) => [...keys!.rows.subarray(keys!.firsts[w], end)]),
        ).toEqual(taken);
      }),
    );
  });

  it('reaches the values that have a rare word, one that no other record has yet included', () => {
    const column = columnOf('title', 'text', [
      'deep sea',
      'deep sky',
      'lonely',
      'a',
      'sea',
      'sea sun',
      'sea',
    ]);
    const keys = wordKeys(column, 0, 1)!;
    const reached = column.values.filter((_, v) => keys.reaches[v] === 1);
    expect(reached).toEqual(['deep sea', 'deep sky', 'lonely', 'sea sun']);
  });

  it('does not depend on the order of the rows', () => {
    const list = ['deep sea', 'deep sky', 'red sea', 'red sky', 'blue', 'blue sun'];
    const keys = (order: string[]) => {
      const found = wordKeys(columnOf('title', 'text', order), 0, 5)!;
      return { pairs: found.pairs, starts: found.starts, words: found.words };
    };
    expect(keys(list.toReversed())).toEqual(keys(list));
  });
});

describe('firstSharedWord', () => {
  it('is the rarest word that two values share, or −1', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const column = columnOf('title', 'text', list);
        const keys = wordKeys(column, 0, 1000);
        if (keys === undefined) return;
        const ranked = records(list)
          .filter(([, rows]) => rows.length >= 2)
          .map(([word]) => word);
        column.values.forEach((x, a) => {
          column.values.forEach((y, b) => {
            const shared = ranked.findIndex((word) => wordsOf(x).includes(word) && wordsOf(y).includes(word));
            expect(firstSharedWord(keys, a, b)).toBe(shared);
          });
        });
      }),
      { numRuns: 50 },
    );
  });
});

describe('meanWords', () => {
  it('counts the words of distinct values', () => {
    expect(meanWords(columnOf('x', 'text', ['deep sea', 'deep sea', "l'ile de la cite", '']))).toBe(3);
    expect(meanWords(columnOf('x', 'text', ['']))).toBe(0);
  });
});
