/**
 * The parameters as CSV, `field,level,m,u,weight`: one row per level of each field, and rows without a
 * level for what is not a level:
 *
 *     prior,,P,1-P,log2 odds    π
 *     total_pairs,,,N,          the pairs that π and u refer to, when they are more than those listed
 *     NAME,,,N,                 the pairs among them in which field NAME is compared
 *
 * A file may hold part of this: the weight column is never read, m or u may be absent or blank, and of a
 * field with two levels one row is enough, the other being its complement.
 */
import { levelOffsets } from '../compare/patterns.ts';
import { ErError, UnknownName } from '../errors.ts';
import { LEAST_PROBABILITY, type Parameters } from './parameters.ts';

const PARAMETER_COLUMNS = ['field', 'level', 'm', 'u', 'weight'] as const;

/** What is known of one field; an absent array leaves the default start. */
export interface FieldParameters {
  /** m of each level 0 … L − 1. */
  m?: number[];
  u?: number[];
  /** Pairs among all in which the field is compared. */
  compared?: number;
  /** Last line of the file that speaks of the field. */
  line: number;
}

export interface KnownParameters {
  prior?: number;
  totalPairs?: number;
  /** By field name as in the list of known fields. */
  fields: Map<string, FieldParameters>;
}

/** One data row of a CSV file and the line it begins on. */
export interface NumberedRow {
  cells: readonly string[];
  line: number;
}

interface Totals {
  totalPairs?: number | undefined;
  /** Per field, the pairs in which it is compared. */
  compared?: ArrayLike<number | undefined> | undefined;
}

/**
 * The rows of a parameter file, header first, cells as text. Numbers are written so that reading gives
 * them back exactly; m and u are kept within [1e-12, 1 − 1e-12], which is what `parseParameters` accepts.
 */
export function parameterRows(
  names: readonly string[],
  levelCounts: readonly number[],
  { prior, m, u }: { prior?: number | undefined; m?: Float64Array | undefined; u: Float64Array },
  { totalPairs, compared }: Totals = {},
): string[][] {
  const offsets = levelOffsets(levelCounts);
  const rows: string[][] = [[...PARAMETER_COLUMNS]];
  names.forEach((name, field) => {
    for (let level = 0; level < levelCounts[field]!; level++) {
      const uValue = inside(u[offsets[field]! + level]!);
      const mValue = m === undefined ? undefined : inside(m[offsets[field]! + level]!);
      const weight = mValue === undefined ? '' : decimal(Math.log2(mValue / uValue));
      rows.push([name, String(level), mValue === undefined ? '' : String(mValue), String(uValue), weight]);
    }
  });
  if (prior !== undefined) {
    rows.push(['prior', '', String(prior), String(1 - prior), decimal(Math.log2(prior / (1 - prior)))]);
  }
  if (totalPairs !== undefined) {
    rows.push(['total_pairs', '', '', String(totalPairs), '']);
    names.forEach((name, field) => {
      // A field that bears the name of a special row cannot have this one; readers then assume its share.
      const pairs = compared?.[field];
      if (pairs !== undefined && !['prior', 'total_pairs'].includes(fold(name))) {
        rows.push([name, '', '', String(pairs), '']);
      }
    });
  }
  return rows;
}

/**
 * Reads a parameter file.
 *
 * @param header the cells of its first line.
 * @param known the names of the fields that there are; names match trimmed and without regard to case.
 * @throws ErError with file and line: a missing column, an unknown field (UnknownName), a level that is no
 *   integer or comes twice, m or u outside (0, 1), a field whose levels are incomplete or do not sum to 1.
 */
