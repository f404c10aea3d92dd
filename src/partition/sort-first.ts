/** Short lists of records, sorted without a call that costs more than the work. */

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
