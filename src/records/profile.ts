/**
 * Profiling: what each column holds, whether it is used for matching, and why. Profiling looks at values
 * only, never at the wording of headers, and needs no settings; `fields`, `ignore` and `types` overrule it.
 */
import { ErError, UnknownName } from '../errors.ts';
import { columnKey } from './column-key.ts';
import { type EncodedColumn, encodeColumn } from './encode.ts';
import type { RawTable } from './load.ts';
import type { RawColumn } from './raw-column.ts';
import { findRedundant } from './redundancy.ts';
import { measureShape, type Shape } from './shape.ts';
import { type Column, presentCount, type Table } from './table.ts';
import { type ColumnType, detectType } from './types.ts';
import { separateCodes } from './wording-codes.ts';

/** The most columns that are compared; beyond these the least telling are set aside. */
const MOST_COLUMNS = 24;
/** No more can be, even if asked for. */
const MOST_FIELDS = 32;
/** What the name of a column has added for the codes inside it. */
const OF_CODES = ': codes';

export interface ProfileOptions {
  /** Use exactly these columns. */
  fields?: readonly string[] | undefined;
  /** Do not use these. */
  ignore?: readonly string[] | undefined;
  /** Types that overrule the detected ones, by column name. */
  types?: ReadonlyMap<string, ColumnType> | undefined;
  /** Whether columns that repeat others are used all the same. Default false. */
  keepRedundant?: boolean | undefined;
  /** Whether codes inside wording are left there. Default false. */
  keepCodes?: boolean | undefined;
}

/** One row of `er profile`. */
export interface ColumnProfile {
  name: string;
  type: ColumnType;
  used: boolean;
  /** Why the type, and, when the column is not used, why not. */
  reason: string;
  missing: number;
  distinct: number;
  topValue: string;
  topShare: number;
  missingTokens: Record<string, number>;
  /** Cells that could not be read as the column's type and count as missing. */
  unreadable: number;
  /** Set when day and month cannot be told apart in any cell. */
  ambiguousDates: boolean;
}

/**
 * Profile the loaded files and encode the columns used for matching.
 *
 * @throws UnknownName when an option names a column that no file has
 */
export function profile(
  raw: RawTable,
  options: ProfileOptions = {},
): { table: Table; profiles: ColumnProfile[] } {
  const named = resolveNames(raw, options);
  const shapes = raw.columns.map((column) => measureShape(column.values, column.counts));
  const detected = raw.columns.map((column, c) => {
    const override = named.types.get(columnKey(column.name));
    return override === undefined ? detectType(shapes[c]!) : { type: override, reason: 'as asked for' };
  });
  const encodings = raw.columns.map((column, c) =>
    encodeColumn(column, detected[c]!.type, shapes[c]!.dates.order),
  );
  const aside = setAside(raw, shapes, encodings, { ...named, keepRedundant: options.keepRedundant });
  const columns: Column[] = [];
  const profiles: ColumnProfile[] = [];
  let free = MOST_COLUMNS - (raw.columns.length - aside.size);
  for (const [c, column] of raw.columns.entries()) {
    const { type, reason } = detected[c]!;
    const why = aside.get(c);
    const { column: encoded, unreadable } = encodings[c]!;
    const isWording = why === undefined && type === 'text' && !options.keepCodes && free > 0;
    const codesName = nameOfCodes(column.name, raw);
    const separated = isWording ? separateCodes(encoded, codesName) : undefined;
    const parts = separated === undefined ? [encoded] : [separated.wording, separated.codes];
    const wanted = parts.filter(
      ({ name, values }) => values.length > 0 && isWanted(name, column.name, named),
    );
    if (why === undefined) columns.push(...wanted);
    if (separated !== undefined) free--;
    const isUsed = (part: Column): boolean => why === undefined && wanted.includes(part);
    profiles.push({
      name: column.name,
      type,
      used: isUsed(parts[0]!),
      reason: why ?? (isUsed(parts[0]!) ? reason : `${reason}; only its codes are compared`),
      missing: raw.size - shapes[c]!.present + unreadable,
      distinct: encoded.values.length,
      ...topValue(column),
      missingTokens: Object.fromEntries(column.missingTokens),
      unreadable,
      ambiguousDates: type === 'date' && shapes[c]!.dates.ambiguous,
    });
    if (separated !== undefined)
      profiles.push(profileOfCodes(separated.codes, column.name, isUsed(separated.codes)));
  }
  if (columns.length > MOST_FIELDS)
    throw new ErError(
      `--fields names ${columns.length} columns, but at most ${MOST_FIELDS} can be compared; name fewer`,
    );
  if (raw.idColumn !== undefined) profiles.unshift(profileOfId(raw.idColumn, raw.size));
  const table = { size: raw.size, sources: raw.sources, sourceOf: raw.sourceOf, ids: raw.ids, columns };
  return { table, profiles };
}

function profileOfId(column: RawColumn, size: number): ColumnProfile {
  const present = column.counts.reduce((sum, count) => sum + count, 0);
  return {
    ...{ name: column.name, type: 'code', used: false, reason: 'the id: it names the records' },
    ...{ missing: size - present, distinct: column.values.length, ...topValue(column) },
    ...{ missingTokens: {}, unreadable: 0, ambiguousDates: false },
  };
}

/** The name of the codes inside a column, none that a file has. */
function nameOfCodes(name: string, { columns }: RawTable): string {
  const taken = new Set(columns.map((column) => columnKey(column.name)));
  let codes = `${name}${OF_CODES}`;
  for (let number = 2; taken.has(columnKey(codes)); number++) codes = `${name}${OF_CODES} (${number})`;
  return codes;
}