export function parseParameters(
  header: readonly string[],
  rows: Iterable<NumberedRow>,
  known: readonly string[],
  file: string,
): KnownParameters {
  const columns = findColumns(header, file);
  const names = new Map(known.map((name) => [fold(name), name]));
  const result: KnownParameters = { fields: new Map() };
  const levels = new Map<string, Levels>();

  for (const { cells, line } of rows) {
    const place = { file, line };
    const cell = (name: string) => cells[columns.get(name) ?? -1]?.trim() ?? '';
    const written = cell('field');
    const level = cell('level');
    const special = fold(written);
    if (level === '' && special === 'prior') {
      result.prior = probability(cell('m'), 'the prior', place);
    } else if (level === '' && special === 'total_pairs') {
      result.totalPairs = positive(cell('u'), 'total_pairs', place);
    } else {
      const name = names.get(special);
      if (name === undefined) {
        throw new UnknownName(`there is no field "${written}" in the pairs`, written, known, place);
      }
      const field = levels.get(name) ?? { m: [], u: [], compared: undefined, line };
      levels.set(name, field);
      field.line = line;
      if (level === '') {
        field.compared = positive(cell('u'), `the number of pairs compared in "${name}"`, place);
        continue;
      }
      if (!/^\d{1,3}$/.test(level) || Number(level) > 254) {
        throw new ErError(`level "${level}" of "${name}" is not a whole number from 0 to 254`, place);
      }
      for (const kind of ['m', 'u'] as const) {
        if (cell(kind) === '') continue;
        if (field[kind][Number(level)] !== undefined) {
          throw new ErError(`level ${level} of "${name}" comes twice; remove one of the two rows`, place);
        }
        field[kind][Number(level)] = probability(cell(kind), `${kind} of "${name}" at level ${level}`, place);
      }
    }
  }
  for (const [name, { m, u, compared, line }] of levels) {
    const place = { file, line };
    const field: FieldParameters = { line };
    if (m.length > 0) field.m = complete(m, `m of "${name}"`, place);
    if (u.length > 0) field.u = complete(u, `u of "${name}"`, place);
    if (field.m && field.u && field.m.length !== field.u.length) {
      throw new ErError(
        `"${name}" has ${field.m.length} levels with m but ${field.u.length} with u; give both for every level, or leave one out`,
        place,
      );
    }
    if (compared !== undefined) field.compared = compared;
    result.fields.set(name, field);
  }
  return result;
}

/**
 * Puts what a file says over a start, which is not touched. A field known to have fewer levels than there
 * are in the pairs is an error.
 */
export function withKnown(
  start: Parameters,
  { prior, fields }: KnownParameters,
  names: readonly string[],
  levelCounts: readonly number[],
  file: string,
): Parameters {
  const offsets = levelOffsets(levelCounts);
  const result = { prior: prior ?? start.prior, m: start.m.slice(), u: start.u.slice() };
  names.forEach((name, field) => {
    const known = fields.get(name);
    for (const kind of ['m', 'u'] as const) {
      const values = known?.[kind];
      if (known === undefined || values === undefined) continue;
      if (values.length < levelCounts[field]!) {
        throw new ErError(
          `"${name}" has levels 0 to ${values.length - 1} here, but level ${levelCounts[field]! - 1} in the pairs; ` +
            'add the missing rows',
          { file, line: known.line },
        );
      }
      result[kind].set(values, offsets[field]!);
    }
  });
  return result;
}

interface Levels {
  m: number[];
  u: number[];
  compared: number | undefined;
  line: number;
}

interface FilePlace {
  file: string;
  line: number;
}

function findColumns(header: readonly string[], file: string): Map<string, number> {
  const columns = new Map(header.map((name, i) => [fold(name), i]));
  for (const name of ['field', 'level']) {
    if (!columns.has(name)) {
      throw new ErError(`no column "${name}"; a parameter file has the columns field,level,m,u`, {
        file,
        line: 1,
      });
    }
  }
  if (!columns.has('m') && !columns.has('u')) {
    throw new ErError('neither a column "m" nor a column "u"; a parameter file has at least one of them', {
      file,
      line: 1,
    });
  }
  return columns;
}

/** All levels of a field: as they are when they sum to 1, or one of two with its complement. */
function complete(values: number[], what: string, place: FilePlace): number[] {
  const given = values.filter((value) => value !== undefined);
  if (given.length === 1 && values.length <= 2) {
    return values.length === 2 ? [1 - values[1]!, values[1]!] : [values[0]!, 1 - values[0]!];
  }
  const absent = Array.from(values).indexOf(undefined as unknown as number);
  if (absent >= 0) {
    throw new ErError(
      `${what} is given up to level ${values.length - 1} but not at level ${absent}; add the row`,
      place,
    );
  }
  const sum = given.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > 1e-6) {
    throw new ErError(
      `${what} sums to ${Number(sum.toPrecision(7))} over its levels; it must sum to 1`,
      place,
    );
  }
  return given;
}

function probability(text: string, what: string, place: FilePlace): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (value > 0 && value < 1) return value;
  throw new ErError(`${what} is "${text}"; it must be a number between 0 and 1, both excluded`, place);
}

function positive(text: string, what: string, place: FilePlace): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new ErError(`${what} is "${text}" in column u; it must be a number of at least 0`, place);
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}

function inside(p: number): number {
  return Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, p));
}

function decimal(x: number): string {
  return String(Number(x.toPrecision(10)));
}
