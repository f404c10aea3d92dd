/**
 * A column as it streams in: cells are dictionary-encoded as written, and missing ones counted by the
 * token that stood for them. What the column means is decided later, from its distinct values.
 */
import type { PlainRows } from '../csv/plain-rows.ts';
import { Dictionary } from './dictionary.ts';
import { Int32List } from './int32-list.ts';
import { NO_VALUE } from './table.ts';

/** Cells up to this length are made bytes without a call of the library, if they are ASCII. */
const SHORT = 64;

export class RawColumn {
  /** The header, as first written. */
  readonly name: string;
  /** Distinct cells as written, trimmed. */
  readonly values: string[] = [];
  private readonly isMissing: (cell: string) => boolean;
  /** Cells as written, with the entry in `list` that stands for each. */
  private readonly written = new Dictionary((cell) => this.newEntry(cell));
  /** For each row its code, or −1 − t for the missing token t. */
  private readonly list = new Int32List();
  /** Trimmed missing tokens; the first is the empty cell, which is `NO_VALUE`. */
  private readonly tokens: string[] = [''];
  private scratch: Buffer = Buffer.alloc(4 * SHORT);
  private entries: Int32Array = new Int32Array(0);
  private tally: { values: Int32Array; tokens: Int32Array } | undefined;

  constructor(name: string, isMissing: (cell: string) => boolean) {
    this.name = name;
    this.isMissing = isMissing;
  }

  /** Add the cell of the next row. */
  push(cell: string): void {
    this.tally = undefined;
    this.list.push(this.entry(cell, 1));
  }

  /** Add the cells of many rows. */
  pushPlain({ bytes, bounds, width, length }: PlainRows, cell: number): void {
    this.tally = undefined;
    if (length > this.entries.length) this.entries = new Int32Array(2 * length);
    const entries = this.entries.subarray(0, length);
    this.written.values(bytes, bounds, cell, width + 1, entries);
    this.list.append(entries);
  }

  /** Rows up to `size` that had no such column are missing. */
  padTo(size: number): void {
    this.list.padTo(size, NO_VALUE);
  }

  /** The code of every row, length N. */
  codes(): Int32Array {
    const entries = this.list.view();
    // Tokens are few, as a rule none.
    return this.tokens.length === 1 ? entries : entries.map((entry) => Math.max(entry, NO_VALUE));
  }

  /** How often each of the values occurs. */
  get counts(): Int32Array {
    return this.count().values;
  }

  /** Tokens other than the empty cell that were read as missing, with their counts. */
  get missingTokens(): Map<string, number> {
    const counts = this.count().tokens;
    return new Map(this.tokens.map((token, t): [string, number] => [token, counts[t]!]).slice(1));
  }

  /** The trimmed cell of a row, whether it is missing or not. */
  cell(row: number): string {
    const entry = this.list.at(row);
    return entry >= 0 ? this.values[entry]! : this.tokens[-1 - entry]!;
  }

  /** A number below `distinctCells` that rows share if their trimmed cells are the same; 0 for the empty cell. */
  cellNumber(row: number): number {
    const entry = this.list.at(row);
    return entry >= 0 ? this.tokens.length + entry : -1 - entry;
  }

  get distinctCells(): number {
    return this.tokens.length + this.values.length;
  }

  private count(): { values: Int32Array; tokens: Int32Array } {
    if (this.tally !== undefined) return this.tally;
    const values = new Int32Array(this.values.length);
    const tokens = new Int32Array(this.tokens.length);
    this.written.forEach((entry, count) => {
      if (entry >= 0) values[entry]! += count;
      else tokens[-1 - entry]! += count;
    });
    this.tally = { values, tokens };
    return this.tally;
  }

  private entry(cell: string, times: number): number {
    const length = this.encode(cell);
    return this.written.value(this.scratch, 0, length, times);
  }

  /** The entry of a cell that was not written like this before. */
  private newEntry(cell: string): number {
    const trimmed = cell.trim();
    if (this.isMissing(cell)) {
      const known = this.tokens.indexOf(trimmed);
      return known >= 0 ? -1 - known : -this.tokens.push(trimmed);
    }
    return trimmed === cell ? this.values.push(cell) - 1 : this.entry(trimmed, 0);
  }

  /** Writes the UTF-8 of a cell to `scratch`, and answers with its length. */
  private encode(cell: string): number {
    const { length } = cell;
    if (3 * length > this.scratch.length) this.scratch = Buffer.alloc(6 * length);
    if (length <= SHORT) {
      let i = 0;
      for (; i < length; i++) {
        const unit = cell.charCodeAt(i);
        if (unit >= 128) break;
        this.scratch[i] = unit;
      }
      if (i === length) return length;
    }
    return this.scratch.write(cell);
  }
}
