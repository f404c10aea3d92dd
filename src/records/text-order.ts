/**
 * Sorting many texts by code units, as `sort` does, several times as fast: the next few characters of a text and its
 * position make one number, these are sorted as numbers, and texts that share the characters are sorted by the
 * ones after them (a most-significant-digit radix sort).
 */

/** Characters that one number takes, and the values of one. */
const TAKEN = 4;
const RADIX = 128;
/** Positions that a number has room for: 28 bits of text and 24 of position stay below 2⁵³. */
const MOST_TEXTS = 2 ** 24;
/** So few texts are sorted by insertion. */
const FEW = 24;
/** Texts that share so many characters are compared as wholes. */
const DEEPEST = 256;

/**
 * The positions of the texts in their sorted order; equal ones by position.
 *
 * @example textOrder(['b', 'a', 'b']) // => Int32Array [1, 0, 2]
 */
export function textOrder(texts: readonly string[]): Int32Array {
  const order = Int32Array.from({ length: texts.length }, (_, i) => i);
  sortRun(texts, order, 0, false);
  return order;
}

/**
 * Sorts positions, which ascend, of texts that share their first `depth` characters.
 *
 * @param wide whether one character of any value is looked at, instead of a few of ASCII
 */
function sortRun(texts: readonly string[], order: Int32Array, depth: number, wide: boolean): void {
  const count = order.length;
  if (count <= FEW) {
    insertionSort(texts, order);
    return;
  }
  if (count >= MOST_TEXTS || depth > DEEPEST) {
    order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b));
    return;
  }
  const keyOf = wide ? wideKey : narrowKey;
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = keyOf(texts[order[i]!]!, depth) * MOST_TEXTS + i;
  numbers.sort();
  const unsorted = order.slice();
  for (let i = 0; i < count; i++) order[i] = unsorted[numbers[i]! % MOST_TEXTS]!;
  for (let first = 0; first < count; ) {
    const key = Math.floor(numbers[first]! / MOST_TEXTS);
    let end = first + 1;
    while (end < count && numbers[end]! < (key + 1) * MOST_TEXTS) end++;
    if (end - first > 1) {
      const run = order.subarray(first, end);
      if (wide) {
        if (key > 0) sortRun(texts, run, depth + 1, false);
      } else if (isCut(key)) sortRun(texts, run, depth, true);
      else if (key % RADIX > 0) sortRun(texts, run, depth + TAKEN, false);
    }
    first = end;
  }
}

/** One digit for each character, 0 where the text has ended; none after a character that has no digit of its own. */
function narrowKey(text: string, depth: number): number {
  const end = Math.min(text.length, depth + TAKEN);
  let key = 0;
  let at = depth;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    key = key * RADIX + Math.min(unit + 1, RADIX - 1);
    if (unit + 1 >= RADIX - 1) {
      at++;
      break;
    }
  }
  for (; at < depth + TAKEN; at++) key *= RADIX;
  return key;
}

/** Whether a key holds a character that has no digit of its own. */
function isCut(key: number): boolean {
  for (let rest = key; rest > 0; rest = Math.floor(rest / RADIX)) if (rest % RADIX === RADIX - 1) return true;
  return false;
}

function wideKey(text: string, depth: number): number {
  return depth < text.length ? text.charCodeAt(depth) + 1 : 0;
}

function insertionSort(texts: readonly string[], order: Int32Array): void {
  for (let i = 1; i < order.length; i++) {
    const position = order[i]!;
    const text = texts[position]!;
    let at = i;
    for (; at > 0 && texts[order[at - 1]!]! > text; at--) order[at] = order[at - 1]!;
    order[at] = position;
  }
}
