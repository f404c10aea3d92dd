/**
 * How much speaks for two records that agree crosswise being one, with one of them exchanged: the log of the
 * probability of their values if they are, over that if they have nothing to do with each other,
 *
 *     log m/θ      where values are equal, θ being the frequency of the value,
 *     log m̃/ũ      where they are alike,
 *     log 1 − m …  where they differ,
 *
 * nothing where one is missing, with nominal rates, since no pair is known to match yet. A column that goes with
 * another (a city with its postcode) has for θ the frequency among the records that agree on the other.
 */
import { type Column, NO_VALUE } from '../records/table.ts';
import type { CrossedColumns } from './crossed-columns.ts';
import type { CrossedPair } from './crossed-pairs.ts';
import { ALIKE, EQUAL } from './likeness.ts';
import type { RowsOf } from './rows-by-value.ts';

/** How often the values of matches are equal, and alike, and how often those of other pairs are alike. */
const M_EQUAL = 0.7;
const M_ALIKE = 0.2;
const U_ALIKE = 0.02;
/** The records, as if seen before, that keep a column to its own frequencies within those of another. */
const SHRINKAGE = 5;
/** How two values go together is looked at where the rarer has no more rows than this. */
const MOST_ROWS = 1000;

const DIFFERENT_LOG = Math.log(1 - M_EQUAL - M_ALIKE);
const UNEQUAL_LOG = Math.log(1 - M_EQUAL);
const ALIKE_LOG = Math.log(M_ALIKE / U_ALIKE);

export interface CrossedEvidence {
  /** Of a match with one record exchanged, over a chance pair. */
  readonly exchanged: number;
  /** Of a match as the records stand, over a chance pair. */
  readonly asItStands: number;
}

/** The evidence of a pair. */
export function crossedEvidence(
  columns: readonly Column[],
  crossed: CrossedColumns,
  { a, b }: CrossedPair,
  rowsOf: RowsOf,
): CrossedEvidence {
  const { f, g } = crossed;
  const others = evidenceOfOthers(columns, crossed, a, b, rowsOf);
  /** The value of one column in row a beside that of another, or the same, in row b. */
  const compared = (one: Column, other: Column): number => {
    const [x, y] = [one.codes[a]!, other.codes[b]!];
    const how = crossed.likeness(one, x, other, y);
    if (how === ALIKE) return ALIKE_LOG;
    if (how !== EQUAL) return DIFFERENT_LOG;
    // Whichever row is exchanged: a value is the more frequent in the column where it belongs.
    return Math.log(M_EQUAL / Math.max(rowsOf(one).share(x), rowsOf(other).share(y)));
  };
  return {
    exchanged: others + compared(f, g) + compared(g, f),
    asItStands: others + compared(f, f) + compared(g, g),
  };
}

function evidenceOfOthers(
  columns: readonly Column[],
  { f, g }: CrossedColumns,
  a: number,
  b: number,
  rowsOf: RowsOf,
): number {
  let sum = 0;
  /** Columns that agree, the rarest values first, and the shares of these. */
  const agreed: number[] = [];
  const shares: number[] = [];
  for (let h = 0; h < columns.length; h++) {
    const column = columns[h]!;
    if (column === f || column === g) continue;
    const [x, y] = [column.codes[a]!, column.codes[b]!];
    if (x === NO_VALUE || y === NO_VALUE) continue;
    if (x !== y) {
      sum += UNEQUAL_LOG;
      continue;
    }
    const share = rowsOf(column).share(x);
    let at = agreed.length;
    for (; at > 0 && shares[at - 1]! > share; at--) {
      agreed[at] = agreed[at - 1]!;
      shares[at] = shares[at - 1]!;
    }
    agreed[at] = h;
    shares[at] = share;
  }
  for (let k = 0; k < agreed.length; k++) {
    let theta = shares[k]!;
    for (let j = 0; j < k; j++) {
      const within = shareWithin(columns[agreed[k]!]!, columns[agreed[j]!]!, a, shares[k]!, rowsOf);
      theta = Math.max(theta, within);
    }
    sum += Math.log(M_EQUAL / theta);
  }
  return sum;
}

/** The share of a row's value of a column among the other records that have its value of another. */
function shareWithin(column: Column, other: Column, row: number, share: number, rowsOf: RowsOf): number {
  const rows = rowsOf(other).of(other.codes[row]!);
  if (rows.length > MOST_ROWS) return share;
  let both = -2;
  for (const it of rows) if (column.codes[it] === column.codes[row]) both++;
  return (Math.max(0, both) + SHRINKAGE * share) / (Math.max(0, rows.length - 2) + SHRINKAGE);
}
