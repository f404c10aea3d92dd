import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALONE, type Blocks, countPairs, shared } from '../../src/blocking/blocks.ts';
import { BlockCounter } from '../../src/blocking/counted-blocks.ts';
import { blocksOf, planBlocking } from '../../src/blocking/plan.ts';
import { SampledCounter, sampleScale } from '../../src/blocking/sampled-blocks.ts';
import { random } from '../../src/math/random.ts';
import { NO_VALUE } from '../../src/records/table.ts';
import { tableOf } from './tables.ts';

/** Random codes of records, one in `missing` without any. */
function randomBlocks(records: number, distinct: number, missing: number, seed: number): Blocks {
  const rng = random(seed);
  const sizes = new Int32Array(distinct);
  const codes = Int32Array.from({ length: records }, () => {
    if (rng.below(missing) === 0) return NO_VALUE;
    // Skewed, as names are.
    const code = Math.floor(distinct * rng.next() ** 3);
    sizes[code]!++;
    return code;
  });
  return shared({ codes, sizes });
}

const reordered = ({ codes, sizes }: Blocks, order: readonly number[]): Blocks => ({
  codes: Int32Array.from(order, (row) => codes[row]!),
  sizes,
});

const sorted = (sizes: Int32Array): Int32Array => sizes.toSorted();

it('takes all blocks of small tables, and about 32,768 records or more of large ones', () => {
  expect([100, 131_071, 131_072, 1_000_000, 3_000_000].map(sampleScale)).toEqual([1, 1, 4, 16, 64]);
});

describe('SampledCounter', () => {
  const records = 40_000;
  const keys = [400, 90, 30].map((distinct, k) => randomBlocks(records, distinct, 20, k + 1));
  const asked = Int32Array.from({ length: 500 }, (_, i) => (i * 7919) % records);
  const exact = new BlockCounter(asked);
  const sampled = new SampledCounter(asked, 4);

  it.each([2, 3])('counts the blocks asked for exactly, of %i keys', (count) => {
    const some = keys.slice(0, count);
    expect(sampled.count(some).around).toEqual(exact.count(some).around);
  });

  it.each([2, 3])('counts whole blocks, which hold a quarter of the pairs or so, of %i keys', (count) => {
    const some = keys.slice(0, count);
    const all = exact.count(some).sizes;
    const { sizes } = sampled.count(some);
    const left = new Map<number, number>();
    for (const size of all) left.set(size, (left.get(size) ?? 0) + 1);
    for (const size of sizes) {
      expect(left.get(size) ?? 0).toBeGreaterThan(0);
      left.set(size, left.get(size)! - 1);
    }
    // Pairs of a sample of one block in four: the standard error is √3 √Σ pairs².
    const squares = all.reduce((sum, size) => sum + ((size * (size - 1)) / 2) ** 2, 0);
    expect(Math.abs(4 * countPairs(sizes) - countPairs(all))).toBeLessThan(4 * Math.sqrt(3 * squares));
  });

  it('does not depend on the order of the records', () => {
    const order = Array.from({ length: records }, (_, row) => (row * 7919 + 13) % records);
    const again = new SampledCounter(asked, 4).count(keys.map((key) => reordered(key, order)));
    expect(sorted(again.sizes)).toEqual(sorted(sampled.count(keys).sizes));
  });

  it('tells records that lack a key from those that have no like', () => {
    const one = { codes: Int32Array.of(0, 0, ALONE, NO_VALUE, 1, 1), sizes: Int32Array.of(2, 2) };
    const other = { codes: Int32Array.of(0, 0, 0, 0, 0, ALONE), sizes: Int32Array.of(5) };
    const all = Int32Array.from({ length: 6 }, (_, row) => row);
    expect([...new SampledCounter(all, 2).count([one, other]).around]).toEqual([2, 2, 1, 0, 1, 1]);
  });
});

describe('the plan of a large table', () => {
  const rng = random(3);
  const letters = (distinct: number): string => `w${Math.floor(distinct * rng.next() ** 2).toString(36)}`;
  const table = tableOf(
    { a: 'category', b: 'category', c: 'category', d: 'category' },
    Array.from({ length: 140_000 }, () => [letters(900), letters(700), letters(300), letters(90)]),
  );

  it('has the exact pairs of its rules, and their blocks for whoever compares them', () => {
    const plan = planBlocking(table);
    expect(plan.rules.length).toBeGreaterThan(0);
    for (const rule of plan.rules) {
      const { codes, sizes } = blocksOf(rule.keys, plan.keys);
      expect(rule.pairs).toBe(countPairs(sizes, rule.largest));
      expect(plan.built.get(rule)).toMatchObject({ codes, sizes });
    }
    expect(plan.mostPairs).toBe(plan.rules.reduce((sum, { pairs }) => sum + pairs, 0));
  });

  it('stays within the budget although pairs were estimated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200_000, max: 3_000_000 }), (budget) => {
        expect(planBlocking(table, budget).mostPairs).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 5 },
    );
  });
});
