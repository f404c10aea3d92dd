/**
 * Column types: what a column holds decides how its values are normalised, compared and used as blocking
 * keys. The type is read from the values alone, never from the header, and comes with its reason.
 */
import { ErError } from '../errors.ts';
import type { Shape } from './shape.ts';

export const COLUMN_TYPES = [
  'person',
  'text',
  'date',
  'number',
  'code',
  'codes',
  'email',
  'phone',
  'postcode',
  'category',
  'notes',
] as const;

/**
 * `person` short names (of people, places, streets), `text` organisations, titles and other wording of
 * several words, `date`, `number` a quantity, `code` an identifier or any short run of digits,
 * `codes` several of them in one cell (found inside `text`, or as asked for), `email`,
 * `phone`, `postcode`, `category` few distinct values, `notes` long free text.
 */
export type ColumnType = (typeof COLUMN_TYPES)[number];

const ALIASES = new Map<string, ColumnType>(
  Object.entries({
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
  }),
);

/**
 * The type a user names in `--type column=type`.
 *
 * @throws ErError when there is no such type, listing those there are
 * @example parseColumnType('name') // => 'person'
 */
export function parseColumnType(text: string): ColumnType {
  const wanted = text.trim().toLowerCase();
  const type = COLUMN_TYPES.find((known) => known === wanted) ?? ALIASES.get(wanted);
  if (type === undefined)
    throw new ErError(`no column type "${text}"; the types are ${COLUMN_TYPES.join(', ')}`);
  return type;
}

const percent = (share: number): string => `${Math.round(100 * Math.min(1, share))} %`;

/** One rule of detection: the reason why a shape is of the type, or undefined. */
type Rule = (shape: Shape, perValue: number) => string | undefined;

const when = (holds: boolean, reason: () => string): string | undefined => (holds ? reason() : undefined);

/** The rules in the order in which they are asked; the first that gives a reason decides. */
const RULES: readonly (readonly [ColumnType, Rule])[] = [
  ['email', (s) => when(s.email >= 0.8, () => `${percent(s.email)} are e-mail addresses`)],
  [
    'date',
    (s) =>
      when(s.dateShaped >= 0.8 && s.date >= 0.2 && s.date + s.year >= 0.5, () => {
        return `${percent(s.date + s.year)} are dates`;
      }),
  ],
  // Not a date: years compare better as short codes, in which one wrong digit is close.
  ['code', (s) => when(s.year >= 0.85, () => `${percent(s.year)} are years`)],
  ['code', (s) => when(s.threeTwoFour >= 0.8, () => 'numbers written 999-99-9999')],
  ['postcode', (s) => when(s.postcode >= 0.75, () => `${percent(s.postcode)} are written like postcodes`)],
  [
    'postcode',
    (s) =>
      when(s.zipPlusFour >= 0.05 && s.zipPlusFour + s.fiveDigits >= 0.75, () => {
        return `five digits, ${percent(s.zipPlusFour)} with a segment of four`;
      }),
  ],
  [
    'phone',
    (s) => {
      const isOfOneLength = s.commonLength >= 0.6 && s.length >= 9 && s.length <= 12;
      return when(s.phone >= 0.7 && (s.phoneSeparated >= 0.3 || isOfOneLength), () => {
        return `${percent(s.phone)} are telephone numbers`;
      });
    },
  ],
  [
    'category',
    (s, perValue) =>
      when(isFew(s, perValue) && !(s.integer >= 0.9 && s.length >= 3.5), () => {
        return `${s.distinct} distinct values in ${s.present} cells`;
      }),
  ],
  [
    'number',
    (s) => {
      if (s.number < 0.9) return undefined;
      if (s.decimal >= 0.3) return `${percent(s.decimal)} are decimal numbers`;
      if (s.negative >= 0.02) return `${percent(s.number)} are numbers, some of them negative`;
      return when(s.round >= 0.5, () => `${percent(s.round)} are round numbers`);
    },
  ],
  [
    'postcode',
    (s, perValue) =>
      when(
        isDigitPostcode(s, perValue),
        () => `numbers of one length, ${perValue.toFixed(1)} cells to a value`,
      ),
  ],
  ['code', (s) => when(s.integer >= 0.9, () => `${percent(s.integer)} are whole numbers`)],
  ['number', (s) => when(s.number >= 0.95, () => `${percent(s.number)} are numbers`)],
  [
    'code',
    (s) =>
      when(s.digits >= 0.6 && (s.words < 1.5 || s.spaceless >= 0.9 || s.letterWords < 0.2), () => {
        return `${percent(s.digits)} are short of words but have digits`;
      }),
  ],
  ['notes', (s) => when(s.length >= 400, () => `free text of ${Math.round(s.length)} characters on average`)],
  ['person', (s) => when(isFullName(s), () => `names of ${s.words.toFixed(1)} words on average`)],
  ['text', (s) => when(s.words >= 2.5, () => `wording of ${s.words.toFixed(1)} words on average`)],
  [
    'text',
    (s) => when(s.digits >= 0.3 && s.words >= 1.5, () => `wording, ${percent(s.digits)} of it with digits`),
  ],
];

/**
 * The type of a column, from its shape, and why.
 *
 * @example detectType(measureShape(['go94@a.com', 'x@b.org'], [1, 1])).type // => 'email'
 */
export function detectType(shape: Shape): { type: ColumnType; reason: string } {
  const perValue = shape.present / Math.max(1, shape.distinct);
  for (const [type, rule] of RULES) {
    const reason = rule(shape, perValue);
    if (reason !== undefined) return { type, reason };
  }
  return { type: 'person', reason: `short names of ${shape.words.toFixed(1)} words on average` };
}

/** Whether few values come often; of short ones a handful may also be surrounded by many misspellings. */
function isFew(shape: Shape, perValue: number): boolean {
  const { distinct, present, core, letterWords } = shape;
  if (present > 0 && core <= 10 && 0.9 * present >= 15 * core && letterWords < 1.5) return true;
  return (
    (distinct <= 3 && perValue >= 3) ||
    (distinct <= 10 && perValue >= 5) ||
    (distinct <= 100 && perValue >= 20)
  );
}

/**
 * Postcodes of digits alone have four to six of them, some less where a spreadsheet took the leading zeros.
 * Serial numbers lie closer together and do not repeat; five digits are a postcode so often that repeats
 * are not asked for.
 */
function isDigitPostcode(shape: Shape, perValue: number): boolean {
  if (shape.integer < 0.85 || shape.commonLength < 0.75) return false;
  if (shape.length < 3.5 || shape.length >= 6.2) return false;
  if (perValue >= 1.2) return true;
  if (shape.density >= 0.5 || shape.length >= 5.5) return false;
  return shape.length >= 4.5 || perValue >= 1.02;
}

/** Full names of people have three or four words; in other wording that short, some word comes back often. */
function isFullName(shape: Shape): boolean {
  if (shape.words < 2.5 || shape.words >= 3.3 || shape.length >= 30) return false;
  return shape.letters >= 0.95 && shape.topWord < 0.12 && shape.mostWords <= 8;
}
