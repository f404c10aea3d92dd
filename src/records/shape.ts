/**
 * What the values of a column look like: how many are dates, numbers, written like postcodes, how long and
 * of how many words they are. From these shares alone the type of the column is decided.
 */
import { type DateOrder, dateOrder, parseDate, readDate } from './dates.ts';
import { normaliseNumber, normaliseText } from './normalise.ts';
import { sampleByHash } from './sample.ts';

/** A form that a value may have. */
type Form =
  | 'email'
  /** A date of the calendar other than a lone year; anything written like a date; a lone year. */
  | 'date'
  | 'dateShaped'
  | 'year'
  | 'phone'
  | 'phoneSeparated'
  /** Three, two and four digits with hyphens between. */
  | 'threeTwoFour'
  /** Written as a country with letters or signs in its postcodes writes them. */
  | 'postcode'
  | 'zipPlusFour'
  | 'fiveDigits'
  | 'number'
  | 'integer'
  | 'decimal'
  | 'negative'
  /** A whole number of three or more digits that ends in 0. */
  | 'round'
  /** Contains a digit; letters and no digit; no space. */
  | 'digits'
  | 'letters'
  | 'spaceless';

/**
 * Shares of the forms, each by distinct values or by cells, whichever is more: a few placeholders in many
 * cells do not hide what the values are, nor do many misspellings in few cells.
 */
export interface Shape extends Record<Form, number> {
  /** Distinct values of the column and cells that are not missing. */
  distinct: number;
  present: number;
  /** How many values, the most frequent first, hold nine cells in ten. */
  core: number;
  /** Distinct whole numbers for each number between the least and the greatest, a twentieth left out at each end. */
  density: number;
  /** Share of the values with the commonest length. */
  commonLength: number;
  /** Means over the values: words, words of letters only, characters. */
  words: number;
  letterWords: number;
  length: number;
  mostWords: number;
  /** Share of the values that hold the commonest word of two or more letters. */
  topWord: number;
  dates: { order: DateOrder; ambiguous: boolean };
}

/** Distinct values looked at, about. */
const SAMPLE = 20_000;

