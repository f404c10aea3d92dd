/** Value codes laid out for many short looks at a few records: each is read at one place. */

/** Records that are copied field by field at a time: few enough to stay in the cache of the processor. */
const STRETCH = 2048;

/**
 * Value codes record after record.
 *
 * @param codes value codes by field
 * @returns the code of field f of record r at r · F + f
 */
export function byRecord(size: number, codes: readonly Int32Array[]): Int32Array {
  const fields = codes.length;
  const all = new Int32Array(size * fields);
  for (let from = 0; from < size; from += STRETCH) {
    const to = Math.min(from + STRETCH, size);
    for (let f = 0; f < fields; f++) {
      const column = codes[f]!;
      for (let row = from, at = from * fields + f; row < to; row++, at += fields) all[at] = column[row]!;
    }
  }
  return all;
}
