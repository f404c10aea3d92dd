/** The original columns of several files, united by name: where each cell goes, and what the columns are called. */
import { columnKey } from '../records/column-key.ts';

/** What the columns of a file are. */
export interface FileColumns {
  readonly header: readonly string[];
  readonly idColumn: string | undefined;
}

/** Neighbouring columns whose cells are neighbours in a file too, or which it does not have. */
export interface CellRun {
  /** The first of the cells; −1 where there are none. */
  readonly from: number;
  /** How many cells, or columns without a cell. */
  readonly cells: number;
}

export class OriginalColumns {
  /** The columns of all files but the id, each spelled as it first appears, in order of first appearance. */
  readonly names: readonly string[];
  /** For each file, the column of each of its cells; −1 for the id. */
  private readonly places: readonly Int32Array[];
  private readonly runsOf: readonly (readonly CellRun[])[];

  constructor(files: readonly FileColumns[]) {
    const names: string[] = [];
    const columnOf = new Map<string, number>();
    this.places = files.map(({ header, idColumn }) => {
      const id = idColumn === undefined ? undefined : columnKey(idColumn);
      return Int32Array.from(header, (name) => {
        const key = columnKey(name);
        if (key === id) return -1;
        const known = columnOf.get(key);
        if (known !== undefined) return known;
        columnOf.set(key, names.length);
        return names.push(name) - 1;
      });
    });
    this.names = names;
    this.runsOf = this.places.map((places) => cellRuns(places, names.length));
  }

  /** The columns of the given file as runs of its cells, in the order of the columns. */
  runs(file: number): readonly CellRun[] {
    return this.runsOf[file]!;
  }

  /** The cells of a row of the given file, one for each column; empty where the file has no such column. */
  arrange(file: number, cells: readonly string[]): string[] {
    const arranged: string[] = new Array(this.names.length).fill('');
    const places = this.places[file]!;
    for (let i = 0; i < places.length; i++) if (places[i]! >= 0) arranged[places[i]!] = cells[i]!;
    return arranged;
  }
}

function cellRuns(places: Int32Array, columns: number): CellRun[] {
  const runs: CellRun[] = [];
  for (let column = 0; column < columns; column++) {
    const cell = places.indexOf(column);
    const last = runs.at(-1);
    const follows = last && (last.from < 0 ? cell < 0 : cell === last.from + last.cells);
    if (follows) runs.splice(-1, 1, { from: last.from, cells: last.cells + 1 });
    else runs.push({ from: cell, cells: 1 });
  }
  return runs;
}

/**
 * Names for columns that stand beside others: one that is taken (case does not count) becomes `NAME_original`, and
 * if that is taken too, `NAME_original_2` and so on. Names that are free are kept, whatever comes before them.
 *
 * @example freeNames(['ID', 'city'], ['id']) // => ['ID_original', 'city']
 */
export function freeNames(names: readonly string[], taken: readonly string[]): string[] {
  const reserved = new Set(taken.map(columnKey));
  const used = new Set([...reserved, ...names.map(columnKey)]);
  return names.map((name) => (reserved.has(columnKey(name)) ? unused(`${name}_original`, used) : name));
}

/** The name itself, or with the first number that makes it new; it is used from now on. */
export function unused(name: string, used: Set<string>): string {
  let free = name;
  for (let n = 2; used.has(columnKey(free)); n++) free = `${name}_${n}`;
  used.add(columnKey(free));
  return free;
}
