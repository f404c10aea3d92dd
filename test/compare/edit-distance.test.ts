import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { osa, osaCoded } from '../../src/compare/edit-distance.ts';
import { codeStrings } from '../../src/compare/jaro-winkler.ts';
import { random } from '../../src/math/random.ts';

const talisman: (x: string, y: string) => number = createRequire(import.meta.url)(
  'talisman/metrics/damerau-levenshtein',
);

/** The definition, as a full table. */
function reference(x: string, y: string): number {
  const d = Array.from({ length: x.length + 1 }, (_, i) =>
    Array.from({ length: y.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= x.length; i++) {
    for (let j = 1; j <= y.length; j++) {
      const row = d[i]!;
      row[j] = Math.min(
        d[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        d[i - 1]![j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1]) {
        row[j] = Math.min(row[j]!, d[i - 2]![j - 2]! + 1);
      }
    }
  }
  return d[x.length]![y.length]!;
}

const limited = (x: string, y: string, limit: number) => osaCoded(codeStrings([x, y]), 0, 1, limit);

const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'abcé'), maxLength });

/** A string and the same after a few edits. */
const nearWords = (maxLength: number) =>
  fc
    .tuple(word(maxLength), fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2, 3)), { maxLength: 6 }))
    .map(([x, edits]): [string, string] => {
      let y = x;
      for (const [place, kind] of edits) {
        const at = place % (y.length + 1);
        const [head, tail] = [y.slice(0, at), y.slice(at)];
        if (kind === 0) y = `${head}b${tail}`;
        else if (kind === 1) y = head + tail.slice(1);
        else if (kind === 2) y = `${head}c${tail.slice(1)}`;
        else y = head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
      }
      return [x, y];
    });

describe('osa', () => {
  it.each([
    ['ca', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['smith', 'simth', 1],
    ['abcd', 'badc', 2],
    ['', 'abc', 3],
    ['', '', 0],
    ['same', 'same', 0],
  ])('of %s and %s is %i', (x, y, distance) => {
    expect(osa(x, y)).toBe(distance);
    expect(osa(y, x)).toBe(distance);
  });

  it('is the table for all strings of up to four of three characters', () => {
    const words = [''];
    for (let from = 0; (words[from]?.length ?? 4) < 4; from++) {
      for (const char of 'abc') words.push(words[from]! + char);
    }
    const s = codeStrings(words);
    for (let a = 0; a < words.length; a++) {
      for (let b = 0; b < words.length; b++) {
        const distance = reference(words[a]!, words[b]!);
        for (let limit = 0; limit <= 4; limit++) {
          if (osaCoded(s, a, b, limit) === Math.min(distance, limit + 1)) continue;
          expect.fail(`${words[a]} ${words[b]} within ${limit} is not ${distance}`);
        }
      }
    }
  });

  it.each([8, 33, 80])('agrees with talisman and the table on strings of up to %i characters', (length) => {
    const pairs = fc.oneof(nearWords(length), fc.tuple(word(length), word(length)));
    const property = fc.property(pairs, ([x, y]) => {
      expect(osa(x, y)).toBe(reference(x, y));
      expect(osa(x, y)).toBe(talisman(x, y));
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('agrees with the table where the shorter string has 31, 32, 33 characters after trimming', () => {
    for (const n of [30, 31, 32, 33, 34]) {
      for (const m of [n, n + 1, n + 5]) {
        const x = `x${'abac'.repeat(9).slice(0, n - 2)}y`;
        const y = `z${'bacb'.repeat(10).slice(0, m - 2)}w`;
        for (const limit of [1, 2, 5, 20, 40]) {
          expect(limited(x, y, limit)).toBe(Math.min(reference(x, y), limit + 1));
        }
      }
    }
  });
});

describe('osaCoded', () => {
  it('agrees with the table on long strings with edits from end to end', () => {
    const { below } = random(1);
    const letter = () => String.fromCharCode(97 + below(12));
    for (let run = 0; run < 2000; run++) {
      const x = Array.from({ length: 20 + below(60) }, letter);
      const y = [letter(), ...x, letter()];
      for (let edits = below(10); edits > 0; edits--) {
        const at = below(y.length);
        if (below(2) === 0) y.splice(at, 2, ...y.slice(at, at + 2).reverse());
        else y.splice(at, below(2), ...(below(2) === 0 ? [letter()] : []));
      }
      const distance = reference(x.join(''), y.join(''));
      for (const limit of [1, 2, 3, below(16), 100]) {
        expect(limited(x.join(''), y.join(''), limit)).toBe(Math.min(distance, limit + 1));
      }
    }
  });

  it('gives the distance up to the limit and limit + 1 beyond, whatever the limit', () => {
    const property = fc.property(nearWords(80), fc.integer({ min: 0, max: 9 }), ([x, y], limit) => {
      expect(limited(x, y, limit)).toBe(Math.min(reference(x, y), limit + 1));
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it('is symmetric and does not fall as the limit rises', () => {
    const property = fc.property(fc.oneof(nearWords(60), fc.tuple(fc.string(), fc.string())), ([x, y]) => {
      let before = 0;
      for (let limit = 0; limit < 8; limit++) {
        const distance = limited(x, y, limit);
        expect(limited(y, x, limit)).toBe(distance);
        expect(distance).toBeGreaterThanOrEqual(before);
        before = distance;
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is 0 for equal strings only', () => {
    const property = fc.property(nearWords(40), ([x, y]) => {
      expect(limited(x, y, 0) === 0).toBe(x === y);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
