import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividedEntities } from '../../src/evaluate/divided-entities.ts';
import { linkedPartitions, linksOf } from './random-partitions.ts';

const ORDER = { entities: (a: number, b: number) => a - b, records: (a: number, b: number) => a - b };

function divided(whole: number[], part: number[], links = linksOf([], [])) {
  return dividedEntities(Int32Array.from(whole), Int32Array.from(part), links, ORDER);
}

describe('divided entities', () => {
  it('are those with several parts, the one with most pairs between parts first', () => {
    // {0 1} of two, {2 3 4 5} of 2 + 1 + 1: 6 − 1 pairs, {6 7} of one.
    const found = divided([0, 0, 1, 1, 1, 1, 2, 2], [0, 1, 2, 2, 3, 4, 5, 5]);
    expect(found.map(({ entity, records, parts, pairs }) => [entity, records, parts, pairs])).toEqual([
      [1, 4, 3, 5],
      [0, 2, 2, 1],
    ]);
    expect(found.map(({ record }) => record)).toEqual([4, 0]);
  });

  it('know the strongest link between their parts, and how many are likely', () => {
    const links = linksOf(
      [
        [0, 1],
        [2, 1],
        [0, 2],
        [3, 0],
      ],
      [1, 0.6, 0.9, 0.4],
    );
    const [entity] = divided([0, 0, 0, 0], [0, 0, 1, 1], links);
    expect([entity!.link, entity!.links]).toEqual([2, 2]);
  });

  it('choose among equal links the one that names its records first, however it is written', () => {
    const links = linksOf(
      [
        [1, 3],
        [2, 0],
        [3, 0],
      ],
      [0.9, 0.9, 0.9],
    );
    expect(divided([0, 0, 0, 0], [0, 0, 1, 1], links)[0]!.link).toBe(1);
  });
});

describe('divided entities of any partitions', () => {
  it('are those of a search through all pairs', () => {
    fc.assert(
      fc.property(linkedPartitions, ({ found, truth, pairs, probabilities }) => {
        const result = divided(found, truth, linksOf(pairs, probabilities));
        const expected = [...new Set(found)].flatMap((entity) => {
          const records = found.flatMap((other, i) => (other === entity ? [i] : []));
          const crossing = records.flatMap((i) => records.filter((j) => j < i && truth[i] !== truth[j]));
          const between = pairs.flatMap(([a, b], i) =>
            found[a] === entity && found[b] === entity && truth[a] !== truth[b] ? [i] : [],
          );
          const strongest = Math.max(-1, ...between.map((i) => probabilities[i]!));
          const likely = between.filter((i) => probabilities[i]! >= 0.5).length;
          return crossing.length === 0 ? [] : [{ entity, pairs: crossing.length, strongest, likely }];
        });
        expected.sort((a, b) => b.pairs - a.pairs || a.entity - b.entity);
        expect(
          result.map(({ entity, pairs, link, links }) => ({
            ...{ entity, pairs, likely: links },
            strongest: link < 0 ? -1 : probabilities[link]!,
          })),
        ).toEqual(expected);
      }),
    );
  });

  it('do not depend on the order and the direction of links', () => {
    fc.assert(
      fc.property(linkedPartitions, ({ found, truth, pairs, probabilities }) => {
        const used = probabilities.slice(0, pairs.length);
        const turned = pairs.map(([a, b]): [number, number] => [b, a]).reverse();
        const names = (list: readonly (readonly [number, number])[], ps: number[]) =>
          divided(found, truth, linksOf(list, ps)).map(({ link, ...rest }) => ({
            ...rest,
            pair: link < 0 ? [] : [...list[link]!].sort((a, b) => a - b),
          }));
        expect(names(turned, [...used].reverse())).toEqual(names(pairs, used));
      }),
    );
  });
});
