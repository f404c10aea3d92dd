import { describe, expect, test } from 'vitest';
import { expectedQuality } from '../../src/pipeline/expected-quality.ts';
import type { Resolution, ResolveOptions } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { people, tableOf } from './tables.ts';

/** What is looked at of a resolution. */
function resolution(of: {
  entityOf: number[];
  probability: number[];
  missedPairs?: number;
  draws?: number[][];
  matches?: number;
  missed?: number;
}): Resolution {
  const { entityOf, probability, draws = [], matches = 0, missed = 0 } = of;
  return {
    ...(of.missedPairs === undefined ? {} : { missedPairs: of.missedPairs }),
    entityOf: Int32Array.from(entityOf),
    entities: Math.max(-1, ...entityOf) + 1,
    probability: Float64Array.from(probability),
    draws: draws.map((draw) => Int32Array.from(draw)),
    linkage: { missed, estimation: { estimates: { best: { matches } } } },
  } as unknown as Resolution;
}

describe('by hand', () => {
  test('two entities of two, one in doubt', () => {
    const it = resolution({ entityOf: [0, 0, 1, 1], probability: [0.9, 0.7, 1, 1], missedPairs: 0.2 });
    // Right are .8 + 1 of two pairs, and 2 are expected in all.
    expect(expectedQuality(it)).toEqual({ precision: 0.9, recall: expect.closeTo(0.9, 12) });
  });

  test('what blocking missed counts as missed', () => {
    const it = resolution({ entityOf: [0, 0], probability: [1, 1], missedPairs: 0, missed: 0.25 });
    expect(expectedQuality(it)).toEqual({ precision: 1, recall: 0.75 });
  });

  test('of three records each goes wrong by itself', () => {
    const it = resolution({ entityOf: [0, 0, 0], probability: [0.5, 1, 1], missedPairs: 0 });
    // Pairs with .5, .5 and 1.
    expect(expectedQuality(it).precision).toBeCloseTo(2 / 3, 12);
  });

  test('draws say how many pairs there are', () => {
    const draws = [
      [0, 0, 1],
      [0, 0, 0],
    ];
    // The entity's pair is in both draws; these have 1 and 3 pairs.
    const it = resolution({ entityOf: [0, 0, 1], probability: [1, 1, 0.5], draws });
    expect(expectedQuality(it)).toEqual({ precision: 1, recall: 0.5 });
  });

  test('EM says it where nothing else does', () => {
    const it = resolution({ entityOf: [0, 0, 1], probability: [0.8, 0.8, 1], matches: 1 });
    expect(expectedQuality(it)).toEqual({ precision: 0.8, recall: 0.8 });
  });

  test('without pairs there is nothing to be right or missed', () => {
    const it = resolution({ entityOf: [0, 1], probability: [1, 1], missedPairs: 0 });
    expect(expectedQuality(it)).toEqual({ precision: undefined, recall: undefined });
  });
});

describe.each<[string, ResolveOptions]>([
  ['the default engine', {}],
  ['draws', { samples: 50 }],
  ['em', { engine: 'em' }],
])('of generated people it is within .05 of what the truth says, %s', (_, options) => {
  test.each([
    { records: 3000, errors: 1.5 },
    { records: 3000, errors: 3, missing: 0.15, seed: 2 },
    { records: 2000, errors: 3, sample: 1, seed: 3 },
  ])('%o', async (kind) => {
    const { files, entityOf } = await people(kind);
    const table = await tableOf(files);
    const it = resolve(table, options);
    const count = (keys: readonly unknown[]): number => {
      const sizes = new Map<unknown, number>();
      return keys.reduce<number>((pairs, key) => {
        const before = sizes.get(key) ?? 0;
        sizes.set(key, before + 1);
        return pairs + before;
      }, 0);
    };
    const truth = table.ids.map((id) => entityOf.get(id)!);
    const right = count(truth.map((entity, row) => `${entity} ${it.entityOf[row]}`));
    const { precision, recall } = expectedQuality(it);
    // Seen: precision .046 too high where rows have three errors and missing values, recall .023; else within .03.
    expect(Math.abs(precision! - right / count([...it.entityOf]))).toBeLessThan(0.05);
    expect(Math.abs(recall! - right / count(truth))).toBeLessThan(0.05);
  });
});