/** Whether a column, or one of the two parts of a column of wording, is asked for or not left out. */
function isWanted(part: string, whole: string, { fields, ignore }: Named): boolean {
  if (ignore.has(columnKey(part))) return false;
  return fields === undefined || fields.has(columnKey(part)) || fields.has(columnKey(whole));
}

function profileOfCodes(column: Column, from: string, used: boolean): ColumnProfile {
  return {
    ...{ name: column.name, type: 'codes', used },
    reason: used ? `codes in the wording of ${from}, compared by themselves` : 'left out as asked for',
    ...{ missing: column.codes.length - presentCount(column), distinct: column.values.length },
    ...{ ...topValue(column), missingTokens: {}, unreadable: 0, ambiguousDates: false },
  };
}

interface Named {
  fields: Set<string> | undefined;
  ignore: Set<string>;
  types: Map<string, ColumnType>;
}

function resolveNames(raw: RawTable, options: ProfileOptions): Named {
  const known = new Set(raw.columns.map((column) => columnKey(column.name)));
  const resolve = (name: string, option: string): string => {
    const key = columnKey(name);
    if (known.has(key)) return key;
    // The codes inside a column of wording have a name of their own.
    if (option !== '--type' && key.endsWith(OF_CODES) && known.has(key.slice(0, -OF_CODES.length)))
      return key;
    const names = raw.columns.map((column) => column.name);
    if (raw.sources.some((source) => source.idColumn !== undefined && columnKey(source.idColumn) === key))
      throw new UnknownName(
        `${option} names "${name}", which is the id column and is never compared`,
        '',
        [],
      );
    throw new UnknownName(
      `${option} names a column "${name}" that no file has; the columns are ${names.join(', ')}`,
      name,
      names,
    );
  };
  return {
    fields: options.fields && new Set(options.fields.map((name) => resolve(name, '--fields'))),
    ignore: new Set((options.ignore ?? []).map((name) => resolve(name, '--ignore'))),
    types: new Map([...(options.types ?? [])].map(([name, type]) => [resolve(name, '--type'), type])),
  };
}

/** Index of each column that is not used for matching → the reason. */
function setAside(
  raw: RawTable,
  shapes: readonly Shape[],
  encodings: readonly EncodedColumn[],
  named: Named & Pick<ProfileOptions, 'keepRedundant'>,
): Map<number, string> {
  const aside = new Map<number, string>();
  const asked = (c: number): boolean => {
    const key = columnKey(raw.columns[c]!.name);
    return named.fields?.has(key) || named.fields?.has(key + OF_CODES) || false;
  };
  raw.columns.forEach((column, c) => {
    const key = columnKey(column.name);
    if (named.ignore.has(key)) aside.set(c, 'ignored as asked for');
    else if (named.fields !== undefined && !named.fields.has(key) && !named.fields.has(key + OF_CODES))
      aside.set(c, 'not among --fields');
    else if (shapes[c]!.present === 0) aside.set(c, 'empty');
    else if (encodings[c]!.column.values.length === 0)
      aside.set(c, `no cell can be read as ${encodings[c]!.column.type}`);
    else if (!asked(c)) {
      const reason = uninformative(shapes[c]!, encodings[c]!.column, named.types.has(key));
      if (reason !== undefined) aside.set(c, reason);
    }
  });
  if (named.fields !== undefined) return aside;
  const rest = raw.columns.map((_, c) => c).filter((c) => !aside.has(c));
  const candidates = rest.map((c) => raw.columns[c]!);
  const redundant = named.keepRedundant ? [] : findRedundant(candidates, raw.size);
  for (const [index, reason] of redundant) aside.set(rest[index]!, reason);
  const kept = rest.filter((c) => !aside.has(c));
  const byTelling = [...kept].sort((a, b) => telling(raw.columns[b]!) - telling(raw.columns[a]!));
  for (const c of byTelling.slice(MOST_COLUMNS))
    aside.set(c, `not among the ${MOST_COLUMNS} most telling columns; --fields chooses others`);
  return aside;
}

function uninformative(shape: Shape, column: Column, typed: boolean): string | undefined {
  if (column.values.length === 1) return 'constant: the same value in every record that has one';
  if (typed) return undefined;
  if (column.type === 'notes') return 'free-form notes';
  const isNumber = column.type === 'number' || (shape.integer > 0.95 && column.type !== 'date');
  if (isNumber && shape.distinct === shape.present && shape.present >= 50)
    return 'a number that no two records share, so it cannot show agreement';
  return undefined;
}

/** Expected information of a comparison: presence times the surprise of a chance agreement, in nats. */
function telling(column: RawColumn): number {
  const present = column.counts.reduce((sum, count) => sum + count, 0);
  const chance = column.counts.reduce((sum, count) => sum + (count / present) ** 2, 0);
  return present * -Math.log(chance);
}

/** The most frequent cell, of several the first in code-unit order. */
function topValue(column: { values: readonly string[]; counts: ArrayLike<number> }): {
  topValue: string;
  topShare: number;
} {
  let best = -1;
  let present = 0;
  for (let code = 0; code < column.counts.length; code++) {
    const count = column.counts[code]!;
    present += count;
    const lead = best < 0 ? 1 : count - column.counts[best]!;
    if (lead > 0 || (lead === 0 && column.values[code]! < column.values[best]!)) best = code;
  }
  if (best < 0) return { topValue: '', topShare: 0 };
  return { topValue: column.values[best]!, topShare: column.counts[best]! / present };
}
