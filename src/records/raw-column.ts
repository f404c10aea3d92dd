/**
 * A column as it streams in: cells are dictionary-encoded as written, and missing ones counted by the
 * token that stood for them. What the column means is decided later, from its distinct values.
 */
import { Int32List } from './int32-list.ts';
import { NO_VALUE } from './table.ts';

export class RawColumn {
  /** The header, as first written. */
  readonly name: string;
  /** Distinct cells as written, trimmed. */
  readonly values: string[] = [];
  /** How often each occurs. */
  readonly counts: number[] = [];
  /** Tokens other than the empty cell that were read as missing, with their counts. */
  readonly missingTokens = new Map<string, number>();
  private readonly codesByValue = new Map<string, number>();
  private readonly list = new Int32List();
  private readonly isMissing: (cell: string) => boolean;

  constructor(name: string, isMissing: (cell: string) => boolean) {
    this.name = name;
    this.isMissing = isMissing;
  }

  /** Add the cell of the next row. */
  push(cell: string): void {
    let code = this.codesByValue.get(cell);
    if (code === undefined) {
      code = this.encode(cell);
      this.codesByValue.set(cell, code);
    }
    if (code >= 0) this.counts[code]!++;
    else if (cell !== '') this.countMissingToken(cell);
    this.list.push(code);
  }

  /** Rows up to `size` that had no such column are missing. */
  padTo(size: number): void {
    this.list.padTo(size, NO_VALUE);
  }

  /** The code of every row, length N. */
  codes(): Int32Array {
    return this.list.view();
  }

  private encode(cell: string): number {
    if (this.isMissing(cell)) return NO_VALUE;
    const trimmed = cell.trim();
    if (trimmed !== cell) {
      const known = this.codesByValue.get(trimmed);
      if (known !== undefined) return known;
      this.codesByValue.set(trimmed, this.values.length);
    }
    this.values.push(trimmed);
    this.counts.push(0);
    return this.values.length - 1;
  }

  private countMissingToken(cell: string): void {
    const token = cell.trim();
    if (token !== '') this.missingTokens.set(token, (this.missingTokens.get(token) ?? 0) + 1);
  }
}
