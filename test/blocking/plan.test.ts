import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALONE } from '../../src/blocking/blocks.ts';
import { candidatePairs, candidateTest } from '../../src/blocking/pairs.ts';
import { type BlockingPlan, blocksOf, estimateMissed, planBlocking } from '../../src/blocking/plan.ts';
import { NOMINAL_RATES, simulateMatches } from '../../src/blocking/simulated-matches.ts';
import { random } from '../../src/math/random.ts';
import type { Table } from '../../src/records/table.ts';
import { referencePairs } from './reference.ts';
import { pairNames, SAMPLE_TYPES, sampleRows, tableOf } from './tables.ts';

const nothingMissing = (plan: BlockingPlan) =>
  [plan.mostPairs, plan.totalPairs, plan.missed].every(Number.isFinite);

/** Answers to ten questions with few choices each, low numbers being commoner. */
function survey(records: number, choices: number, seed: number): string[][] {
  const rng = random(seed);
  const answer = () => `answer ${Math.floor(choices * rng.next() ** 1.3)}`;
  return Array.from({ length: records }, () => Array.from({ length: 10 }, answer));
}

const TEN_QUESTIONS = Object.fromEntries(
  Array.from({ length: 10 }, (_, q) => [`q${q}`, 'category' as const]),
);

/**
 * Independent codes of 60 values in each of five columns, each record and a copy of it with a rate of other
 * values and of missing cells that is the column's own.
 */
function copies(pairs: number, equal: readonly number[], present: readonly number[], seed: number): Table {
  const rng = random(seed);
  const rows: string[][] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const truth = equal.map(() => rng.below(60));
    const copy = truth.map((value, f) => (rng.next() < equal[f]! ? value : (value + 1 + rng.below(59)) % 60));
    for (const values of [truth, copy])
      rows.push(values.map((value, f) => (rng.next() < present[f]! ? `v${value}` : '')));
  }
  return tableOf({ a: 'code', b: 'code', c: 'code', d: 'code', e: 'code' }, rows);
}

