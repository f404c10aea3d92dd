/** Names of records, sources or entities as numbers: equal names, without the space around them, have equal ones. */
import { Dictionary } from './dictionary.ts';
import { Int32List } from './int32-list.ts';
import { MissingScreen } from './missing-screen.ts';
import type { CellBytes } from './raw-column.ts';
import { NO_VALUE } from './table.ts';

const SCREEN = new MissingScreen([]);

export class NameCodes {
  private readonly dictionary = new Dictionary((bytes, from, to) => this.newCode(bytes, from, to));
  private readonly places = new Int32List();

  /** How many names there are; their codes are the numbers below. */
  get size(): number {
    return this.places.length;
  }

  /** The code of a name, or `NO_VALUE` for the empty one. */
  code(name: string): number {
    const bytes = Buffer.from(name);
    return this.dictionary.value(bytes, 0, bytes.length);
  }

  /** The codes of one cell of each row, without making strings of them. */
  codes({ bytes, bounds, width, length }: CellBytes, cell: number): Int32Array {
    const codes = new Int32Array(length);
    this.dictionary.values(bytes, bounds, cell, width + 1, codes);
    return codes;
  }

  /** The name of a code. */
  name(code: number): string {
    return this.dictionary.textAt(this.places.at(code) >>> 0);
  }

  private newCode(bytes: Buffer, from: number, to: number): number {
    if (!SCREEN.isValue(bytes, from, to)) {
      const cell = bytes.toString('utf8', from, to);
      const name = cell.trim();
      if (name === '') return NO_VALUE;
      if (name !== cell) return this.code(name);
    }
    this.places.push(from);
    return this.places.length - 1;
  }
}
