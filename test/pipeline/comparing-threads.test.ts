/** Threads run what is built, so that these tests are of `dist`. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { planBlocking } from '../../src/blocking/plan.ts';
import type { Table } from '../../src/records/table.ts';
import { people, tableOf } from './tables.ts';

const built = async <T>(path: string): Promise<T> =>
  (await import(/* @vite-ignore */ new URL(`../../dist/${path}.js`, import.meta.url).href)) as T;

type Gathered = import('../../src/pipeline/evidence.ts').Evidence;
type Evidence = typeof import('../../src/pipeline/evidence.ts');
type Threads = typeof import('../../src/pipeline/comparing-threads.ts');
type Survey = typeof import('../../src/pipeline/survey.ts');
type Steps = typeof import('../../src/pipeline/steps.ts');
type Comparing = typeof import('../../src/compare/comparison.ts');
type Rare = typeof import('../../src/compare/rarity.ts');
type Levels = typeof import('../../src/compare/cross-product.ts');

let table: Table;
beforeAll(async () => {
  table = await tableOf((await people({ records: 4000, files: 2 })).files);
});

async function gathered(threads: number, change: (threads: object | undefined) => void = () => {}) {
  const { gatherEvidence } = await built<Evidence>('pipeline/evidence');
  const { ComparingThreads } = await built<Threads>('pipeline/comparing-threads');
  const { inTurns } = await built<Steps>('pipeline/steps');
  const { Comparison } = await built<Comparing>('compare/comparison');
  const { Rarity } = await built<Rare>('compare/rarity');
  const { crossProductLevels } = await built<Levels>('compare/cross-product');
  const comparison = new Comparison(table);
  const helpers = ComparingThreads.start(table, {}, threads * 1e6, threads);
  change(helpers);
  const steps = gatherEvidence(table, planBlocking(table), comparison, {
    crossProduct: crossProductLevels(table, comparison, 1),
    rarity: new Rarity(table, comparison, 1),
    keepAbove: -10,
    threads: helpers,
  });
  try {
    return await inTurns(steps);
  } finally {
    helpers?.stop();
  }
}

/** What all arrays of the evidence hold; to compare them one number after the other takes long. */
function digests({ patterns, logRarity, left, right, pattern, dropped, byRule, compared }: Gathered) {
  const arrays = [patterns.levels, patterns.counts, logRarity, left, right, pattern, dropped, byRule];
  const digest = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    createHash('sha256')
      .update(Buffer.from(buffer, byteOffset, byteLength))
      .digest('hex');
  return [compared, ...arrays.map(digest)];
}

describe('ComparingThreads', () => {
  it.each([2, 4])('%i threads find what one finds, in the same order', async (threads) => {
    const alone = await gathered(1);
    expect(alone.compared).toBeGreaterThan(50_000);
    expect(digests(await gathered(threads))).toEqual(digests(alone));
  });

  it('are none where there is little to compare, or one thread is allowed', async () => {
    const { ComparingThreads } = await built<Threads>('pipeline/comparing-threads');
    expect(ComparingThreads.start(table, {}, 999_999, 4)).toBeUndefined();
    expect(ComparingThreads.start(table, {}, 1e9, 1)).toBeUndefined();
  });

  it('survey the fields that this thread does not take', async () => {
    const { ComparingThreads } = await built<Threads>('pipeline/comparing-threads');
    const { joinedSurvey, surveyFields } = await built<Survey>('pipeline/survey');
    const { inTurns } = await built<Steps>('pipeline/steps');
    const { Comparison } = await built<Comparing>('compare/comparison');
    const { Rarity } = await built<Rare>('compare/rarity');
    const { crossProductLevels } = await built<Levels>('compare/cross-product');
    const comparison = new Comparison(table);
    const threads = ComparingThreads.start(table, {}, 2e6, 2)!;
    const shared = threads.beginSurvey({ seed: 1, rarity: true });
    expect(threads.beginSurvey({ seed: 1, rarity: true })).toBe(shared);
    // Until the other thread has taken one.
    while (Atomics.load(shared.taken, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const own = [...surveyFields(table, comparison, shared)];
    const others = await inTurns(threads.surveyed());
    threads.stop();
    expect(others.length).toBeGreaterThan(0);
    const { everyPair, logMeans } = joinedSurvey([...own, ...others], comparison.levelCounts);
    expect(everyPair).toEqual(crossProductLevels(table, comparison, 1));
    expect(logMeans).toEqual(new Rarity(table, comparison, 1).logMeans);
  });

  it('that end before their work are an error, not a wait without end', async () => {
    const ended = gathered(2, (threads) => {
      const { worker } = (threads as { threads: { worker: { terminate(): void } }[] }).threads[0]!;
      worker.terminate();
    });
    await expect(ended).rejects.toThrow(/thread that compares ended/);
  });
});
