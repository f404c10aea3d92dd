/**
 * Normalisation of cells: what differs only in case, spacing, accents or typographic variants of the same
 * sign becomes the same value. Only Latin letters lose their accents; names in other scripts are kept
 * letter by letter, so that two of them that sound alike stay apart.
 */
import anyAscii from 'any-ascii';

const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const LATIN_BEYOND_ASCII = /[\u00c0-\u024f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/g;
const APOSTROPHES = /[\u2018\u2019\u201a\u201b\u02bc\u00b4\u0060]/g;
const QUOTES = /[\u201c-\u201f\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text in one spelling: compatibility form (Unicode NFKC), lower case, Latin accents folded, typographic
 * quotes and dashes made plain, invisible signs dropped, runs of spaces collapsed, trimmed.
 *
 * @example normaliseText('  Øystein  MÜLLER ') // => 'oystein muller'
 * @example normaliseText('Straße') // => 'strasse'
 */
export function normaliseText(cell: string): string {
  if (PLAIN.test(cell)) return cell.toLowerCase();
  return cell
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(DASHES, '-')
    .replace(LATIN_BEYOND_ASCII, (letter) => anyAscii(letter))
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
 * The digits of a telephone number; an international prefix written `+` or `00` is kept as digits without
 * its zeros, anything from "ext" or "x" on is dropped.
 *
 * @example normalisePhone('+44 (0)20 7946-0958 ext. 3') // => '4402079460958'
 */
export function normalisePhone(cell: string): string {
  const text = normaliseText(cell);
  const digits = text.replace(/(?:ext|x)\.?\s*\d*$/, '').replace(/\D+/g, '');
  return digits === '' ? text : digits.replace(/^00/, '');
}

/**
 * A number in one spelling; thousands separators are dropped where the grouping shows them to be such.
 * `undefined` when the cell is not a number.
 *
 * @example normaliseNumber('1,234.50') // => '1234.5'
 */
export function normaliseNumber(cell: string): string | undefined {
  const text = normaliseText(cell).replace(/^[$£€]\s*|\s*[$£€%]$/g, '');
  const grouped = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replace(/,/g, '') : text;
  const plain = /^[-+]?\d+,\d+$/.test(grouped) ? grouped.replace(',', '.') : grouped;
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : undefined;
}
