/**
 * Reading dates as people write them. A date becomes `YYYY-MM-DD` with `0000` or `00` for an unknown part;
 * nothing is invented and nothing rolls over: 30 February is not a date. Whether `3/5/1987` is 3 May or
 * March 5 is decided for the whole column, from the cells that allow only one reading.
 */
import { normaliseText } from './normalise.ts';

/** Order of day and month in all-number dates that end in the year. */
export type DateOrder = 'day-first' | 'month-first';

/** Two-digit years up to this one are read as 20xx, later ones as 19xx. */
const CENTURY_PIVOT = 30;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** With a point between, "1987.0" is a number that a spreadsheet made of a year; so only whole dates have one. */
const YEAR_FIRST = /^(\d{4})(?:[-/](\d{1,2})|[-/. ](\d{1,2})[-/. ](\d{1,2}))$/;
const YEAR_LAST = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/.](\d{4})$/;
const DAY_MONTH_NAME = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[-/. ]*(${MONTH_NAME})[-/. ,]*'?(\\d{4}|\\d{2})$`,
);
const MONTH_NAME_DAY = new RegExp(`^(${MONTH_NAME})[-. ]*(\\d{1,2})(?:st|nd|rd|th)?[, -]+(\\d{4})$`);
const YEAR_MONTH_NAME = new RegExp(`^(\\d{4})[-/. ,]*(${MONTH_NAME})(?:[-/. ]*(\\d{1,2}))?$`);
const MONTH_NAME_YEAR = new RegExp(`^(${MONTH_NAME})[-/. ,]*(\\d{4})$`);
const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
/** Day and month before the year without a sign between; the year is near, or any eight digits would do. */
const EIGHT_DIGITS_YEAR_LAST = /^(\d{2})(\d{2})((?:18|19|20)\d{2})$/;
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[., ]+/;
const TIME = /[t ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|utc|gmt|[-+]\d{2}:?\d{2})?$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

/** `YYYY-MM-DD`, or undefined when the parts are no date; 0 stands for an unknown month or day. */
function written(year: number, month: number, day: number): string | undefined {
  if (year < 1000 || year > 2200 || month > 12) return undefined;
  if (day > (month === 0 ? 0 : DAYS[month - 1]!)) return undefined;
  if (month === 2 && day === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0)))
    return undefined;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year <= CENTURY_PIVOT ? 2000 + year : 1900 + year;
}

/** A cell without what a date may be written with but does not need: the weekday and the time of day. */
function dateText(cell: string): string {
  return normaliseText(cell).replace(WEEKDAY, '').replace(TIME, '');
}

/**
 * One date. A lone four-digit year is a date known to the year.
 *
 * @param cell as written
 * @param order reading of all-number dates that end in the year
 * @returns `YYYY-MM-DD`, unknown parts `00`; undefined when this is no date
 *
 * @example parseDate('5 Mar 1987', 'day-first') // => '1987-03-05'
 * @example parseDate('03/1987', 'day-first') // => '1987-03-00'
 * @example parseDate('30.02.1987', 'day-first') // => undefined
 */
export function parseDate(cell: string, order: DateOrder): string | undefined {
  const text = dateText(cell);
  return parseNumerals(text, order) ?? parseMonthNames(text);
}

/** A date written in numbers only. */
function parseNumerals(text: string, order: DateOrder): string | undefined {
  let match = YEAR_FIRST.exec(text);
  if (match !== null) return written(Number(match[1]), Number(match[2] ?? match[3]), Number(match[4] ?? 0));
  match = EIGHT_DIGITS.exec(text);
  const eight = match && written(Number(match[1]), Number(match[2]), Number(match[3]));
  if (eight) return eight;
  match = EIGHT_DIGITS_YEAR_LAST.exec(text) ?? YEAR_LAST.exec(text);
  if (match !== null) {
    const [first, second] = [Number(match[1]), Number(match[2])];
    const year = fullYear(match[3]!);
    return order === 'day-first'
      ? (written(year, second, first) ?? written(year, first, second))
      : (written(year, first, second) ?? written(year, second, first));
  }
  match = MONTH_YEAR.exec(text);
  if (match !== null) return written(Number(match[2]), Number(match[1]), 0);
  return /^\d{4}$/.test(text) ? written(Number(text), 0, 0) : undefined;
}

/** A date with the month in letters. */
function parseMonthNames(text: string): string | undefined {
  let match = DAY_MONTH_NAME.exec(text);
  if (match !== null) return written(fullYear(match[3]!), monthOf(match[2]!), Number(match[1]));
  match = MONTH_NAME_DAY.exec(text);
  if (match !== null) return written(Number(match[3]), monthOf(match[1]!), Number(match[2]));
  match = YEAR_MONTH_NAME.exec(text);
  if (match !== null) return written(Number(match[1]), monthOf(match[2]!), Number(match[3] ?? 0));
  match = MONTH_NAME_YEAR.exec(text);
  return match === null ? undefined : written(Number(match[2]), monthOf(match[1]!), 0);
}

/**
 * A date for comparison: as `parseDate`, but a date-shaped cell that names no day of the calendar
 * (`1957-13-32`, a slip of the pen) keeps its parts as written, since they are still evidence. A date of
 * which nothing is known, as databases write it (`0000-00-00`), is none.
 *
 * @example readDate('19571332', 'day-first') // => '1957-13-32'
 * @example readDate('0000-00-00', 'day-first') // => undefined
 */
export function readDate(cell: string, order: DateOrder): string | undefined {
  const date = parseDate(cell, order);
  if (date !== undefined) return date;
  const text = dateText(cell);
  const eight = EIGHT_DIGITS.exec(text);
  if (eight !== null) return parts(eight[1]!, eight[2]!, eight[3]!);
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return parts(yearFirst[1]!, (yearFirst[2] ?? yearFirst[3])!, yearFirst[4] ?? '');
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast === null) return undefined;
  const [day, month] = order === 'day-first' ? [yearLast[1]!, yearLast[2]!] : [yearLast[2]!, yearLast[1]!];
  return parts(String(fullYear(yearLast[3]!)), month, day);
}

function parts(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /[1-9]/.test(date) ? date : undefined;
}

/**
 * The order of day and month in a column: the one that more cells force (a first number above 12 can only
 * be a day). `ambiguous` when no cell tells; day-first is then assumed.
 *
 * @example dateOrder(['03/05/1987', '25/12/1990']) // => { order: 'day-first', ambiguous: false }
 */
export function dateOrder(cells: Iterable<string>): { order: DateOrder; ambiguous: boolean } {
  let dayFirst = 0;
  let monthFirst = 0;
  let open = 0;
  for (const cell of cells) {
    const text = dateText(cell);
    const match = YEAR_LAST.exec(text) ?? yearLastDigits(text);
    if (match === null) continue;
    const [first, second] = [Number(match[1]), Number(match[2])];
    if (first > 12 && second <= 12) dayFirst++;
    else if (second > 12 && first <= 12) monthFirst++;
    else if (first !== second && first <= 12) open++;
  }
  return {
    order: monthFirst > dayFirst ? 'month-first' : 'day-first',
    ambiguous: open > 0 && dayFirst === monthFirst,
  };
}

/** Eight digits that are a date only if they end in the year. */
function yearLastDigits(text: string): RegExpExecArray | null {
  const eight = EIGHT_DIGITS.exec(text);
  const yearFirst = eight && written(Number(eight[1]), Number(eight[2]), Number(eight[3]));
  return yearFirst ? null : EIGHT_DIGITS_YEAR_LAST.exec(text);
}
