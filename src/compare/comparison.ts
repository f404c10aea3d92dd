/**
 * Comparing records: a pair of rows becomes its levels, and the levels one agreement pattern. No files, no
 * terminal: it can run as a filter over one block partition inside another engine's shuffle.
 */
import { byRecord } from '../records/by-record.ts';
import type { Table } from '../records/table.ts';
import type { FieldLevels } from './field-levels.ts';
import { cachedLevels } from './level-cache.ts';
import { type LevelOptions, levelsFor } from './levels.ts';
import { levelOffsets } from './patterns.ts';

/** The comparison of the F matching columns of a table. */
export class Comparison {
  readonly fields: readonly FieldLevels[];
  /** L_f of each field, length F. */
  readonly levelCounts: readonly number[];
  /** Levels that are kinds rather than degrees (see `FieldLevels`), flat over fields and levels. */
  readonly kinds: ReadonlySet<number>;
  /** Value codes of all records, N × F, row-major, so that a record is read at one place. */
  readonly codes: Int32Array;
  private readonly pairs: Int32Array;
  private readonly level: readonly ((a: number, b: number) => number)[];

  constructor(table: Pick<Table, 'columns'>, options: LevelOptions = {}) {
    this.fields = table.columns.map((column) => levelsFor(column, options));
    this.levelCounts = this.fields.map((field) => field.names.length);
    const offsets = levelOffsets(this.levelCounts);
    this.kinds = new Set(
      this.fields.flatMap(({ kinds = [] }, f) => kinds.map((level) => offsets[f]! + level)),
    );
    this.codes = byRecord(
      table.columns[0]?.codes.length ?? 0,
      table.columns.map((column) => column.codes),
    );
    this.pairs = new Int32Array(2 * STRIP * table.columns.length);
    this.level = table.columns.map((column, f) => cachedLevels(this.fields[f]!, column.values.length));
  }

  /** Level of one field for two rows, or `MISSING` (see `patterns.ts`). */
  fieldLevel(field: number, left: number, right: number): number {
    const { codes, level } = this;
    const fields = level.length;
    return level[field]!(codes[left * fields + field]!, codes[right * fields + field]!);
  }

  /** Level of one field for two value codes of its column. */
  valueLevel(field: number, a: number, b: number): number {
    return this.level[field]!(a, b);
  }

  /**
   * The levels of many pairs at once, field by field so that one field's values stay in the cache.
   *
   * @param left, right rows of `count` pairs
   * @param out levels, count × F, row-major
   */
  compare(left: Int32Array, right: Int32Array, count: number, out: Uint8Array): void {
    const fields = this.level.length;
    for (let from = 0; from < count; from += STRIP) {
      const to = Math.min(count, from + STRIP);
      const { pairs } = this;
      this.gather(left, right, from, to);
      for (let f = 0; f < fields; f++) {
        const level = this.level[f]!;
        for (let p = from, at = 2 * f; p < to; p++, at += 2 * fields)
          out[p * fields + f] = level(pairs[at]!, pairs[at + 1]!);
      }
    }
  }

  /** The codes of some pairs, side by side: (to − from) × F × 2. */
  private gather(left: Int32Array, right: Int32Array, from: number, to: number): void {
    const { codes, pairs } = this;
    const fields = this.level.length;
    for (let p = from, at = 0; p < to; p++) {
      const [a, b] = [left[p]! * fields, right[p]! * fields];
      for (let f = 0; f < fields; f++) {
        pairs[at++] = codes[a + f]!;
        pairs[at++] = codes[b + f]!;
      }
    }
  }
}

/** Pairs whose codes are held side by side at a time. */
const STRIP = 256;