/** Longer values are no dates, numbers or telephone numbers. */
const LONGEST_FORM = 48;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** A year of the last five centuries. */
const YEAR = /^(?:1[5-9]\d\d|20\d\d|2100)$/;
/** A postcode of the United States with the delivery segment. */
const ZIP_PLUS_FOUR = /^\d{5}-\d{4}$/;
const EXTENSION = /\s*(?:extension|extn?|x|#)\.?\s*\d+$/;
const POSTCODES = [
  /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/, // United Kingdom
  /^[a-z]\d[a-z][ -]?\d[a-z]\d$/, // Canada
  /^[a-z]\d[\dw] [a-z\d]{4}$/, // Ireland
  /^\d{4} ?[a-z]{2}$/, // Netherlands
  /^\d{2}-\d{3}$/, // Poland
  /^\d{3} \d{2}$/, // Sweden, Greece, Czechia, Slovakia
  /^\d{5}-\d{3}$/, // Brazil
  /^[a-z]{1,2}-\d{4,5}$/, // with the letters of the country in front
];

function isPhone(text: string): boolean {
  const bare = text.replace(EXTENSION, '');
  const digits = bare.replace(/\D+/g, '').length;
  return /^[-+()\d\s./]+$/.test(bare) && digits >= 7 && digits <= 15;
}

/** The forms of one normalised value. */
function formsOf(text: string, order: DateOrder): Record<Form, boolean> {
  const isShort = text.length <= LONGEST_FORM;
  const isNumber = isShort && normaliseNumber(text) !== undefined;
  const isInteger = isNumber && /^[-+]?\d+$/.test(text);
  const isYear = YEAR.test(text);
  const phone = isShort && isPhone(text) && (isInteger || !isNumber);
  return {
    email: EMAIL.test(text),
    date: isShort && !isYear && !/^\d{4}$/.test(text) && parseDate(text, order) !== undefined,
    dateShaped: isYear || (isShort && !/^\d{4}$/.test(text) && readDate(text, order) !== undefined),
    year: isYear,
    phone,
    phoneSeparated: phone && /^\+|^\(|\d[-\s./)]+\d/.test(text),
    threeTwoFour: /^\d{3}-\d{2}-\d{4}$/.test(text),
    zipPlusFour: ZIP_PLUS_FOUR.test(text),
    fiveDigits: /^\d{5}$/.test(text),
    postcode: ZIP_PLUS_FOUR.test(text) || POSTCODES.some((format) => format.test(text)),
    number: isNumber,
    integer: isInteger,
    decimal: isNumber && !isInteger,
    negative: isNumber && /^\p{Sc}? ?-/u.test(text),
    round: isInteger && /^\d{2,}0$/.test(text),
    digits: /\d/.test(text),
    letters: /\p{L}/u.test(text) && !/\d/.test(text),
    spaceless: !text.includes(' '),
  };
}

/**
 * Measure a column. Of more than 40,000 distinct values a part is looked at, the same in any order of rows.
 *
 * @param values distinct raw values
 * @param counts how often each occurs
 *
 * @example measureShape(['1987', '12.5'], [3, 1]).year // => 0.75
 */
export function measureShape(values: readonly string[], counts: ArrayLike<number>): Shape {
  let present = 0;
  for (let v = 0; v < values.length; v++) present += counts[v]!;
  const sample = sampleByHash(values, SAMPLE);
  // A spreadsheet turns 17 into 17.0.
  const texts = sample.map((v) => normaliseText(values[v]!).replace(/^([-+]?\d+)\.0$/, '$1'));
  const dates = dateOrder(texts);
  const forms = Object.keys(formsOf('', dates.order)) as Form[];
  const byValue = new Map<Form, number>();
  const byCell = new Map<Form, number>();
  let cells = 0;
  texts.forEach((text, i) => {
    const count = counts[sample[i]!]!;
    cells += count;
    const held = formsOf(text, dates.order);
    for (const form of forms) {
      if (!held[form]) continue;
      byValue.set(form, (byValue.get(form) ?? 0) + 1);
      byCell.set(form, (byCell.get(form) ?? 0) + count);
    }
  });
  const share = (form: Form): number =>
    texts.length === 0
      ? 0
      : Math.max((byValue.get(form) ?? 0) / texts.length, (byCell.get(form) ?? 0) / cells);
  const shares = Object.fromEntries(forms.map((form) => [form, share(form)])) as Record<Form, number>;
  const density = measureDensity(texts) * (values.length / Math.max(1, texts.length));
  const core = measureCore(counts, values.length, present);
  return { distinct: values.length, present, dates, core, density, ...shares, ...measureWording(texts) };
}

function measureCore(counts: ArrayLike<number>, distinct: number, present: number): number {
  const falling = new Int32Array(distinct);
  for (let v = 0; v < distinct; v++) falling[v] = -counts[v]!;
  falling.sort();
  let covered = 0;
  let core = 0;
  while (core < distinct && covered < 0.9 * present) covered -= falling[core++]!;
  return core;
}

function measureDensity(texts: readonly string[]): number {
  const numbers = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  numbers.sort((a, b) => a - b);
  const cut = Math.floor(numbers.length / 20);
  const kept = numbers.slice(cut, numbers.length - cut);
  return kept.length === 0 ? 0 : kept.length / (kept.at(-1)! - kept[0]! + 1);
}

/** Characters that a text counts for in the mean, lest one very long cell makes a column of names one of notes. */
const LONGEST_COUNTED = 1000;

type Wording = Pick<Shape, 'commonLength' | 'words' | 'letterWords' | 'length' | 'mostWords' | 'topWord'>;

function measureWording(texts: readonly string[]): Wording {
  const lengths = new Map<number, number>();
  const holders = new Map<string, number>();
  const sums = { words: 0, letterWords: 0, length: 0, mostWords: 0 };
  for (const text of texts) {
    const words = text.split(/[^\p{L}\p{M}\p{N}']+/u).filter((word) => word !== '');
    const letterWords = words.filter((word) => /^[\p{L}\p{M}']{2,}$/u.test(word));
    for (const word of new Set(letterWords)) holders.set(word, (holders.get(word) ?? 0) + 1);
    lengths.set(text.length, (lengths.get(text.length) ?? 0) + 1);
    sums.words += words.length;
    sums.letterWords += letterWords.length;
    sums.length += Math.min(text.length, LONGEST_COUNTED);
    sums.mostWords = Math.max(sums.mostWords, words.length);
  }
  const n = Math.max(1, texts.length);
  const largest = (map: ReadonlyMap<unknown, number>): number =>
    [...map.values()].reduce((most, count) => Math.max(most, count), 0) / n;
  return {
    ...{ words: sums.words / n, letterWords: sums.letterWords / n, length: sums.length / n },
    ...{ mostWords: sums.mostWords, commonLength: largest(lengths), topWord: largest(holders) },
  };
}
