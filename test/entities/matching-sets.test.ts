import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchingSets } from '../../src/entities/matching-sets.ts';
import { partitionOf } from '../../src/entities/partition.ts';
import { fellowsOf, randomDraws, relabelled, reordered, reorderedDraws, tallied } from './random-draws.ts';

/** Most probable sets as texts, and their shares of draws: counted record by record. */
function naive(draws: readonly number[][], record: number): { set: string; share: number } {
  const sets = draws.map((draw) => fellowsOf(draw, record).join(' '));
  const count = (set: string): number => sets.filter((other) => other === set).length;
  const set = sets.reduce((best, other) => (count(other) > count(best) ? other : best));
  return { set, share: count(set) / draws.length };
}

const found = (draws: number[][]) => matchingSets(tallied({ size: draws[0]!.length, draws }));

describe('matchingSets', () => {
  it('joins records that are mostly together', () => {
    expect(
      found([
        [0, 0, 1],
        [0, 0, 2],
        [0, 1, 2],
      ]),
    ).toEqual({
      entityOf: Int32Array.of(0, 0, 1),
      entities: 2,
      frequency: Float64Array.of(2 / 3, 2 / 3, 1),
    });
  });

  it('leaves out of a set the record that is mostly elsewhere', () => {
    // {0, 1, 2} twice. Record 2 is alone three times, 0 and 1 are with others then.
    const { entityOf, frequency } = found([
      [0, 0, 0, 1, 1],
      [0, 0, 0, 1, 1],
      [0, 1, 2, 0, 1],
      [0, 1, 2, 1, 0],
      [0, 0, 2, 0, 0],
    ]);
    expect([...entityOf]).toEqual([0, 0, 1, 2, 2]);
    expect([...frequency]).toEqual([0.4, 0.4, 0.6, 0.4, 0.4]);
  });

  it('takes the set drawn first where several are as frequent', () => {
    const together = [0, 0];
    const apart = [0, 1];
    expect([...found([together, apart]).entityOf]).toEqual([0, 0]);
    expect([...found([apart, together]).entityOf]).toEqual([0, 1]);
    expect([...found([apart, together, together, apart]).entityOf]).toEqual([0, 1]);
  });

  it('finds what a naive count finds', () => {
    fc.assert(
      fc.property(randomDraws, ({ size, draws }) => {
        const { entityOf, entities, frequency } = found(draws);
        const sets = Array.from({ length: size }, (_, record) => naive(draws, record));
        const names = [...new Set(sets.map(({ set }) => set))];
        expect([...entityOf]).toEqual(sets.map(({ set }) => names.indexOf(set)));
        expect(entities).toBe(names.length);
        expect([...frequency]).toEqual(sets.map(({ share }) => share));
      }),
    );
  });

  it('depends neither on labels nor on the order of records', () => {
    fc.assert(
      fc.property(reorderedDraws, ({ draws, labels, records }) => {
        const { entityOf, entities, frequency } = found(draws);
        expect(found(relabelled(draws, labels))).toEqual({ entityOf, entities, frequency });
        const moved = found(draws.map((draw) => reordered(draw, records)));
        expect(moved.entityOf).toEqual(partitionOf(Int32Array.from(reordered(entityOf, records))).entityOf);
        expect([...moved.frequency]).toEqual(reordered(frequency, records));
      }),
    );
  });

  it('finds nothing without records, and refuses to without draws', () => {
    expect(matchingSets(tallied({ size: 0, draws: [[]] })).entities).toBe(0);
    expect(() => matchingSets(tallied({ size: 2, draws: [] }))).toThrow(RangeError);
  });
});
