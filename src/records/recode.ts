/** Columns with other values for their codes: what comes to the same becomes one value. */
import { type Column, NO_VALUE } from './table.ts';

/**
 * The column whose value for each old code is the text given; an empty one is missing. Codes follow the sorted order
 * of the values, so that they do not depend on the order of the rows.
 *
 * @param held how many records hold each old code
 * @param codes the old code of each record, or `NO_VALUE`; length N
 * @example recoded({ name: 'x', type: 'text' }, ['b', 'a', 'b'], [1, 1, 1], Int32Array.of(0, 1, 2)).values // => ['a', 'b']
 */
export function recoded(
  column: Pick<Column, 'name' | 'type'>,
  texts: readonly string[],
  held: ArrayLike<number>,
  codes: Int32Array,
): Column {
  const values = [...new Set(texts)].filter((text) => text !== '').sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  const recode = Int32Array.from(texts, (text) => codeOf.get(text) ?? NO_VALUE);
  const counts = new Int32Array(values.length);
  recode.forEach((code, old) => {
    if (code !== NO_VALUE) counts[code]! += held[old]!;
  });
  return {
    ...{ name: column.name, type: column.type, values, counts },
    codes: codes.map((old) => (old === NO_VALUE ? NO_VALUE : recode[old]!)),
  };
}
