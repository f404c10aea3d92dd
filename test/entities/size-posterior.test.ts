import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SizeTally } from '../../src/entities/size-posterior.ts';
import { randomDraws, relabelled, reordered, reorderedDraws } from './random-draws.ts';

function posterior(size: number, draws: readonly number[][]) {
  const tally = new SizeTally(size);
  for (const draw of draws) tally.add(Int32Array.from(draw));
  return tally.posterior();
}

/** Sizes of the entities of a draw. */
const sizesOf = (draw: readonly number[]): number[] =>
  [...new Set(draw)].map((label) => draw.filter((other) => other === label).length);

function naiveInterval(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return {
    mean: numbers.reduce((sum, n) => sum + n, 0) / numbers.length,
    low: sorted[Math.round(0.025 * (sorted.length - 1))]!,
    high: sorted[Math.round(0.975 * (sorted.length - 1))]!,
  };
}

describe('SizeTally', () => {
  it('counts entities, and entities of each size', () => {
    const draws = [
      [0, 0, 1],
      [2, 1, 0],
    ];
    expect(posterior(3, draws)).toEqual({
      entities: {
        mean: 2.5,
        low: 2,
        high: 3,
        values: Int32Array.of(2, 3),
        shares: Float64Array.of(0.5, 0.5),
      },
      bySize: { mean: Float64Array.of(2, 0.5), low: Int32Array.of(1, 0), high: Int32Array.of(3, 1) },
    });
  });

  it('takes the 2nd and the 40th of 41 draws as bounds', () => {
    // One draw of a single entity, thirty-nine of two, one of three.
    const draws = [[0, 0, 0], ...new Array(39).fill([0, 1, 1]), [0, 1, 2]];
    const { entities, bySize } = posterior(3, draws);
    expect(entities).toMatchObject({ mean: 2, low: 2, high: 2 });
    expect(bySize).toMatchObject({ low: Int32Array.of(1, 0, 0), high: Int32Array.of(1, 1, 0) });
  });

  it('finds what a naive count finds', () => {
    fc.assert(
      fc.property(randomDraws, ({ size, draws }) => {
        const { entities, bySize } = posterior(size, draws);
        const counts = draws.map((draw) => sizesOf(draw).length);
        expect(entities).toMatchObject(naiveInterval(counts));
        const values = [...new Set(counts)].sort((a, b) => a - b);
        expect([...entities.values]).toEqual(values);
        expect([...entities.shares]).toEqual(
          values.map((value) => counts.filter((count) => count === value).length / draws.length),
        );
        const largest = Math.max(...draws.flatMap(sizesOf));
        const intervals = Array.from({ length: largest }, (_, i) =>
          naiveInterval(draws.map((draw) => sizesOf(draw).filter((records) => records === i + 1).length)),
        );
        expect([...bySize.mean]).toEqual(intervals.map(({ mean }) => mean));
        expect([...bySize.low]).toEqual(intervals.map(({ low }) => low));
        expect([...bySize.high]).toEqual(intervals.map(({ high }) => high));
      }),
    );
  });

  it('has all records among the sizes, and all entities', () => {
    fc.assert(
      fc.property(randomDraws, ({ size, draws }) => {
        const { entities, bySize } = posterior(size, draws);
        expect(bySize.mean.reduce((sum, mean, i) => sum + mean * (i + 1), 0)).toBeCloseTo(size, 10);
        expect(bySize.mean.reduce((sum, mean) => sum + mean, 0)).toBeCloseTo(entities.mean, 10);
      }),
    );
  });

  it('depends on neither labels nor the order of records or draws', () => {
    fc.assert(
      fc.property(reorderedDraws, ({ size, draws, labels, records }) => {
        const expected = posterior(size, draws);
        expect(posterior(size, relabelled(draws, labels))).toEqual(expected);
        const moved = draws.map((draw) => reordered(draw, records));
        expect(posterior(size, moved.toReversed())).toEqual(expected);
      }),
    );
  });

  it('refuses draws of other records or labels, which do not count, and no draws', () => {
    const tally = new SizeTally(2);
    expect(() => tally.posterior()).toThrow(RangeError);
    tally.add(Int32Array.of(1, 1));
    for (const draw of [[0], [0, 1, 1], [0, 2], [-1, 0]])
      expect(() => tally.add(Int32Array.from(draw))).toThrow(RangeError);
    expect(tally.posterior().entities).toMatchObject({ mean: 1, low: 1, high: 1 });
  });

  it('knows draws of no records', () => {
    expect(posterior(0, [[]])).toMatchObject({ entities: { mean: 0 }, bySize: { low: new Int32Array(0) } });
  });
});
