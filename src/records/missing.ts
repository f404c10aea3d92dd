/**
 * The one place that says which cells count as missing. A cell is compared after trimming; the tokens are
 * those that spreadsheets, statistics packages, databases and people write for "no value".
 */

/**
 * Tokens read as missing in every column, in the spellings listed and no other: "NA" is missing, the
 * surname "Na" is not.
 */
const MISSING_TOKENS: readonly string[] = [
  ...['NA', 'na', 'N/A', 'n/a', 'N.A.', 'n.a.', '#N/A'],
  ...['NULL', 'Null', 'null', '\\N', 'NIL', 'nil', 'NaN', 'nan', 'NAN'],
  ...['None', 'none', 'NONE', 'missing', 'Missing', 'MISSING'],
  ...['unknown', 'Unknown', 'UNKNOWN', 'not known', 'Not known', 'not available', 'Not available'],
  ...['<NA>', 'NaT', '(null)', '<null>', '[null]'],
  ...['#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!'],
  ...['-', '--', '---', '?', '??', '.', 'undefined'],
];

/** Whether a cell is missing. */
export interface MissingTest {
  (cell: string): boolean;
  /** All tokens that mean so, trimmed. */
  readonly tokens: ReadonlySet<string>;
}

/**
 * A test for missing cells. `extra` are the user's own tokens (`--null`), matched exactly after trimming.
 *
 * @example missingTest(['999'])(' 999 ') // => true
 */
export function missingTest(extra: readonly string[] = []): MissingTest {
  const tokens = new Set([...MISSING_TOKENS, ...extra.map((token) => token.trim())]);
  const isMissing = (cell: string) => {
    if (cell === '') return true;
    const trimmed = cell.trim();
    return trimmed === '' || tokens.has(trimmed);
  };
  return Object.assign(isMissing, { tokens });
}
