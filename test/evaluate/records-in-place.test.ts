import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contingency } from '../../src/evaluate/contingency.ts';
import { recordsInPlace } from '../../src/evaluate/records-in-place.ts';
import { partitions } from './random-partitions.ts';

const inPlace = (found: readonly number[], truth: readonly number[]) => [
  ...recordsInPlace(contingency(Int32Array.from(found), Int32Array.from(truth))),
];

it('asks for more than half: {a a b} and {a} share two of four records with {a a a}', () => {
  expect(inPlace([0, 0, 0, 1], [0, 0, 1, 0])).toEqual([0, 0, 0, 0]);
});

it('finds two records of one entity in place beside a stranger, and the stranger not', () => {
  expect(inPlace([0, 0, 0, 1], [0, 0, 1, 1])).toEqual([1, 1, 0, 0]);
});

it('finds neither record in place of two that are apart, or of two that are wrongly together', () => {
  expect(inPlace([0, 1], [0, 0])).toEqual([0, 0]);
  expect(inPlace([0, 0], [0, 1])).toEqual([0, 0]);
});

it('is the Jaccard index above one half, record by record', () => {
  fc.assert(
    fc.property(partitions, ([found, truth]) => {
      const expected = found.map((_, i) => {
        const here = found.map((entity) => entity === found[i]);
        const there = truth.map((entity) => entity === truth[i]);
        const shared = here.filter((inFound, j) => inFound && there[j]).length;
        const together = here.filter((inFound, j) => inFound || there[j]).length;
        return shared / together > 0.5 ? 1 : 0;
      });
      expect(inPlace(found, truth)).toEqual(expected);
    }),
  );
});

it('has one entity at most for the records of a true one', () => {
  fc.assert(
    fc.property(partitions, ([found, truth]) => {
      const right = inPlace(found, truth);
      const places = new Set(
        found.flatMap((entity, i) => (right[i] === 1 ? [`${truth[i]} in ${entity}`] : [])),
      );
      const entities = new Set([...places].map((place) => place.split(' ')[0]));
      expect(places.size).toBe(entities.size);
    }),
  );
});
