/**
 * What a model says of pairs of records, column by column, so that what one column needs stays in the cache; equal
 * values, and one that stands alone beside a missing one, are asked about once.
 */
import type { FieldCounts, IndividualLikelihood } from './likelihood.ts';

/**
 * Log marginal likelihood of each pair as one individual.
 *
 * @param left, right records of each pair
 * @param codes value codes by field, −1 missing
 */
export function logsOfPairs(
  left: Int32Array,
  right: Int32Array,
  codes: readonly Int32Array[],
  likelihood: IndividualLikelihood,
): Float64Array {
  const logs = new Float64Array(left.length);
  const field: FieldCounts = { values: new Int32Array(2), counts: new Int32Array(2), at: 0, distinct: 1 };
  const { values, counts } = field;
  for (let f = 0; f < codes.length; f++) {
    const column = codes[f]!;
    let most = -1;
    for (let row = 0; row < column.length; row++) if (column[row]! > most) most = column[row]!;
    /** Of each value once, and twice, side by side. */
    const known = new Float64Array(2 * (most + 1)).fill(Number.NaN);
    const ofOne = (value: number, times: number): number => {
      const at = 2 * value + times - 1;
      if (!Number.isNaN(known[at]!)) return known[at]!;
      values[0] = value;
      counts[0] = times;
      field.distinct = 1;
      known[at] = likelihood.logMarginal(f, field);
      return known[at]!;
    };
    for (let i = 0; i < left.length; i++) {
      const [a, b] = [column[left[i]!]!, column[right[i]!]!];
      if (a === b) {
        if (a >= 0) logs[i]! += ofOne(a, 2);
      } else if (a < 0 || b < 0) logs[i]! += ofOne(Math.max(a, b), 1);
      else {
        values[0] = a;
        values[1] = b;
        counts.fill(1);
        field.distinct = 2;
        logs[i]! += likelihood.logMarginal(f, field);
      }
    }
  }
  return logs;
}
