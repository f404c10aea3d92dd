import { describe, expect, test } from 'vitest';
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { Agreement } from '../../src/pipeline/agreement.ts';

/** Patterns over a column of two levels and one of three. */
const PATTERNS: Patterns = {
  size: 4,
  levelCounts: [2, 3],
  levels: Uint8Array.of(1, 2, 1, 0, 0, 2, MISSING, 2),
  counts: Float64Array.of(1, 1, 1, 1),
};

function agreement(times: readonly number[]): Agreement {
  const group = new Agreement(PATTERNS);
  times.forEach((count, g) => {
    for (let i = 0; i < count; i++) group.add(g);
  });
  return group;
}

describe('Agreement', () => {
  test('bounds the share of a kind by the column that is equal least, as often as it is in that kind', () => {
    const kind = agreement([80, 20, 0, 0]); // equal: 100 of 100, 80 of 100
    expect(agreement([5, 95, 0, 0]).mostOf(kind)).toBeCloseTo(0.05 / 0.8, 12);
    expect(agreement([5, 0, 95, 0]).mostOf(kind)).toBeCloseTo(0.05, 12);
    expect(agreement([100, 0, 0, 0]).mostOf(kind)).toBe(1);
  });

  test('asks for enough comparisons in both groups, and for columns that are often equal', () => {
    const kind = agreement([80, 20, 0, 0]);
    expect(agreement([0, 19, 0, 0]).mostOf(kind)).toBe(1);
    expect(agreement([0, 20, 0, 0]).mostOf(kind)).toBe(0);
    expect(agreement([0, 0, 5, 95]).mostOf(kind)).toBe(1); // the first column is missing in 95 of 100
    expect(agreement([0, 100, 0, 0]).mostOf(agreement([40, 60, 0, 0]))).toBe(1);
  });

  test('adds groups', () => {
    const kind = agreement([80, 20, 0, 0]);
    const both = agreement([5, 5, 0, 0]).plus(agreement([0, 90, 0, 0]));
    expect(both.mostOf(kind)).toBeCloseTo(0.05 / 0.8, 12);
  });
});
