/** Whether two values of two columns of one type are the same, or may be two spellings of one. */
import { codeStrings, jaroWinklerCoded } from '../compare/jaro-winkler.ts';
import { NAME_ALIKE } from '../compare/name-levels.ts';
import { areNicknames } from '../compare/nicknames.ts';
import type { Column } from '../records/table.ts';
import type { ColumnType } from '../records/types.ts';

const DIFFERENT = 0;
export const ALIKE = 1;
export const EQUAL = 2;

/** Columns whose values can be misspelt and still recognised, if they have letters enough. */
const SPELT: ReadonlySet<ColumnType> = new Set(['person', 'text', 'category']);
const FEWEST_LETTERS = 3;

/** How a value of one column and a value of the other, or of the same, agree; values are given by their codes. */
export type Likeness = (one: Column, code: number, other: Column, otherCode: number) => number;

/** The likeness of the values of two columns. Names are alike when they look alike or one is short for the other. */
export function likenessBetween(f: Column, g: Column): Likeness {
  let strings: ReturnType<typeof codeStrings> | undefined;
  const isSpelt = SPELT.has(f.type);
  return (one, code, other, otherCode) => {
    const [x, y] = [one.values[code]!, other.values[otherCode]!];
    if (x === y) return EQUAL;
    if (!isSpelt || Math.min(x.length, y.length) < FEWEST_LETTERS) return DIFFERENT;
    strings ??= codeStrings([...f.values, ...g.values]);
    const at = (column: Column, of: number): number => (column === f ? of : f.values.length + of);
    if (jaroWinklerCoded(strings, at(one, code), at(other, otherCode)) >= NAME_ALIKE) return ALIKE;
    return areNicknames(x, y) ? ALIKE : DIFFERENT;
  };
}
