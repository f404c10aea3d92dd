/**
 * Rare words as blocking keys of wording (titles, organisations, addresses, several names in one cell): a
 * record has many such keys, and two records are candidates when they share at least one.
 */
import { type Column, NO_VALUE } from '../records/table.ts';

/** Rare words of a column. Words are numbered from the rarest to the commonest. */
export interface WordKeys {
  readonly field: number;
  readonly name: string;
  /** Records that hold a word at most this often are paired. */
  readonly largest: number;
  /** Exact number of pairs before removing those that share several words. */
  readonly pairs: number;
  /** Words of value v: `words[starts[v]] … words[starts[v + 1] − 1]`, ascending. */
  readonly starts: Int32Array;
  readonly words: Int32Array;
  /** Whether a match of a record with value v would share a rare word with it, one not seen twice yet included. */
  readonly reaches: Uint8Array;
  /** Records that hold word w: `rows[firsts[w]] … rows[firsts[w + 1] − 1]`. */
  readonly firsts: Int32Array;
  readonly rows: Int32Array;
}

/** Words of fewer letters are no keys. */
const SHORTEST_WORD = 2;

/** Words of a normalised value. */
function wordsOf(value: string): string[] {
  return value.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length >= SHORTEST_WORD);
}

/** Mean number of words of the distinct values. */
export function meanWords(column: Column): number {
  if (column.values.length === 0) return 0;
  return column.values.reduce((sum, value) => sum + wordsOf(value).length, 0) / column.values.length;
}

/**
 * The words of a column that are rare enough for all pairs that share one to stay within `budget` pairs,
 * counted exactly; undefined when no word is.
 *
 * @example wordKeys(titles, 0, 100)?.name // => 'title: a rare word'
 */
export function wordKeys(column: Column, field: number, budget: number): WordKeys | undefined {
  const frequency = new Map<string, number>();
  const wordsIn = column.values.map((value) => new Set(wordsOf(value)));
  wordsIn.forEach((words, v) => {
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + column.counts[v]!);
  });
  const shared = [...frequency].filter(([, count]) => count >= 2);
  shared.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  let pairs = 0;
  let used = 0;
  while (used < shared.length) {
    // Words of one frequency are taken together or not at all, so that order of input does not matter.
    let next = used;
    let more = 0;
    while (next < shared.length && shared[next]![1] === shared[used]![1]) {
      more += (shared[next]![1] * (shared[next]![1] - 1)) / 2;
      next++;
    }
    if (pairs + more > budget) break;
    pairs += more;
    used = next;
  }
  if (used === 0) return undefined;
  const largest = shared[used - 1]![1];
  const numbers = new Map(shared.slice(0, used).map(([word], number) => [word, number]));
  const starts = new Int32Array(column.values.length + 1);
  const reaches = new Uint8Array(column.values.length);
  const words: number[] = [];
  wordsIn.forEach((own, v) => {
    const found: number[] = [];
    for (const word of own) {
      if (frequency.get(word)! <= largest) reaches[v] = 1;
      const number = numbers.get(word);
      if (number !== undefined) found.push(number);
    }
    words.push(...found.sort((a, b) => a - b));
    starts[v + 1] = words.length;
  });
  const wordList = Int32Array.from(words);
  return {
    ...{ field, name: `${column.name}: a rare word`, largest, pairs },
    ...{ starts, words: wordList, reaches, ...postings(column, starts, wordList, used) },
  };
}

function postings(
  column: Column,
  starts: Int32Array,
  words: Int32Array,
  count: number,
): { firsts: Int32Array; rows: Int32Array } {
  const firsts = new Int32Array(count + 1);
  const forEachWord = (visit: (word: number, row: number) => void): void => {
    for (let row = 0; row < column.codes.length; row++) {
      const value = column.codes[row]!;
      if (value === NO_VALUE) continue;
      for (let at = starts[value]!; at < starts[value + 1]!; at++) visit(words[at]!, row);
    }
  };
  forEachWord((word) => {
    firsts[word + 1]!++;
  });
  for (let word = 0; word < count; word++) firsts[word + 1]! += firsts[word]!;
  const rows = new Int32Array(firsts[count]!);
  const next = firsts.slice();
  forEachWord((word, row) => {
    rows[next[word]!++] = row;
  });
  return { firsts, rows };
}

/** The first (rarest) word two values share, or −1. */
export function firstSharedWord(keys: Pick<WordKeys, 'starts' | 'words'>, a: number, b: number): number {
  let i = keys.starts[a]!;
  let j = keys.starts[b]!;
  const endA = keys.starts[a + 1]!;
  const endB = keys.starts[b + 1]!;
  while (i < endA && j < endB) {
    const [wordA, wordB] = [keys.words[i]!, keys.words[j]!];
    if (wordA === wordB) return wordA;
    if (wordA < wordB) i++;
    else j++;
  }
  return -1;
}
