/** `--prefer`: survivorship rules of golden records, as they are written on the command line. */
import { basename } from 'node:path';
import type { Preference, SurvivorshipRule } from '../entities/survivorship.ts';
import { ErError, UnknownName } from '../errors.ts';
import { columnKey } from '../records/column-key.ts';
import type { Source } from '../records/table.ts';
import { names } from './options.ts';

const RULES = ['source', 'newest', 'longest', 'most-frequent'];
const GRAMMAR =
  'the rules are source=FILE,…, newest=COLUMN, longest and most-frequent, for one column written COLUMN:RULE';

/** A rule alone, or after the column that it is for. */
const RULE = /^(?:(source|newest)=(.*)|(longest|most-frequent))$/s;
const OF_COLUMN = /^(.+?):\s*((?:source|newest)=.*|longest|most-frequent)$/s;

/** What is written, not yet looked up. */
interface Written {
  readonly column: string | undefined;
  readonly kind: SurvivorshipRule['kind'];
  /** What stands after the equals sign. */
  readonly operand: string;
}

/** Adds a rule to the earlier ones, if it is one. */
export function preference(text: string, earlier: readonly string[] = []): string[] {
  written(text);
  return [...earlier, text];
}

/**
 * Reads one rule. A text that begins as a rule is one for all columns; else the column is what stands before the first
 * colon that a rule follows, so that the names of columns, and of files, may have colons.
 *
 * @throws ErError for what is no rule
 * @example written('phone:newest=updated') // => { column: 'phone', kind: 'newest', operand: 'updated' }
 */
function written(text: string): Written {
  const trimmed = text.trim();
  const [, column, rest] = RULE.test(trimmed) ? [] : (OF_COLUMN.exec(trimmed) ?? []);
  const match = RULE.exec(rest ?? trimmed);
  if (match === null) {
    const wanted = trimmed.slice(trimmed.lastIndexOf(':') + 1).replace(/=.*/s, '');
    throw new UnknownName(`--prefer "${text}" holds no rule; ${GRAMMAR}`, wanted, RULES);
  }
  const kind = (match[1] ?? match[3]) as SurvivorshipRule['kind'];
  const operand = match[2]?.trim() ?? '';
  if (match[1] !== undefined && names(operand).length === 0)
    throw new ErError(
      `--prefer "${text}" does not say which ${kind === 'newest' ? 'column' : 'file'}; ${GRAMMAR}`,
    );
  return { column, kind, operand };
}

/**
 * The rules with their columns and files looked up.
 *
 * @param columns the names of the columns of golden records
 * @throws UnknownName for a column or a file that is none of the input's
 */
export function preferences(
  texts: readonly string[],
  columns: readonly string[],
  sources: readonly Pick<Source, 'source' | 'path'>[],
): Preference[] {
  const place = (name: string): number => {
    const at = columns.findIndex((column) => columnKey(column) === columnKey(name));
    if (at >= 0) return at;
    throw new UnknownName(
      `--prefer names a column "${name.trim()}" that golden records do not have; the columns are ${columns.join(', ')}`,
      name,
      columns,
    );
  };
  const rule = ({ kind, operand }: Written): SurvivorshipRule => {
    if (kind === 'source') return { kind, order: names(operand).map((name) => sourcesCalled(name, sources)) };
    return kind === 'newest' ? { kind, column: place(operand) } : { kind };
  };
  return texts.map((text) => {
    const all = written(text);
    return { column: all.column === undefined ? undefined : place(all.column), rule: rule(all) };
  });
}

/** The sources of that name or path; only where there is none, those whose path ends in it. */
function sourcesCalled(name: string, sources: readonly Pick<Source, 'source' | 'path'>[]): number[] {
  const such = (is: (source: Pick<Source, 'source' | 'path'>) => boolean): number[] =>
    sources.flatMap((source, s) => (is(source) ? [s] : []));
  const exact = such(({ source, path }) => name === source || name === path);
  const called = exact.length > 0 ? exact : such(({ path }) => name === basename(path));
  if (called.length > 0) return called;
  const known = sources.map(({ source }) => source);
  throw new UnknownName(
    `--prefer names "${name}", which is no input; the inputs are ${known.join(', ')}`,
    name,
    known,
  );
}
