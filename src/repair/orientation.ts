/**
 * Which of the records of exchanged pairs are the exchanged ones. A crossed pair says that its two records stand
 * opposite ways, a straight one that they stand the same way; records that hang together by pairs fall into two
 * sides, and one side is to be turned. Turning a record costs
 *
 *     − log ρ − log θ_g(x_f) θ_f(x_g) / θ_f(x_f) θ_g(x_g),
 *
 * ρ being the share of exchanged records. The cheaper side is turned: the one whose values are likelier the other
 * way round, and of two as likely the one with fewer records. The first record is paid for in the odds of the
 * crossed pairs; where more would have to be turned than the surest of these is worth, none is, and the pairs
 * are chance.
 */
import { type CrossedColumns, exchangeEvidence } from './crossed-columns.ts';

export interface Link {
  readonly a: number;
  readonly b: number;
  readonly isCrossed: boolean;
  /** Log odds that the two are one. */
  readonly logOdds: number;
}

/** Compares two rows, however they stand in the input. */
export type RowOrder = (a: number, b: number) => number;

interface Group {
  /** Rows that stand one way, and the other. */
  readonly sides: readonly (readonly number[])[];
  /** Log odds of the surest crossed pair. */
  readonly surest: number;
}

/**
 * The rows to turn. Links are taken the surest first; one that contradicts surer ones is left out of account.
 *
 * @param logShare log ρ
 */
export function rowsToTurn(
  links: readonly Link[],
  crossed: CrossedColumns,
  logShare: number,
  inOrder: RowOrder,
): number[] {
  const groups = new Map<number, Group>();
  const groupOf = (row: number): Group => groups.get(row) ?? { sides: [[row], []], surest: 0 };
  for (const { a, b, isCrossed, logOdds } of surestFirst(links, inOrder)) {
    const [one, other] = [groupOf(a), groupOf(b)];
    if (one === other) continue;
    const isFirst = one.sides[0]!.includes(a) === other.sides[0]!.includes(b);
    const shift = isFirst === isCrossed ? 1 : 0;
    const group: Group = {
      sides: [0, 1].map((side) => [...one.sides[side]!, ...other.sides[side ^ shift]!]),
      surest: Math.max(one.surest, other.surest, isCrossed ? logOdds : 0),
    };
    for (const row of group.sides.flat()) groups.set(row, group);
  }
  return [...new Set(groups.values())].flatMap(({ sides, surest }) => {
    const all = sides.flat();
    const costOf = (side: readonly number[]): Side => {
      const rows = side.toSorted(inOrder);
      const costs = rows.map((row) => -logShare - exchangeEvidence(crossed, row, all));
      const sum = costs.reduce((total, each) => total + each, 0);
      return { rows, cost: sum, further: sum - Math.min(...costs) };
    };
    const [one, other] = [costOf(sides[0]!), costOf(sides[1]!)];
    if (one.rows.length === 0 || other.rows.length === 0) return [];
    const gap = one.cost - other.cost;
    const isOne = Math.abs(gap) > 1e-9 ? gap < 0 : inOrder(one.rows[0]!, other.rows[0]!) > 0;
    const turned = isOne ? one : other;
    return turned.further < surest ? turned.rows : [];
  });
}

interface Side {
  readonly rows: readonly number[];
  readonly cost: number;
  /** The cost of all rows but the cheapest. */
  readonly further: number;
}

function surestFirst(links: readonly Link[], inOrder: RowOrder): Link[] {
  const ends = ({ a, b }: Link): [number, number] => (inOrder(a, b) < 0 ? [a, b] : [b, a]);
  return links.toSorted((p, q) => {
    if (q.logOdds !== p.logOdds) return q.logOdds - p.logOdds;
    const [one, other] = [ends(p), ends(q)];
    return inOrder(one[0], other[0]) || inOrder(one[1], other[1]);
  });
}
