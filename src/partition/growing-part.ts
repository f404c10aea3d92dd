/**
 * A part of an individual that grows record by record, with its log marginal likelihood kept up to date: adding
 * one costs the values that the part shows, not its records.
 */
import type { FieldCounts, IndividualLikelihood } from './likelihood.ts';

const NONE = -1;

export class GrowingPart {
  /** Log marginal likelihood of the records so far, sizes and charges left out. */
  log = 0;
  private readonly codes: readonly Int32Array[];
  private readonly likelihood: IndividualLikelihood;
  private readonly most: number;
  /** Values of field f and their counts: from f · most on, distinct[f] of them. */
  private readonly values: Int32Array;
  private readonly counts: Int32Array;
  private readonly distinct: Int32Array;
  /** Log marginal likelihood by field, and of each with the record last asked for. */
  private readonly logs: Float64Array;
  private readonly logsWith: Float64Array;
  /** Place of that record's value in each field. */
  private readonly places: Int32Array;
  private readonly field: FieldCounts;

  /** @param most records it can hold @param codes value codes by field, −1 missing */
  constructor(most: number, codes: readonly Int32Array[], likelihood: IndividualLikelihood) {
    this.most = most;
    this.codes = codes;
    this.likelihood = likelihood;
    this.values = new Int32Array(codes.length * most);
    this.counts = new Int32Array(codes.length * most);
    this.distinct = new Int32Array(codes.length);
    this.logs = new Float64Array(codes.length);
    this.logsWith = new Float64Array(codes.length);
    this.places = new Int32Array(codes.length);
    this.field = { values: this.values, counts: this.counts, at: 0, distinct: 0 };
  }

  /** Begins anew with one record. */
  begin(row: number): void {
    this.distinct.fill(0);
    this.logs.fill(0);
    this.logWith(row);
    this.add();
  }

  /** Log marginal likelihood with one record more. */
  logWith(row: number): number {
    const { codes, logs, logsWith, places, values, counts, distinct, field } = this;
    let sum = 0;
    for (let f = 0; f < codes.length; f++) {
      const code = codes[f]![row]!;
      if (code < 0) {
        places[f] = NONE;
        logsWith[f] = logs[f]!;
        sum += logs[f]!;
        continue;
      }
      const start = f * this.most;
      const end = start + distinct[f]!;
      let at = start;
      while (at < end && values[at] !== code) at++;
      if (at === end) {
        values[at] = code;
        counts[at] = 0;
      }
      counts[at]!++;
      field.at = start;
      field.distinct = Math.max(end, at + 1) - start;
      logsWith[f] = this.likelihood.logMarginal(f, field);
      counts[at]!--;
      places[f] = at;
      sum += logsWith[f]!;
    }
    return sum;
  }

  /** Takes the record that `logWith` was last asked about. */
  add(): void {
    const { places, counts, distinct, logs, logsWith } = this;
    this.log = 0;
    for (let f = 0; f < places.length; f++) {
      const at = places[f]!;
      if (at !== NONE) {
        counts[at]!++;
        distinct[f] = Math.max(distinct[f]!, at + 1 - f * this.most);
      }
      logs[f] = logsWith[f]!;
      this.log += logs[f]!;
    }
  }
}
