import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coReference, coReferentPairs, meanCoReference } from '../../src/entities/co-reference.ts';
import { partitionOf } from '../../src/entities/partition.ts';
import {
  fellowsOf,
  type RandomDraws,
  randomDraws,
  relabelled,
  reordered,
  reorderedDraws,
  shareTogether,
  tallied,
} from './random-draws.ts';

/** {0, 1} {2} {3}, {0, 1, 2} {3} and {0} {1} {2} {3}. */
const EXAMPLE: RandomDraws = {
  size: 4,
  draws: [
    [0, 0, 1, 2],
    [3, 3, 3, 0],
    [0, 1, 2, 3],
  ],
};

/** All pairs left < right. */
const pairsOf = (size: number): [number, number][] =>
  Array.from({ length: size }, (_, a) => a).flatMap((a) =>
    Array.from({ length: size - a - 1 }, (_, i): [number, number] => [a, a + 1 + i]),
  );

/** Pairs as rows of left, right and share. */
const rows = ({ left, right, share }: ReturnType<typeof coReferentPairs>) =>
  [...left].map((a, i) => [a, right[i], share[i]]);

describe('coReference', () => {
  it('is the share of draws in which two records are together', () => {
    const shares = coReference(tallied(EXAMPLE), Int32Array.of(0, 2, 3, 3), Int32Array.of(1, 1, 0, 3));
    expect([...shares]).toEqual([2 / 3, 1 / 3, 0, 1]);
  });

  it('finds what a naive count finds', () => {
    fc.assert(
      fc.property(randomDraws, (random) => {
        const pairs = pairsOf(random.size);
        const left = Int32Array.from(pairs, ([a]) => a);
        const right = Int32Array.from(pairs, ([, b]) => b);
        const expected = pairs.map(([a, b]) => shareTogether(random.draws, a, b));
        expect([...coReference(tallied(random), left, right)]).toEqual(expected);
        expect([...coReference(tallied(random), right, left)]).toEqual(expected);
      }),
    );
  });
});

describe('coReferentPairs', () => {
  it('finds the pairs that are together often enough', () => {
    expect(coReferentPairs(tallied(EXAMPLE), 0.5)).toEqual({
      left: Int32Array.of(0),
      right: Int32Array.of(1),
      share: Float64Array.of(2 / 3),
    });
    expect(rows(coReferentPairs(tallied(EXAMPLE), 1 / 3))).toEqual([
      [0, 1, 2 / 3],
      [0, 2, 1 / 3],
      [1, 2, 1 / 3],
    ]);
  });

  it('lets large entities count, but name no pairs', () => {
    expect(rows(coReferentPairs(tallied(EXAMPLE), 0, 2))).toEqual([[0, 1, 2 / 3]]);
    expect(rows(coReferentPairs(tallied(EXAMPLE), 0, 1))).toEqual([]);
  });

  it('finds what a naive count finds, by either rule', () => {
    fc.assert(
      fc.property(
        randomDraws,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(7),
        (random, least, most) => {
          const { size, draws } = random;
          const isNamed = (a: number, b: number): boolean =>
            draws.some((draw) => draw[a] === draw[b] && fellowsOf(draw, a).length <= most);
          const expected = pairsOf(size)
            .filter(([a, b]) => isNamed(a, b) && shareTogether(draws, a, b) >= least)
            .map(([a, b]) => [a, b, shareTogether(draws, a, b)]);
          expect(rows(coReferentPairs(tallied(random), least, most))).toEqual(expected);
        },
      ),
    );
  });

  it('depends neither on labels nor on the order of records', () => {
    fc.assert(
      fc.property(reorderedDraws, ({ size, draws, labels, records }) => {
        const pairs = coReferentPairs(tallied({ size, draws }), 0.3);
        expect(coReferentPairs(tallied({ size, draws: relabelled(draws, labels) }), 0.3)).toEqual(pairs);
        const moved = tallied({ size, draws: draws.map((draw) => reordered(draw, records)) });
        const sides = rows(pairs).map(([a, b, share]) => {
          const [one, other] = [records[a!]!, records[b!]!];
          return [Math.min(one, other), Math.max(one, other), share];
        });
        const sorted = sides.sort(([a, b], [c, d]) => a! - c! || b! - d!);
        expect(rows(coReferentPairs(moved, 0.3))).toEqual(sorted);
      }),
    );
  });
});

describe('meanCoReference', () => {
  it('is the mean over the others of an entity, or the share of draws alone', () => {
    const one = partitionOf(Int32Array.of(0, 0, 0, 1));
    expect([...meanCoReference(tallied(EXAMPLE), one)]).toEqual([1 / 2, 1 / 2, 1 / 3, 1]);
    const other = partitionOf(Int32Array.of(0, 1, 2, 2));
    expect([...meanCoReference(tallied(EXAMPLE), other)]).toEqual([1 / 3, 1 / 3, 0, 0]);
  });

  it('is what a naive count finds', () => {
    fc.assert(
      fc.property(randomDraws, randomDraws, (random, { draws: [labels] }) => {
        const { size, draws } = random;
        const partition = partitionOf(Int32Array.from({ length: size }, (_, i) => labels![i] ?? 0));
        const expected = Array.from({ length: size }, (_, record) => {
          const others = fellowsOf([...partition.entityOf], record).filter((other) => other !== record);
          if (others.length === 0)
            return draws.filter((draw) => fellowsOf(draw, record).length === 1).length / draws.length;
          return others.reduce((sum, other) => sum + shareTogether(draws, record, other), 0) / others.length;
        });
        const means = meanCoReference(tallied(random), partition);
        means.forEach((mean, record) => {
          expect(mean).toBeCloseTo(expected[record]!, 12);
        });
      }),
    );
  });

  it('is 1 if all draws are the partition', () => {
    fc.assert(
      fc.property(randomDraws, ({ size, draws: [draw] }) => {
        const means = meanCoReference(
          tallied({ size, draws: [draw!, draw!, draw!] }),
          partitionOf(Int32Array.from(draw!)),
        );
        expect(means.every((mean) => mean === 1)).toBe(true);
      }),
    );
  });
});
