/**
 * A table of agreement levels, one row per pair, taken in row by row and given back with columns added.
 * Rows are not kept as objects: a row is one integer, its kind (the distinct text of all its level cells),
 * and one dictionary code per carried column. Memory per row: 4 bytes and 4 per carried column.
 */
import { MISSING, type Patterns } from '../compare/patterns.ts';
import { ErError, UnknownName } from '../errors.ts';

export interface AgreementOptions {
  /** How errors name the file. */
  file: string;
  /** Columns to carry along besides those ending in _l or _r. */
  ids?: readonly string[] | undefined;
  /** How a cell stands in the output, quoted where needed. */
  encode: (cell: string) => string;
}

/** The columns that are added to each row. */
export const RESULT_COLUMNS = ['match_probability', 'match_weight'] as const;

/** Distinct values of a carried column looked up at most; beyond, values are stored again when they come again. */
const DICTIONARY_SIZE = 1 << 22;

/** A carried column: code per row and text per code. */
class CarriedColumn {
  readonly texts: string[] = [];
  codes = new Int32Array(1024);
  readonly #known = new Map<string, number>();
  readonly #encode: (cell: string) => string;

  constructor(encode: (cell: string) => string) {
    this.#encode = encode;
  }

  set(row: number, cell: string): void {
    let code = this.#known.get(cell);
    if (code === undefined) {
      code = this.texts.push(this.#encode(cell)) - 1;
      if (this.#known.size === DICTIONARY_SIZE) this.#known.clear();
      this.#known.set(cell, code);
    }
    if (row === this.codes.length) this.codes = doubled(this.codes);
    this.codes[row] = code;
  }
}

/**
 * Takes the header and the rows of a file, then gives the patterns.
 *
 * A column holds agreement levels unless it is called `count` (the weight of the row), ends in `_l` or `_r`
 * or is named in `ids`. A level is a whole number from 0 to 254, or empty where a value is missing.
 */
export class AgreementRows {
  /** Names of the level columns. Length F. */
  fields: string[] = [];
  /** Names of all columns in order. */
  columns: string[] = [];
  rows = 0;

  readonly #options: AgreementOptions;
  #fieldColumns: number[] = [];
  #carriedColumns: number[] = [];
  #carried: CarriedColumn[] = [];
  #countColumn = -1;
  #kinds = new Int32Array(1024);
  readonly #kindOf = new Map<string, number>();
  /** Cells of the level columns of each kind, as written. */
  readonly #kindCells: string[][] = [];
  readonly #kindCounts: number[] = [];

  constructor(options: AgreementOptions) {
    this.#options = options;
  }

  header(names: string[]): void {
    const place = { file: this.#options.file, line: 1 };
    const folded = names.map((name) => name.toLowerCase());
    const taken = names.find((_, i) => RESULT_COLUMNS.some((column) => column === folded[i]));
    if (taken !== undefined) {
      throw new ErError(
        `there is already a column "${taken}", which er em would write; remove or rename it`,
        place,
      );
    }
    const ids = new Set(this.#options.ids?.map((id) => id.trim().toLowerCase()));
    for (const id of this.#options.ids ?? []) {
      if (!folded.includes(id.trim().toLowerCase())) {
        throw new UnknownName(`no column "${id.trim()}", which --ids names`, id.trim(), names, place);
      }
    }
    folded.forEach((name, i) => {
      if (name === 'count' && !ids.has(name)) this.#countColumn = i;
      const isField = name !== 'count' && !ids.has(name) && !/_[lr]$/.test(name);
      (isField ? this.#fieldColumns : this.#carriedColumns).push(i);
    });
    this.columns = names;
    this.fields = this.#fieldColumns.map((i) => names[i]!);
    this.#carried = this.#carriedColumns.map(() => new CarriedColumn(this.#options.encode));
    if (this.fields.length === 0) {
      throw new ErError('no column of agreement levels: all columns are carried along', place);
    }
  }

  row(cells: string[], line: number): void {
    const columns = this.#fieldColumns;
    let key = cells[columns[0]!]!;
    for (let i = 1; i < columns.length; i++) key += `,${cells[columns[i]!]!}`;
    const kind = this.#kindOf.get(key) ?? this.#newKind(key, cells, line);
    this.#kindCounts[kind]! += this.#countColumn < 0 ? 1 : this.#weight(cells[this.#countColumn]!, line);
    for (let i = 0; i < this.#carried.length; i++) {
      this.#carried[i]!.set(this.rows, cells[this.#carriedColumns[i]!]!);
    }
    if (this.rows === this.#kinds.length) this.#kinds = doubled(this.#kinds);
    this.#kinds[this.rows++] = kind;
  }

  /**
   * The distinct agreement patterns, sorted by their levels so that the order of the rows has no influence.
   * A field has as many levels as its highest one demands, at least two and at least `levels[field]`.
   */
  patterns(levels: readonly (number | undefined)[] = []): { patterns: Patterns; patternOfKind: Int32Array } {
    const fields = this.fields.length;
    const parsed = this.#kindCells.map((cells) => Uint8Array.from(cells, levelOf));
    const levelCounts = this.fields.map((_, field) =>
      parsed.reduce(
        (most, row) => (row[field] === MISSING ? most : Math.max(most, row[field]! + 1)),
        Math.max(2, levels[field] ?? 2),
      ),
    );
    const order = parsed
      .map((_, kind) => kind)
      .sort((a, b) => compareLevels(parsed[a]!, parsed[b]!) || a - b);
    const patternOfKind = new Int32Array(parsed.length);
    const distinct: Uint8Array[] = [];
    const counts: number[] = [];
    for (const kind of order) {
      const last = distinct.at(-1);
      if (last === undefined || compareLevels(last, parsed[kind]!) !== 0) {
        distinct.push(parsed[kind]!);
        counts.push(0);
      }
      patternOfKind[kind] = distinct.length - 1;
      counts[distinct.length - 1]! += this.#kindCounts[kind]!;
    }
    const flat = new Uint8Array(distinct.length * fields);
    distinct.forEach((row, g) => {
      flat.set(row, g * fields);
    });
    return {
      patterns: { size: distinct.length, levelCounts, levels: flat, counts: Float64Array.from(counts) },
      patternOfKind,
    };
  }

  /**
   * The text of every row, in input order: its cells as they came, then `suffix` of its kind, then a line
   * end. What stands between two carried cells is put together once per kind, not per row.
   *
   * @param suffix cells to add, by kind, each with its comma in front.
   */
  *texts(suffix: readonly string[]): Generator<string> {
    const carried = this.#carried;
    const width = carried.length + 1;
    const between = this.#kindCells.flatMap((cells, kind) => this.#between(cells, suffix[kind]!));
    for (let row = 0; row < this.rows; row++) {
      const base = this.#kinds[row]! * width;
      let text = between[base]!;
      for (let i = 0; i < carried.length; i++) {
        const column = carried[i]!;
        text += column.texts[column.codes[row]!]! + between[base + i + 1]!;
      }
      yield text;
    }
  }

  /** The text before the first carried cell, between each two, and after the last. */
  #between(cells: readonly string[], suffix: string): string[] {
    const parts: string[] = [];
    let text = '';
    let field = 0;
    this.columns.forEach((_, column) => {
      if (column > 0) text += ',';
      if (column === this.#fieldColumns[field]) {
        text += this.#options.encode(cells[field++]!);
      } else {
        parts.push(text);
        text = '';
      }
    });
    parts.push(`${text}${suffix}\n`);
    return parts;
  }

  #newKind(key: string, cells: readonly string[], line: number): number {
    const own = this.#fieldColumns.map((i) => cells[i]!);
    own.forEach((cell, field) => {
      if (Number.isNaN(levelOf(cell))) throw this.#notALevel(this.fields[field]!, cell, line);
    });
    const kind = this.#kindCells.push(own) - 1;
    this.#kindCounts.push(0);
    this.#kindOf.set(key, kind);
    return kind;
  }

  #notALevel(column: string, cell: string, line: number): ErError {
    const ids = [...(this.#options.ids ?? []), column].join(',');
    return new ErError(
      `column "${column}" holds ${quoted(cell)}, which is no agreement level (a whole number from 0 to 254, or empty); ` +
        `mend it, or carry the column along with --ids ${/\s/.test(ids) ? `"${ids}"` : ids}`,
      { file: this.#options.file, line },
    );
  }

  #weight(cell: string, line: number): number {
    const weight = cell.trim() === '' ? Number.NaN : Number(cell);
    if (weight >= 0 && weight < Number.POSITIVE_INFINITY) return weight;
    throw new ErError(
      `column "${this.columns[this.#countColumn]}" holds ${quoted(cell)}, which is no weight; it must be a number of at least 0`,
      { file: this.#options.file, line },
    );
  }
}

/** The level a cell stands for, `MISSING` if it is empty, NaN if it is none. */
function levelOf(cell: string): number {
  const text = cell.trim();
  if (text === '') return MISSING;
  const level = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return level < MISSING ? level : Number.NaN;
}

function compareLevels(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function quoted(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
}

function doubled(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
