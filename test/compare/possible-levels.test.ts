import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { crossProductLevels, possibleLevels } from '../../src/compare/cross-product.ts';
import { random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { SAMPLE_TYPES, sampleRows, tableOf } from '../blocking/tables.ts';
import { isInside, someSources, withSources } from '../blocking/unique-sources.ts';
import { bruteForceLevels } from './brute-force-levels.ts';

/** The levels of all pairs of rows but those inside a source without duplicates, one by one. */
function bruteForce(table: Table, comparison: Comparison): Float64Array {
  return bruteForceLevels(table, comparison, (a, b) => isInside(table, a, b));
}

function possible(table: Table, comparison: Comparison): Float64Array {
  return possibleLevels(table, comparison, 1, crossProductLevels(table, comparison, 1));
}

test('counts the levels of the pairs that could match exactly where values are few', () => {
  fc.assert(
    fc.property(sampleRows(30), someSources, (rows, { sizes, unique }) => {
      const table = withSources(tableOf(SAMPLE_TYPES, rows), sizes, new Set(unique));
      const comparison = new Comparison(table);
      expect(possible(table, comparison)).toEqual(bruteForce(table, comparison));
    }),
    { numRuns: 100 },
  );
});

test('estimates them where values are many, equality exactly', () => {
  const { below } = random(4);
  const letters = (count: number) => Array.from({ length: count }, () => 'abcdefgh'[below(8)]!).join('');
  const rows = Array.from({ length: 2400 }, () => [letters(5)]);
  const table = withSources(tableOf({ code: 'code' }, rows), [1000, 1200], new Set([0, 1]));
  const comparison = new Comparison(table);
  const [estimate, expected] = [possible(table, comparison), bruteForce(table, comparison)];
  expect(estimate.at(-1)).toBe(expected.at(-1));
  const total = expected.reduce((sum, pairs) => sum + pairs, 0);
  expect(estimate.reduce((sum, pairs) => sum + pairs, 0)).toBeCloseTo(total, 3);
  // The error of a difference of three estimates, each of a sample of a million.
  expected.forEach((pairs, level) => {
    const share = pairs / total;
    expect(Math.abs(estimate[level]! / total - share)).toBeLessThan(10 * Math.sqrt(share / 1e6) + 1e-9);
  });
});
