import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { crossProductLevels } from '../../src/compare/cross-product.ts';
import { levelOffsets } from '../../src/compare/patterns.ts';
import { random } from '../../src/math/random.ts';
import { SAMPLE_TYPES, sampleRows, tableOf } from '../blocking/tables.ts';
import { bruteForceLevels } from './brute-force-levels.ts';

describe('crossProductLevels', () => {
  it('counts the levels of all pairs exactly where values are few', () => {
    fc.assert(
      fc.property(sampleRows(20), (rows) => {
        const table = tableOf(SAMPLE_TYPES, rows);
        const comparison = new Comparison(table);
        expect(crossProductLevels(table, comparison, 1)).toEqual(bruteForceLevels(table, comparison));
      }),
      { numRuns: 50 },
    );
  });

  it('estimates them within the sampling error where values are many, equality exactly', () => {
    const rng = random(4);
    const letter = () => 'abcdefgh'[rng.below(8)]!;
    const rows = Array.from({ length: 2200 }, (_, row) => [
      `${letter()}${letter()}${letter()}${letter()}${letter()}`,
      row % 3 === 0 ? '' : `${rng.below(2000)} w${rng.below(30)} w${rng.below(30)}`,
    ]);
    const table = tableOf({ code: 'code', title: 'text' }, rows);
    const comparison = new Comparison(table);
    const estimate = crossProductLevels(table, comparison, 1);
    const expected = bruteForceLevels(table, comparison);
    const offsets = levelOffsets(comparison.levelCounts);
    expect(estimate[offsets[1]! - 1]).toBe(expected[offsets[1]! - 1]);
    for (let f = 0; f < 2; f++) {
      const total = expected.subarray(offsets[f]!, offsets[f + 1]!).reduce((sum, pairs) => sum + pairs, 0);
      for (let i = offsets[f]!; i < offsets[f + 1]!; i++) {
        const share = expected[i]! / total;
        const error = 5 * Math.sqrt((share * (1 - share)) / 1e6) + 1e-9;
        expect(Math.abs(estimate[i]! / total - share)).toBeLessThanOrEqual(error);
      }
    }
  });

  it('counts wording of the same words as equal, in a sample too', () => {
    const rng = random(5);
    const rows = Array.from({ length: 3000 }, () => {
      const words = [`w${rng.below(40)}`, `w${rng.below(40)}`, `w${rng.below(3)}`];
      return [words.join(' ')];
    });
    const table = tableOf({ title: 'text' }, rows);
    expect(table.columns[0]!.values.length).toBeGreaterThan(1500);
    const comparison = new Comparison(table);
    const expected = bruteForceLevels(table, comparison);
    const estimate = crossProductLevels(table, comparison, 1);
    expect(estimate.at(-1)! / expected.at(-1)!).toBeGreaterThan(0.9);
    expect(estimate.at(-1)! / expected.at(-1)!).toBeLessThan(1.1);
    expect(estimate.reduce((sum, pairs) => sum + pairs, 0)).toBeGreaterThan(0.99 * 3000 * 1499.5);
  });

  it('is all zero without two values', () => {
    const table = tableOf({ a: 'person', b: 'text', c: 'code' }, [
      ['x', '', 'y'],
      ['', '', ''],
    ]);
    const comparison = new Comparison(table);
    expect([...crossProductLevels(table, comparison, 1)].every((pairs) => pairs === 0)).toBe(true);
  });
});
