/** What SMERED finds: on data drawn from its own model, under files without duplicates, and where there is little to find. */
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import type { ResolveOptions } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { numbered, pairwiseF1 } from '../vb/categorical-columns.ts';
import { tableOf } from './tables.ts';

const SMERED: ResolveOptions = { engine: 'smered' };

/**
 * Records of the hit-and-miss model: labels drawn from 1 … K (or, for files without duplicates, K individuals
 * without repetition), y from 12 values a field of which low ones are common, each value drawn anew with
 * probability β.
 */
function drawnRecords({ seed = 1, records = 300, K = 600, fields = 6, beta = 0.03, files = 1 } = {}) {
  const { next, below } = random(seed);
  const value = (): number => Math.floor(12 * next() ** 1.5);
  const people = Array.from({ length: K }, () => Array.from({ length: fields }, value));
  const entities: number[] = [];
  const texts: Record<string, string> = {};
  for (let file = 0; file < files; file++) {
    const left = [...people.keys()];
    const lines = [Array.from({ length: fields }, (_, f) => `c${f}`).join(',')];
    for (let r = 0; r < records / files; r++) {
      const k = files === 1 ? below(K) : left.splice(below(left.length), 1)[0]!;
      entities.push(k);
      lines.push(people[k]!.map((y) => `v${next() < beta ? value() : y}`).join(','));
    }
    texts[`f${file}.csv`] = lines.join('\n');
  }
  return { texts, truth: numbered(entities), count: new Set(entities).size };
}

describe('on data drawn from its own model', () => {
  test.each([1, 2, 3])('the number of individuals is within the interval, seed %d', async (seed) => {
    const { texts, truth, count } = drawnRecords({ seed });
    const { entityOf, interval, draws } = resolve(await tableOf(texts), { ...SMERED, samples: 300, seed });
    expect(draws).toHaveLength(300);
    expect(interval.low).toBeLessThanOrEqual(count);
    expect(interval.high).toBeGreaterThanOrEqual(count);
    expect(pairwiseF1(entityOf, truth)).toBeGreaterThan(0.75);
  });

  test('the share of distorted values is learned', async () => {
    const { texts } = drawnRecords({ records: 900, K: 300, beta: 0.08 });
    const { chains } = resolve(await tableOf(texts), { ...SMERED, samples: 100 });
    const betas = chains!.flatMap(({ beta }) => beta.flat());
    expect(betas.reduce((sum, beta) => sum + beta, 0) / betas.length).toBeCloseTo(0.08, 1.7);
  });

  test('no entity and no draw has two records of a file without duplicates', async () => {
    const { texts, truth } = drawnRecords({ records: 600, K: 300, files: 3 });
    const table = await tableOf(texts);
    const options = { ...SMERED, uniqueWithin: new Set([0, 1, 2]), samples: 20 };
    const { entityOf, draws } = resolve(table, options);
    for (const partition of [entityOf, ...draws]) {
      const seen = Array.from(partition, (entity, row) => `${entity} ${table.sourceOf[row]}`);
      expect(new Set(seen).size).toBe(seen.length);
    }
    expect(pairwiseF1(entityOf, truth)).toBeGreaterThan(0.8);
  });

  test('equally likely linkages to few individuals join more than a learned number does', async () => {
    const { texts } = drawnRecords({ records: 200, K: 2000 });
    const table = await tableOf(texts);
    const entities = (K?: number) => resolve(table, { ...SMERED, K, samples: 100 }).interval.mean;
    expect(entities(200)).toBeLessThan(entities());
  });
});

test.each([40, 3, 1])('no draw has more than %d individuals where K says so', async (K) => {
  const { texts } = drawnRecords({ records: 60, K: 50 });
  const table = await tableOf(texts);
  for (const model of ['noisy', 'categorical'] as const) {
    const { draws, K: drawn } = resolve(table, { ...SMERED, model, K, samples: 10, burnIn: 5 });
    for (const draw of draws) expect(new Set(draw).size).toBeLessThanOrEqual(K);
    expect(drawn).toBe(K);
  }
});

describe('draws and chains', () => {
  test.each<ResolveOptions>([{}, { model: 'noisy' }])('are as many as asked for, %j', async (options) => {
    const { texts } = drawnRecords({ records: 80, K: 60 });
    const seen: number[] = [];
    const run = { ...SMERED, ...options, samples: 7, chains: 3, burnIn: 5, thinning: 2 };
    const resolution = resolve(await tableOf(texts), {
      ...run,
      onSweep: (done, total) => seen.push(done, total),
    });
    expect(resolution.draws).toHaveLength(7);
    expect(resolution.chains!.map(({ individuals }) => individuals.length)).toEqual([3, 3, 3]);
    expect(seen).toEqual(Array.from({ length: 11 }, (_, i) => [i + 1, 11]).flat());
    const first = resolution.draws[0]!;
    expect(resolution.chains![0]!.individuals[0]).toBe(new Set(first).size);
  });

  test('go on from where they were', async () => {
    const { texts } = drawnRecords({ records: 80, K: 60 });
    const table = await tableOf(texts);
    const whole = resolve(table, { ...SMERED, samples: 8 });
    let saved: ReturnType<Parameters<NonNullable<ResolveOptions['onSweep']>>[2]> | undefined;
    const onSweep: ResolveOptions['onSweep'] = (done, _, save) => {
      if (done === 37) saved = structuredClone(save());
    };
    resolve(table, { ...SMERED, samples: 2, onSweep });
    const resumed = resolve(table, { ...SMERED, samples: 8, resumeFrom: saved });
    expect(resumed.draws).toEqual(whole.draws);
    expect(resumed.chains).toEqual(whole.chains);
  });
});

describe('little to find', () => {
  test.each<[string, string, number]>([
    ['one record', 'a,b\nx,y\n', 1],
    ['two records that differ', 'a,b\nx,y\nv,w\n', 2],
    ['values that all miss', 'a,b\nx,y\n,\n,\n', 3],
  ])('%s', async (_, text, entities) => {
    for (const model of ['noisy', 'categorical'] as const) {
      const found = resolve(await tableOf({ 'a.csv': text }), { ...SMERED, model, samples: 5 });
      expect(found.entityOf).toHaveLength(entities);
      expect([...found.probability].every((p) => p >= 0 && p <= 1)).toBe(true);
      expect(Number.isFinite(found.interval.mean)).toBe(true);
    }
  });
});
