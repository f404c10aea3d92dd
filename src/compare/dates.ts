/**
 * Comparison of dates that may be partial: five ordered categories from different to equal.
 *
 * A date is written 'YYYY-MM-DD' with '0000' or '00' for a part that is not known. A part of a pair of dates is
 * *equal* or *differing* when both dates know it, and *open* when at least one does not.
 *
 * | category    | rule                                                                                        |
 * | ----------- | ------------------------------------------------------------------------------------------- |
 * | `EQUAL`     | the same value, or three parts equal                                                        |
 * | `NEAR`      | two parts equal and one open; or no part open and either one digit replaced or two          |
 * |             | neighbouring digits exchanged among the eight, or the year equal and day and month exchanged |
 * | `TWO_PARTS` | two parts equal and one differing; or one part equal and two open                           |
 * | `YEAR`      | the year equal, none other, at least one differing                                          |
 * | `DIFFERENT` | all else, including dates that know no part in common                                       |
 *
 * The highest category whose rule holds is the answer. The digit rule is an optimal string alignment distance of
 * 1 (see `edit-distance.ts`); like the exchange of day and month it follows the errors of keying and of reading
 * forms in the other order that P. Christen (2012), "Data Matching", chapter 3, lists for dates.
 */

import { osaCoded } from './edit-distance.ts';
import { type CodedStrings, codeStrings } from './jaro-winkler.ts';

export const DATES_DIFFERENT = 0;
export const DATES_YEAR = 1;
export const DATES_TWO_PARTS = 2;
export const DATES_NEAR = 3;
export const DATES_EQUAL = 4;

/** The parts of the distinct dates of a column, one entry a value; 0 is unknown. */
export interface CodedDates {
  year: Int16Array;
  month: Int8Array;
  day: Int8Array;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Takes normalised dates apart. A value of any other form gets three unknown parts.
 *
 * @example codeDates(['1987-03-00']) // { year: [1987], month: [3], day: [0] }
 */
export function codeDates(values: readonly string[]): CodedDates {
  const year = new Int16Array(values.length);
  const month = new Int8Array(values.length);
  const day = new Int8Array(values.length);
  for (let v = 0; v < values.length; v++) {
    const parts = DATE.exec(values[v]!);
    if (parts === null) continue;
    year[v] = Number(parts[1]);
    month[v] = Number(parts[2]);
    day[v] = Number(parts[3]);
  }
  return { year, month, day };
}

/**
 * The eight digits of normalised dates, the third argument's form in `compareDatesCoded`.
 *
 * @example codeDateDigits(['1987-03-12']) // as codeStrings(['19870312'])
 */
export function codeDateDigits(values: readonly string[]): CodedStrings {
  return codeStrings(values.map((value) => value.replaceAll('-', '')));
}

/**
 * Category, 0 to 4, of the dates with codes `a` and `b` by the rules above. `digits` holds the eight digits of
 * the same values (`codeDateDigits`). Symmetric; allocates nothing.
 *
 * @example
 * const dates = ['1987-03-12', '1987-12-03', '1987-03-00'];
 * compareDatesCoded(codeDates(dates), codeDateDigits(dates), 0, 1) // DATES_NEAR: day and month exchanged
 * compareDatesCoded(codeDates(dates), codeDateDigits(dates), 0, 2) // DATES_NEAR: equal but for an open day
 */
export function compareDatesCoded(d: CodedDates, digits: CodedStrings, a: number, b: number): number {
  if (a === b) return DATES_EQUAL;
  const { year, month, day } = d;
  const yearA = year[a]!;
  const yearB = year[b]!;
  const monthA = month[a]!;
  const monthB = month[b]!;
  const dayA = day[a]!;
  const dayB = day[b]!;
  const yearOpen = yearA === 0 || yearB === 0;
  const monthOpen = monthA === 0 || monthB === 0;
  const dayOpen = dayA === 0 || dayB === 0;
  const yearEqual = !yearOpen && yearA === yearB;
  const monthEqual = !monthOpen && monthA === monthB;
  const dayEqual = !dayOpen && dayA === dayB;

  const open = (yearOpen ? 1 : 0) + (monthOpen ? 1 : 0) + (dayOpen ? 1 : 0);
  const equal = (yearEqual ? 1 : 0) + (monthEqual ? 1 : 0) + (dayEqual ? 1 : 0);
  if (open + equal === 3) {
    if (equal === 3) return DATES_EQUAL;
    if (equal === 2) return DATES_NEAR;
    return equal === 1 ? DATES_TWO_PARTS : DATES_DIFFERENT;
  }
  if (open === 0) {
    if (yearEqual && monthA === dayB && dayA === monthB) return DATES_NEAR;
    if (osaCoded(digits, a, b, 1) <= 1) return DATES_NEAR;
  }
  if (equal === 2) return DATES_TWO_PARTS;
  return yearEqual ? DATES_YEAR : DATES_DIFFERENT;
}
