/**
 * How good the entities are expected to be, as the model sees it: of the pairs of records inside them the share that
 * is right, and of the pairs that are the same entity the share that is inside one.
 */
import { allPairs } from '../records/table.ts';
import type { Resolution } from './resolution.ts';

export interface ExpectedQuality {
  /** Pairwise precision; undefined where no entity has two records. */
  readonly precision: number | undefined;
  /** Pairwise recall, what blocking missed counted as missed; undefined where no two records are expected to be the same. */
  readonly recall: number | undefined;
}

/**
 * Expected pairwise precision and recall.
 *
 * A pair of an entity of two is right with the mean of what the two records say of it. In larger ones records go
 * wrong each by itself, so that a pair is right with the product of the two. Draws say it of each record directly:
 * its probability is the mean share of draws that join it to the others.
 *
 * @example // two entities of two records with probabilities .9 and .9, 1 and 1: precision .95
 */
export function expectedQuality(resolution: Resolution): ExpectedQuality {
  const { linkage, draws } = resolution;
  const { inside, right } = pairsInside(resolution, draws.length > 0);
  const found = right + missedPairs(resolution, right);
  return {
    precision: inside === 0 ? undefined : right / inside,
    recall: found === 0 ? undefined : (right / found) * (1 - linkage.missed),
  };
}

/** Pairs of records of one entity, and how many of them are expected to be right. */
function pairsInside(
  { entityOf, entities, probability }: Pick<Resolution, 'entityOf' | 'entities' | 'probability'>,
  areMeans: boolean,
): { inside: number; right: number } {
  const sizes = new Int32Array(entities);
  const sums = new Float64Array(entities);
  const squares = new Float64Array(entities);
  entityOf.forEach((entity, record) => {
    sizes[entity]!++;
    sums[entity]! += probability[record]!;
    squares[entity]! += probability[record]! ** 2;
  });
  let [inside, right] = [0, 0];
  for (let entity = 0; entity < entities; entity++) {
    const size = sizes[entity]!;
    inside += allPairs(size);
    if (size === 1) continue;
    right +=
      areMeans || size === 2 ? (sums[entity]! * (size - 1)) / 2 : (sums[entity]! ** 2 - squares[entity]!) / 2;
  }
  return { inside, right };
}

/** Pairs expected to be the same but left apart: as the engine knows, as draws have it, or as EM expects. */
function missedPairs({ linkage, draws, missedPairs: known, entityOf }: Resolution, right: number): number {
  if (draws.length === 0) return known ?? Math.max(0, linkage.estimation.estimates.best.matches - right);
  let pairs = 0;
  const sizes = new Int32Array(entityOf.length);
  for (const draw of draws) {
    sizes.fill(0);
    for (const entity of draw) pairs += sizes[entity]!++;
  }
  return Math.max(0, pairs / draws.length - right);
}
