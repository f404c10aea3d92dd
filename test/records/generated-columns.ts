/**
 * Columns made up for the tests of type detection: seeded, each kind written as people write it, none taken
 * from any data set. `cells` draws; values repeat as often as the kind does in a file of people or firms.
 */
import { type Random, random } from '../../src/math/random.ts';

type Cell = (r: Random) => string;

const pick = <T>(r: Random, list: readonly T[]): T => list[r.below(list.length)]!;
/** Skewed as names are: the first of the list far more often than the last. */
const skewed = <T>(r: Random, list: readonly T[]): T => list[Math.floor(list.length * r.next() ** 2)]!;
const digits = (r: Random, count: number, first = 0): string =>
  String(first + r.below(10 - first)) + Array.from({ length: count - 1 }, () => r.below(10)).join('');
const letters = (r: Random, count: number, from = 'abcdefghijklmnopqrstuvwxyz'): string =>
  Array.from({ length: count }, () => from[r.below(from.length)]).join('');
const pad = (n: number, length = 2): string => String(n).padStart(length, '0');
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `count` pronounceable words, always the same for the same seed. */
function invented(seed: number, count: number, syllables = 2): string[] {
  const r = random(seed);
  const word = () =>
    Array.from({ length: syllables + r.below(2) }, () => {
      return (
        letters(r, 1, 'bdfgklmnprstvw') + letters(r, 1, 'aeiou') + (r.below(3) ? '' : letters(r, 1, 'lnrs'))
      );
    }).join('');
  return Array.from({ length: count }, () => capital(word()));
}

const FIRST = invented(1, 300);
const LAST = invented(2, 900);
const PLACES = invented(3, 400, 3);
const TRADES = invented(4, 200);
const WORDS = invented(5, 1500).map((word) => word.toLowerCase());
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

const first: Cell = (r) => skewed(r, FIRST);
const last: Cell = (r) => skewed(r, LAST);
const initial: Cell = (r) => letters(r, 1).toUpperCase();
const sentence = (r: Random, count: number): string =>
  capital(
    Array.from({ length: count }, () =>
      r.below(4) ? skewed(r, WORDS) : pick(r, ['the', 'of', 'and', 'in']),
    ).join(' '),
  );

/** One way to write a day. */
type DateForm = (day: number, month: number, year: number) => string;
export const DATE_FORMS: Readonly<Record<string, DateForm>> = {
  ISO: (d, m, y) => `${y}-${pad(m)}-${pad(d)}`,
  'ISO with time': (d, m, y) => `${y}-${pad(m)}-${pad(d)}T00:00:00.000Z`,
  'day first, slashes': (d, m, y) => `${pad(d)}/${pad(m)}/${y}`,
  'month first, slashes': (d, m, y) => `${m}/${d}/${y}`,
  'day first, points': (d, m, y) => `${d}.${m}.${y}`,
  'two-digit year': (d, m, y) => `${pad(d)}/${pad(m)}/${pad(y % 100)}`,
  'eight digits': (d, m, y) => `${y}${pad(m)}${pad(d)}`,
  'eight digits, year last': (d, m, y) => `${pad(d)}${pad(m)}${y}`,
  'month in letters': (d, m, y) => `${d} ${MONTHS[m - 1]} ${y}`,
  'American, in letters': (d, m, y) => `${MONTHS[m - 1]!.slice(0, 3)} ${d}, ${y}`,
  'as databases print it': (d, m, y) =>
    `${pad(d)}-${MONTHS[m - 1]!.slice(0, 3).toUpperCase()}-${pad(y % 100)}`,
  'month and year': (_d, m, y) => `${pad(m)}/${y}`,
};

const day =
  (form: DateForm): Cell =>
  (r) =>
    form(1 + r.below(28), 1 + r.below(12), 1920 + r.below(90));

const email: Cell = (r) => {
  const address = `${first(r)}.${last(r)}@${pick(r, TRADES)}.${pick(r, ['com', 'org', 'net'])}`.toLowerCase();
  return r.below(20) ? address : address.replace(pick(r, ['@', '.', 'a']), '');
};

