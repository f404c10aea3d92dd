import { describe, expect, test } from 'vitest';
import { intervalAround, intervalOfDraws } from '../../src/pipeline/resolution.ts';

describe('the interval of draws', () => {
  test.each([
    ['of one is that one', [7], [7, 7, 7]],
    ['of two is both', [9, 4], [6.5, 4, 9]],
    ['is of their numbers, not of how they are written', [10, 9, 100], [119 / 3, 9, 100]],
    ['leaves out a fortieth at either end', Array.from({ length: 201 }, (_, i) => 200 - i), [100, 5, 195]],
    ['holds an outlier for one', [1, ...Array<number>(99).fill(5)], [4.96, 5, 5]],
  ])('%s', (_, draws, [mean, low, high]) => {
    const before = [...draws];
    expect(intervalOfDraws(draws)).toEqual({ mean, low, high });
    expect(intervalOfDraws(Int32Array.from(draws))).toEqual({ mean, low, high });
    expect(draws).toEqual(before);
  });
});

describe('the interval around a mean', () => {
  test.each([
    ['is the mean where all is sure', [50, 100], [50, 0], [50, 50]],
    ['is two standard errors to either side, and more up to whole numbers', [50, 100], [50, 4], [46, 54]],
    ['holds the entities found below the mean', [40, 100], [50, 4], [40, 54]],
    ['holds the entities found above the mean', [60, 100], [50, 4], [46, 60]],
    ['is at most the records', [99, 100], [99, 4], [95, 100]],
    ['is at least one', [2, 100], [2, 4], [1, 6]],
    ['is none of no records', [0, 0], [0, 0], [0, 0]],
  ])('%s', (_, [entities, records], [mean, variance], [low, high]) => {
    const around = intervalAround({ entities: entities!, records: records! }, mean!, variance!);
    expect(around).toEqual({ mean, low, high });
  });
});
