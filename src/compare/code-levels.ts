/**
 * Levels of codes, postcodes, telephone numbers and short categories: how many slips of the pen (optimal string
 * alignment) turn one into the other.
 */
import { osaCoded } from './edit-distance.ts';
import type { FieldLevels } from './field-levels.ts';
import { type CodedStrings, codeStrings } from './jaro-winkler.ts';

/** Two telephone numbers that end in the same digits, at least so many, can be one without its prefix. */
const FEWEST_DIGITS = 7;

/**
 * `edits` levels between different and equal: two edits, one edit. At least half of the longer value must be left
 * as it is: "12" and "13" are one edit apart, but "1" and "2", and "12" and "34", are different.
 *
 * @example editLevels(['ab123', 'ab132', 'ab456'], 1).compare(0, 1) // => 1, of different, one edit, equal
 */
export function editLevels(values: readonly string[], edits: 0 | 1 | 2): FieldLevels {
  if (edits === 0) return { names: ['different', 'equal'], compare: () => 0 };
  const strings = codeStrings(values);
  const between = edits === 1 ? ['one edit'] : ['two edits', 'one edit'];
  return {
    names: ['different', ...between, 'equal'],
    compare: (a, b) => editLevel(strings, a, b, edits),
  };
}

function editLevel(strings: CodedStrings, a: number, b: number, edits: 1 | 2): number {
  const distance = osaCoded(strings, a, b, edits);
  if (distance > edits) return 0;
  const { offsets } = strings;
  const longer = Math.max(offsets[a + 1]! - offsets[a]!, offsets[b + 1]! - offsets[b]!);
  return 2 * distance > longer ? 0 : edits + 1 - distance;
}

/**
 * As `editLevels` with two edits; and numbers of different length of which one ends in the other, but for its
 * leading zeros, count as one edit: with and without the code of a country or a town.
 *
 * @example phoneLevels(['442079460958', '02079460958', '79460958']) // all three: one edit or same ending
 */
export function phoneLevels(values: readonly string[]): FieldLevels {
  const strings = codeStrings(values);
  const { chars, offsets } = strings;
  const zeros = Uint8Array.from(values, (value) => /^0*/.exec(value)![0].length);
  const endsAlike = (a: number, b: number): boolean => {
    const endA = offsets[a + 1]!;
    const endB = offsets[b + 1]!;
    if (chars[endA - 1] !== chars[endB - 1]) return false;
    const sizeA = endA - offsets[a]!;
    const sizeB = endB - offsets[b]!;
    if (sizeA === sizeB) return false;
    const needed = Math.max(FEWEST_DIGITS, Math.min(sizeA - zeros[a]!, sizeB - zeros[b]!));
    if (sizeA < needed || sizeB < needed) return false;
    for (let i = 2; i <= needed; i++) if (chars[endA - i] !== chars[endB - i]) return false;
    return true;
  };
  return {
    names: ['different', 'two edits', 'one edit or same ending', 'equal'],
    compare: (a, b) => (endsAlike(a, b) ? 2 : editLevel(strings, a, b, 2)),
  };
}
