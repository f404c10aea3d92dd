import { describe, expect, it } from 'vitest';
import { hashText, sampleByHash, sampleRows } from '../../src/records/sample.ts';

const texts = Array.from({ length: 9000 }, (_, i) => `text ${i}`);

describe('hashText', () => {
  it('spreads texts over 32 bits', () => {
    expect(hashText('')).toBe(2872998923);
    const hashes = texts.map(hashText);
    expect(new Set(hashes).size).toBe(texts.length);
    for (const bit of [0, 1, 15, 31]) {
      const ones = hashes.filter((hash) => (hash >>> bit) & 1).length;
      expect(ones).toBeGreaterThan(4300);
      expect(ones).toBeLessThan(4700);
    }
  });
});

describe('sampleByHash', () => {
  it('takes all texts when there are fewer than twice as many as wanted', () => {
    expect(sampleByHash(['a', 'b', 'c'], 2)).toEqual([0, 1, 2]);
    expect(sampleByHash([], 2)).toEqual([]);
  });

  it('takes about as many as wanted, the same in any order', () => {
    const taken = sampleByHash(texts, 1000).map((i) => texts[i]!);
    expect(taken.length).toBeGreaterThan(850);
    expect(taken.length).toBeLessThan(1150);
    const reversed = texts.toReversed();
    expect(
      sampleByHash(reversed, 1000)
        .map((i) => reversed[i]!)
        .reverse(),
    ).toEqual(taken);
  });
});

describe('sampleRows', () => {
  const column = (name: string, values: readonly string[]) => ({
    name,
    values,
    codes: () => Int32Array.from(values, (value, row) => (value === '' ? -1 : row)),
  });
  const other = texts.map((_, i) => (i % 3 === 0 ? '' : `other ${i % 500}`));

  it('takes all rows when there are fewer than twice as many as wanted', () => {
    expect(sampleRows([], 3, 2)).toEqual([0, 1, 2]);
  });

  it('takes about as many as wanted, the same in any order of rows and columns', () => {
    const taken = sampleRows([column('a', texts), column('b', other)], 9000, 1000);
    expect(taken.length).toBeGreaterThan(850);
    expect(taken.length).toBeLessThan(1150);
    const again = sampleRows([column('B', other.toReversed()), column('a', texts.toReversed())], 9000, 1000);
    expect(again.map((row) => 8999 - row).reverse()).toEqual(taken);
  });

  it('tells the columns of a value apart', () => {
    const swapped = sampleRows([column('b', texts), column('a', other)], 9000, 1000);
    expect(swapped).not.toEqual(sampleRows([column('a', texts), column('b', other)], 9000, 1000));
  });
});
