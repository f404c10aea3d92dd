/**
 * Column types: what a column holds decides how its values are normalised, compared and used as blocking
 * keys. The type is read from the values alone, never from the header, and comes with its reason.
 */
import { ErError } from '../errors.ts';
import { type DateOrder, dateOrder, parseDate } from './dates.ts';
import { normaliseNumber, normaliseText } from './normalise.ts';

export const COLUMN_TYPES = [
  'person',
  'text',
  'date',
  'number',
  'code',
  'email',
  'phone',
  'postcode',
  'category',
  'notes',
] as const;

/**
 * `person` short names (of people, places, streets), `text` organisations, titles and other wording of
 * several words, `date`, `number` a quantity, `code` an identifier or any short run of digits, `email`,
 * `phone`, `postcode`, `category` few distinct values, `notes` long free text.
 */
export type ColumnType = (typeof COLUMN_TYPES)[number];

const ALIASES: Record<string, ColumnType> = {
  name: 'person',
  organisation: 'text',
  organization: 'text',
  title: 'text',
  identifier: 'code',
  id: 'code',
  'e-mail': 'email',
  mail: 'email',
  telephone: 'phone',
  zip: 'postcode',
  postal: 'postcode',
  'free-text': 'notes',
};

/**
 * The type a user names in `--type column=type`.
 *
 * @throws ErError when there is no such type, listing those there are
 * @example parseColumnType('name') // => 'person'
 */
export function parseColumnType(text: string): ColumnType {
  const wanted = text.trim().toLowerCase();
  const type = COLUMN_TYPES.find((known) => known === wanted) ?? ALIASES[wanted];
  if (type === undefined)
    throw new ErError(`no column type "${text}"; the types are ${COLUMN_TYPES.join(', ')}`);
  return type;
}

/** What the values of a column look like, over at most `SAMPLE` distinct values. Shares are of values. */
export interface Shape {
  /** Distinct values of the column and cells that are not missing. */
  distinct: number;
  present: number;
  /** Share of cells that hold the most frequent value. */
  topShare: number;
  email: number;
  date: number;
  phone: number;
  phoneSeparated: number;
  number: number;
  integer: number;
  decimal: number;
  digits: number;
  letters: number;
  /** Share of values that contain both letters and digits or punctuation inside one short word. */
  shortWithDigit: number;
  /** Share of values covered by the six commonest shapes (letters as a, digits as 9). */
  commonShapes: number;
  commonLength: number;
  words: number;
  length: number;
  maxLength: number;
  dates: { order: DateOrder; ambiguous: boolean };
}

const SAMPLE = 20_000;

/**
 * Measure a column. The sample, when there are more than 20,000 distinct values, is every k-th of them.
 *
 * @param values distinct raw values
 * @param counts how often each occurs
 */
