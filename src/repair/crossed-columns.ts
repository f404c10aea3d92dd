/**
 * Two columns between which values may have changed places: which values they share, and how much each record
 * looks as if its two values stood in each other's column.
 */
import { type Column, NO_VALUE, presentCount } from '../records/table.ts';
import { type Likeness, likenessBetween } from './likeness.ts';

/** Columns of fewer values that matter agree crosswise by chance too often to tell anything: Σ θ_f θ_g. */
const MOST_CHANCE = 0.05;
/** Added to every count, so that a value that was never met in a column is rare there, not impossible. */
const UNSEEN = 0.5;

export interface CrossedColumns {
  readonly f: Column;
  readonly g: Column;
  /** Code in g of each value of f, and in f of each value of g; `NO_VALUE` where the other column lacks it. */
  readonly inG: Int32Array;
  readonly inF: Int32Array;
  readonly likeness: Likeness;
}

/** The pair of columns, or undefined where they hold other things, or share no or too few values. */
export function crossedColumns(f: Column, g: Column): CrossedColumns | undefined {
  if (f.type !== g.type) return undefined;
  const codeInG = new Map(g.values.map((value, code) => [value, code]));
  const inG = Int32Array.from(f.values, (value) => codeInG.get(value) ?? NO_VALUE);
  const inF = new Int32Array(g.values.length).fill(NO_VALUE);
  let chance = 0;
  let shared = false;
  inG.forEach((there, code) => {
    if (there === NO_VALUE) return;
    inF[there] = code;
    shared = true;
    chance += f.counts[code]! * g.counts[there]!;
  });
  if (!shared || chance > MOST_CHANCE * presentCount(f) * presentCount(g)) return undefined;
  return { f, g, inG, inF, likeness: likenessBetween(f, g) };
}

/** Whether a row has a value in both columns, and not the same one. */
export function hasTwo({ f, g, inG }: CrossedColumns, row: number): boolean {
  const here = f.codes[row]!;
  const there = g.codes[row]!;
  return here !== NO_VALUE && there !== NO_VALUE && inG[here] !== there;
}

/**
 * How much likelier the two values of a row are in each other's column,
 *
 *     log θ_g(x_f) θ_f(x_g) / θ_f(x_f) θ_g(x_g),
 *
 * by the frequencies in all records but the row itself and the others given.
 *
 * @param others rows that are not to count as witnesses; the row itself may be among them
 */
export function exchangeEvidence(
  { f, g, inG, inF }: CrossedColumns,
  row: number,
  others: readonly number[] = [],
): number {
  const [a, b] = [f.codes[row]!, g.codes[row]!];
  const witnesses = (column: Column, code: number, isOwn: boolean): number => {
    if (code === NO_VALUE) return UNSEEN;
    let count = column.counts[code]! + UNSEEN - (isOwn ? 1 : 0);
    for (const other of others) if (other !== row && column.codes[other] === code) count--;
    return count;
  };
  const crossed = witnesses(g, inG[a]!, false) * witnesses(f, inF[b]!, false);
  return Math.log(crossed / (witnesses(f, a, true) * witnesses(g, b, true)));
}
