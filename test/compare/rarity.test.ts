import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { levelOffsets } from '../../src/compare/patterns.ts';
import { Rarity } from '../../src/compare/rarity.ts';
import { random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { SAMPLE_TYPES, sampleRows, tableOf } from '../blocking/tables.ts';

/** Mean of the factor at each level over pairs of records drawn with replacement; NaN where there are none. */
function meanFactors(table: Table): number[] {
  const comparison = new Comparison(table);
  const rarity = new Rarity(table, comparison, 1);
  const offsets = levelOffsets(comparison.levelCounts);
  const sums = new Float64Array(offsets.at(-1)!);
  const pairs = new Float64Array(offsets.at(-1)!);
  table.columns.forEach(({ counts }, f) => {
    for (let a = 0; a < counts.length; a++)
      for (let b = 0; b < counts.length; b++) {
        const level = comparison.valueLevel(f, a, b);
        const weight = counts[a]! * counts[b]!;
        sums[offsets[f]! + level]! += weight * Math.exp(rarity.logValueRatio(f, a, b, level));
        pairs[offsets[f]! + level]! += weight;
      }
  });
  return [...sums].map((sum, i) => sum / pairs[i]!);
}

describe('Rarity', () => {
  it('has mean 1 among non-matches at every level that occurs, where values are few', () => {
    fc.assert(
      fc.property(sampleRows(25), (rows) => {
        for (const mean of meanFactors(tableOf(SAMPLE_TYPES, rows)))
          if (!Number.isNaN(mean)) expect(mean).toBeCloseTo(1, 9);
      }),
      { numRuns: 60 },
    );
  });

  it('has mean 1 within the sampling error where values are many', () => {
    const rng = random(6);
    const rows = Array.from({ length: 6000 }, () => {
      const letters = Array.from({ length: 4 }, () => 'abcdefghij'[Math.floor(10 * rng.next() ** 2)]!);
      return [letters.join(''), `w${rng.below(60)} w${Math.floor(60 * rng.next() ** 2)} w${rng.below(2)}`];
    });
    const table = tableOf({ code: 'code', title: 'text' }, rows);
    expect(Math.min(...table.columns.map(({ values }) => values.length))).toBeGreaterThan(1500);
    for (const mean of meanFactors(table)) expect(Math.abs(mean - 1)).toBeLessThan(0.06);
  });

  it('is Σθ²/θ for equal values, and 1 for different ones', () => {
    // θ is 1/2 for smith and 1/4 for jones and kowalski, of four records that have a name.
    const table = tableOf({ name: 'person' }, [['smith'], ['smith'], ['jones'], ['kowalski'], ['']]);
    const rarity = new Rarity(table, new Comparison(table), 1);
    const [jones, kowalski, smith] = [0, 1, 2];
    const squares = 1 / 4 + 1 / 16 + 1 / 16;
    expect(Math.exp(rarity.logValueRatio(0, smith, smith, 3))).toBeCloseTo(squares / (1 / 2), 12);
    expect(Math.exp(rarity.logValueRatio(0, jones, jones, 3))).toBeCloseTo(squares / (1 / 4), 12);
    expect(rarity.logValueRatio(0, jones, kowalski, 0)).toBe(0);
  });

  it('is the cube root of 1/θ + 1/θ′ over its mean for values that are only alike', () => {
    // One edit apart: ab1 with ab2 (2 · 1 pairs of records), ab1 with ab3 (2 · 1) and ab2 with ab3 (1).
    const table = tableOf({ code: 'code' }, [['ab1'], ['ab1'], ['ab2'], ['ab3']]);
    const rarity = new Rarity(table, new Comparison(table), 1);
    const mean = (4 * Math.cbrt(2 + 4) + 1 * Math.cbrt(4 + 4)) / 5;
    expect(Math.exp(rarity.logValueRatio(0, 0, 1, 1))).toBeCloseTo(Math.cbrt(6) / mean, 12);
    expect(Math.exp(rarity.logValueRatio(0, 2, 1, 1))).toBeCloseTo(Math.cbrt(8) / mean, 12);
  });

  it('is summed over the fields of a pair of records, missing and different ones left out', () => {
    const table = tableOf({ a: 'code', b: 'code', c: 'code' }, [
      ['ab1', 'x', ''],
      ['ab1', 'y', 'z'],
      ['ab2', 'x', 'z'],
    ]);
    const comparison = new Comparison(table);
    const rarity = new Rarity(table, comparison, 1);
    const levels = new Uint8Array(2 + 3);
    comparison.compare(Int32Array.of(0), Int32Array.of(2), 1, levels.subarray(2));
    const expected = rarity.logValueRatio(0, 0, 1, 1) + rarity.logValueRatio(1, 0, 0, levels[3]!);
    expect(rarity.logRatio(0, 2, levels, 2)).toBeCloseTo(expected, 12);
    expect(rarity.logRatio(2, 0, levels, 2)).toBe(rarity.logRatio(0, 2, levels, 2));
  });

  it('bears columns without values', () => {
    const table = tableOf({ a: 'code' }, [[''], ['']]);
    const rarity = new Rarity(table, new Comparison(table), 1);
    expect(rarity.logRatio(0, 1, Uint8Array.of(255), 0)).toBe(0);
  });
});
