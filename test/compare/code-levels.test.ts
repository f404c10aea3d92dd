import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editLevels, phoneLevels } from '../../src/compare/code-levels.ts';
import { osa } from '../../src/compare/edit-distance.ts';
import { levelName } from './pair-levels.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123'), minLength: 1, maxLength: 8 });

describe('editLevels', () => {
  it.each([
    ['one edit', '10115', '10155'],
    ['one edit', '1015', '10115'],
    ['one edit', '12', '12a'],
    ['one edit', '12', '13'],
    ['one edit', '12', '21'],
    ['two edits', 'ab1234', 'ab1243x'],
    ['different', '1', '2'],
    ['different', '1', '12x'],
    ['different', '12', '34'],
    ['different', '10115', '20095'],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName((values) => editLevels(values, 2), x, y)).toBe(expected);
  });

  it.each([0, 1, 2] as const)(
    'counts up to %i edits, at least half of the longer value being left',
    (edits) => {
      fc.assert(
        fc.property(digits, digits, (x, y) => {
          fc.pre(x !== y);
          const levels = editLevels([x, y], edits);
          const distance = osa(x, y);
          const counts = distance <= edits && 2 * distance <= Math.max(x.length, y.length);
          expect(levels.compare(0, 1)).toBe(counts ? edits + 1 - distance : 0);
          expect(levels.compare(1, 0)).toBe(levels.compare(0, 1));
          expect(levels.names).toHaveLength(edits + 2);
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe('phoneLevels', () => {
  it.each([
    ['one edit or same ending', '02079460958', '02079460985'],
    ['one edit or same ending', '442079460958', '02079460958'],
    ['one edit or same ending', '4402079460958', '02079460958'],
    ['one edit or same ending', '79460958', '02079460958'],
    ['one edit or same ending', '7946095', '2127946095'],
    ['two edits', '02079460958', '02079461985'],
    ['different', '460958', '02079460958'], // too short to be a number of its own
    ['different', '442079460958', '02079460959'],
    ['different', '2125550123', '2125559876'], // same area, other line
    ['different', '', '02079460958'],
    ['different', '0000000', '00000001'.repeat(2)],
  ])('calls them %s: %s, %s', (expected, x, y) => {
    expect(levelName(phoneLevels, x, y)).toBe(expected);
  });
});
