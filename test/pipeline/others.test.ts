import { beforeAll, describe, expect, test } from 'vitest';
import { candidateTest } from '../../src/blocking/pairs.ts';
import { type BlockingPlan, planBlocking } from '../../src/blocking/plan.ts';
import { Comparison } from '../../src/compare/comparison.ts';
import { MISSING } from '../../src/compare/patterns.ts';
import { gatherEvidence } from '../../src/pipeline/evidence.ts';
import { type Others, sampleOthers } from '../../src/pipeline/others.ts';
import { finish } from '../../src/pipeline/steps.ts';
import type { Table } from '../../src/records/table.ts';
import { people, tableOf } from './tables.ts';

let table: Table;
let plan: BlockingPlan;
let comparison: Comparison;
let candidates = 0;
beforeAll(async () => {
  table = await tableOf((await people({ records: 600, missing: 0.1 })).files);
  plan = planBlocking(table, 8000);
  comparison = new Comparison(table);
  const isCandidate = candidateTest(table, plan);
  for (let a = 0; a < table.size; a++)
    for (let b = a + 1; b < table.size; b++) if (isCandidate(a, b)) candidates++;
});

const sum = (counts: Float64Array): number => counts.reduce((a, b) => a + b, 0);

describe('the sample of pairs that are no candidates', () => {
  test('stands for all of them', () => {
    const { patterns, scale } = sampleOthers(table, { plan }, comparison, candidates, 1);
    expect(scale * sum(patterns.counts)).toBeCloseTo(plan.totalPairs - candidates, 6);
    expect(sum(patterns.counts)).toBeGreaterThan(250_000);
  });

  test('has their levels, within the sampling error', () => {
    const isCandidate = candidateTest(table, plan);
    const { patterns } = sampleOthers(table, { plan }, comparison, candidates, 1);
    const size = sum(patterns.counts);
    const fields = comparison.levelCounts.length;
    for (let f = 0; f < fields; f++) {
      // Shares of each level, and of pairs that are not compared, among all and in the sample.
      const all = new Float64Array(256);
      const drawn = new Float64Array(256);
      for (let a = 0; a < table.size; a++)
        for (let b = a + 1; b < table.size; b++)
          if (!isCandidate(a, b)) all[comparison.fieldLevel(f, a, b)]! += 1 / (plan.totalPairs - candidates);
      for (let g = 0; g < patterns.size; g++)
        drawn[patterns.levels[g * fields + f]!]! += patterns.counts[g]! / size;
      all.forEach((share, level) => {
        expect(Math.abs(drawn[level]! - share)).toBeLessThan(
          1e-9 + 5 * Math.sqrt((share * (1 - share)) / size),
        );
      });
      expect(all[MISSING]).toBeGreaterThan(0);
    }
  });

  test('depends on the seed and on nothing else', () => {
    const draw = (seed: number): Others => sampleOthers(table, { plan }, comparison, candidates, seed);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
  });

  test('is empty where every pair is a candidate', () => {
    const every = planBlocking(table);
    expect(every.everyPair).toBe(true);
    const { patterns } = sampleOthers(table, { plan: every }, comparison, every.totalPairs, 1);
    expect(patterns.size).toBe(0);
  });

  test('leaves the candidates that were counted out, and only those', () => {
    const steps = gatherEvidence(table, plan, comparison, {
      ...{ crossProduct: new Float64Array(comparison.levelCounts.reduce((a, b) => a + b)), keepAbove: 1e9 },
    });
    expect(finish(steps).compared).toBe(candidates);
  });
});
