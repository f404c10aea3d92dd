/** What `resolve` makes of records that copy each other, errors and all. */
import { describe, expect, test } from 'vitest';
import type { Resolution } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { numbered, pairwiseF1 } from '../vb/categorical-columns.ts';
import { citations, sharedWords } from './citations.ts';

/** Pairs of one entity, as a share of the matches that EM expects. */
function held({ entityOf, linkage }: Resolution): number {
  const sizes = new Map<number, number>();
  for (const k of entityOf) sizes.set(k, (sizes.get(k) ?? 0) + 1);
  const pairs = [...sizes.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  return pairs / linkage.estimation.estimates.best.matches;
}

/** Share of EM's sure matches that are in one entity. */
function sureHeld({ entityOf, linkage: { evidence, probabilities } }: Resolution): number {
  const sure = [...evidence.pattern.keys()].filter((i) => probabilities[evidence.pattern[i]!]! >= 0.9);
  return (
    sure.filter((i) => entityOf[evidence.left[i]!] === entityOf[evidence.right[i]!]).length / sure.length
  );
}

describe('records that copy each other', () => {
  // With two seeds of the first eight EM itself expects only half of the matches, and nothing seems amiss.
  test.each([1, 2, 5, 6])('are found to be of one work, in spite of their errors, seed %i', async (seed) => {
    const { table, works } = await citations(seed);
    const truth = numbered(works);
    const resolution = resolve(table);
    // With K given, be it right, all errors are taken for new.
    const plain = resolve(table, { K: resolution.K });
    // Seen: .63 to .81, and with K learned less than three quarters.
    expect(sureHeld(plain)).toBeLessThan(0.85);
    // Seen: .73 to .79.
    expect(pairwiseF1(plain.entityOf, truth)).toBeLessThan(0.85);
    // Seen: .995 to 1, and 120 to 122 of 120.
    expect(pairwiseF1(resolution.entityOf, truth)).toBeGreaterThan(0.97);
    expect(Math.abs(resolution.entities - 120)).toBeLessThan(6);
  });

  test.each([1, 2, 3])('do not become one where all words are soon seen together, seed %i', async (seed) => {
    const { table, works } = await sharedWords(seed);
    const resolution = resolve(table);
    // Were copies taken for granted: 6 to 63 times what EM expects.
    expect(held(resolution)).toBeLessThan(1);
    // Seen: .56 to .62.
    expect(pairwiseF1(resolution.entityOf, numbered(works))).toBeGreaterThan(0.5);
  });
});
