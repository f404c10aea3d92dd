/**
 * Normalisation of cells: what differs only in case, spacing, accents or typographic variants of the same
 * sign becomes the same value. Only Latin letters lose their accents; names in other scripts are kept
 * letter by letter, so that two of them that sound alike stay apart.
 */
import anyAscii from 'any-ascii';
import { decodeEntities } from './entities.ts';

/** ASCII without runs of spaces, and without the grave accent, which stands for an apostrophe. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/;
const LATIN_BEYOND_ASCII = /[\u00c0-\u024f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/g;
const MARKS_ON_LATIN = /([A-Za-z])\p{Mn}+/gu;
const DIGITS_BEYOND_ASCII = /(?![0-9])\p{Nd}/gu;
const APOSTROPHES = /[\u2018\u2019\u201a\u201b\u02bc\u0060]/g;
/** Also written for an apostrophe; the compatibility form would make a space and an accent of it. */
const ACUTE = /\u00b4/g;
const QUOTES = /[\u201c-\u201f\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** Signs without meaning of their own, the Arabic tatweel that only stretches a word among them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0640]/g;

/**
 * Text in one spelling: compatibility form (Unicode NFKC), lower case, Latin accents folded, digits of every
 * script as 0–9, typographic quotes and dashes made plain, HTML entities decoded, invisible signs dropped,
 * runs of spaces collapsed, trimmed.
 *
 * @example normaliseText('  Øystein  MÜLLER ') // => 'oystein muller'
 * @example normaliseText('Straße') // => 'strasse'
 * @example normaliseText('Smith &amp; Sons') // => 'smith & sons'
 */
export function normaliseText(cell: string): string {
  const folded = PLAIN.test(cell) ? cell.toLowerCase() : fold(cell);
  const decoded = decodeEntities(folded);
  // What an entity stood for may itself need folding, or be the "&" of an entity that was escaped twice.
  return decoded === folded ? folded : normaliseText(decoded);
}

function fold(cell: string): string {
  return cell
    .replace(ACUTE, "'")
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(LATIN_BEYOND_ASCII, (letter) => anyAscii(letter))
    .replace(APOSTROPHES, "'")
    .replace(MARKS_ON_LATIN, '$1')
    .replace(DIGITS_BEYOND_ASCII, (digit) => anyAscii(digit))
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A code without the signs people put between its parts.
 *
 * @example normaliseCode('AB-12 / 3') // => 'ab123'
 */
export function normaliseCode(cell: string): string {
  const text = normaliseText(cell);
  const bare = text.replace(/[^\p{L}\p{N}]+/gu, '');
  return bare === '' ? text : bare;
}

/**
 * The digits of a telephone number without leading zeros: an international prefix may be written `+` or `00`,
 * and spreadsheets drop the zero of a national one, as they add `.0`. A trunk zero in brackets and anything
 * from "ext" or "x" on are dropped. A number spelt in letters stays as it is.
 *
 * @example normalisePhone('+44 (0)20 7946-0958 ext. 3') // => '442079460958'
 * @example normalisePhone('020 7946 0958') // => '2079460958'
 */
export function normalisePhone(cell: string): string {
  const text = normaliseText(cell)
    .replace(/(?:extension|extn?|x|#)\.?\s*\d*$/, '')
    .replace(/^(\d+)\.0$/, '$1')
    .replace(/^(\+\d{1,3}|00\d{1,3}) ?\(0\)/, '$1')
    .trim();
  const digits = text.replace(/\D+/g, '').replace(/^0+/, '');
  const isSpelt = digits.length < 7 && /\p{L}.*\p{L}.*\p{L}/u.test(text);
  return digits === '' || isSpelt ? normaliseText(cell) : digits;
}

const MONEY = /^([-+]?)\s*\p{Sc}\s*(?=[-+]?[\d.])|\s*(?:\p{Sc}|%)$/gu;
const GROUPED_BY_COMMA = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_BY_POINT = /^[-+]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const GROUPED_BY_SPACE = /^[-+]?\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?$/;
const DECIMAL_COMMA = /^[-+]?\d*,\d+$/;

/**
 * A number in one spelling; thousands separators (`1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`) are dropped
 * where the grouping shows them to be such. `undefined` when the cell is not a number.
 *
 * @example normaliseNumber('1,234.50') // => '1234.5'
 * @example normaliseNumber('1.234,50 €') // => '1234.5'
 */
export function normaliseNumber(cell: string): string | undefined {
  let text = normaliseText(cell).replace(MONEY, '$1');
  if (GROUPED_BY_COMMA.test(text)) text = text.replaceAll(',', '');
  else if (GROUPED_BY_POINT.test(text)) text = text.replaceAll('.', '').replace(',', '.');
  else if (GROUPED_BY_SPACE.test(text)) text = text.replace(/[ ']/g, '').replace(',', '.');
  else if (DECIMAL_COMMA.test(text)) text = text.replace(',', '.');
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? String(value) : undefined;
}
