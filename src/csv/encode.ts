/** How cells and rows stand in a CSV file. */

import { stringify } from 'csv-stringify/sync';
import type { Delimiter } from './dialect.ts';

/** What makes csv-stringify quote a cell, by delimiter. */
const SPECIAL: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\r\n]/,
  ';': /[";\r\n]/,
  '\t': /["\t\r\n]/,
  '|': /["|\r\n]/,
};

/**
 * A cell as it stands in a CSV file: quoted, with quotes doubled, if it holds the delimiter, a quote or a line end
 * (RFC 4180, rules 6 and 7). csv-stringify does the quoting; but as it takes over a microsecond a call, the many
 * cells that need none are told apart first.
 *
 * @example encodeCell('6" pipe, steel') // => '"6"" pipe, steel"'
 */
export function encodeCell(text: string, delimiter: Delimiter = ','): string {
  if (!SPECIAL[delimiter].test(text)) return text;
  return stringify([[text]], { delimiter, eof: false });
}

/**
 * A row of a CSV file with its line end. The one cell of a row is quoted if it is empty, for a blank line is no row.
 *
 * @example encodeRow(['1', 'Smith, J.', '']) // => '1,"Smith, J.",\n'
 */
export function encodeRow(cells: readonly string[]): string {
  const special = SPECIAL[','];
  let row = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    // One call for the whole row, since csv-stringify's cost is that of the call.
    if (special.test(cell)) return stringify([cells as string[]]);
    row += i === 0 ? cell : `,${cell}`;
  }
  return row === '' && cells.length === 1 ? '""\n' : `${row}\n`;
}
