import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitySizes, mostDoubtful, sizeClasses } from '../../src/entities/portrait.ts';
import { reportedPairs } from '../../src/entities/reported-pairs.ts';

describe('entitySizes', () => {
  it('counts entities by the number of their records', () => {
    const partition = { entityOf: Int32Array.of(0, 1, 0, 2, 0, 3), entities: 4 };
    expect(entitySizes(partition)).toEqual([
      { size: 1, entities: 3 },
      { size: 3, entities: 1 },
    ]);
    expect(entitySizes({ entityOf: new Int32Array(0), entities: 0 })).toEqual([]);
  });

  it('are put into classes that hold every entity', () => {
    const sizes = [1, 2, 4, 5, 9, 10, 400].map((size) => ({ size, entities: 1 }));
    expect(sizeClasses(sizes)).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 0],
      ['4', 1],
      ['5–9', 2],
      ['10+', 2],
    ]);
  });
});

describe('mostDoubtful', () => {
  it('is the beginning of the list sorted by probability', () => {
    const lists = fc.array(fc.constantFrom(0.1, 0.3, 0.5, 0.9, 1));
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 6 }), (list, most) => {
        const expected = [...list.keys()]
          .filter((record) => list[record]! < 1)
          .sort((a, b) => list[a]! - list[b]! || a - b)
          .slice(0, most);
        expect(mostDoubtful(Float64Array.from(list), most)).toEqual(expected);
      }),
    );
  });

  it('leaves out those that are sure enough', () => {
    expect(mostDoubtful(Float64Array.of(0.95, 0.2, 0.99), 5, 0.95)).toEqual([1]);
  });
});

describe('reportedPairs', () => {
  it('are those inside entities and the probable ones between them, by their records', () => {
    const probabilities = [0.2, 0.01, 0.05, 0.4, 0.3];
    const pairs = {
      left: [2, 0, 1, 0, 0],
      right: [3, 3, 2, 3, 1],
      probability: (pair: number) => probabilities[pair]!,
    };
    expect([...reportedPairs(pairs, Int32Array.of(0, 1, 1, 2), 0.2)]).toEqual([4, 3, 2, 0]);
  });
});
