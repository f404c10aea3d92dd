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
  /** How often each occurs. */
  readonly counts: number[] = [];
  private readonly isMissing: (cell: string) => boolean;
  /** Cells as written, and the entry in `list` that stands for each. */
  private readonly written = new Dictionary();
  private readonly entryOf = new Int32List();
  /** For each row its code, or −1 − t for the missing token t. */
  private readonly list = new Int32List();
  /** Trimmed missing tokens with how often each occurs; the first is the empty cell, which is `NO_VALUE`. */
  private readonly tokens: string[] = [''];
  private readonly tokenCounts: number[] = [0];
  private scratch: Buffer = Buffer.alloc(4 * SHORT);

  constructor(name: string, isMissing: (cell: string) => boolean) {
    this.name = name;
    this.isMissing = isMissing;
  }

  /** Add the cell of the next row. */
  push(cell: string): void {
    this.add(this.entry(cell));
  }

  /** Add the cells of many rows. */
  pushPlain({ bytes, bounds, width, length }: PlainRows, cell: number): void {
    const { written, entryOf } = this;
    for (let row = 0, at = cell; row < length; row++, at += width + 1) {
      const number = written.number(bytes, bounds[at]!, bounds[at + 1]! - 1);
      this.add(number < entryOf.length ? entryOf.at(number) : this.enter(number));
    }
  }

  /** Rows up to `size` that had no such column are missing. */
  padTo(size: number): void {
    this.list.padTo(size, NO_VALUE);
  }

  /** The code of every row, length N. */
  codes(): Int32Array {
    const codes = this.list.view();
    // Tokens are few, as a rule none.
    return this.tokens.length === 1 ? codes : codes.map((entry) => Math.max(entry, NO_VALUE));
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

  /** Tokens other than the empty cell that were read as missing, with their counts. */
  get missingTokens(): Map<string, number> {
    return new Map(this.tokens.map((token, t): [string, number] => [token, this.tokenCounts[t]!]).slice(1));
  }

  private add(entry: number): void {
    if (entry >= 0) this.counts[entry]!++;
    else this.tokenCounts[-1 - entry]!++;
    this.list.push(entry);
  }

  private entry(cell: string): number {
    const length = this.encode(cell);
    const number = this.written.number(this.scratch, 0, length);
    return number < this.entryOf.length ? this.entryOf.at(number) : this.enter(number);
  }

  /** The entry of a cell that has just become the last of the cells as written. */
  private enter(number: number): number {
    const cell = this.written.text(number);
    const trimmed = cell.trim();
    if (this.isMissing(cell)) {
      const known = this.tokens.indexOf(trimmed);
      if (known < 0) this.tokenCounts.push(0);
      this.entryOf.push(-1 - (known < 0 ? this.tokens.push(trimmed) - 1 : known));
    } else if (trimmed === cell) {
      this.entryOf.push(this.values.push(cell) - 1);
      this.counts.push(0);
    } else {
      this.entryOf.push(NO_VALUE);
      this.entryOf.set(number, this.entry(trimmed));
    }
    return this.entryOf.at(number);
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
