/**
 * Comparison of numbers (prices, ages, sizes): four ordered categories from different to equal.
 *
 * With the relative difference r = |x − y| / max(|x|, |y|):
 *
 * | category    | rule                                                                                          |
 * | ----------- | --------------------------------------------------------------------------------------------- |
 * | `EQUAL`     | x = y                                                                                         |
 * | `NEAR`      | r ≤ 1 %; or the same sign, at least three digits in each, and at most one digit replaced,     |
 * |             | inserted, left out or exchanged with its neighbour (the point is not a digit: 12.5 and 125)   |
 * | `CLOSE`     | r ≤ 10 %                                                                                      |
 * | `DIFFERENT` | all else, including anything that is not a number                                             |
 *
 * The highest category whose rule holds is the answer; numbers of opposite sign have r ≥ 1. The relative bands are
 * the "percentage difference" of P. Christen (2012), "Data Matching", section 5.9, cut into steps; the digit rule
 * is an optimal string alignment distance of at most 1 (see `edit-distance.ts`).
 */

import { osaCoded } from './edit-distance.ts';
import { type CodedStrings, codeStrings } from './jaro-winkler.ts';

export const NUMBERS_DIFFERENT = 0;
export const NUMBERS_CLOSE = 1;
export const NUMBERS_NEAR = 2;
export const NUMBERS_EQUAL = 3;

const CLOSE_WITHIN = 0.1;
const NEAR_WITHIN = 0.01;
const FEWEST_DIGITS = 3;

/**
 * Reads normalised numbers ('-12.50', '1500'); whatever is not a number becomes NaN.
 *
 * @example codeNumbers(['12.50', 'n/a']) // Float64Array [12.5, NaN]
 */
export function codeNumbers(values: readonly string[]): Float64Array {
  return Float64Array.from(values, (value) => (value.trim() === '' ? Number.NaN : Number(value)));
}

/**
 * Digits of numbers in their shortest decimal form, without sign, point and exponent: the second argument's form
 * in `compareNumbersCoded`.
 *
 * @example codeDigits(codeNumbers(['-12.50'])) // as codeStrings(['125'])
 */
export function codeDigits(numbers: Float64Array): CodedStrings {
  return codeStrings(Array.from(numbers, (n) => String(n).replace(/e.*$|\D/g, '')));
}

/**
 * Category, 0 to 3, of the numbers with codes `a` and `b` by the rules above. `digits` holds the digits of the
 * same numbers (`codeDigits`). Symmetric; allocates nothing.
 *
 * @example
 * const prices = codeNumbers(['149.99', '194.99', '151']);
 * compareNumbersCoded(prices, codeDigits(prices), 0, 1) // NUMBERS_NEAR: two digits exchanged
 * compareNumbersCoded(prices, codeDigits(prices), 0, 2) // NUMBERS_NEAR: 0.7 % apart
 */
export function compareNumbersCoded(n: Float64Array, digits: CodedStrings, a: number, b: number): number {
  if (a === b) return NUMBERS_EQUAL;
  const x = n[a]!;
  const y = n[b]!;
  if (x === y) return NUMBERS_EQUAL;
  const sizeX = Math.abs(x);
  const sizeY = Math.abs(y);
  const relative = Math.abs(x - y) / Math.max(sizeX, sizeY);
  if (relative <= NEAR_WITHIN) return NUMBERS_NEAR;

  const { offsets } = digits;
  if (
    x < 0 === y < 0 &&
    offsets[a + 1]! - offsets[a]! >= FEWEST_DIGITS &&
    offsets[b + 1]! - offsets[b]! >= FEWEST_DIGITS &&
    osaCoded(digits, a, b, 1) <= 1
  ) {
    return NUMBERS_NEAR;
  }
  return relative <= CLOSE_WITHIN ? NUMBERS_CLOSE : NUMBERS_DIFFERENT;
}
