import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strongestLinks } from '../../src/entities/strongest-links.ts';
import { connectedComponents } from '../../src/entities/union-find.ts';

test('of a triangle the two strongest sides hold it together, the strongest first', () => {
  expect(strongestLinks(3, [0, 0, 1], [1, 2, 2], [5, 1, 7])).toEqual([2, 0]);
});

test('of links as strong as each other the first is taken', () => {
  expect(strongestLinks(3, [0, 0, 1], [1, 2, 2], [4, 4, 4])).toEqual([0, 1]);
});

test('records without a link stay apart', () => {
  expect(strongestLinks(4, [2], [3], [-8])).toEqual([0]);
  expect(strongestLinks(1, [], [], [])).toEqual([]);
});

describe('of any pairs', () => {
  const pairs = fc.integer({ min: 2, max: 7 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      links: fc.array(
        fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 }), fc.integer({ min: -9, max: 9 })),
        {
          maxLength: 14,
        },
      ),
    }),
  );

  test('the tree connects what they connect, and each way between two records has a link as weak as its weakest', () => {
    fc.assert(
      fc.property(pairs, ({ size, links }) => {
        const [left, right, strength] = [0, 1, 2].map((i) => links.map((link) => link[i]!)) as [
          number[],
          number[],
          number[],
        ];
        const tree = strongestLinks(size, left, right, strength);
        const groups = (use: (pair: number) => boolean) =>
          [...connectedComponents(size, left, right, use).entityOf].join();
        expect(groups((pair) => tree.includes(pair))).toBe(groups(() => true));
        expect(tree.length).toBe(size - connectedComponents(size, left, right).entities);
        expect(tree.map((pair) => strength[pair]!)).toEqual(
          tree.map((pair) => strength[pair]!).sort((a, b) => b - a),
        );
        // By the definition: with links of at least any strength the tree connects the same.
        for (let least = -9; least <= 9; least++)
          expect(groups((pair) => tree.includes(pair) && strength[pair]! >= least)).toBe(
            groups((pair) => strength[pair]! >= least),
          );
      }),
    );
  });
});
