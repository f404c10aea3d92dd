/** Tables of several sources, some said to hold no duplicates. */
import fc from 'fast-check';
import type { Source, Table } from '../../src/records/table.ts';

/** Cuts a table into sources of the given sizes; what is left over is one more. */
export function withSources(table: Table, sizes: readonly number[], unique: ReadonlySet<number>): Table {
  const sourceOf = new Uint16Array(table.size);
  const sources: Source[] = [];
  let first = 0;
  for (let s = 0; s <= sizes.length; s++) {
    const left = table.size - first;
    const rows = Math.min(left, sizes[s] ?? left);
    sourceOf.fill(s, first, first + rows);
    sources.push({ source: `${s}.csv`, first, rows } as Source);
    first += rows;
  }
  return { ...table, sources, sourceOf, unique };
}

/** Sizes of sources, and which of them hold no duplicates. */
export const someSources = fc.record({
  sizes: fc.array(fc.nat(10), { minLength: 3, maxLength: 3 }),
  unique: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
});

/** Whether two rows are inside a source without duplicates, by looking at where it begins and ends. */
export function isInside({ sources, unique }: Table, a: number, b: number): boolean {
  return sources.some(
    ({ first, rows }, s) => unique?.has(s) && [a, b].every((row) => row >= first && row < first + rows),
  );
}
