/**
 * Values that stand in each other's column: the surname of a record among the first names and its first name among the
 * surnames, or two lines of an address the wrong way round. They are found by the records that they cross,
 * before any pair is compared, and turned in the table used for matching, so that all that follows sees ordinary
 * values. Original cells stay as they are.
 *
 *     suspects → crossed pairs → evidence of all columns → EM for their share → which record is turned
 *
 * A record is turned only where another record shows what it should be. Without one nothing would be gained.
 */
import { type Column, compareRows, type Exchange, NO_VALUE, type Table } from '../records/table.ts';
import { crossedColumns } from './crossed-columns.ts';
import { crossedEvidence } from './crossed-evidence.ts';
import { crossedPairs } from './crossed-pairs.ts';
import { exchangeShare } from './exchange-share.ts';
import { type Link, rowsToTurn } from './orientation.ts';
import { type RowsOf, rowsByValue } from './rows-by-value.ts';
import { straightPairs } from './straight-pairs.ts';

/** Log odds from which a pair says how its records stand to each other: posterior .9. */
const SURE = Math.log(9);

/**
 * The table with exchanged values put right; the same table where there are none. `exchanges` of the result says
 * which. Linear in the records but for the pairs that cross.
 */
export function putRight(table: Table): Table {
  let columns = table.columns;
  const rowsOf = rowsByValue();
  const exchanges: Exchange[] = [];
  for (let f = 0; f < columns.length; f++)
    for (let g = f + 1; g < columns.length; g++) {
      const rows = exchangedRows({ ...table, columns }, f, g, rowsOf);
      if (rows.length === 0) continue;
      exchanges.push({ columns: [columns[f]!.name, columns[g]!.name], rows });
      const [one, other] = turned(columns[f]!, columns[g]!, rows);
      columns = columns.map((column, c) => (c === f ? one : c === g ? other : column));
    }
  return exchanges.length === 0 ? table : { ...table, columns, exchanges };
}

/** The rows whose values of columns f and g stand in each other's place, ascending. */
function exchangedRows(table: Table, f: number, g: number, rowsOf: RowsOf): Int32Array {
  const { columns, size } = table;
  const crossed = crossedColumns(columns[f]!, columns[g]!);
  if (crossed === undefined) return new Int32Array();
  const { pairs, suspects } = crossedPairs(table, crossed, rowsOf);
  if (pairs.length === 0) return new Int32Array();
  const evidence = pairs.map((pair) => crossedEvidence(columns, crossed, pair, rowsOf));
  const { expected, logOdds } = exchangeShare(evidence, suspects, size);
  const links: Link[] = pairs.flatMap((pair, i) =>
    logOdds[i]! < SURE ? [] : [{ ...pair, isCrossed: true, logOdds: logOdds[i]! }],
  );
  const rows = new Set(links.flatMap(({ a, b }) => [a, b]));
  for (const pair of straightPairs(table, crossed, rows, rowsOf)) {
    const { asItStands } = crossedEvidence(columns, crossed, pair, rowsOf);
    const straight = { ...pair, isCrossed: false, logOdds: asItStands - Math.log(size) };
    if (straight.logOdds >= SURE) links.push(straight);
  }
  const inOrder = (a: number, b: number): number => compareRows(table, a, b);
  return Int32Array.from(rowsToTurn(links, crossed, Math.log(expected / size), inOrder)).sort();
}

/** The two columns with the values of some rows exchanged. */
function turned(f: Column, g: Column, rows: Int32Array): [Column, Column] {
  return [received(f, g, rows), received(g, f, rows)];
}

/** Column `to` with the values of `from` in some rows. Values stay sorted and those that no row holds are dropped. */
function received(to: Column, from: Column, rows: Int32Array): Column {
  const known = new Map(to.values.map((value, code) => [value, code]));
  const all = [...to.values];
  const codes = to.codes.slice();
  for (const row of rows) {
    const code = from.codes[row]!;
    const value = code === NO_VALUE ? undefined : from.values[code]!;
    if (value !== undefined && !known.has(value)) known.set(value, all.push(value) - 1);
    codes[row] = value === undefined ? NO_VALUE : known.get(value)!;
  }
  const held = new Int32Array(all.length);
  for (const code of codes) if (code !== NO_VALUE) held[code]!++;
  const order = all.map((_, code) => code).filter((code) => held[code]! > 0);
  order.sort((a, b) => (all[a]! < all[b]! ? -1 : 1));
  const recode = new Int32Array(all.length);
  order.forEach((code, at) => {
    recode[code] = at;
  });
  return {
    ...to,
    values: order.map((code) => all[code]!),
    counts: Int32Array.from(order, (code) => held[code]!),
    codes: codes.map((code) => (code === NO_VALUE ? NO_VALUE : recode[code]!)),
  };
}
