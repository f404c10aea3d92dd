/** Random draws of small partitions, and what to do with them. */
import fc from 'fast-check';
import { type DistinctEntities, EntityTally } from '../../src/entities/distinct-entities.ts';

export interface RandomDraws {
  /** Number of records, N. */
  size: number;
  /** The label of the entity of each record in each draw. */
  draws: number[][];
}

/** Few labels, so that the same entities come again; at least one record and one draw. */
export const randomDraws: fc.Arbitrary<RandomDraws> = fc
  .record({ size: fc.integer({ min: 1, max: 7 }), labels: fc.integer({ min: 1, max: 4 }) })
  .chain(({ size, labels }) => {
    const label = fc.nat(Math.min(size, labels) - 1);
    const draw = fc.array(label, { minLength: size, maxLength: size });
    return fc.record({ size: fc.constant(size), draws: fc.array(draw, { minLength: 1, maxLength: 12 }) });
  });

/** The same, and an order of the records and one of the labels: the new number of each. */
export const reorderedDraws: fc.Arbitrary<RandomDraws & { records: number[]; labels: number[] }> =
  randomDraws.chain((random) => {
    const numbers = Array.from({ length: random.size }, (_, i) => i);
    const order = fc.shuffledSubarray(numbers, { minLength: random.size });
    return fc.record({
      size: fc.constant(random.size),
      draws: fc.constant(random.draws),
      records: order,
      labels: order,
    });
  });

/** Draws with their labels given new numbers, other ones in every second draw. */
export function relabelled(draws: readonly number[][], labels: readonly number[]): number[][] {
  return draws.map((draw, d) => draw.map((label) => (d % 2 === 0 ? labels[label]! : label)));
}

/** A value for each record, where the records have new numbers. */
export function reordered<T>(values: ArrayLike<T>, records: readonly number[]): T[] {
  const moved: T[] = new Array(values.length);
  records.forEach((to, from) => {
    moved[to] = values[from]!;
  });
  return moved;
}

export function tallied({ size, draws }: RandomDraws): DistinctEntities {
  const tally = new EntityTally(size);
  for (const draw of draws) tally.add(Int32Array.from(draw));
  return tally.distinct();
}

/** The share of draws in which two records are together. */
export function shareTogether(draws: readonly number[][], a: number, b: number): number {
  return draws.filter((draw) => draw[a] === draw[b]).length / draws.length;
}

/** The records that are with a record in a draw, itself included. */
export function fellowsOf(draw: readonly number[], record: number): number[] {
  return [...draw.keys()].filter((other) => draw[other] === draw[record]);
}
