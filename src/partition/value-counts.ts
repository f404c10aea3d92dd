/**
 * The values that a set of records shows, field by field, each with how often: what the likelihood of an
 * individual needs. For individuals of many records it takes the place of the records themselves.
 */
import type { FieldCounts } from './likelihood.ts';

export interface ValueCounts {
  /** Entries of field f: starts[f] … starts[f + 1] − 1. Length F + 1. */
  readonly starts: Int32Array;
  /** Value codes, ascending within a field. */
  readonly values: Int32Array;
  /** Records that show each, parallel to `values`. */
  readonly counts: Int32Array;
}

/** Count the values of rows[0 … count − 1]. @param codes value codes by field, −1 missing */
export function countValues(codes: readonly Int32Array[], rows: Int32Array, count: number): ValueCounts {
  const builder = new Builder(codes.length, codes.length * count);
  const shown = new Int32Array(count);
  for (const column of codes) {
    for (let i = 0; i < count; i++) shown[i] = column[rows[i]!]!;
    shown.sort();
    for (const value of shown) if (value >= 0) builder.add(value, 1);
    builder.endField();
  }
  return builder.result();
}

/**
 * The counts of both together.
 *
 * @param sign −1 takes the second away from the first, which must hold it
 */
export function joined(a: ValueCounts, b: ValueCounts, sign: 1 | -1 = 1): ValueCounts {
  const builder = new Builder(a.starts.length - 1, a.values.length + b.values.length);
  for (let f = 0; f + 1 < a.starts.length; f++) {
    let [i, j] = [a.starts[f]!, b.starts[f]!];
    const [lastA, lastB] = [a.starts[f + 1]!, b.starts[f + 1]!];
    while (i < lastA || j < lastB) {
      if (j === lastB || (i < lastA && a.values[i]! < b.values[j]!))
        builder.add(a.values[i]!, a.counts[i++]!);
      else if (i === lastA || b.values[j]! < a.values[i]!) builder.add(b.values[j]!, sign * b.counts[j++]!);
      else builder.add(a.values[i]!, a.counts[i++]! + sign * b.counts[j++]!);
    }
    builder.endField();
  }
  return builder.result();
}

/** Looks at one field; `into` is reused. */
export function fieldCounts(
  { starts, values, counts }: ValueCounts,
  f: number,
  into: FieldCounts,
): FieldCounts {
  into.values = values;
  into.counts = counts;
  into.at = starts[f]!;
  into.distinct = starts[f + 1]! - into.at;
  return into;
}

class Builder {
  private readonly starts: Int32Array;
  private readonly values: Int32Array;
  private readonly counts: Int32Array;
  private field = 0;
  private end = 0;

  constructor(fields: number, most: number) {
    this.starts = new Int32Array(fields + 1);
    this.values = new Int32Array(most);
    this.counts = new Int32Array(most);
  }

  /** Values come in ascending order; the same again adds to it. */
  add(value: number, count: number): void {
    const last = this.end - 1;
    if (last >= this.starts[this.field]! && this.values[last] === value) this.counts[last]! += count;
    else if (count > 0) {
      this.values[this.end] = value;
      this.counts[this.end++] = count;
    }
  }

  endField(): void {
    this.starts[++this.field] = this.end;
  }

  result(): ValueCounts {
    const { starts, end } = this;
    return { starts, values: this.values.slice(0, end), counts: this.counts.slice(0, end) };
  }
}
