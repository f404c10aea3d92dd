import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeightHistogram, weightHistogram } from '../../src/pipeline/weight-histogram.ts';

const histogram = (
  patterns: readonly { weight: number; count: number; p: number }[],
  prior = 0.2,
): WeightHistogram =>
  weightHistogram({
    weights: Float64Array.from(patterns, ({ weight }) => weight),
    probabilities: Float64Array.from(patterns, ({ p }) => p),
    parameters: { prior, m: new Float64Array(), u: new Float64Array() },
    evidence: {
      patterns: {
        ...{ size: patterns.length, levelCounts: [], levels: new Uint8Array() },
        counts: Float64Array.from(patterns, ({ count }) => count),
      },
    },
  });

test('pairs and matches are counted bit by bit, from the least weight to the greatest', () => {
  const { from, width, pairs, matches, threshold } = histogram([
    { weight: -1.5, count: 10, p: 0.1 },
    { weight: 0, count: 3, p: 0.5 },
    { weight: 0.9, count: 2, p: 1 },
  ]);
  expect([from, width]).toEqual([-2, 1]);
  expect([...pairs]).toEqual([10, 0, 5]);
  expect([...matches]).toEqual([1, 0, 3.5]);
  // log2 of .8/.2.
  expect(threshold).toBeCloseTo(2, 12);
});

test('without pairs there are no bins', () => {
  expect(histogram([]).pairs).toHaveLength(0);
});

test('every pair is in the bin of its weight, of which there are not too many', () => {
  const pattern = fc.record({
    weight: fc.integer({ min: -7200, max: 7200 }).map((eighths) => eighths / 8),
    count: fc.integer({ min: 1, max: 9 }),
    p: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1 }), (patterns) => {
      const { from, width, pairs } = histogram(patterns);
      expect(pairs.length).toBeLessThanOrEqual(120);
      expect(pairs[0]! * pairs.at(-1)!).toBeGreaterThan(0);
      pairs.forEach((count, bin) => {
        const low = from + bin * width;
        const inside = patterns.filter(({ weight }) => weight >= low && weight < low + width);
        expect(count).toBe(inside.reduce((sum, it) => sum + it.count, 0));
      });
    }),
  );
});
