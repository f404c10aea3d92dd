/**
 * Comparing records: a pair of rows becomes its levels, and the levels one agreement pattern. No files, no
 * terminal: it can run as a filter over one block partition inside another engine's shuffle.
 */
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
  private readonly codes: readonly Int32Array[];
  private readonly level: readonly ((a: number, b: number) => number)[];

  constructor(table: Table, options: LevelOptions = {}) {
    this.fields = table.columns.map((column) => levelsFor(column, options));
    this.levelCounts = this.fields.map((field) => field.names.length);
    const offsets = levelOffsets(this.levelCounts);
    this.kinds = new Set(
      this.fields.flatMap(({ kinds = [] }, f) => kinds.map((level) => offsets[f]! + level)),
    );
    this.codes = table.columns.map((column) => column.codes);
    this.level = table.columns.map((column, f) => cachedLevels(this.fields[f]!, column.values.length));
  }

  /** Level of one field for two rows, or `MISSING` (see `patterns.ts`). */
  fieldLevel(field: number, left: number, right: number): number {
    const codes = this.codes[field]!;
    return this.level[field]!(codes[left]!, codes[right]!);
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
    const fields = this.codes.length;
    for (let f = 0; f < fields; f++) {
      const codes = this.codes[f]!;
      const level = this.level[f]!;
      for (let p = 0, at = f; p < count; p++, at += fields)
        out[at] = level(codes[left[p]!]!, codes[right[p]!]!);
    }
  }
}
