/** Orders by whole numbers, and whole numbers for others: faster than to sort with a comparison. */

/** 0, 1, … */
export function countingUp(length: number): Int32Array {
  const indices = new Int32Array(length);
  for (let i = 0; i < length; i++) indices[i] = i;
  return indices;
}

/** Slots of the table of different values; half of them are used at most. */
const SLOTS = 1 << 15;

/** How many of the values are greater than each; equal ones share a rank. Fast where few are different. */
export function ranksOf(values: Float64Array): Int32Array {
  const ranks = new Int32Array(values.length);
  const different = numbered(values, ranks);
  if (different === undefined) return ranksOfMany(values);
  const counts = new Int32Array(different.length);
  for (let i = 0; i < ranks.length; i++) counts[ranks[i]!]!++;
  const order = Array.from(different.keys()).sort((a, b) => different[b]! - different[a]!);
  const rankOf = new Int32Array(different.length);
  let greater = 0;
  for (let at = 0; at < order.length; at++) {
    const isSame = at > 0 && different[order[at]!] === different[order[at - 1]!];
    rankOf[order[at]!] = isSame ? rankOf[order[at - 1]!]! : greater;
    greater += counts[order[at]!]!;
  }
  for (let i = 0; i < ranks.length; i++) ranks[i] = rankOf[ranks[i]!]!;
  return ranks;
}

/** The different values, each value's number among them written to `numbers`; undefined where they are too many. */
function numbered(values: Float64Array, numbers: Int32Array): number[] | undefined {
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const slots = new Int32Array(SLOTS).fill(-1);
  const different: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const hash = Math.imul(halves[2 * i]!, 0x9e3779b1) ^ Math.imul(halves[2 * i + 1]!, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    while (slots[slot]! >= 0 && different[slots[slot]!] !== values[i]) slot = (slot + 1) & (SLOTS - 1);
    if (slots[slot]! < 0) {
      if (different.length === SLOTS / 2) return undefined;
      slots[slot] = different.push(values[i]!) - 1;
    }
    numbers[i] = slots[slot]!;
  }
  return different;
}

function ranksOfMany(values: Float64Array): Int32Array {
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
