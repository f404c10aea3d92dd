import { beforeAll, describe, expect, test } from 'vitest';
import { candidateTest } from '../../src/blocking/pairs.ts';
import { type BlockingPlan, planBlocking } from '../../src/blocking/plan.ts';
import { Comparison } from '../../src/compare/comparison.ts';
import { crossProductLevels } from '../../src/compare/cross-product.ts';
import { Rarity } from '../../src/compare/rarity.ts';
import { type Evidence, type EvidenceOptions, gatherEvidence } from '../../src/pipeline/evidence.ts';
import { link } from '../../src/pipeline/link.ts';
import { finish } from '../../src/pipeline/steps.ts';
import type { Table } from '../../src/records/table.ts';
import { found, people, tableOf } from './tables.ts';

/** Rarity classes are a quarter of a nat wide. */
const WIDTH = 0.25;

let table: Table;
let comparison: Comparison;
let rarity: Rarity;
let crossProduct: Float64Array;
beforeAll(async () => {
  table = await tableOf((await people({ records: 400, missing: 0.1 })).files);
  comparison = new Comparison(table);
  rarity = new Rarity(table, comparison, 1);
  crossProduct = crossProductLevels(table, comparison, 1);
});

const gather = (plan: BlockingPlan, options: Partial<EvidenceOptions> = {}): Evidence =>
  finish(
    gatherEvidence(table, plan, comparison, {
      ...{ crossProduct, rarity, keepAbove: Number.NEGATIVE_INFINITY, ...options },
    }),
  );

/** Every candidate pair as `left right`, with its levels and rarity, one after the other. */
function bruteForce(plan: BlockingPlan, withRarity: boolean): Map<string, string> {
  const isCandidate = candidateTest(table, plan);
  const pairs = new Map<string, string>();
  for (let a = 0; a < table.size; a++)
    for (let b = a + 1; b < table.size; b++) {
      if (!isCandidate(a, b)) continue;
      const levels = Uint8Array.from(comparison.levelCounts, (_, f) => comparison.fieldLevel(f, a, b));
      const rare = withRarity ? Math.round(rarity.logRatio(a, b, levels, 0) / WIDTH) * WIDTH : 0;
      pairs.set(`${a} ${b}`, `${levels.join()} ${rare + 0}`);
    }
  return pairs;
}

/** Pattern g written as `bruteForce` writes it. */
function patternText({ patterns, logRarity }: Evidence, g: number): string {
  const fields = patterns.levelCounts.length;
  return `${patterns.levels.subarray(g * fields, (g + 1) * fields).join()} ${-logRarity[g]! + 0}`;
}

function tally(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

describe.each([
  ['all pairs', undefined, true],
  ['all pairs without rarity', undefined, false],
  ['blocked pairs', 8000, true],
  ['blocked pairs without rarity', 8000, false],
])('%s', (_, maxPairs, withRarity) => {
  let plan: BlockingPlan;
  let evidence: Evidence;
  let wanted: Map<string, string>;
  beforeAll(() => {
    plan = planBlocking(table, maxPairs);
    evidence = gather(plan, withRarity ? {} : { rarity: undefined });
    wanted = bruteForce(plan, withRarity);
  });

  test('are compared once each', () => {
    expect(plan.everyPair).toBe(maxPairs === undefined);
    expect(evidence.compared).toBe(wanted.size);
    expect(evidence.byRule.reduce((a, b) => a + b)).toBe(wanted.size);
    expect(evidence.byRule).toHaveLength(Math.max(1, plan.rules.length + plan.words.length));
    expect(wanted.size).toBeGreaterThan(800);
  });

  test('are counted by pattern and rarity', () => {
    const { size, counts } = evidence.patterns;
    const counted = Array.from({ length: size }, (_, g) => [patternText(evidence, g), counts[g]!] as const);
    expect(new Map(counted)).toEqual(tally(wanted.values()));
    expect(counted).toHaveLength(new Map(counted).size);
  });

  test('are kept with their pattern when all are to be kept', () => {
    const { left, right, pattern, dropped } = evidence;
    const kept = Array.from(
      left,
      (a, i) => [`${a} ${right[i]}`, patternText(evidence, pattern[i]!)] as const,
    );
    expect(new Map(kept)).toEqual(wanted);
    expect(kept).toHaveLength(wanted.size);
    expect(dropped.every((pairs) => pairs === 0)).toBe(true);
  });

  test('not kept are counted as dropped, pattern by pattern', () => {
    const some = gather(plan, { keepAbove: 0, ...(withRarity ? {} : { rarity: undefined }) });
    expect(some.left.length).toBeLessThan(wanted.size);
    const keptOf = new Float64Array(some.patterns.size);
    for (const g of some.pattern) keptOf[g]!++;
    some.dropped.forEach((dropped, g) => {
      expect(dropped + keptOf[g]!).toBe(some.patterns.counts[g]);
    });
    expect(some.patterns).toEqual(evidence.patterns);
  });
});

test('progress is told with each chunk and at the end', () => {
  const told: number[] = [];
  const plan = planBlocking(table, 30_000);
  const { compared } = gather(plan, { progress: (pairs) => told.push(pairs) });
  expect(told.length).toBeGreaterThan(plan.rules.length);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(compared);
});

test.each([
  ['in full', {}, undefined],
  ['in blocks', { sample: 1 }, 30_000],
])('no pair that ends at the threshold or above is lost, compared %s', async (_, options, maxPairs) => {
  const some = await tableOf((await people({ records: 1000, ...options })).files);
  const complete = link(some, { threshold: 0, maxPairs });
  expect(complete.evidence.left).toHaveLength(complete.evidence.compared);
  for (const threshold of [0.001, 0.5, 0.9]) {
    const linkage = link(some, { threshold, maxPairs });
    expect(found(some, linkage, threshold)).toEqual(found(some, complete, threshold));
    expect(linkage.evidence.patterns).toEqual(complete.evidence.patterns);
  }
});
