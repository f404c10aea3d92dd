import { expect, it } from 'vitest';
import { partitionOf } from '../../src/entities/partition.ts';

it('numbers entities by where they first appear, whatever the labels', () => {
  expect(partitionOf(Int32Array.of(7, 3, 7, 0, 3))).toEqual({
    entityOf: Int32Array.of(0, 1, 0, 2, 1),
    entities: 3,
  });
});

it('finds no entity among no records', () => {
  expect(partitionOf(new Int32Array(0))).toEqual({ entityOf: new Int32Array(0), entities: 0 });
});
