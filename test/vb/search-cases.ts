/** Cases for the search: columns, a model, K and charges, and what a partition of them is worth. */
import fc from 'fast-check';
import type { Column } from '../../src/records/table.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import { completeGraph, individualsOf, logJoint, logLabels, ratioOf } from '../partition/partitions.ts';
import { randomColumns } from './categorical-columns.ts';

export interface Case {
  columns: Column[];
  K: number;
  A: number;
  base: Base;
  /** What each record but one of an individual is charged. */
  charge: number;
}

/** The graph of all pairs, and the records on their own or in the partition that labels make. */
export function begin(some: Case, labels?: readonly number[]) {
  const individuals = individualsOf(some.columns, some, labels);
  const weight = (a: number, b: number) => ratioOf(individuals, a, b);
  return { individuals, graph: completeGraph(individuals, weight, () => some.charge) };
}

/** log p(x, z) + log K!/(K − C)! − charges, record by record. */
export function objective({ columns, K, A, base, charge }: Case, z: ArrayLike<number>): number {
  const C = new Set(Array.from(z)).size;
  return logJoint(columns, z, K, A, base) + logLabels(C, K) - charge * (z.length - C);
}

/** Up to `most` records; K at least their number where there is room for all, any number otherwise. */
export const cases = (most: number, hasRoom: boolean): fc.Arbitrary<Case> =>
  randomColumns(most).chain((columns) => {
    const size = columns[0]!.codes.length;
    return fc.record({
      columns: fc.constant(columns),
      K: fc.integer(hasRoom ? { min: size, max: 3 * size } : { min: 1, max: size }),
      A: fc.constantFrom(0.01, 0.1, 0.5, 2),
      base: fc.constantFrom<Base>('uniform', 'empirical'),
      charge: fc.constantFrom(0, 0, 0.3, 2),
    });
  });

/** A case and a partition to start from. */
export const started = (some: fc.Arbitrary<Case>): fc.Arbitrary<[Case, number[]]> =>
  some.chain((one) => {
    const { length } = one.columns[0]!.codes;
    const labels = fc.array(fc.nat(5), { minLength: length, maxLength: length });
    return fc.tuple(fc.constant(one), labels);
  });
