/** Which column names the records, and whether it names each once. */
import { ErError, UnknownName } from '../errors.ts';
import { columnKey } from './column-key.ts';
import type { Int32List } from './int32-list.ts';
import type { RawColumn } from './raw-column.ts';
import type { Source } from './table.ts';

/** Columns taken as the record's id when `--id` does not name one, in this order of preference. */
export const ID_COLUMNS = ['id', 'rec_id', 'record_id', 'unique_id', 'uid'];

export class Identities {
  private readonly wanted: string | undefined;
  private readonly columns: ReadonlyMap<string, RawColumn>;
  private readonly lines: Int32List;

  /**
   * @param id the column asked for
   * @param columns all columns, by key
   * @param lines the line of each row
   */
  constructor(id: string | undefined, columns: ReadonlyMap<string, RawColumn>, lines: Int32List) {
    this.wanted = id === undefined ? undefined : columnKey(id);
    this.columns = columns;
    this.lines = lines;
  }

  /** @throws UnknownName if a file has no column of the name asked for */
  startFile(path: string, names: readonly string[]): void {
    if (this.wanted === undefined || names.some((name) => columnKey(name) === this.wanted)) return;
    throw new UnknownName(
      `has no column "${this.wanted}" for --id; its columns are ${names.join(', ')}`,
      this.wanted,
      names,
      { file: path, line: 1 },
    );
  }

  /**
   * The id column's key: the one asked for, or the first known name that is in and unique in every file.
   *
   * @throws ErError if the one asked for does not name every record once
   */
  choose(sources: readonly Source[]): string | undefined {
    if (this.wanted !== undefined) {
      for (const source of sources) this.requireUnique(this.wanted, source);
      return this.wanted;
    }
    return ID_COLUMNS.find(
      (column) =>
        this.columns.has(column) &&
        sources.every(
          (source) =>
            source.header.some((name) => columnKey(name) === column) && this.isUnique(column, source),
        ),
    );
  }

  /** A column that is called like an id, in any file. */
  known(): string | undefined {
    return ID_COLUMNS.find((column) => this.columns.has(column));
  }

  /** The name of every record: its cell, or its number in its file. */
  names(column: string | undefined, sources: readonly Source[]): string[] {
    const names: string[] = [];
    const cells = column === undefined ? undefined : this.columns.get(column)!;
    for (const { first, rows } of sources)
      for (let row = 0; row < rows; row++) names.push(cells?.cell(first + row) ?? String(row + 1));
    return names;
  }

  private isUnique(column: string, source: Source): boolean {
    const cells = this.columns.get(column)!;
    const seen = new Uint8Array(cells.distinctCells);
    // The empty cell names nothing.
    seen[0] = 1;
    for (let row = source.first; row < source.first + source.rows; row++) {
      const cell = cells.cellNumber(row);
      if (seen[cell] === 1) return false;
      seen[cell] = 1;
    }
    return true;
  }

  private requireUnique(column: string, source: Source): void {
    const cells = this.columns.get(column)!;
    const lines = this.lines.view();
    const firstRow = new Int32Array(cells.distinctCells).fill(-1);
    const offences: string[] = [];
    let offenceLine = 0;
    let repeats = 0;
    for (let row = source.first; row < source.first + source.rows; row++) {
      const cell = cells.cellNumber(row);
      const earlier = firstRow[cell]!;
      if (cell !== 0 && earlier < 0) {
        firstRow[cell] = row;
        continue;
      }
      repeats++;
      if (repeats === 1) offenceLine = lines[row]!;
      if (offences.length < 3)
        offences.push(
          cell === 0
            ? `line ${lines[row]} has none`
            : `"${cells.cell(row)}" on lines ${lines[earlier]} and ${lines[row]}`,
        );
    }
    if (repeats === 0) return;
    const more = repeats > offences.length ? ` and ${repeats - offences.length} more` : '';
    throw new ErError(
      `the id column "${column}" must name every record once: ${offences.join(', ')}${more}; mend the ids or leave out --id to number the rows`,
      { file: source.path, line: offenceLine },
    );
  }
}
