/** Scores of a partition: values counted by hand, and agreement with their definitions on random partitions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityNumbers, type PartitionScores, scorePartition } from '../../src/evaluate/partition-scores.ts';
import { byDefinition } from './by-definition.ts';
import { partitions } from './random-partitions.ts';

const score = (found: readonly number[], truth: readonly number[]) =>
  scorePartition(Int32Array.from(found), Int32Array.from(truth));

describe('scores of small partitions', () => {
  // {1,2,3} {4} against {1,2} {3,4}: of the pairs 12, 13, 23 of the result only 12 is right; 34 is missed.
  const small = score([0, 0, 0, 1], [0, 0, 1, 1]);

  it('count pairs', () => {
    const { truePositives, falsePositives, falseNegatives, trueNegatives } = small;
    expect([truePositives, falsePositives, falseNegatives, trueNegatives]).toEqual([1, 2, 1, 2]);
    expect([small.precision, small.recall, small.f1]).toEqual([1 / 3, 1 / 2, 2 / 5]);
  });

  it('average over records: precision (2·2/3 + 1/3 + 1)/4, recall (1 + 1 + 1/2 + 1/2)/4', () => {
    expect(small.bCubedPrecision).toBeCloseTo(2 / 3, 15);
    expect(small.bCubedRecall).toBeCloseTo(3 / 4, 15);
    expect(small.bCubedF1).toBeCloseTo(12 / 17, 15);
  });

  it('correct for chance: 3 and 2 of 6 pairs, 1 in both, so that 1 is expected and the index is 0', () => {
    expect(small.adjustedRandIndex).toBe(0);
  });

  it('measure what is unknown: merged 3/4 (log 3 − 2/3 log 2), split half of log 2', () => {
    expect(small.viMerged).toBeCloseTo(0.75 * (Math.log(3) - (2 / 3) * Math.LN2), 15);
    expect(small.viSplit).toBeCloseTo(0.5 * Math.LN2, 15);
    expect(small.variationOfInformation).toBe(small.viMerged + small.viSplit);
  });

  it('count entities that are exactly those of the truth', () => {
    expect(small.exactEntities).toBe(0);
    const half = score([5, 5, 2, 3, 3], [0, 0, 1, 1, 1]);
    expect([half.exactEntities, half.exactPrecision, half.exactRecall]).toEqual([1, 1 / 3, 1 / 2]);
  });

  // The example of Hubert & Arabie's index in scikit-learn's documentation: adjusted_rand_score([0,0,1,2], [0,0,1,1]).
  it('agree with the adjusted Rand index of another library', () => {
    expect(score([0, 0, 1, 2], [0, 0, 1, 1]).adjustedRandIndex).toBeCloseTo(0.57142857142857, 12);
  });

  it('are NaN where they are 0/0', () => {
    const apart = score([0, 1, 2], [0, 1, 2]);
    expect([apart.precision, apart.recall, apart.f1, apart.adjustedRandIndex]).toEqual([NaN, NaN, NaN, NaN]);
    expect([apart.bCubedF1, apart.exactRecall, apart.variationOfInformation]).toEqual([1, 1, 0]);
    const missed = score([0, 1], [0, 0]);
    expect([missed.precision, missed.recall, missed.f1]).toEqual([NaN, 0, 0]);
    expect(score([], []).bCubedPrecision).toBeNaN();
  });

  it('refuse partitions of different records', () => {
    expect(() => score([0], [0, 0])).toThrow(
      new RangeError('partitions of 1 and of 2 records cannot be compared'),
    );
  });

  it('count the pairs of a hundred thousand records in one entity exactly', () => {
    const one = new Int32Array(1e5);
    expect(scorePartition(one, one).truePositives).toBe((1e5 * (1e5 - 1)) / 2);
  });
});

describe('scores of any two partitions', () => {
  it('are those of their definitions', () => {
    fc.assert(
      fc.property(partitions, ([found, truth]) => {
        const scores = score(found, truth);
        const defined = byDefinition(found, truth);
        for (const [name, value] of Object.entries(defined))
          close(scores[name as keyof PartitionScores], value);
        const { truePositives: tp, falsePositives: fp, falseNegatives: fn } = defined;
        close(scores.precision, tp / (tp + fp));
        close(scores.recall, tp / (tp + fn));
        if (tp > 0) close(scores.f1, 2 / (1 / scores.precision + 1 / scores.recall));
        close(scores.bCubedF1, 2 / (1 / defined.bCubedPrecision + 1 / defined.bCubedRecall));
        close(scores.exactRecall, defined.exactEntities / defined.trueEntities);
        close(scores.exactPrecision, defined.exactEntities / defined.entities);
      }),
      { numRuns: 500 },
    );
  });

  it('change precision for recall, and merged for split, when the partitions change places', () => {
    fc.assert(
      fc.property(partitions, ([found, truth]) => {
        const [one, other] = [score(found, truth), score(truth, found)];
        expect(one.precision).toBe(other.recall);
        expect(one.bCubedPrecision).toBe(other.bCubedRecall);
        expect(one.exactPrecision).toBe(other.exactRecall);
        expect(one.viMerged).toBe(other.viSplit);
        expect(one.variationOfInformation).toBe(other.variationOfInformation);
        expect(one.adjustedRandIndex).toBe(other.adjustedRandIndex);
      }),
    );
  });

  it('are the same to the last digit when records are shuffled and entities renumbered', () => {
    fc.assert(
      fc.property(partitions, fc.integer({ min: 1, max: 1e6 }), ([found, truth], seed) => {
        const order = found.map((_, i) => i).sort((a, b) => mixed(a, seed) - mixed(b, seed));
        const renumbered = (partition: readonly number[]) =>
          order.map((i) => `entity ${(partition[i]! * 7919 + seed) % 104729}`);
        const shuffled = scorePartition(entityNumbers(renumbered(found)), entityNumbers(renumbered(truth)));
        expect(shuffled).toEqual(score(found, truth));
      }),
    );
  });

  it('are perfect exactly for equal partitions', () => {
    fc.assert(
      fc.property(partitions, ([found, truth]) => {
        const self = score(found, found);
        expect([self.bCubedF1, self.exactRecall, self.variationOfInformation]).toEqual([1, 1, 0]);
        const { variationOfInformation, falsePositives, falseNegatives } = score(found, truth);
        expect(variationOfInformation === 0).toBe(falsePositives + falseNegatives === 0);
        expect(variationOfInformation).toBeLessThanOrEqual(Math.log(found.length) + 1e-12);
      }),
    );
  });
});

function close(actual: number, expected: number): void {
  if (Number.isNaN(expected)) expect(actual).toBeNaN();
  else expect(Math.abs(actual - expected)).toBeLessThan(1e-12 * Math.max(1, Math.abs(expected)));
}

function mixed(i: number, seed: number): number {
  return Math.imul(i + seed, 0x9e3779b1) >>> 0;
}
