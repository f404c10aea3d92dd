/** All scores of a partition of records against the true one. */
import { bCubed } from './b-cubed.ts';
import { type Contingency, contingency } from './contingency.ts';
import { informationLost } from './information.ts';
import { adjustedRandIndex, countPairs, f1, type PairCounts, precision, recall } from './pairwise.ts';

/** Scores; shares are from 0 to 1, and NaN where they are 0/0. */
export interface PartitionScores extends PairCounts {
  records: number;
  entities: number;
  trueEntities: number;
  /** By pairs of records. */
  precision: number;
  recall: number;
  f1: number;
  bCubedPrecision: number;
  bCubedRecall: number;
  bCubedF1: number;
  /** Entities that hold the records of one true entity, all of them and no others. */
  exactEntities: number;
  /** Their share of the entities and of the true ones. */
  exactPrecision: number;
  exactRecall: number;
  adjustedRandIndex: number;
  /** In nats: viMerged + viSplit. */
  variationOfInformation: number;
  viMerged: number;
  viSplit: number;
}

/**
 * Scores a partition against the true one: by pairs of records, by records (B-cubed: Bagga & Baldwin 1998), by whole
 * entities, by the adjusted Rand index (Hubert & Arabie 1985) and by the variation of information (Meilă 2007). They do
 * not depend on the order of the records nor on how entities are numbered; time grows with the records.
 *
 * @param found, truth the entity of each record, as whole numbers from 0; `entityNumbers` makes them from names
 * @throws RangeError if they are not of one length
 * @example scorePartition(Int32Array.of(0, 0, 0, 1), Int32Array.of(0, 0, 1, 1)).f1 // => 0.4
 */
export function scorePartition(found: Int32Array, truth: Int32Array): PartitionScores {
  return scoresOf(contingency(found, truth));
}

/** The same from the table of the records that both share. */
export function scoresOf(table: Contingency): PartitionScores {
  const entities = numberOf(table.firstSizes);
  const trueEntities = numberOf(table.secondSizes);
  const counts = countPairs(table);
  const cubed = bCubed(table);
  const exactEntities = exact(table);
  const { merged, split } = informationLost(table);
  return {
    ...{ records: table.records, entities, trueEntities, ...counts },
    ...{ precision: precision(counts), recall: recall(counts), f1: f1(counts) },
    ...{ bCubedPrecision: cubed.precision, bCubedRecall: cubed.recall, bCubedF1: cubed.f1 },
    ...{ exactEntities, exactPrecision: exactEntities / entities, exactRecall: exactEntities / trueEntities },
    adjustedRandIndex: adjustedRandIndex(counts),
    ...{ variationOfInformation: merged + split, viMerged: merged, viSplit: split },
  };
}

/**
 * Numbers the entities of records by their names, in the order in which they come.
 *
 * @example entityNumbers(['x', 'y', 'x']) // => Int32Array [0, 1, 0]
 */
export function entityNumbers(names: readonly string[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

function numberOf(sizes: Int32Array): number {
  let number = 0;
  for (const size of sizes) if (size > 0) number++;
  return number;
}

function exact({ both, first, second, firstSizes, secondSizes }: Contingency): number {
  let number = 0;
  for (let cell = 0; cell < both.length; cell++) {
    const shared = both[cell]!;
    if (shared === firstSizes[first[cell]!] && shared === secondSizes[second[cell]!]) number++;
  }
  return number;
}