export function measureShape(values: readonly string[], counts: ArrayLike<number>): Shape {
  const step = Math.max(1, Math.floor(values.length / SAMPLE));
  const sample: string[] = [];
  let present = 0;
  let top = 0;
  for (let v = 0; v < values.length; v++) {
    present += counts[v]!;
    top = Math.max(top, counts[v]!);
    if (v % step === 0) sample.push(normaliseText(values[v]!));
  }
  const dates = dateOrder(sample);
  const shapes = new Map<string, number>();
  const lengths = new Map<number, number>();
  const shape: Shape = {
    ...{ distinct: values.length, present, topShare: present === 0 ? 0 : top / present },
    ...{ email: 0, date: 0, phone: 0, phoneSeparated: 0, number: 0, integer: 0, decimal: 0, digits: 0 },
    ...{ letters: 0, shortWithDigit: 0, commonShapes: 0, commonLength: 0, words: 0, length: 0, maxLength: 0 },
    dates,
  };
  const one = 1 / Math.max(1, sample.length);
  for (const text of sample) {
    if (/^[^\s@]+@[^\s@]+$/.test(text)) shape.email += one;
    if (!/^\d{4}$/.test(text) && parseDate(text, dates.order) !== undefined) shape.date += one;
    if (/^[-+()\d\s./x]+$/.test(text)) {
      const digits = text.replace(/\D+/g, '').length;
      if (digits >= 7 && digits <= 15) {
        shape.phone += one;
        if (/^\+|^\(|\d[-\s./)]+\d/.test(text)) shape.phoneSeparated += one;
      }
    }
    if (normaliseNumber(text) !== undefined) {
      shape.number += one;
      if (/^[-+]?\d+$/.test(text)) shape.integer += one;
      else shape.decimal += one;
    }
    if (/\d/.test(text)) shape.digits += one;
    if (/^[^\d]*$/.test(text) && /\p{L}/u.test(text)) shape.letters += one;
    if (/\d/.test(text) && text.length <= 10) shape.shortWithDigit += one;
    const outline = text.replace(/\p{L}/gu, 'a').replace(/\d/g, '9');
    shapes.set(outline, (shapes.get(outline) ?? 0) + one);
    lengths.set(text.length, (lengths.get(text.length) ?? 0) + one);
    shape.words += one * text.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '').length;
    shape.length += one * text.length;
    shape.maxLength = Math.max(shape.maxLength, text.length);
  }
  const byShare = [...shapes.values()].sort((a, b) => b - a);
  shape.commonShapes = byShare.slice(0, 6).reduce((sum, share) => sum + share, 0);
  shape.commonLength = Math.max(0, ...lengths.values());
  return shape;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/**
 * The type of a column, from its shape, and why.
 *
 * @example detectType(measureShape(['go94@a.com', 'x@b.org'], [1, 1])).type // => 'email'
 */
export function detectType(shape: Shape): { type: ColumnType; reason: string } {
  const perValue = shape.present / Math.max(1, shape.distinct);
  if (shape.email >= 0.8) return { type: 'email', reason: `${percent(shape.email)} are e-mail addresses` };
  if (shape.date >= 0.8) return { type: 'date', reason: `${percent(shape.date)} are dates` };
  const isNumbered = shape.commonLength >= 0.6 && shape.length >= 9 && shape.length <= 12;
  if (shape.phone >= 0.7 && (shape.phoneSeparated >= 0.3 || isNumbered))
    return { type: 'phone', reason: `${percent(shape.phone)} are telephone numbers` };
  if (shape.distinct <= 3 || (shape.distinct <= 100 && perValue >= 20))
    return {
      type: 'category',
      reason: `${shape.distinct} distinct values in ${shape.present} cells`,
    };
  if (shape.number >= 0.95 && shape.decimal >= 0.3)
    return { type: 'number', reason: `${percent(shape.decimal)} are decimal numbers` };
  if (shape.shortWithDigit >= 0.9 && isPostcode(shape, perValue))
    return { type: 'postcode', reason: `short codes of few shapes, ${perValue.toFixed(1)} cells to a value` };
  if (shape.integer >= 0.9) return { type: 'code', reason: `${percent(shape.integer)} are whole numbers` };
  if (shape.number >= 0.95) return { type: 'number', reason: `${percent(shape.number)} are numbers` };
  if (shape.digits >= 0.6 && shape.words < 1.5)
    return { type: 'code', reason: `${percent(shape.digits)} are single words with digits` };
  if (shape.length >= 400)
    return { type: 'notes', reason: `free text of ${Math.round(shape.length)} characters on average` };
  if (shape.words >= 2.5)
    return { type: 'text', reason: `wording of ${shape.words.toFixed(1)} words on average` };
  return { type: 'person', reason: `short names of ${shape.words.toFixed(1)} words on average` };
}

function isPostcode(shape: Shape, perValue: number): boolean {
  if (shape.maxLength > 12 || perValue < 1.2 || shape.commonShapes < 0.75) return false;
  if (shape.integer < 0.5) return shape.words <= 2.2 && shape.length >= 4;
  return shape.commonLength >= 0.8 && shape.length >= 4 && shape.length <= 6;
}
