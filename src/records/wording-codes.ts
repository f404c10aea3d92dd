/**
 * Codes inside wording: model and part numbers in product titles, registration marks, standards. Such a
 * word says which one of many alike things is meant, so it is compared as what it is, and apart from the
 * words around it: "Sony DSC-W150 camera" becomes the wording "sony camera" and the code `dscw150`.
 */

import { recoded } from './recode.ts';
import { sampleByHash } from './sample.ts';
import type { Column } from './table.ts';

/** Fewest characters of a code with letters and digits, and of one of digits alone. */
const SHORTEST_MIXED = 4;
const SHORTEST_NUMBER = 5;
/** Longest code that two neighbouring words are joined to. */
const LONGEST_JOINED = 14;
/** Share of the records with wording that must hold a code for codes to be compared by themselves. */
const ENOUGH = 0.25;
/** Records that hold a code on average, at most: "1080p" or "mp3" in every tenth title says little. */
const MOST_RECORDS = 10;

/** Distinct values looked at, about, to tell whether a column holds codes. */
const SAMPLE = 20_000;

/** A quantity with its unit: 500gb, 2x4gb, 1080p, 42in. */
const QUANTITY = /^(?:\d+x)*\d+[a-z]{0,4}$/;
/** A number with a fraction, thousands or a ratio: 2.53, 1,200, 16:9. */
const NUMBER = /\d[.,:]\d/;

/**
 * The codes of one normalised text: words with letters and digits, however they are divided by signs, and
 * long numbers.
 *
 * @param isWord whether two neighbouring words written as one are a word of the column: "mdr as50g" is taken
 * for one code where `mdras50g` occurs
 * @example codesIn('sony dsc-w150 8.1 mp 500gb', () => false) // => ['dscw150']
 */
export function codesIn(text: string, isWord: (joined: string) => boolean): string[] {
  const codes = new Set<string>();
  const words = text.split(/\s+/).map(bare);
  for (let at = 0; at < words.length; at++) {
    const joined = words[at]! === '' ? '' : words[at]! + (words[at + 1] ?? '');
    const isJoined =
      joined.length > words[at]!.length &&
      joined.length <= LONGEST_JOINED &&
      isCode(joined) &&
      isWord(joined);
    if (isJoined) codes.add(joined);
    else if (isCode(words[at]!)) codes.add(words[at]!);
    // The second half of a joined code is no code of its own.
    if (isJoined) at++;
  }
  return [...codes].sort();
}

/** Letters and digits of a word; nothing of a number with a fraction or a ratio. */
function bare(word: string): string {
  return NUMBER.test(word) ? '' : word.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function isCode(word: string): boolean {
  if (!/\d/.test(word)) return false;
  if (/^\d+$/.test(word)) return word.length >= SHORTEST_NUMBER;
  return word.length >= SHORTEST_MIXED && !QUANTITY.test(word);
}

/** A column of wording in two parts. */
export interface SeparatedCodes {
  readonly wording: Column;
  readonly codes: Column;
}

/**
 * The wording of a column without its codes, and the codes; undefined where too few records hold one.
 *
 * @param column of type `text`
 * @param name of the column of codes
 */
export function separateCodes(column: Column, name: string): SeparatedCodes | undefined {
  const { values } = column;
  const sample = sampleByHash(values, SAMPLE);
  if (!haveCodes(column, sample)) return undefined;
  const known = new Set(values.flatMap((value) => value.split(/\s+/).map(bare)));
  const found = values.map((value) => codesIn(value, (joined) => known.has(joined)));
  const rest = values.map((value, v) => withoutCodes(value, new Set(found[v]!)));
  const codes = found.map((own) => own.join(' '));
  return {
    wording: recoded(column, rest, column.counts, column.codes),
    codes: recoded({ name, type: 'codes' }, codes, column.counts, column.codes),
  };
}

/** Whether enough records hold a code, and few the same. */
function haveCodes({ values, counts }: Column, sample: readonly number[]): boolean {
  const codes = new Set<string>();
  let [present, holding, held] = [0, 0, 0];
  for (const v of sample) {
    const found = codesIn(values[v]!, () => false);
    present += counts[v]!;
    if (found.length > 0) holding += counts[v]!;
    held += found.length * counts[v]!;
    for (const code of found) codes.add(code);
  }
  return holding >= ENOUGH * present && held <= MOST_RECORDS * codes.size;
}

function withoutCodes(value: string, codes: ReadonlySet<string>): string {
  const words = value.split(/\s+/);
  const bares = words.map(bare);
  return words
    .filter((_, at) => {
      const [before = '', own, after = ''] = [bares[at - 1], bares[at]!, bares[at + 1]];
      if (own === '') return true;
      const isFirst = after !== '' && codes.has(own + after);
      const isSecond = before !== '' && codes.has(before + own);
      return !codes.has(own) && !isFirst && !isSecond;
    })
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ');
}
