/**
 * Blocking keys: functions of a column's values under which true matches often agree although they are
 * spelt differently. Which keys a column gives depends on its type only.
 */
import { type Column, NO_VALUE, type Table } from '../records/table.ts';
import type { ColumnType } from '../records/types.ts';
import { type Blocks, shared } from './blocks.ts';

/** A key of every record: two records may be compared when they are in one block of it. */
export interface BlockingKey extends Blocks {
  /** Column it is a function of. */
  readonly field: number;
  /** For people: `surname`, `surname: first 3 letters`. */
  readonly name: string;
  /** Number of its distinct values, those that one record has included. */
  readonly distinct: number;
  /** Indices of coarser keys: records that agree on this one agree on those. */
  readonly coarser: readonly number[];
}

/** One way to make a key from a value; undefined where the value gives none. */
interface KeyRule {
  name: string;
  of: (value: string) => string | undefined;
}

const firstLetters = (count: number): KeyRule => ({
  name: `first ${count} letters`,
  of: (value) => (value.length > count ? value.slice(0, count) : value),
});

const lastLetters = (count: number): KeyRule => ({
  name: `last ${count} letters`,
  of: (value) => (value.length > count ? value.slice(-count) : value),
});

const firstHalf: KeyRule = {
  name: 'first half',
  of: (value) => value.slice(0, Math.max(1, Math.ceil(value.length / 2))),
};

const secondHalf: KeyRule = {
  name: 'second half',
  of: (value) => value.slice(-Math.max(1, Math.ceil(value.length / 2))),
};

const datePart = (name: string, from: number, to: number): KeyRule => ({
  name,
  of(value) {
    const part = value.slice(from, to);
    return /(?:^|-)0+(?:-|$)/.test(part) ? undefined : part;
  },
});

/** Numbers rounded: within about 10 % (two digits) or 1 % (three), where levels of agreement begin. */
const digits = (count: number): KeyRule => ({
  name: `${count} digits`,
  of: (value) => Number(value).toExponential(count - 1),
});

/** The coarser keys of each type, besides the value itself. */
const KEY_RULES: Record<ColumnType, readonly KeyRule[]> = {
  person: [firstLetters(3), lastLetters(3)],
  text: [],
  date: [datePart('year', 0, 4), datePart('month and day', 5, 10)],
  number: [digits(2), digits(3)],
  code: [],
  codes: [],
  email: [{ name: 'mailbox name', of: (value) => value.replace(/@.*$/, '') }],
  phone: [firstHalf, secondHalf],
  postcode: [firstHalf],
  category: [],
  notes: [],
};

/** Codes of at least this many characters also give their halves as keys. */
const LONG_CODE = 6;

/**
 * All keys of a table. A coarser key stands before the keys that refine it, and one that is as fine as the
 * value itself is left out.
 */
export function blockingKeys(table: Table): BlockingKey[] {
  const keys: BlockingKey[] = [];
  table.columns.forEach((column, field) => {
    const coarser: number[] = [];
    for (const rule of rulesFor(column)) {
      const key = derive(column, field, rule);
      if (key.distinct >= 0.95 * column.values.length) continue;
      coarser.push(keys.length);
      keys.push(key);
    }
    keys.push({
      ...{ field, name: column.name, distinct: column.values.length, coarser },
      ...shared({ codes: column.codes, sizes: column.counts }),
    });
  });
  return keys;
}

function rulesFor(column: Column): readonly KeyRule[] {
  if (column.type !== 'code') return KEY_RULES[column.type];
  const length = column.values.reduce((sum, value) => sum + value.length, 0) / column.values.length;
  return length >= LONG_CODE ? [firstHalf, secondHalf] : [];
}

function derive(column: Column, field: number, rule: KeyRule): BlockingKey {
  const codeOf = new Map<string, number>();
  const recode = new Int32Array(column.values.length);
  column.values.forEach((value, v) => {
    const key = rule.of(value);
    if (key === undefined) {
      recode[v] = NO_VALUE;
      return;
    }
    let code = codeOf.get(key);
    if (code === undefined) {
      code = codeOf.size;
      codeOf.set(key, code);
    }
    recode[v] = code;
  });
  const codes = new Int32Array(column.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const value = column.codes[row]!;
    codes[row] = value === NO_VALUE ? NO_VALUE : recode[value]!;
  }
  const sizes = new Int32Array(codeOf.size);
  for (let v = 0; v < recode.length; v++)
    if (recode[v]! !== NO_VALUE) sizes[recode[v]!]! += column.counts[v]!;
  return {
    ...{ field, name: `${column.name}: ${rule.name}`, distinct: codeOf.size, coarser: [] },
    ...shared({ codes, sizes }),
  };
}
