/** No candidate is a pair inside a source without duplicates; all others are as they would be. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockingKeys } from '../../src/blocking/keys.ts';
import { candidatePairs, candidateTest } from '../../src/blocking/pairs.ts';
import { type BlockingPlan, planBlocking } from '../../src/blocking/plan.ts';
import { wordKeys } from '../../src/blocking/words.ts';
import { drawsOf, possiblePairs, type Table } from '../../src/records/table.ts';
import { pairNames, SAMPLE_TYPES, sampleRows, tableOf } from './tables.ts';
import { isInside, someSources, withSources } from './unique-sources.ts';

const divided = fc
  .record({ rows: sampleRows(30), sources: someSources })
  .map(({ rows, sources: { sizes, unique } }) =>
    withSources(tableOf(SAMPLE_TYPES, rows), sizes, new Set(unique)),
  );

/** A rule of each key, and rare words. */
function rulesOf(table: Table): BlockingPlan {
  const keys = blockingKeys(table);
  const rules = keys.map((_, key) => ({
    ...{ keys: [key], name: '', largest: 8, pairs: 0 },
    ...{ complete: false, reaches: new Uint8Array(0) },
  }));
  const words = [wordKeys(table.columns[3]!, 3, 60) ?? []].flat();
  return { everyPair: false, keys, rules, words, built: new Map(), mostPairs: 0, totalPairs: 0, missed: 0 };
}

const isPossible = (table: Table) => (name: string) => {
  const [a, b] = name.split('-').map(Number);
  return !isInside(table, a!, b!);
};

describe.each<[string, (table: Table) => BlockingPlan]>([
  ['every pair', (table) => planBlocking(table)],
  ['rules', rulesOf],
])('by %s', (_, planOf) => {
  test('all pairs are candidates that would be without unique sources, but those inside one', () => {
    let left = 0;
    fc.assert(
      fc.property(divided, (table) => {
        const plan = planOf(table);
        const pairs = pairNames(candidatePairs(table, plan, 7));
        const all = pairNames(candidatePairs({ ...table, unique: undefined }, plan));
        expect(pairs).toEqual(all.filter(isPossible(table)));
        const isCandidate = candidateTest(table, plan);
        for (let a = 0; a < table.size; a++)
          for (let b = a + 1; b < table.size; b++)
            expect(isCandidate(a, b)).toBe(pairs.includes(`${a}-${b}`));
        if (plan.everyPair) expect(pairs).toHaveLength(plan.totalPairs);
        left += all.length - pairs.length;
      }),
      { numRuns: 100 },
    );
    expect(left).toBeGreaterThan(50);
  });
});

test('drawsOf counts the records of sources with duplicates, and those of each without', () => {
  const table = withSources(tableOf({ a: 'code' }, new Array(12).fill(['x'])), [3, 4], new Set([0, 2]));
  expect(drawsOf(table)).toEqual({ single: 4, unique: [3, 5] });
  expect(drawsOf({ ...table, unique: new Set() })).toEqual({ single: 12, unique: [] });
  expect(drawsOf({ ...table, unique: undefined })).toEqual({ single: 12, unique: [] });
});

test.each([
  [2, [3], 7],
  [5, [], 10],
  [0, [4], 0],
  [0, [3, 4], 12],
  [1, [1, 1], 3],
  [0, [], 0],
])('of %i records and sources %j without duplicates %i pairs are possible', (single, unique, pairs) => {
  expect(possiblePairs({ single, unique })).toBe(pairs);
});