describe('planBlocking', () => {
  it('counts the pairs of each rule and of all rules exactly, within the budget', () => {
    fc.assert(
      fc.property(sampleRows(40), fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const table = tableOf(SAMPLE_TYPES, rows);
        const total = Math.abs(rows.length * (rows.length - 1)) / 2;
        const budget = Math.floor(share * total);
        const plan = planBlocking(table, budget);
        expect(nothingMissing(plan)).toBe(true);
        expect(plan.totalPairs).toBe(total);
        expect(plan.everyPair).toBe(total <= budget);
        if (plan.everyPair) return;
        expect(plan.mostPairs).toBeLessThanOrEqual(budget);
        const { byRule } = referencePairs(table, plan);
        expect([...plan.rules, ...plan.words].map(({ pairs }) => pairs)).toEqual(byRule);
        expect(plan.mostPairs).toBe(byRule.reduce((sum, pairs) => sum + pairs, 0));
        for (const { keys, complete, largest } of plan.rules) {
          const { sizes } = blocksOf(keys, plan.keys);
          expect(complete).toBe(sizes.every((size) => size <= Math.max(1, largest)));
        }
        const drawn = simulateMatches(table, plan.keys, NOMINAL_RATES, 1).rows;
        for (const { keys, largest, reaches } of plan.rules) {
          const { codes, sizes } = blocksOf(keys, plan.keys);
          const sizeOf = (code: number): number => (code === ALONE ? 1 : (sizes[code] ?? Infinity));
          const inUse = Uint8Array.from(drawn, (row) => (sizeOf(codes[row]!) <= largest ? 1 : 0));
          expect(reaches).toEqual(inUse);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('chooses the same pairs of records whatever the order of the rows', () => {
    fc.assert(
      fc.property(sampleRows(40), fc.integer(), (rows, seed) => {
        const rng = random(seed);
        const order = rows.map((_, row) => row);
        for (let i = order.length - 1; i > 0; i--) {
          const j = rng.below(i + 1);
          [order[i], order[j]] = [order[j]!, order[i]!];
        }
        const budget = Math.floor(rows.length ** 2 / 5);
        const before = tableOf(SAMPLE_TYPES, rows);
        const after = tableOf(
          SAMPLE_TYPES,
          order.map((row) => rows[row]!),
        );
        const named = pairNames(candidatePairs(after, planBlocking(after, budget))).map((pair) => {
          const [a, b] = pair.split('-').map((row) => order[Number(row)]!);
          return `${Math.min(a!, b!)}-${Math.max(a!, b!)}`;
        });
        const expected = pairNames(candidatePairs(before, planBlocking(before, budget)));
        expect(named.sort()).toEqual(expected.sort());
      }),
      { numRuns: 25 },
    );
  });

  it.each<[string, string[][]]>([
    ['no records', []],
    ['one record', [['x', 'y']]],
    ['two records', Array(2).fill(['x', 'y'])],
    ['equal records', Array(30).fill(['x', 'y'])],
    ['missing values only', Array(30).fill(['', ''])],
  ])('bears %s, with any budget', (_, rows) => {
    const table = tableOf({ a: 'person', b: 'text' }, rows);
    for (const budget of [0, 1, 5, undefined]) {
      const plan = planBlocking(table, budget);
      expect(nothingMissing(plan)).toBe(true);
      const pairs = pairNames(candidatePairs(table, plan));
      expect(pairs.length).toBeLessThanOrEqual(budget ?? plan.totalPairs);
      expect(new Set(pairs)).toEqual(referencePairs(table, plan).pairs);
      const rates = table.columns.map(() => ({ equal: 0.9, near: 0 }));
      expect(estimateMissed(table, plan, rates)).toBe(plan.everyPair ? 0 : 1);
    }
  });

  it('bears a table without columns', () => {
    const table = tableOf({}, Array(30).fill([]));
    const plan = planBlocking(table, 10);
    expect(pairNames(candidatePairs(table, plan))).toEqual([]);
    expect(plan.missed).toBe(1);
    expect(estimateMissed(table, plan, [])).toBe(1);
  });

  it('says that all is missed when the budget is smaller than any rule', () => {
    const rows = Array.from({ length: 40 }, (_, row) => [`name ${row % 5}`]);
    const plan = planBlocking(tableOf({ name: 'category' }, rows), 20);
    expect(plan).toMatchObject({ everyPair: false, rules: [], words: [], mostPairs: 0, missed: 1 });
  });

  it.each([
    [3000, 4, 100_000, 0.35],
    [20_000, 6, undefined, 0.25],
  ])('refines rules for %i records of ten columns of %i values', (records, choices, budget, most) => {
    const table = tableOf(TEN_QUESTIONS, survey(records, choices, 3));
    const plan = planBlocking(table, budget);
    expect(Math.max(...plan.rules.map((rule) => rule.keys.length))).toBeGreaterThanOrEqual(4);
    expect(plan.mostPairs).toBeLessThanOrEqual(budget ?? 2_500_000);
    expect(plan.missed).toBeLessThan(most); // of matches that agree in 70 % of the answers only
  });

  it('uses the small blocks of a key with one value in nine rows of ten', () => {
    const rng = random(5);
    const cell = () => (rng.next() < 0.9 ? 'usual' : `rare ${rng.below(500)}`);
    const rows = Array.from({ length: 4000 }, () => [cell(), cell()]);
    const table = tableOf({ a: 'category', b: 'category' }, rows);
    const plan = planBlocking(table);
    expect(plan.rules.some((rule) => rule.keys.length === 1 && !rule.complete)).toBe(true);
    const isCandidate = candidateTest(table, plan);
    const rare = rows.findIndex(
      (row, r) => row[0] !== 'usual' && rows.findIndex((other) => other[0] === row[0]) < r,
    );
    const other = rows.findIndex((row) => row[0] === rows[rare]![0]);
    expect(isCandidate(other, rare)).toBe(true);
  });

  it('takes no words of dates, numbers and e-mail addresses', () => {
    const rows = Array.from({ length: 60 }, (_, row) => [`2001-01-${10 + (row % 9)}`, `${row % 7}.25`]);
    const plan = planBlocking(tableOf({ born: 'date', price: 'number' }, rows), 1700);
    expect(plan.words).toEqual([]);
  });
});

describe('estimateMissed', () => {
  it.each([
    [1, 6000, [0.7, 0.7, 0.7, 0.7, 0.7], [1, 1, 1, 1, 1]],
    [2, 200_000, [0.9, 0.5, 0.8, 0.6, 0.4], [1, 0.9, 0.6, 1, 0.8]],
    [3, 60_000, [0.8, 0.8, 0.6, 0.6, 0.6], [0.9, 0.9, 0.9, 0.9, 0.9]],
  ])('is the share of true pairs that a plan misses (case %i)', (seed, budget, equal, present) => {
    const pairs = 3000;
    const table = copies(pairs, equal, present, seed);
    const plan = planBlocking(table, budget);
    const isCandidate = candidateTest(table, plan);
    let missed = 0;
    for (let row = 0; row < table.size; row += 2) if (!isCandidate(row, row + 1)) missed++;
    const truth = missed / pairs;
    expect(truth).toBeGreaterThan(0.02);
    expect(truth).toBeLessThan(0.98);
    const rates = equal.map((rate) => ({ equal: rate, near: 0 }));
    // Four standard errors of the difference of two shares, of 3,000 pairs and of 4,000 draws.
    const error = 4 * Math.sqrt(truth * (1 - truth) * (1 / pairs + 1 / 4000));
    expect(Math.abs(estimateMissed(table, plan, rates) - truth)).toBeLessThan(error);
  });

  it('counts on a rare word of a record whether or not another record has it yet', () => {
    const rng = random(9);
    const word = () => `w${rng.below(40_000)}`;
    const rows: string[][] = [];
    for (let pair = 0; pair < 1500; pair++) {
      const title = [word(), word(), word()].join(' ');
      rows.push([title], [rng.next() < 0.6 ? title : [word(), word(), word()].join(' ')]);
    }
    const table = tableOf({ title: 'text' }, rows);
    const plan = { ...planBlocking(table, 200_000), rules: [] };
    expect(plan.words).toHaveLength(1);
    const isCandidate = candidateTest(table, plan);
    let missed = 0;
    for (let row = 0; row < table.size; row += 2) if (!isCandidate(row, row + 1)) missed++;
    const estimate = estimateMissed(table, plan, [{ equal: 0.6, near: 0 }]);
    expect(Math.abs(estimate - missed / 1500)).toBeLessThan(0.06);
  });

  it('is 0 when every pair is compared', () => {
    const table = tableOf({ a: 'code' }, [['x'], ['y']]);
    expect(estimateMissed(table, planBlocking(table), [{ equal: 0, near: 0 }])).toBe(0);
  });
});
