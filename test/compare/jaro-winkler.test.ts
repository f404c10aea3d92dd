import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitCount,
  codeStrings,
  jaroWinkler,
  jaroWinklerCoded,
  letterLimits,
  letterSet,
  limitIndex,
  shape,
} from '../../src/compare/jaro-winkler.ts';
import { random } from '../../src/math/random.ts';

const talisman: (x: string, y: string) => number = createRequire(import.meta.url)(
  'talisman/metrics/jaro-winkler',
);

/** Few different characters, so that many match and many of those are displaced. */
const word = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'abcdeé'), maxLength });
const nearWords = (maxLength: number) =>
  fc.tuple(word(maxLength), fc.nat(), fc.nat(), word(2)).map(([x, at, end, put]): [string, string] => {
    const from = at % (x.length + 1);
    return [x, x.slice(0, from) + put + x.slice(from + (end % 3))];
  });

describe('jaroWinkler', () => {
  it.each([
    ['MARTHA', 'MARHTA', 0.9611],
    ['DIXON', 'DICKSONX', 0.8133],
    ['DWAYNE', 'DUANE', 0.84],
    ['JELLYFISH', 'SMELLYFISH', 0.8963],
    ['CRATE', 'TRACE', 0.7333],
    ['abcdefgh', 'abcdefgi', 0.95],
  ])('of %s and %s is the published value', (x, y, value) => {
    expect(jaroWinkler(x, y)).toBeCloseTo(value, 4);
  });

  it('halves the displaced characters with integer division, as strcmp95 does', () => {
    expect(jaroWinkler('catherine', 'martha')).toBeCloseTo(0.6204, 4);
  });

  it('rewards a common prefix only above a Jaro similarity of 0.7', () => {
    expect(jaroWinkler('dwayne', 'dickson')).toBeCloseTo(0.5397, 4);
  });

  it('is 1 for two empty strings and 0 for one', () => {
    expect(jaroWinkler('', '')).toBe(1);
    expect(jaroWinkler('', 'a')).toBe(0);
    expect(jaroWinkler('a', '')).toBe(0);
  });

  it('is 1 for equal strings under different codes', () => {
    expect(jaroWinklerCoded(codeStrings(['x', 'anna', 'anna']), 1, 2)).toBe(1);
  });

  it.each([8, 33, 80])('agrees with talisman on unrelated strings of up to %i characters', (length) => {
    const property = fc.property(word(length), word(length), (x, y) => {
      expect(jaroWinkler(x, y)).toBeCloseTo(talisman(x, y), 12);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it.each([8, 33, 80])('agrees with talisman on near strings of up to %i characters', (length) => {
    const property = fc.property(nearWords(length), ([x, y]) => {
      expect(jaroWinkler(x, y)).toBeCloseTo(talisman(x, y), 12);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it.each([3, 8, 26, 300])(
    'agrees with talisman at lengths from 0 to 80 over %i different characters',
    (size) => {
      const { below } = random(size);
      const text = (length: number) => String.fromCharCode(...Array.from({ length }, () => 97 + below(size)));
      const lengths = [
        ...Array(81).keys(),
        ...Array(100).fill(31),
        ...Array(100).fill(32),
        ...Array(60).fill(33),
      ];
      for (let run = 0; run < 5000; run++) {
        // A common beginning, then two parts of one text, the second a few places behind the first.
        const length = lengths[below(lengths.length)]!;
        const head = text(below(3) === 0 ? below(length + 1) : below(4));
        const tail = text(100);
        const shift = below(2) === 0 ? below(4) : below(22);
        const x = (head + tail).slice(0, length);
        const y = (head + tail.slice(shift)).slice(0, Math.max(0, length - below(6)));
        if (Math.abs(jaroWinkler(x, y) - talisman(x, y)) < 1e-12) continue;
        expect.fail(`${x} and ${y}: ${jaroWinkler(x, y)}, not ${talisman(x, y)}`);
      }
    },
  );

  it('is symmetric to the last digit, between 0 and 1, and 1 only for equal strings', () => {
    const property = fc.property(fc.oneof(nearWords(70), fc.tuple(fc.string(), fc.string())), ([x, y]) => {
      const similarity = jaroWinkler(x, y);
      expect(jaroWinkler(y, x)).toBe(similarity);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(similarity === 1).toBe(x === y);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('leaves nothing behind that another pair would see', () => {
    const s = codeStrings(['anna', 'nana', 'a'.repeat(40), 'na'.repeat(20), 'hannah']);
    const alone = jaroWinklerCoded(s, 0, 4);
    for (let a = 0; a < 5; a++) for (let b = 0; b < 5; b++) jaroWinklerCoded(s, a, b);
    expect(jaroWinklerCoded(s, 0, 4)).toBe(alone);
  });
});

describe('letterLimits', () => {
  it.each([0.5, 0.8, 0.9, 0.95])('never rules out a pair that reaches %f', (threshold) => {
    const property = fc.property(nearWords(36), ([x, y]) => {
      fc.pre(x !== '' && y !== '' && jaroWinkler(x, y) >= threshold);
      const limit = letterLimits(threshold)[limitIndex(shape(x), shape(y))]!;
      expect(bitCount(letterSet(x) ^ letterSet(y))).toBeLessThanOrEqual(limit);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it('rules out what is plainly too different', () => {
    const limit = letterLimits(0.9)[limitIndex(shape('smith'), shape('jones'))]!;
    expect(bitCount(letterSet('smith') ^ letterSet('jones'))).toBeGreaterThan(limit);
    expect(letterLimits(0.9)[limitIndex(shape('ann'), shape('annemarie'))]).toBe(-1);
  });
});
