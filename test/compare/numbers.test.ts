import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeDigits,
  codeNumbers,
  compareNumbersCoded,
  NUMBERS_CLOSE,
  NUMBERS_DIFFERENT,
  NUMBERS_EQUAL,
  NUMBERS_NEAR,
} from '../../src/compare/numbers.ts';

function compare(x: string, y: string): number {
  const numbers = codeNumbers([x, y]);
  return compareNumbersCoded(numbers, codeDigits(numbers), 0, 1);
}

describe('codeDigits', () => {
  it('keeps the digits of the shortest form and nothing else', () => {
    const text = ({ chars }: { chars: Uint16Array }) => String.fromCharCode(...chars);
    expect(text(codeDigits(codeNumbers(['-12.50'])))).toBe('125');
    expect(text(codeDigits(codeNumbers(['1.5e30'])))).toBe('15');
    expect(text(codeDigits(codeNumbers(['', 'n/a'])))).toBe('');
  });
});

describe('compareNumbersCoded', () => {
  it.each([
    ['1500', '1500.00', NUMBERS_EQUAL, 'the same number'],
    ['0', '-0', NUMBERS_EQUAL, 'zero'],
    ['100', '101', NUMBERS_NEAR, 'within 1 %'],
    ['149.99', '194.99', NUMBERS_NEAR, 'two digits exchanged'],
    ['1500', '9500', NUMBERS_NEAR, 'a digit replaced'],
    ['1500', '15000', NUMBERS_NEAR, 'a digit too many'],
    ['12.5', '125', NUMBERS_NEAR, 'the point lost'],
    ['37', '38', NUMBERS_CLOSE, 'within 10 %, too few digits for the digit rule'],
    ['-37', '-38', NUMBERS_CLOSE, 'negative numbers likewise'],
    ['2000', '2178', NUMBERS_CLOSE, 'within 10 %'],
    ['15', '95', NUMBERS_DIFFERENT, 'a digit replaced, but too few digits'],
    ['12', '123', NUMBERS_DIFFERENT, 'too few digits in one of them'],
    ['150', '-150', NUMBERS_DIFFERENT, 'opposite signs'],
    ['0', '0.001', NUMBERS_DIFFERENT, 'zero and not zero'],
    ['100', '200.5', NUMBERS_DIFFERENT, 'far apart'],
    ['100', '', NUMBERS_DIFFERENT, 'not a number'],
    ['', 'n/a', NUMBERS_DIFFERENT, 'two that are not numbers'],
  ])('%s and %s give %i: %s', (x, y, category) => {
    expect(compare(x, y)).toBe(category);
    expect(compare(y, x)).toBe(category);
  });

  it('calls any value equal to itself', () => {
    const numbers = codeNumbers(['n/a']);
    expect(compareNumbersCoded(numbers, codeDigits(numbers), 0, 0)).toBe(NUMBERS_EQUAL);
  });

  it('is symmetric, equal for equal numbers only, and never below the band of the relative difference', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: 90, max: 110 }),
    );
    const property = fc.property(number, number, (x, y) => {
      const category = compare(String(x), String(y));
      expect(compare(String(y), String(x))).toBe(category);
      expect(category === NUMBERS_EQUAL).toBe(x === y);
      const relative = Math.abs(x - y) / Math.max(Math.abs(x), Math.abs(y));
      if (relative <= 0.01) expect(category).toBeGreaterThanOrEqual(NUMBERS_NEAR);
      else if (relative <= 0.1) expect(category).toBeGreaterThanOrEqual(NUMBERS_CLOSE);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
