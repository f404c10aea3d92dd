/**
 * Similarity of text without spaces between words (titles and addresses in Chinese, Japanese or Thai, long
 * compound words) by the short pieces of letters, the q-grams, that two values share.
 */

/** The distinct values of a column as multisets of q-grams. */
export interface GramColumn {
  /** Gram ids of value v, ascending, repeats kept: `grams[offsets[v] .. offsets[v + 1])`. */
  grams: Int32Array;
  /** Where the grams of each value start; V + 1 entries. */
  offsets: Int32Array;
}

/**
 * Cuts values into their overlapping pieces of `q` UTF-16 units, with q − 1 pad characters (U+0000) before and
 * after, so that a value of n > 0 units has n + q − 1 grams; an empty one has none.
 *
 * @example qgrams(['ann', 'anna'], 2).offsets // Int32Array [0, 4, 9]: ·a an nn n· and ·a an nn na a·
 */
export function qgrams(values: readonly string[], q: 2 | 3): GramColumn {
  const offsets = new Int32Array(values.length + 1);
  for (let v = 0; v < values.length; v++) {
    const n = values[v]!.length;
    offsets[v + 1] = offsets[v]! + (n === 0 ? 0 : n + q - 1);
  }
  const grams = new Int32Array(offsets[values.length]!);
  const ids = new Map<number, number>();
  for (let v = 0; v < values.length; v++) {
    const value = values[v]!;
    const start = offsets[v]!;
    const end = offsets[v + 1]!;
    let gram = 0;
    for (let i = 0; i < end - start; i++) {
      gram = (gram % 0x10000 ** (q - 1)) * 0x10000 + (i < value.length ? value.charCodeAt(i) : 0);
      let id = ids.get(gram);
      if (id === undefined) {
        id = ids.size;
        ids.set(gram, id);
      }
      grams[start + i] = id;
    }
    grams.subarray(start, end).sort();
  }
  return { grams, offsets };
}

/**
 * Dice coefficient 2 |A ∩ B| / (|A| + |B|), 0 to 1, of the q-gram multisets of two values (L. R. Dice 1945,
 * Ecology 26, 297–302): a gram counts as often as it occurs in both. Symmetric; two empty values give 1, one gives
 * 0. Allocates nothing.
 *
 * @example qgramDiceCoded(qgrams(['ann', 'anna'], 2), 0, 1) // 0.6667, 3 grams of 4 and 5 in common
 */
export function qgramDiceCoded(c: GramColumn, a: number, b: number): number {
  if (a === b) return 1;
  const { grams, offsets } = c;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  const size = endA - i + endB - j;
  if (size === 0) return 1;
  let shared = 0;
  while (i < endA && j < endB) {
    const order = grams[i]! - grams[j]!;
    const below = order >>> 31;
    const above = -order >>> 31;
    shared += 1 - above - below;
    i += 1 - above;
    j += 1 - below;
  }
  return (2 * shared) / size;
}
