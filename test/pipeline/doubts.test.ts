/** Doubts of entities as a whole. */
import { describe, expect, test } from 'vitest';
import { entityDoubts } from '../../src/pipeline/doubts.ts';
import type { Resolution } from '../../src/pipeline/resolution.ts';

/** Pairs of records, each as sure as given, where EM expects so many matches. */
function pairs(count: number, sure: number, matches: number): Resolution {
  return {
    entityOf: Int32Array.from({ length: 2 * count }, (_, row) => row >> 1),
    entities: count,
    probability: new Float64Array(2 * count).fill(sure),
    linkage: { estimation: { estimates: { best: { matches } } } },
  } as unknown as Resolution;
}

describe('entityDoubts', () => {
  test('has nothing to say of sure entities with about the pairs expected', () => {
    expect(entityDoubts(pairs(100, 0.96, 80), {})).toEqual([]);
    expect(entityDoubts(pairs(100, 0.96, 130), {})).toEqual([]);
  });

  test('says that many records may be in a wrong entity', () => {
    expect(entityDoubts(pairs(100, 0.94, 100), {})).toEqual([
      expect.stringContaining('about 6 % of the records are expected to be in a wrong entity'),
    ]);
  });

  test('says that pairs and entities disagree, if both are of one model and many', () => {
    expect(entityDoubts(pairs(100, 1, 70), {})).toEqual([
      expect.stringContaining('the entities hold 100 pairs where 70 matches are expected'),
    ]);
    expect(entityDoubts(pairs(100, 1, 140), {})).toHaveLength(1);
    expect(entityDoubts(pairs(100, 1, 70), { K: 50 })).toEqual([]);
    expect(entityDoubts(pairs(100, 1, 70), { engine: 'em' })).toEqual([]);
    expect(entityDoubts(pairs(100, 1, 70), { model: 'categorical' })).toEqual([]);
    expect(entityDoubts(pairs(19, 1, 3), {})).toEqual([]);
  });
});
