/** Columns with other values for their codes: what comes to the same becomes one value. */
import { type Column, NO_VALUE } from './table.ts';
import { textOrder } from './text-order.ts';

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
  const values: string[] = [];
  const recode = new Int32Array(texts.length).fill(NO_VALUE);
  for (const old of textOrder(texts)) {
    const text = texts[old]!;
    if (text === '') continue;
    if (text !== values.at(-1)) values.push(text);
    recode[old] = values.length - 1;
  }
  const counts = new Int32Array(values.length);
  for (let old = 0; old < recode.length; old++)
    if (recode[old] !== NO_VALUE) counts[recode[old]!]! += held[old]!;
  const recoded = new Int32Array(codes.length).fill(NO_VALUE);
  for (let row = 0; row < codes.length; row++)
    if (codes[row] !== NO_VALUE) recoded[row] = recode[codes[row]!]!;
  return { name: column.name, type: column.type, values, counts, codes: recoded };
}
