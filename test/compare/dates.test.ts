import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codeDateDigits,
  codeDates,
  compareDatesCoded,
  DATES_DIFFERENT,
  DATES_EQUAL,
  DATES_NEAR,
  DATES_TWO_PARTS,
  DATES_YEAR,
} from '../../src/compare/dates.ts';

function compare(x: string, y: string): number {
  return compareDatesCoded(codeDates([x, y]), codeDateDigits([x, y]), 0, 1);
}

const two = (n: number) => String(n).padStart(2, '0');
const date = fc
  .tuple(
    fc.constantFrom(0, 1898, 1987, 1988, 1998),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 31 }),
  )
  .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);

describe('codeDates', () => {
  it('takes dates apart, 0 for what is unknown or not a date', () => {
    expect(codeDates(['1987-03-12', '1987-00-00', '', '12 March'])).toEqual({
      year: Int16Array.of(1987, 1987, 0, 0),
      month: Int8Array.of(3, 0, 0, 0),
      day: Int8Array.of(12, 0, 0, 0),
    });
  });
});

describe('compareDatesCoded', () => {
  it.each([
    ['1987-03-12', '1987-03-12', DATES_EQUAL, 'the same'],
    ['1987-03-12', '1987-12-03', DATES_NEAR, 'day and month exchanged'],
    ['1987-03-12', '1987-03-13', DATES_NEAR, 'a digit of the day replaced'],
    ['1987-03-12', '1887-03-12', DATES_NEAR, 'a digit of the year replaced'],
    ['1987-03-12', '1978-03-12', DATES_NEAR, 'two neighbouring digits exchanged'],
    ['1987-12-03', '1987-10-23', DATES_NEAR, 'digits of month and day exchanged'],
    ['1987-03-12', '1987-03-00', DATES_NEAR, 'two parts equal, the day open'],
    ['0000-03-12', '1987-03-12', DATES_NEAR, 'two parts equal, the year open'],
    ['1987-03-12', '1987-03-25', DATES_TWO_PARTS, 'year and month equal'],
    ['1987-03-12', '1942-03-12', DATES_TWO_PARTS, 'month and day equal'],
    ['1987-03-12', '1987-00-00', DATES_TWO_PARTS, 'the year equal, the rest open'],
    ['1987-03-12', '1987-11-25', DATES_YEAR, 'the year equal, the rest differing'],
    ['1987-03-00', '1987-04-12', DATES_YEAR, 'the year equal, the month differing, the day open'],
    ['1987-03-12', '1942-03-25', DATES_DIFFERENT, 'only the month equal'],
    ['1987-03-00', '1942-03-12', DATES_DIFFERENT, 'the year differing, the day open'],
    ['1987-03-12', '1988-12-03', DATES_DIFFERENT, 'day and month exchanged in another year'],
    ['1987-03-00', '1988-03-00', DATES_DIFFERENT, 'a digit replaced, but a part open'],
    ['1987-00-00', '0000-03-12', DATES_DIFFERENT, 'no part known to both'],
  ])('%s and %s give %i: %s', (x, y, category) => {
    expect(compare(x, y)).toBe(category);
    expect(compare(y, x)).toBe(category);
  });

  it('gives the higher category where two rules hold', () => {
    // Year and month equal, and the two digits of the day exchanged.
    expect(compare('1987-03-12', '1987-03-21')).toBe(DATES_NEAR);
  });

  it('calls a partial date equal to itself', () => {
    const dates = ['1987-00-00'];
    expect(compareDatesCoded(codeDates(dates), codeDateDigits(dates), 0, 0)).toBe(DATES_EQUAL);
  });

  it('is symmetric, and equal only for the same whole date', () => {
    const property = fc.property(date, date, (x, y) => {
      const category = compare(x, y);
      expect(compare(y, x)).toBe(category);
      expect(category === DATES_EQUAL).toBe(x === y && !/0000|-00/.test(x));
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
