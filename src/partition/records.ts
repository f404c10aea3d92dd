/** Lists of records, and their values, laid out for many short looks at a few of them. */

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

/** Records up to which they are put in their place one by one. */
const FEW = 16;

/** Sorts the first records, ascending, in place. */
export function sortFirst(rows: Int32Array, count: number): void {
  if (count > FEW) {
    rows.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const row = rows[i]!;
    let at = i;
    for (; at > 0 && rows[at - 1]! > row; at--) rows[at] = rows[at - 1]!;
    rows[at] = row;
  }
}
