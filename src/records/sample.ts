/**
 * Samples that do not depend on the order of the rows: an item is taken or not by the hash of what it holds.
 */

/**
 * A 32-bit hash of a text (FNV-1a over UTF-16 code units, with the final mix of MurmurHash3).
 *
 * @example hashText('') // => 2872998923
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The final mix of MurmurHash3 (Appleby, 2008): every bit of the input moves every bit of the output. */
function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Indices, ascending, of about `size` of the texts, all of them when there are fewer than twice as many.
 *
 * @example sampleByHash(['a', 'b', 'c'], 2) // => [0, 1, 2]
 */
export function sampleByHash(texts: readonly string[], size: number): number[] {
  const step = Math.max(1, Math.floor(texts.length / size));
  const taken: number[] = [];
  for (let i = 0; i < texts.length; i++) if (step === 1 || hashText(texts[i]!) % step === 0) taken.push(i);
  return taken;
}

/**
 * Rows, ascending, about `size` of them (all when there are fewer than twice as many). A row is taken by the
 * hash of its values and the names of their columns, so neither the order of rows nor that of columns
 * matters; rows alike in every column are taken or left together.
 *
 * @param columns dictionary-encoded, codes below 0 missing
 * @param rows number of rows, N
 */
export function sampleRows(
  columns: readonly { name: string; values: readonly string[]; codes(): Int32Array }[],
  rows: number,
  size: number,
): number[] {
  const step = Math.max(1, Math.floor(rows / size));
  const hashes = new Int32Array(rows);
  if (step > 1) {
    for (const column of columns) {
      const salt = hashText(column.name.toLowerCase());
      const ofValue = Int32Array.from(column.values, (value) => mix(hashText(value) ^ salt));
      column.codes().forEach((code, row) => {
        if (code >= 0) hashes[row]! += ofValue[code]!;
      });
    }
  }
  const taken: number[] = [];
  for (let row = 0; row < rows; row++) if (step === 1 || mix(hashes[row]!) % step === 0) taken.push(row);
  return taken;
}
