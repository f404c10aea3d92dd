import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingTest } from '../../src/records/missing.ts';
import { RawColumn } from '../../src/records/raw-column.ts';

function filled(cells: readonly string[]): RawColumn {
  const column = new RawColumn('c', missingTest());
  for (const cell of cells) column.push(cell);
  return column;
}

describe('RawColumn', () => {
  it('keeps distinct cells as written but for space around, with counts', () => {
    const column = filled([' x', 'x ', 'x', 'X', '\u00a0y', 'y', '']);
    expect(column.values).toEqual(['x', 'X', 'y']);
    expect([...column.counts]).toEqual([3, 1, 2]);
    expect([...column.codes()]).toEqual([0, 0, 0, 1, 2, 2, -1]);
  });

  it('counts missing cells by the token that stood for them, the empty cell apart', () => {
    const column = filled(['NA', ' NA', 'n/a', '', ' ', 'x', 'NA']);
    expect(Object.fromEntries(column.missingTokens)).toEqual({ NA: 3, 'n/a': 1 });
    expect(column.values).toEqual(['x']);
  });

  it('fills rows of files without the column with missing', () => {
    const column = new RawColumn('c', missingTest());
    column.padTo(2);
    column.push('x');
    column.padTo(1);
    column.padTo(5000);
    expect(column.codes()).toHaveLength(5000);
    expect([...column.codes().subarray(0, 4)]).toEqual([-1, -1, 0, -1]);
    expect(column.codes()[4999]).toBe(-1);
  });

  it('gives every cell back, trimmed, and counts that sum to the cells present', () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'NA', ' a', 'a', 'a ', 'constructor', '__proto__'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 3000 }), (cells) => {
        const column = filled(cells);
        const isMissing = missingTest();
        const present = cells.filter((text) => !isMissing(text));
        const codes = [...column.codes()];
        expect(codes.map((code) => column.values[code])).toEqual(
          cells.map((text) => (isMissing(text) ? undefined : text.trim())),
        );
        expect(column.counts.reduce((sum, count) => sum + count, 0)).toBe(present.length);
        expect(new Set(column.values).size).toBe(column.values.length);
      }),
    );
  });
});
