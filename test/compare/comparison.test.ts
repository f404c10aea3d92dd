import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { levelsFor } from '../../src/compare/levels.ts';
import { MISSING } from '../../src/compare/patterns.ts';
import { SAMPLE_TYPES, sampleRows, tableOf } from '../blocking/tables.ts';

describe('Comparison', () => {
  it('compares many pairs at once as it compares one, either way round', () => {
    fc.assert(
      fc.property(sampleRows(15), (rows) => {
        const table = tableOf(SAMPLE_TYPES, rows);
        const comparison = new Comparison(table);
        const fields = table.columns.length;
        const pairs = rows.flatMap((_, a) => rows.map((_, b) => [a, b] as const));
        const left = Int32Array.from(pairs, ([a]) => a);
        const right = Int32Array.from(pairs, ([, b]) => b);
        const levels = new Uint8Array(pairs.length * fields);
        const turned = new Uint8Array(pairs.length * fields);
        new Comparison(table).compare(left, right, pairs.length, levels);
        new Comparison(table).compare(right, left, pairs.length, turned);
        expect(turned).toEqual(levels);
        pairs.forEach(([a, b], p) => {
          for (let f = 0; f < fields; f++) {
            const level = levels[p * fields + f]!;
            const isMissing = rows[a]![f] === '' || rows[b]![f] === '';
            expect(comparison.fieldLevel(f, a, b)).toBe(level);
            expect(level === MISSING).toBe(isMissing);
            const top = comparison.levelCounts[f]! - 1;
            if (!isMissing && rows[a]![f] === rows[b]![f]) expect(level).toBe(top);
            if (!isMissing && rows[a]![f] !== rows[b]![f])
              expect(level).toBe(
                levelsFor(table.columns[f]!).compare(
                  table.columns[f]!.codes[a]!,
                  table.columns[f]!.codes[b]!,
                ),
              );
          }
        });
      }),
      { numRuns: 40 },
    );
  });

  it('leaves the levels beyond the pairs asked for as they are', () => {
    const table = tableOf({ code: 'code' }, [['ab1'], ['ab2']]);
    const levels = Uint8Array.of(7, 7);
    new Comparison(table).compare(Int32Array.of(0, 0), Int32Array.of(1, 1), 1, levels);
    expect(levels).toEqual(Uint8Array.of(1, 7));
  });

  it('knows which levels are kinds rather than degrees, over all fields', () => {
    const rows = [
      ['smith', 'bob'],
      ['jones', 'robert'],
    ];
    const { kinds, levelCounts } = new Comparison(tableOf({ last: 'person', first: 'person' }, rows));
    expect(levelCounts).toEqual([4, 5]);
    expect([...kinds]).toEqual([4 + 2]);
  });
});
