/**
 * From cells as written to value codes: each distinct cell is normalised once, in the manner of its
 * column's type, and cells that come to the same become one value.
 */
import { type DateOrder, readDate } from './dates.ts';
import { normaliseCode, normaliseNumber, normalisePhone, normaliseText } from './normalise.ts';
import type { RawColumn } from './raw-column.ts';
import { recoded } from './recode.ts';
import type { Column } from './table.ts';
import type { ColumnType } from './types.ts';

/**
 * The normalised value of a cell of a column type, or undefined when the cell cannot be read as one.
 *
 * @example normaliseAs("O'Brien, Mary-Ann", 'person') // => 'obrien mary ann'
 * @example normaliseAs('02139', 'postcode') // => '2139'
 */
export function normaliseAs(
  cell: string,
  type: ColumnType,
  order: DateOrder = 'day-first',
): string | undefined {
  switch (type) {
    case 'person': {
      const text = normaliseText(cell).replace(/['.]/g, '');
      const words = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
      return words === '' ? text : words;
    }
    case 'date':
      return readDate(cell, order);
    case 'number':
      return normaliseNumber(cell);
    case 'code':
    case 'postcode': {
      // A spreadsheet turns 00123 into 123 and 17 into 17.0.
      const code = normaliseCode(cell.replace(/^\s*(\d+)\.0+\s*$/, '$1'));
      return /^0+\d+$/.test(code) ? code.replace(/^0+(?=\d)/, '') : code;
    }
    case 'codes':
      return [...new Set(cell.split(/[\s,;|]+/).map(normaliseCode))]
        .filter((code) => code !== '')
        .sort()
        .join(' ');
    case 'phone':
      // Digits alone need no look at the many ways to write a telephone number.
      return /^0*[1-9]\d*$/.test(cell) ? cell.replace(/^0+/, '') : normalisePhone(cell);
    case 'email': {
      const text = normaliseText(cell);
      return text.includes(' ') ? text.replaceAll(' ', '') : text;
    }
    default:
      return normaliseText(cell);
  }
}

/** A column encoded, and how many cells could not be read as its type (they count as missing). */
export interface EncodedColumn {
  column: Column;
  unreadable: number;
}

/** Encode a raw column as a matching column of the given type. */
export function encodeColumn(raw: RawColumn, type: ColumnType, order: DateOrder): EncodedColumn {
  const normalised = raw.values.map((cell) => normaliseAs(cell, type, order) ?? '');
  let unreadable = 0;
  normalised.forEach((value, code) => {
    if (value === '') unreadable += raw.counts[code]!;
  });
  return { column: recoded({ name: raw.name, type }, normalised, raw.counts, raw.codes()), unreadable };
}
