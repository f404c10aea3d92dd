/**
 * Columns that only repeat others. Counting a copy, or a full name beside its first and last name, as
 * further evidence would count the same agreement twice (the independence of Fellegi & Sunter, 1969).
 */
import { normaliseText } from './normalise.ts';
import type { RawColumn } from './raw-column.ts';
import { NO_VALUE } from './table.ts';

/** Rows looked at to tell whether a column repeats others. */
const SAMPLE = 4000;
/** Share of rows in which the repetition must hold. */
const HOLDS = 0.9;
/** Rows in which both columns have values that a verdict needs. */
const ENOUGH = 10;

/**
 * For each column that repeats others, the reason; the columns it repeats are kept.
 *
 * @param columns candidates, none empty
 * @param size number of records, N
 * @returns index of the column → reason
 */
export function findRedundant(columns: readonly RawColumn[], size: number): Map<number, string> {
  const words = sampleWords(columns, size);
  const reasons = new Map<number, string>();
  for (let later = columns.length - 1; later > 0; later--) {
    for (let earlier = 0; earlier < later; earlier++) {
      if (reasons.has(earlier) || !isCopy(words[later]!, words[earlier]!)) continue;
      reasons.set(later, `a copy of ${columns[earlier]!.name}`);
      break;
    }
  }
  columns.forEach((_, whole) => {
    if (reasons.has(whole)) return;
    const parts = columns
      .map((_, part) => part)
      .filter((part) => part !== whole && !reasons.has(part) && isPart(words[part]!, words[whole]!));
    if (
      parts.length >= 2 &&
      isConcatenation(
        words[whole]!,
        parts.map((part) => words[part]!),
      )
    )
      reasons.set(whole, `a concatenation of ${parts.map((part) => columns[part]!.name).join(', ')}`);
  });
  return reasons;
}

/** The words of each column in the sampled rows; undefined where the row has no value. */
function sampleWords(columns: readonly RawColumn[], size: number): (string[] | undefined)[][] {
  const step = Math.max(1, Math.floor(size / SAMPLE));
  return columns.map((column) => {
    const codes = column.codes();
    const words: (string[] | undefined)[] = [];
    for (let row = 0; row < size; row += step) {
      const code = codes[row]!;
      words.push(code === NO_VALUE ? undefined : normaliseText(column.values[code]!).split(/[\s,]+/));
    }
    return words;
  });
}

function isCopy(a: (string[] | undefined)[], b: (string[] | undefined)[]): boolean {
  return (
    share(a, (words, row) => (b[row] === undefined ? undefined : words.join(' ') === b[row].join(' '))) >=
    0.98
  );
}

/** Whether the words of `part` stand, as a rule, among those of `whole`, which has more. */
function isPart(part: (string[] | undefined)[], whole: (string[] | undefined)[]): boolean {
  const contained = share(
    part,
    (words, row) => whole[row] && words.every((word) => whole[row]!.includes(word)),
  );
  return contained >= HOLDS;
}

function isConcatenation(whole: (string[] | undefined)[], parts: (string[] | undefined)[][]): boolean {
  return (
    share(whole, (words, row) => {
      const left = parts.flatMap((part) => part[row] ?? []);
      if (left.length === 0) return undefined;
      return [...words].sort().join(' ') === left.sort().join(' ');
    }) >= HOLDS
  );
}

/** Share of the rows with a verdict in which it is true; 0 when there are too few of them. */
function share(
  rows: (string[] | undefined)[],
  verdict: (words: string[], row: number) => boolean | undefined,
): number {
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
