/** What it takes to compare values of each type, in seconds on one core: for forecasts, see `forecast.ts`. */
import type { Column } from '../records/table.ts';
import type { ColumnType } from '../records/types.ts';

/** Seconds to compare two different values that have not been compared before. */
const COMPARED: Readonly<Record<ColumnType, number>> = {
  ...{ person: 170e-9, text: 120e-9, date: 140e-9, number: 110e-9, code: 100e-9, codes: 350e-9 },
  ...{ email: 240e-9, phone: 260e-9, postcode: 130e-9, category: 80e-9, notes: 120e-9 },
};
/** Wording takes so much more for each character, up to so many. */
const CHARACTER = 11e-9;
const MOST_CHARACTERS = 90;
/** Seconds to find a level that is known. */
const KNOWN = 35e-9;
/** Columns of up to this many values keep the level of every pair of values. */
const KEPT = 1500;
/** Seconds of a pair besides its values: finding it, its rarity, its pattern. */
const PAIR = 150e-9;
/** Random pairs of each column that are surveyed, for levels and for rarity. */
const SURVEYED = 1_400_000;
/** Columns with fewer pairs of values are surveyed in full. */
const IN_FULL = 1_000_000;
/** Seconds to make a distinct value ready, and each character of it. */
const READY = 1.2e-6;
const READY_CHARACTER = 30e-9;

/** Seconds to compare one of `pairs` pairs of records. */
export function comparingCost(columns: readonly Column[], pairs: number): number {
  return columns.reduce((sum, column) => sum + valueCost(column, pairs), PAIR);
}

function valueCost(column: Column, pairs: number): number {
  const distinct = column.values.length;
  const fresh = distinct > KEPT ? 1 : Math.min(1, (distinct * distinct) / 2 / Math.max(1, pairs));
  return KNOWN + fresh * costOf(column);
}

function costOf({ type, values }: Column): number {
  const perCharacter = type === 'text' || type === 'notes' ? CHARACTER : 0;
  return COMPARED[type] + perCharacter * Math.min(MOST_CHARACTERS, meanLength(values));
}

/** Seconds to survey the levels of all pairs. */
export function surveyCost(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => {
    const all = (column.values.length * column.values.length) / 2;
    return sum + (all > IN_FULL ? SURVEYED : all) * costOf(column);
  }, 0);
}

/** Seconds to make the values ready for comparison. */
export function preparingCost(columns: readonly Column[]): number {
  return columns.reduce(
    (sum, { values }) => sum + values.length * (READY + READY_CHARACTER * meanLength(values)),
    0,
  );
}

/** Of a sample: the first values are as good as any. */
function meanLength(values: readonly string[]): number {
  const step = Math.max(1, Math.floor(values.length / 1000));
  let [characters, seen] = [0, 0];
  for (let v = 0; v < values.length; v += step, seen++) characters += values[v]!.length;
  return seen === 0 ? 0 : characters / seen;
}
