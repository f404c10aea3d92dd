import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALONE,
  type Blocks,
  countPairs,
  inOrderOfRecords,
  largestWithin,
} from '../../src/blocking/blocks.ts';
import { BlockCounter, countIntersection, membersOf } from '../../src/blocking/counted-blocks.ts';
import { intersect } from '../../src/blocking/intersection.ts';
import { random } from '../../src/math/random.ts';
import { NO_VALUE } from '../../src/records/table.ts';

function blocksFrom(codes: readonly number[], distinct: number): Blocks {
  const sizes = new Int32Array(distinct);
  for (const code of codes) if (code >= 0) sizes[code]!++;
  return { codes: Int32Array.from(codes), sizes };
}

const partitions = fc.array(fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: -1, max: 4 })), {
  maxLength: 40,
});

function expectIntersection(rows: readonly (readonly [number, number])[], result: Blocks): void {
  const sizes = new Int32Array(result.sizes.length);
  rows.forEach(([a, b], row) => {
    const code = result.codes[row]!;
    const alike = rows.filter(([a2, b2]) => a === a2 && b === b2).length;
    if (a < 0 || b < 0) expect(code).toBe(NO_VALUE);
    else if (alike === 1) expect(code).toBe(ALONE);
    else {
      sizes[code]!++;
      rows.forEach(([a2, b2], other) => {
        expect(result.codes[other] === code).toBe(a === a2 && b === b2);
      });
    }
  });
  expect(result.sizes).toEqual(sizes);
  expect([...result.sizes].every((size) => size > 1)).toBe(true);
}

describe('intersect', () => {
  // 5 × 5 cells are counted directly; where codes may be as many as 3,000 × 3,000 they are hashed.
  it.each([5, 3000])('puts two records in one block when they agree on both of two of %i', (distinct) => {
    fc.assert(
      fc.property(partitions, (rows) => {
        const spread = (code: number): number => (code < 0 ? code : code * (distinct / 5));
        const of = (side: 0 | 1): Blocks =>
          blocksFrom(
            rows.map((row) => spread(row[side])),
            distinct,
          );
        const result = intersect(of(0), of(1));
        expectIntersection(rows, result);
        const some = Int32Array.from(rows, (_, row) => row).filter((row) => row % 3 !== 1);
        const counted = countIntersection(of(0), membersOf(of(0)), of(1), some);
        expect(counted.sizes.toSorted()).toEqual(result.sizes.toSorted());
        expect(counted.around).toEqual(new BlockCounter(some).count([result]).around);
      }),
      { numRuns: distinct === 5 ? 200 : 30 },
    );
  });
});

it('intersects a partition into few blocks with one into very many', () => {
  const rng = random(7);
  const rows = Array.from({ length: 3000 }, () => [rng.below(40), rng.below(120_000)] as const);
  rows.push(...rows.slice(0, 1000));
  const a = blocksFrom(
    rows.map((row) => row[0]),
    40,
  );
  const b = blocksFrom(
    rows.map((row) => row[1]),
    120_000,
  );
  const { codes, sizes } = inOrderOfRecords(intersect(a, b));
  const times = new Map<string, number>();
  for (const row of rows) times.set(row.join(), (times.get(row.join()) ?? 0) + 1);
  const codeOf = new Map<string, number>();
  rows.forEach((row, r) => {
    const key = row.join();
    if (times.get(key)! > 1 && !codeOf.has(key)) codeOf.set(key, codeOf.size);
    expect(codes[r]).toBe(codeOf.get(key) ?? ALONE);
  });
  expect(sizes).toHaveLength(codeOf.size);
});

describe('countPairs', () => {
  it('sums n(n − 1)/2 over the blocks that are not too large', () => {
    expect(countPairs(Int32Array.of(1, 2, 3, 10))).toBe(0 + 1 + 3 + 45);
    expect(countPairs(Int32Array.of(1, 2, 3, 10), 3)).toBe(4);
    expect(countPairs(new Int32Array(0))).toBe(0);
    expect(countPairs(Int32Array.of(1_000_000))).toBe(499_999_500_000);
  });
});

describe('largestWithin', () => {
  it('is the largest size up to which all blocks fit the budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
        fc.nat(300),
        (list, budget) => {
          const sizes = Int32Array.from(list);
          const fitting = [1, ...list].filter((size) => countPairs(sizes, size) <= budget);
          expect(countPairs(sizes, largestWithin(sizes, budget))).toBe(
            countPairs(sizes, Math.max(...fitting)),
          );
        },
      ),
    );
  });

  it('is a size that occurs, or 1', () => {
    expect(largestWithin(Int32Array.of(2, 2, 10), 2)).toBe(2);
    expect(largestWithin(Int32Array.of(2, 2, 10), 1)).toBe(1);
    expect(largestWithin(Int32Array.of(3, 9), 30)).toBe(3);
    expect(largestWithin(Int32Array.of(3, 9), 39)).toBe(9);
  });
});
