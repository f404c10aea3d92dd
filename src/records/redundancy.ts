/**
 * Columns that only repeat others. Counting a copy, or a full name beside its first and last name, as
 * further evidence would count the same agreement twice (the independence of Fellegi & Sunter, 1969).
 */
import { parseDate } from './dates.ts';
import { normaliseText } from './normalise.ts';
import type { RawColumn } from './raw-column.ts';
import { sampleRows } from './sample.ts';
import { NO_VALUE } from './table.ts';

/** Rows looked at, about, to tell whether a column repeats others. */
const SAMPLE = 4000;
/** Share of rows in which a copy must equal its original, and a concatenation its parts. */
const COPY = 0.98;
const CONCATENATION = 0.9;
/** Share of the words of a whole that its parts must hold for the rest (middle names, say) to be let go. */
const MOST_WORDS = 0.75;
/** The same beyond chance (Cohen's κ): two flags that are both "no" nearly everywhere agree, but are no copies. */
const COPY_BEYOND_CHANCE = 0.9;
/** Share of the copy's values that may stand where the original has none. */
const WITHOUT_ORIGINAL = 0.2;
/** Rows in which both columns have values that a verdict needs. */
const ENOUGH = 10;

/** The words of a column in the sampled rows, sorted; undefined where the row has no value. */
type Words = readonly (readonly string[] | undefined)[];

/**
 * For each column that repeats others, the reason; the columns it repeats are kept. Order of words, case,
 * accents and punctuation do not matter (`Smith, John` repeats `John` and `Smith`), nor how a date is
 * written (`1987-03-05` repeats a column each of years, months and days). A whole that holds a little more
 * than its parts repeats them too: what it adds is less than what would be counted twice.
 *
 * @param columns candidates, none empty
 * @param size number of records, N
 * @returns index of the column → reason
 */
export function findRedundant(columns: readonly RawColumn[], size: number): Map<number, string> {
  const rows = sampleRows(columns, size, SAMPLE);
  const words = columns.map((column) => wordsIn(column, rows));
  const reasons = new Map<number, string>();
  findCopies(columns, words, reasons);
  // Short wholes first: a full name may be repeated inside an address label.
  const byLength = columns.map((_, c) => c).sort((a, b) => meanLength(words[a]!) - meanLength(words[b]!));
  for (const whole of byLength) {
    if (reasons.has(whole)) continue;
    const parts = columns
      .map((_, part) => part)
      .filter((part) => part !== whole && !reasons.has(part) && isPart(words[part]!, words[whole]!));
    if (parts.length < 2) continue;
    const wordsOfParts = parts.map((part) => words[part]!);
    const names = parts.map((part) => columns[part]!.name).join(', ');
    if (isConcatenation(words[whole]!, wordsOfParts)) reasons.set(whole, `a concatenation of ${names}`);
    else if (heldByParts(words[whole]!, wordsOfParts) >= MOST_WORDS)
      reasons.set(whole, `little more than ${names}`);
  }
  return reasons;
}

/** Of a column and its copy the one with fewer values goes, the later one of two with as many. */
function findCopies(
  columns: readonly RawColumn[],
  words: readonly Words[],
  reasons: Map<number, string>,
): void {
  const present = columns.map((column) => column.counts.reduce((sum, count) => sum + count, 0));
  const order = columns.map((_, c) => c).sort((a, b) => present[b]! - present[a]! || a - b);
  for (let later = order.length - 1; later > 0; later--) {
    const copy = order[later]!;
    const original = order.slice(0, later).find((candidate) => isCopy(words[copy]!, words[candidate]!));
    if (original !== undefined) reasons.set(copy, `a copy of ${columns[original]!.name}`);
  }
}

function wordsIn(column: RawColumn, rows: readonly number[]): Words {
  const codes = column.codes();
  const known = new Map<number, readonly string[]>();
  return rows.map((row) => {
    const code = codes[row]!;
    if (code === NO_VALUE) return undefined;
    let words = known.get(code);
    if (words === undefined) {
      words = wordsOf(column.values[code]!);
      known.set(code, words);
    }
    return words.length === 0 ? undefined : words;
  });
}

/** The words of a cell, sorted; of a date its parts. Numbers lose leading zeros and an added `.0`. */
function wordsOf(cell: string): string[] {
  const date = parseDate(cell, 'day-first')?.split('-');
  const text = normaliseText(cell).replace(/^(\d+)\.0$/, '$1');
  const words =
    date !== undefined && date[1] !== '00' && date[2] !== '00'
      ? date
      : text.replace(/'/g, '').split(/[^\p{L}\p{M}\p{N}]+/u);
  return words
    .filter((word) => word !== '')
    .map((word) => word.replace(/^0+(?=\d+$)/, ''))
    .sort();
}

function meanLength(words: Words): number {
  const lengths = words.flatMap((row) => (row === undefined ? [] : [row.length]));
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
}

function isCopy(copy: Words, original: Words): boolean {
  const [inCopy, inOriginal] = [new Map<string, number>(), new Map<string, number>()];
  let both = 0;
  let equal = 0;
  let alone = 0;
  copy.forEach((words, row) => {
    if (words === undefined) return;
    const others = original[row];
    if (others === undefined) {
      alone++;
      return;
    }
    const [a, b] = [words.join(' '), others.join(' ')];
    inCopy.set(a, (inCopy.get(a) ?? 0) + 1);
    inOriginal.set(b, (inOriginal.get(b) ?? 0) + 1);
    both++;
    if (a === b) equal++;
  });
  if (both < ENOUGH || alone > WITHOUT_ORIGINAL * (both + alone) || equal < COPY * both) return false;
  let chance = 0;
  for (const [value, count] of inCopy) chance += (count / both) * ((inOriginal.get(value) ?? 0) / both);
  // Both constant: nothing tells a copy from chance, and nothing is lost either way.
  return chance === 1 || (equal / both - chance) / (1 - chance) >= COPY_BEYOND_CHANCE;
}

/** Whether the words of `part` stand, as a rule, among those of `whole`. */
function isPart(part: Words, whole: Words): boolean {
  return (
    share(part, (words, row) => whole[row] && words.every((word) => whole[row]!.includes(word))) >=
    CONCATENATION
  );
}

function isConcatenation(whole: Words, parts: readonly Words[]): boolean {
  return (
    share(whole, (words, row) => {
      const left = parts.flatMap((part) => part[row] ?? []);
      return left.length === 0 ? undefined : words.join(' ') === left.sort().join(' ');
    }) >= CONCATENATION
  );
}

/** Share of the words of a whole that stand among its parts. */
function heldByParts(whole: Words, parts: readonly Words[]): number {
  let held = 0;
  let all = 0;
  whole.forEach((words, row) => {
    if (words === undefined) return;
    const inParts = new Set(parts.flatMap((part) => part[row] ?? []));
    all += words.length;
    held += words.filter((word) => inParts.has(word)).length;
  });
  return held / Math.max(1, all);
}

/** Share of the rows with a verdict in which it is true; 0 when there are too few of them. */
function share(rows: Words, verdict: (words: readonly string[], row: number) => boolean | undefined): number {
  let yes = 0;
  let seen = 0;
  rows.forEach((words, row) => {
    const holds = words === undefined ? undefined : verdict(words, row);
    if (holds === undefined) return;
    seen++;
    if (holds) yes++;
  });
  return seen < ENOUGH ? 0 : yes / seen;
}
