import { expect, it } from 'vitest';
import { levelOffsets } from '../../src/compare/patterns.ts';

it('lays the levels of all fields one after the other', () => {
  expect(levelOffsets([2, 3, 6])).toEqual(Int32Array.of(0, 2, 5, 11));
  expect(levelOffsets([])).toEqual(Int32Array.of(0));
});
