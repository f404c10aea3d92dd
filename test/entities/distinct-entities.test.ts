import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntityTally } from '../../src/entities/distinct-entities.ts';
import { membershipsOf } from '../../src/entities/memberships.ts';
import { random } from '../../src/math/random.ts';
import { fellowsOf, randomDraws, relabelled, reorderedDraws, tallied } from './random-draws.ts';

/** Each set of records that is an entity of some draw, in the order drawn, and its number of draws. */
function naive(draws: readonly number[][]): [string, number][] {
  const counts = new Map<string, number>();
  for (const draw of draws)
    for (const set of new Set(draw.map((_, record) => fellowsOf(draw, record).join(' '))))
      counts.set(set, (counts.get(set) ?? 0) + 1);
  return [...counts];
}

const listed = ({ offsets, records, counts }: ReturnType<typeof tallied>): [string, number][] =>
  [...counts].map((count, e) => [records.subarray(offsets[e]!, offsets[e + 1]!).join(' '), count]);

describe('EntityTally', () => {
  it('lists each set of records that is an entity once', () => {
    const draws = [
      [0, 0, 1],
      [2, 1, 0],
      [1, 1, 2],
    ];
    expect(tallied({ size: 3, draws })).toEqual({
      size: 3,
      draws: 3,
      offsets: Int32Array.of(0, 2, 3, 4, 5),
      records: Int32Array.of(0, 1, 2, 0, 1),
      counts: Int32Array.of(2, 3, 1, 1),
    });
  });

  it('finds what a naive count finds', () => {
    fc.assert(
      fc.property(randomDraws, (random) => {
        expect(listed(tallied(random))).toEqual(naive(random.draws));
      }),
    );
  });

  it('finds it in large random draws too', () => {
    const { below } = random(3);
    const draws = Array.from({ length: 8 }, () => Array.from({ length: 900 }, () => below(700)));
    draws.push(draws[2]!, draws[5]!);
    expect(listed(tallied({ size: 900, draws }))).toEqual(naive(draws));
  });

  it('does not depend on the labels', () => {
    fc.assert(
      fc.property(reorderedDraws, ({ size, draws, labels }) => {
        expect(tallied({ size, draws: relabelled(draws, labels) })).toEqual(tallied({ size, draws }));
      }),
    );
  });

  it('knows nothing without draws, and no entities without records', () => {
    expect(tallied({ size: 2, draws: [] }).counts).toHaveLength(0);
    expect(tallied({ size: 0, draws: [[], []] })).toMatchObject({ draws: 2, offsets: Int32Array.of(0) });
  });

  it('refuses draws of other records or labels, which do not count', () => {
    const tally = new EntityTally(2);
    tally.add(Int32Array.of(1, 1));
    for (const draw of [[0], [0, 1, 1], [0, 2], [-1, 0]])
      expect(() => tally.add(Int32Array.from(draw))).toThrow(RangeError);
    expect(listed(tally.distinct())).toEqual([['0 1', 1]]);
    expect(tally.distinct().draws).toBe(1);
  });
});

describe('membershipsOf', () => {
  it('lists the distinct entities of each record that are used', () => {
    fc.assert(
      fc.property(randomDraws, fc.boolean(), (random, all) => {
        const distinct = tallied(random);
        const use = (entity: number): boolean => all || entity % 2 === 0;
        const { offsets, entities } = all ? membershipsOf(distinct) : membershipsOf(distinct, use);
        const sets = listed(distinct).map(([set]) => set.split(' ').map(Number));
        for (let record = 0; record < random.size; record++)
          expect([...entities.subarray(offsets[record]!, offsets[record + 1]!)]).toEqual(
            [...sets.keys()].filter((entity) => sets[entity]!.includes(record) && use(entity)),
          );
      }),
    );
  });
});
