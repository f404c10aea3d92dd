import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersOf } from '../../src/entities/members.ts';
import { connectedComponents } from '../../src/entities/union-find.ts';

/** Spreads the lowest record along the pairs until nothing changes. */
function naive(size: number, pairs: readonly (readonly [number, number])[]): number[] {
  const lowest = Array.from({ length: size }, (_, record) => record);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b] of pairs) {
      const low = Math.min(lowest[a]!, lowest[b]!);
      changed ||= lowest[a] !== low || lowest[b] !== low;
      lowest[a] = low;
      lowest[b] = low;
    }
  }
  const numbers = new Map<number, number>();
  return lowest.map((low) => {
    const number = numbers.get(low) ?? numbers.size;
    numbers.set(low, number);
    return number;
  });
}

const graphs = fc.integer({ min: 1, max: 60 }).chain((size) => {
  const record = fc.nat(size - 1);
  return fc.record({ size: fc.constant(size), pairs: fc.array(fc.tuple(record, record), { maxLength: 80 }) });
});

const components = (
  size: number,
  pairs: readonly (readonly [number, number])[],
  use?: (i: number) => boolean,
) =>
  connectedComponents(
    size,
    pairs.map(([a]) => a),
    pairs.map(([, b]) => b),
    use,
  );

describe('connectedComponents', () => {
  it('numbers entities in order of first appearance', () => {
    const { entityOf, entities } = components(4, [[3, 1]]);
    expect([...entityOf]).toEqual([0, 1, 2, 1]);
    expect(entities).toBe(3);
  });

  it('knows no entities where there are no records', () => {
    expect(components(0, [])).toEqual({ entityOf: new Int32Array(0), entities: 0 });
  });

  it('finds what a naive search finds', () => {
    fc.assert(
      fc.property(graphs, ({ size, pairs }) => {
        const { entityOf, entities } = components(size, pairs);
        expect([...entityOf]).toEqual(naive(size, pairs));
        expect(entities).toBe(new Set(entityOf).size);
      }),
    );
  });

  it('leaves out the pairs it is told to', () => {
    fc.assert(
      fc.property(graphs, ({ size, pairs }) => {
        const even = pairs.filter((_, i) => i % 2 === 0);
        expect([...components(size, pairs, (i) => i % 2 === 0).entityOf]).toEqual(naive(size, even));
      }),
    );
  });

  it('joins a million records in a chain, from either end', () => {
    const size = 1_000_000;
    const chain = Int32Array.from({ length: size - 1 }, (_, i) => i);
    const next = chain.map((i) => i + 1);
    expect(connectedComponents(size, chain, next).entities).toBe(1);
    expect(connectedComponents(size, chain.toReversed(), next.toReversed()).entities).toBe(1);
  });
});

describe('membersOf', () => {
  it('lists every record once, with its entity, in input order', () => {
    fc.assert(
      fc.property(graphs, ({ size, pairs }) => {
        const partition = components(size, pairs);
        const { offsets, records } = membersOf(partition);
        const lists = Array.from({ length: partition.entities }, (_, e) => [
          ...records.subarray(offsets[e]!, offsets[e + 1]!),
        ]);
        const expected = lists.map((_, e) =>
          [...partition.entityOf.keys()].filter((r) => partition.entityOf[r] === e),
        );
        expect(lists).toEqual(expected);
      }),
    );
  });
});
