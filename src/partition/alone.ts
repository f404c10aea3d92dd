/** What a model says of single records: it depends on each value alone, so that every value is asked about once. */
import type { FieldCounts, IndividualLikelihood } from './likelihood.ts';

/**
 * Log marginal likelihood of each record in an individual of its own.
 *
 * @param codes value codes by field, −1 missing
 */
export function logsAlone(
  size: number,
  codes: readonly Int32Array[],
  likelihood: IndividualLikelihood,
): Float64Array {
  const logs = new Float64Array(size);
  const field: FieldCounts = { values: new Int32Array(1), counts: Int32Array.of(1), at: 0, distinct: 1 };
  for (let f = 0; f < codes.length; f++) {
    const column = codes[f]!;
    let most = -1;
    for (let row = 0; row < size; row++) if (column[row]! > most) most = column[row]!;
    const known = new Float64Array(most + 1).fill(Number.NaN);
    for (let row = 0; row < size; row++) {
      const value = column[row]!;
      if (value < 0) continue;
      let log = known[value]!;
      if (Number.isNaN(log)) {
        field.values[0] = value;
        log = likelihood.logMarginal(f, field);
        known[value] = log;
      }
      logs[row]! += log;
    }
  }
  return logs;
}
