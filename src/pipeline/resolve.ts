/**
 * Resolving: from a table of records to entities.
 *
 *     table → link → candidate graph, distortion profile, K = 1/π → individuals → entities
 */
import { matchWeights } from '../em/likelihood.ts';
import type { Table } from '../records/table.ts';
import { assignmentProbabilities } from '../vb/assignment.ts';
import { bestPairs, type CandidateGraph, candidateGraph } from '../vb/candidate-graph.ts';
import { ascend } from '../vb/collapsed.ts';
import { individualsFor, mergeCost } from '../vb/entity-count.ts';
import { Individuals } from '../vb/individuals.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import { type Linkage, type LinkOptions, link } from './link.ts';

export interface ResolveOptions extends LinkOptions {
  /** `vb` clusters around latent individuals; `em` joins pairs of at least .5 and all that hangs together. */
  engine?: 'vb' | 'em' | undefined;
  /** Number of latent individuals; undefined learns it. */
  K?: number | undefined;
}

/** The entities of a table. */
export interface Resolution {
  readonly linkage: Linkage;
  /** Entity of each record, 0 … C − 1 in order of first appearance; length N. */
  readonly entityOf: Int32Array;
  /** Number of entities, C. */
  readonly entities: number;
  /** Probability that each record belongs to its entity rather than elsewhere, length N. */
  readonly probability: Float64Array;
  /** Estimated number of entities with a 95 % interval. */
  readonly interval: { mean: number; low: number; high: number };
  /** Latent individuals, K, fixed or learned. */
  readonly K: number;
}

/** Pairs whose match weight falls short of the merge cost by more than this (nats) are no neighbours. */
const REACH = 5;
/** Neighbours of a record, the best ones; a pair is kept when either side counts it among its best. */
const MOST_NEIGHBOURS = 25;
/** Rounds of searching and learning K in turn. */
const K_ROUNDS = 4;

/**
 * Find the entities of a table by the noisy model.
 *
 * @example resolve(table).entityOf // => Int32Array [0, 1, 0, …]
 */
export function resolve(table: Table, options: ResolveOptions = {}): Resolution {
  const linkage = link(table, { ...options, threshold: 0.001 });
  const { comparison, parameters, rarity } = linkage;
  const records = table.size;
  let K = options.K ?? 1 / parameters.prior;
  let cost = mergeCost(K, records);
  const graph = neighbourhood(linkage, records, cost - REACH);
  const likelihood = noisyLikelihood(table, comparison, parameters, rarity);
  const codes = table.columns.map((column) => column.codes);
  const individuals = new Individuals(records, codes, likelihood);
  for (let round = 0; round < K_ROUNDS; round++) {
    ascend(individuals, graph, { mergeCost: cost });
    if (options.K !== undefined) break;
    K = individualsFor(individuals.occupied, records);
    const next = mergeCost(K, records);
    if (Math.abs(next - cost) < 0.05) break;
    cost = next;
  }
  options.onStage?.('cluster');
  const { probability, meanChange, variance } = assignmentProbabilities(individuals, graph, cost);
  const { entityOf, entities } = numbered(individuals.of);
  const mean = entities + meanChange;
  const spread = 1.96 * Math.sqrt(variance);
  return {
    ...{ linkage, entityOf, entities, probability, K },
    interval: {
      mean,
      low: Math.min(entities, Math.floor(mean - spread)),
      high: Math.max(entities, Math.ceil(mean + spread)),
    },
  };
}

/** The pairs worth a look, each charged what EM knows about it beyond its fields. */
function neighbourhood(
  { evidence, ...linkage }: Linkage,
  records: number,
  leastWeight: number,
): CandidateGraph {
  const { patterns, logRarity } = evidence;
  const { weights, parameters } = linkage;
  const byFields = matchWeights(patterns, parameters, logRarity);
  const charges = weights.map((weight, g) => Math.max(0, byFields[g]! - weight) * Math.LN2);
  const within: number[] = [];
  for (let i = 0; i < evidence.pattern.length; i++)
    if (weights[evidence.pattern[i]!]! * Math.LN2 >= leastWeight) within.push(i);
  const left = Int32Array.from(within, (i) => evidence.left[i]!);
  const right = Int32Array.from(within, (i) => evidence.right[i]!);
  const weight = Float64Array.from(within, (i) => weights[evidence.pattern[i]!]!);
  const best = bestPairs(records, left, right, weight, MOST_NEIGHBOURS);
  return candidateGraph(
    records,
    best.map((i) => left[i]!),
    best.map((i) => right[i]!),
    Float64Array.from(best, (i) => weight[i]! * Math.LN2),
    Float64Array.from(best, (i) => charges[evidence.pattern[within[i]!]!]!),
  );
}

/** Entities numbered from 0 in order of first appearance. */
function numbered(of: Int32Array): { entityOf: Int32Array; entities: number } {
  const numbers = new Map<number, number>();
  const entityOf = of.map((k) => {
    const known = numbers.get(k);
    if (known !== undefined) return known;
    numbers.set(k, numbers.size);
    return numbers.size - 1;
  });
  return { entityOf, entities: numbers.size };
}
