/**
 * A column as it streams in: cells are dictionary-encoded as written, and missing ones counted by the
 * token that stood for them. What the column means is decided later, from its distinct values.
 */
import type { PlainRows } from '../csv/plain-rows.ts';
import { Dictionary, type DictionaryParts } from './dictionary.ts';
import { Int32List } from './int32-list.ts';
import type { MissingTest } from './missing.ts';
import { MissingScreen } from './missing-screen.ts';
import { NO_VALUE } from './table.ts';

/** Cells up to this length are made bytes without a call of the library, if they are ASCII. */
const SHORT = 64;

/** Rows as bytes; see `PlainRows`. */
export type CellBytes = Pick<PlainRows, 'bytes' | 'bounds' | 'width' | 'length'>;

/** All that a column holds, but for its name. */
export interface ColumnParts {
  readonly written: DictionaryParts;
  readonly places: Int32Array;
  readonly list: Int32Array;
  readonly tokens: readonly string[];
}

export class RawColumn {
  /** The header, as first written. */
  readonly name: string;
  private readonly isMissing: MissingTest;
  private readonly screen: MissingScreen;
  /** Cells as written, with the entry in `list` that stands for each. */
  private readonly written = new Dictionary((bytes, from, to) => this.newEntry(bytes, from, to));
  /** Where the text of each value begins in `written`, and those made strings so far. */
  private readonly places = new Int32List();
  private readonly strings: string[] = [];
  /** For each row its code, or −1 − t for the missing token t. */
  private readonly list = new Int32List();
  /** Trimmed missing tokens; the first is the empty cell, which is `NO_VALUE`. */
  private tokens: string[] = [''];
  private scratch: Buffer = Buffer.alloc(4 * SHORT);
  private entries: Int32Array = new Int32Array(0);
  private tally: { values: Int32Array; tokens: Int32Array } | undefined;

  constructor(name: string, isMissing: MissingTest) {
    this.name = name;
    this.isMissing = isMissing;
    this.screen = new MissingScreen(isMissing.tokens);
  }

  /** Distinct cells as written, trimmed. */
  get values(): readonly string[] {
    const { strings, places } = this;
    while (strings.length < places.length) strings.push(this.written.textAt(places.at(strings.length) >>> 0));
    return strings;
  }

  /** Add the cell of the next row. */
  push(cell: string): void {
    this.tally = undefined;
    this.list.push(this.entry(cell, 1));
  }

  /** Add the cells of many rows. */
  pushPlain({ bytes, bounds, width, length }: CellBytes, cell: number): void {
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
    return this.tokens.length + this.places.length;
  }

  /** What it holds, for another thread; the column is not to be used before it is taken back. */
  handOver(): ColumnParts {
    const { written, places, list, tokens } = this;
    return {
      ...{ written: written.handOver(), places: places.handOver(), list: list.handOver() },
      tokens,
    };
  }

  takeBack({ written, places, list, tokens }: ColumnParts): void {
    this.written.takeBack(written);
    this.places.takeBack(places);
    this.list.takeBack(list);
    this.tokens = [...tokens];
    this.tally = undefined;
  }

  private count(): { values: Int32Array; tokens: Int32Array } {
    if (this.tally !== undefined) return this.tally;
    const values = new Int32Array(this.places.length);
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
  private newEntry(bytes: Buffer, from: number, to: number): number {
    if (this.screen.isValue(bytes, from, to)) return this.newValue(from);
    const cell = bytes.toString('utf8', from, to);
    const trimmed = cell.trim();
    if (this.isMissing(cell)) {
      const known = this.tokens.indexOf(trimmed);
      return known >= 0 ? -1 - known : -this.tokens.push(trimmed);
    }
    return trimmed === cell ? this.newValue(from) : this.entry(trimmed, 0);
  }

  private newValue(place: number): number {
    this.places.push(place);
    return this.places.length - 1;
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

/** The memory of a column, which can be handed over to another thread without being copied. */
export function memoryOf({ written, places, list }: ColumnParts): ArrayBuffer[] {
  return [written.slots, written.bytes, places, list].map(({ buffer }) => buffer as ArrayBuffer);
}
