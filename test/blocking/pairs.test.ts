import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockingKeys } from '../../src/blocking/keys.ts';
import { BATCH, candidatePairs, candidateTest } from '../../src/blocking/pairs.ts';
import { type BlockingPlan, planBlocking } from '../../src/blocking/plan.ts';
import { wordKeys } from '../../src/blocking/words.ts';
import type { Table } from '../../src/records/table.ts';
import { referencePairs } from './reference.ts';
import { pairNames, SAMPLE_TYPES, sampleRows, tableOf } from './tables.ts';

const conjunction = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 3 });

/** A table and a plan of any rules and words, sensible or not; up to 40 rules. */
const planned = fc
  .record({
    rows: sampleRows(30),
    rules: fc.array(fc.tuple(conjunction, fc.integer({ min: 1, max: 9 })), { maxLength: 40 }),
    wordBudgets: fc.array(fc.nat(60), { minLength: 2, maxLength: 2 }),
  })
  .map(({ rows, rules, wordBudgets }): { table: Table; plan: BlockingPlan } => {
    const table = tableOf(SAMPLE_TYPES, rows);
    const keys = blockingKeys(table);
    const plan = {
      ...{ everyPair: false, keys, built: new Map(), mostPairs: 0, totalPairs: 0, missed: 0 },
      rules: rules.map(([chosen, largest]) => ({
        ...{ keys: [...new Set(chosen.map((k) => k % keys.length))], name: '', largest },
        ...{ pairs: 0, complete: false, reaches: new Uint8Array(0) },
      })),
      words: [0, 3].flatMap((field, w) => wordKeys(table.columns[field]!, field, wordBudgets[w]!) ?? []),
    };
    return { table, plan };
  });

describe('candidatePairs', () => {
  it('yields exactly the pairs that some rule or rare word brings together, each once, left before right', () => {
    let withWords = 0;
    fc.assert(
      fc.property(planned, ({ table, plan }) => {
        const pairs = pairNames(candidatePairs(table, plan));
        expect(pairs.length).toBe(new Set(pairs).size);
        expect(new Set(pairs)).toEqual(referencePairs(table, plan).pairs);
        for (const { left, right, count } of candidatePairs(table, plan))
          for (let i = 0; i < count; i++) expect(left[i]!).toBeLessThan(right[i]!);
        withWords += plan.words.length > 0 ? 1 : 0;
      }),
      { numRuns: 200 },
    );
    expect(withWords).toBeGreaterThan(50);
  });

  it.each([1, 7, BATCH])('yields the same pairs in the same order in batches of at most %i', (size) => {
    fc.assert(
      fc.property(planned, ({ table, plan }) => {
        const inBatches: string[] = [];
        for (const batch of candidatePairs(table, plan, size)) {
          expect(batch.count).toBeGreaterThan(0);
          expect(batch.count).toBeLessThanOrEqual(size);
          inBatches.push(...pairNames([batch]));
        }
        expect(inBatches).toEqual(pairNames(candidatePairs(table, plan, 3)));
      }),
      { numRuns: 40 },
    );
  });

  it('says of each batch which rule the pairs come from: the first that brings them together', () => {
    fc.assert(
      fc.property(planned, ({ table, plan }) => {
        const all = [...plan.rules, ...plan.words];
        const only = (r: number) => ({
          ...plan,
          rules: r < plan.rules.length ? [plan.rules[r]!] : [],
          words: r < plan.rules.length ? [] : [plan.words[r - plan.rules.length]!],
        });
        const byRule = all.map((_, r) => referencePairs(table, only(r)).pairs);
        for (const batch of candidatePairs(table, plan, 5))
          for (const pair of pairNames([batch]))
            expect(batch.rule).toBe(plan.everyPair ? 0 : byRule.findIndex((pairs) => pairs.has(pair)));
      }),
      { numRuns: 60 },
    );
  });

  it('yields all pairs of a small table, and none of tables of no record or one', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => [String(i)]);
    for (const [size, pairs] of [
      [0, []],
      [1, []],
      [2, ['0-1']],
      [3, ['0-1', '0-2', '1-2']],
    ] as const) {
      const table = tableOf({ code: 'code' }, rows(size));
      expect(pairNames(candidatePairs(table, planBlocking(table)))).toEqual(pairs);
      expect(pairNames(candidatePairs(table, planBlocking(table), 1))).toEqual(pairs);
    }
  });
});

describe('candidateTest', () => {
  it('tells of any two rows, either way round, whether the generator yields them', () => {
    fc.assert(
      fc.property(planned, ({ table, plan }) => {
        const pairs = new Set(pairNames(candidatePairs(table, plan)));
        const isCandidate = candidateTest(table, plan);
        for (let a = 0; a < table.size; a++)
          for (let b = a + 1; b < table.size; b++) {
            expect(isCandidate(a, b)).toBe(pairs.has(`${a}-${b}`));
            expect(isCandidate(b, a)).toBe(pairs.has(`${a}-${b}`));
          }
      }),
      { numRuns: 100 },
    );
  });
});
