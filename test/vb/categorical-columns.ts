/** Columns for tests: from rows of cells, from a file, and at random. */
import fc from 'fast-check';
import type { Column } from '../../src/records/table.ts';

/** Rows of cells (null or empty: missing) as dictionary-encoded columns. */
export function columnsOf(rows: readonly (readonly (string | null)[])[], names: readonly string[]): Column[] {
  return names.map((name, f) => {
    const codeOf = new Map<string, number>();
    const counts: number[] = [];
    const codes = Int32Array.from(rows, (row) => {
      const value = row[f];
      if (value === null || value === undefined || value === '') return -1;
      if (!codeOf.has(value)) counts[codeOf.size] = 0;
      const code = codeOf.get(value) ?? codeOf.size;
      codeOf.set(value, code);
      counts[code]!++;
      return code;
    });
    return { name, type: 'category', values: [...codeOf.keys()], counts: Int32Array.from(counts), codes };
  });
}

/** Up to `most` records of one to three fields of up to four values, about a fifth of them missing. */
export function randomColumns(most: number): fc.Arbitrary<Column[]> {
  const cell = fc.constantFrom('a', 'b', 'c', 'd', null);
  return fc
    .integer({ min: 1, max: 3 })
    .chain((fields) =>
      fc
        .array(fc.array(cell, { minLength: fields, maxLength: fields }), { minLength: 1, maxLength: most })
        .map((rows) => columnsOf(rows, ['f', 'g', 'h'].slice(0, fields))),
    );
}

/** Cells of a CSV without quotes, by the header's names. */
export function cellsOf(csv: string, names: readonly string[]): string[][] {
  const [header, ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const at = names.map((name) => header!.indexOf(name));
  return rows.map((row) => at.map((i) => row[i]!));
}

/** Numbers the labels from 0 in order of first appearance. */
export function numbered(labels: readonly unknown[]): Int32Array {
  const numbers = new Map<unknown, number>();
  return Int32Array.from(labels, (label) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    return numbers.get(label)!;
  });
}

/** F1 over all pairs of records that are together. */
export function pairwiseF1(found: Int32Array, truth: Int32Array): number {
  let [both, inFound, inTruth] = [0, 0, 0];
  for (let i = 0; i < found.length; i++) {
    for (let j = 0; j < i; j++) {
      if (found[i] === found[j]) inFound++;
      if (truth[i] === truth[j]) inTruth++;
      if (found[i] === found[j] && truth[i] === truth[j]) both++;
    }
  }
  return (2 * both) / (inFound + inTruth);
}
