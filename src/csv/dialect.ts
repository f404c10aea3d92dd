/** What kind of CSV a file is: the names of delimiters and encodings, and how a delimiter is detected. */

import { ErError } from '../errors.ts';

export type Delimiter = ',' | ';' | '\t' | '|';
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Candidates in order of preference: of two that fit equally well, the earlier one is taken. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

const DELIMITER_NAMES: ReadonlyMap<string, Delimiter> = new Map<string, Delimiter>([
  [',', ','],
  ['comma', ','],
  [';', ';'],
  ['semicolon', ';'],
  ['\t', '\t'],
  ['\\t', '\t'],
  ['tab', '\t'],
  ['|', '|'],
  ['pipe', '|'],
]);

/** Keys are lower case without hyphens, underscores and blanks. */
const ENCODING_NAMES: ReadonlyMap<string, Encoding> = new Map<string, Encoding>([
  ['utf8', 'utf-8'],
  ['utf8sig', 'utf-8'],
  ['utf8bom', 'utf-8'],
  ['ascii', 'utf-8'],
  ['usascii', 'utf-8'],
  ['utf16le', 'utf-16le'],
  ['utf16', 'utf-16le'],
  ['ucs2', 'utf-16le'],
  ['utf16be', 'utf-16be'],
  ['windows1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['1252', 'windows-1252'],
  ['win1252', 'windows-1252'],
  ['ansi', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso88591', 'windows-1252'],
]);

/** Records looked at when a delimiter is detected. */
const SAMPLE_RECORDS = 100;

/**
 * The delimiter that the text of an option names: the character itself or `comma`, `semicolon`, `tab`, `\t`, `pipe`.
 *
 * @throws ErError for anything else.
 * @example parseDelimiter('tab') // => '\t'
 */
export function parseDelimiter(text: string): Delimiter {
  const delimiter = DELIMITER_NAMES.get(text) ?? DELIMITER_NAMES.get(text.trim().toLowerCase());
  if (delimiter !== undefined) return delimiter;
  throw new ErError(`unknown delimiter ${JSON.stringify(text)}; use comma, semicolon, tab or pipe`);
}

/**
 * The encoding that the text of an option names. Case, hyphens, underscores and blanks do not count. Latin-1 is
 * read as Windows-1252, as browsers do: the two differ only in bytes that Latin-1 gives to control characters.
 *
 * @throws ErError for an unknown name.
 * @example parseEncoding('Latin-1') // => 'windows-1252'
 */
export function parseEncoding(text: string): Encoding {
  const encoding = ENCODING_NAMES.get(text.toLowerCase().replace(/[-_\s]/g, ''));
  if (encoding !== undefined) return encoding;
  throw new ErError(
    `unknown encoding ${JSON.stringify(text)}; use utf-8, utf-16le, utf-16be or windows-1252, or convert the file to UTF-8 first`,
  );
}

/**
 * The delimiter of a CSV text, judged by its first 100 records. Delimiters and line ends inside quotes do not
 * count. The winner is the delimiter that splits the most records into as many fields as the header; then the one
 * that makes the most fields; then the first of `,` `;` tab `|`. A delimiter that the header does not hold is
 * out, so a file of one column gives `,`.
 *
 * @param sample the beginning of the file; its last record may be cut off anywhere.
 * @example detectDelimiter('name;price\nbolt;1,50\n') // => ';'
 */
export function detectDelimiter(sample: string): Delimiter {
  const counts = countDelimiters(sample);
  let best: Delimiter = ',';
  let bestShare = 0;
  let bestCount = 0;
  DELIMITERS.forEach((delimiter, d) => {
    const header = counts[0]?.[d] ?? 0;
    if (header === 0) return;
    const share = counts.filter((record) => record[d] === header).length / counts.length;
    if (share > bestShare || (share === bestShare && header > bestCount)) {
      best = delimiter;
      bestShare = share;
      bestCount = header;
    }
  });
  return best;
}

/** Per record, how often each delimiter occurs outside quotes. Blank lines and a cut-off last record are left out. */
function countDelimiters(sample: string): number[][] {
  const records: number[][] = [];
  let counts = DELIMITERS.map(() => 0);
  let quoted = false;
  let recordStart = 0;
  let fieldStart = 0;
  for (let i = 0; i < sample.length && records.length < SAMPLE_RECORDS; i++) {
    const c = sample[i]!;
    if (quoted) {
      if (c === '"') quoted = false;
    } else if (c === '"') {
      // At the start of a field, or the second of a doubled quote; elsewhere (6" pipe) it is just a character.
      quoted = i === fieldStart || sample[i - 1] === '"';
    } else if (c === '\n' || c === '\r') {
      if (i > recordStart) records.push(counts);
      counts = DELIMITERS.map(() => 0);
      recordStart = i + 1;
      fieldStart = i + 1;
    } else {
      const d = DELIMITERS.indexOf(c as Delimiter);
      if (d < 0) continue;
      counts[d]!++;
      fieldStart = i + 1;
    }
  }
  // A header without a line end, or a quote that runs to the end of the sample, is all there is to judge by.
  if (records.length === 0) records.push(counts);
  return records;
}
