/** Orders by whole numbers, and whole numbers for others: faster than to sort with a comparison. */

/** 0, 1, … */
export function countingUp(length: number): Int32Array {
  const indices = new Int32Array(length);
  for (let i = 0; i < length; i++) indices[i] = i;
  return indices;
}

/** How many of the values are greater than each; equal ones share a rank. */
export function ranksOf(values: Float64Array): Int32Array {
  const sorted = values.slice().sort();
  const ranks = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = sorted.length - low;
  }
  return ranks;
}

/** Indices sorted by their key 0 … size − 1; equal keys stay as they stand. */
export function stablyBy(key: Int32Array, size: number, indices: Int32Array): Int32Array {
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < key.length; i++) starts[key[i]! + 1]!++;
  for (let k = 0; k < size; k++) starts[k + 1]! += starts[k]!;
  const sorted = new Int32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const i = indices[at]!;
    sorted[starts[key[i]!]!++] = i;
  }
  return sorted;
}