/** Every kind of column: how a cell is drawn. Each is named with the type an analyst would give, or the two. */
export const KINDS: Readonly<Record<string, Cell>> = {
  'person: first names': first,
  'person: surnames with hyphens and apostrophes': (r) =>
    pick(r, [last(r), last(r), `${last(r)}-${last(r)}`, `O'${last(r)}`, `van ${last(r)}`]),
  'person: full names': (r) => `${first(r)} ${last(r)}`,
  'person: full names with initials': (r) => `${first(r)} ${initial(r)}. ${last(r)}`,
  'person: surname, comma, first names': (r) =>
    `${last(r)}, ${first(r)} ${r.below(2) ? `${initial(r)}.` : first(r)}`,
  'person: Chinese names': (r) => letters(r, 2 + r.below(2), '王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗'),
  'person: Cyrillic names': (r) =>
    `${capital(letters(r, 6, 'абвгдежзиклмнопрст'))} ${capital(letters(r, 8, 'аеиоувклмнпрст'))}`,
  'person: Arabic names': (r) => `${letters(r, 4, 'محدعليسنرب')} ${letters(r, 5, 'محدعليسنرب')}`,
  'person: cities': (r) =>
    r.below(6) ? skewed(r, PLACES) : `${pick(r, ['Bad', 'New', 'St.'])} ${skewed(r, PLACES)}`,
  'text: streets with numbers': (r) =>
    `${1 + r.below(200)}${r.below(8) ? '' : 'a'} ${skewed(r, PLACES)} ${pick(r, ['Street', 'Road', 'Lane', 'Avenue'])}`,
  'text: streets, number last': (r) => `${skewed(r, PLACES)}straße ${1 + r.below(150)}`,
  'text: company names': (r) =>
    `${last(r)} ${r.below(2) ? `& ${last(r)} ` : ''}${skewed(r, TRADES)} ${pick(r, ['Ltd', 'Inc.', 'GmbH', 'plc', 'LLC'])}`,
  'text: titles': (r) => sentence(r, 4 + r.below(8)),
  'text: several authors': (r) =>
    Array.from({ length: 2 + r.below(3) }, () => `${initial(r)}. ${last(r)}`).join(', '),
  'notes: free notes': (r) => Array.from({ length: 6 }, () => `${sentence(r, 10 + r.below(12))}.`).join(' '),
  'code: years': (r) => String(1930 + r.below(80)),
  'code: years from a spreadsheet': (r) => `${1930 + r.below(80)}.0`,
  'code: house numbers': (r) =>
    `${1 + Math.floor(300 * r.next() ** 3)}${r.below(9) ? '' : pick(r, ['a', 'b', '/2'])}`,
  'code: serial numbers': (r) => `${100_000 + r.below(900_000)}`,
  'code: customer numbers': (r) => `CUST-${digits(r, 5)}`,
  'code: article numbers': (r) => `${letters(r, 2).toUpperCase()}${digits(r, 4)}`,
  'code: UUIDs': (r) => [8, 4, 4, 4, 12].map((length) => letters(r, length, '0123456789abcdef')).join('-'),
  'code: social security numbers': (r) => `${digits(r, 3, 1)}-${digits(r, 2)}-${digits(r, 4)}`,
  'category or code: months': (r) => String(1 + r.below(12)),
  'category or code: days': (r) => String(1 + r.below(31)),
  'category or code: two-digit years': (r) => pad(20 + r.below(80)),
  'category or code: ages': (r) => String(18 + Math.floor(75 * r.next() ** 1.5)),
  'category or code: ages from a spreadsheet': (r) => `${18 + r.below(75)}.0`,
  'number: prices': (r) => (Math.exp(5 * r.next()) + 0.99).toFixed(2),
  'number: prices with a sign': (r) => `$${(1000 * r.next()).toFixed(r.below(2) ? 2 : 0)}`,
  'number: prices in thousands': (r) => `${1 + r.below(90)},${digits(r, 3)}.${digits(r, 2)}`,
  'number: latitudes': (r) => (180 * r.next() - 90).toFixed(6),
  'number: balances': (r) => String(Math.round(5000 * r.normal())),
  'number: incomes': (r) => String(500 * (20 + r.below(300))),
  'phone: national, spaces': (r) => `0${digits(r, 3, 1)} ${digits(r, 3)} ${digits(r, 4)}`,
  'phone: American': (r) =>
    pick(r, [
      `(${digits(r, 3, 2)}) ${digits(r, 3, 2)}-${digits(r, 4)}`,
      `${digits(r, 3, 2)}-${digits(r, 3, 2)}-${digits(r, 4)}`,
    ]),
  'phone: American with extensions': (r) =>
    `${digits(r, 3, 2)}-${digits(r, 3, 2)}-${digits(r, 4)} x${digits(r, 3)}`,
  'phone: international': (r) => `+${pick(r, ['44', '49', '33'])} ${digits(r, 3, 1)} ${digits(r, 6)}`,
  'phone: French': (r) => `0${1 + r.below(6)} ${[0, 0, 0, 0].map(() => digits(r, 2)).join(' ')}`,
  'phone: local': (r) => `${digits(r, 3, 2)}-${digits(r, 4)}`,
  'phone: without separators': (r) => `07${digits(r, 9)}`,
  'postcode: British': (r) =>
    `${letters(r, 1 + r.below(2)).toUpperCase()}${1 + r.below(30)} ${r.below(9)}${letters(r, 2).toUpperCase()}`,
  'postcode: British without space': (r) => `${letters(r, 2)}${1 + r.below(9)}${r.below(9)}${letters(r, 2)}`,
  'postcode: Canadian': (r) =>
    `${initial(r)}${r.below(9)}${initial(r)} ${r.below(9)}${initial(r)}${r.below(9)}`,
  'postcode: Dutch': (r) => `${digits(r, 4, 1)} ${letters(r, 2).toUpperCase()}`,
  'postcode: American with segment': (r) => `${digits(r, 5)}-${digits(r, 4)}`,
  'postcode: American, some with segment': (r) =>
    r.below(4) ? digits(r, 5) : `${digits(r, 5)}-${digits(r, 4)}`,
  'postcode: German': (r) => pad(1000 + Math.floor(98_000 * r.next() ** 2), 5),
  'postcode: German without leading zeros': (r) => String(1000 + r.below(98_000)),
  'postcode: four digits': (r) => String(1000 + 7 * Math.floor(1200 * r.next() ** 2)),
  'email: with typos': email,
  'category: booleans': (r) => pick(r, ['true', 'false']),
  'category: yes and no in three spellings': (r) => pick(r, ['yes', 'no', 'Y', 'N', 'Yes']),
  'category: sex': (r) => pick(r, ['m', 'f']),
  'category: titles of address': (r) => pick(r, ['Mr', 'Mrs', 'Ms', 'Dr', 'Prof.']),
  'category: marital status': (r) => pick(r, ['single', 'married', 'divorced', 'widowed']),
  'category: age groups': (r) => pick(r, ['18-24', '25-34', '35-44', '45-54', '55-64', '65+']),
  ...Object.fromEntries(Object.entries(DATE_FORMS).map(([name, form]) => [`date: ${name}`, day(form)])),
};

const JUNK = ['see file', 'x', '??!', 'not given yet', '0', 'tbc', 'asdf', 'error 12', '1', 'ditto'];

/**
 * A column as `measureShape` takes it: distinct values with counts.
 *
 * @param noise share of the cells with a misspelling or, as often, with something else entirely
 */
export function column(
  cell: Cell,
  { seed = 1, rows = 2000, noise = 0.05 } = {},
): { values: string[]; counts: number[] } {
  const r = random(seed);
  const counts = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    let text = cell(r);
    if (r.next() < noise) text = r.below(2) ? pick(r, JUNK) : misspelt(r, text);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return { values: [...counts.keys()], counts: [...counts.values()] };
}

/** One letter replaced by a letter or one digit by a digit. */
function misspelt(r: Random, text: string): string {
  const at = r.below(text.length);
  const sign = /\d/.test(text[at]!) ? digits(r, 1) : /\p{L}/u.test(text[at]!) ? letters(r, 1) : text[at]!;
  return text.slice(0, at) + sign + text.slice(at + 1);
}
