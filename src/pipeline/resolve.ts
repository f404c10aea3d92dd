/**
 * Resolving: from a table of records to entities.
 *
 *     table → link → candidate graph, distortion profile, K = 1/π → individuals → entities
 */
import { matchWeights } from '../em/likelihood.ts';
import { connectedComponents } from '../entities/union-find.ts';
import type { Table } from '../records/table.ts';
import { assignmentProbabilities } from '../vb/assignment.ts';
import { bestPairs, type CandidateGraph, candidateGraph } from '../vb/candidate-graph.ts';
import { ascend } from '../vb/collapsed.ts';
import { individualsFor, mergeCost } from '../vb/entity-count.ts';
import { Individuals } from '../vb/individuals.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import { type Linkage, type LinkOptions, link, matchedPairs } from './link.ts';

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

/** Least match probability of the pairs that link keeps for `--matches` and the neighbourhood. */
const LEAST_KEPT = 0.001;
/** Match probability from which `em` joins pairs. */
const JOINED = 0.5;

/**
 * Find the entities of a table.
 *
 * @example resolve(table).entityOf // => Int32Array [0, 1, 0, …]
 */
export function resolve(table: Table, options: ResolveOptions = {}): Resolution {
  const linkage = link(table, { ...options, threshold: LEAST_KEPT });
  const resolution =
    options.engine === 'em' ? connected(linkage, table.size) : individualsOf(table, linkage, options.K);
  options.onStage?.('cluster');
  return resolution;
}

/** Pairs at .5 and all that hangs together. A record is as sure as its best pair. */
function connected(linkage: Linkage, records: number): Resolution {
  const { evidence, probabilities, parameters } = linkage;
  const matched = matchedPairs(linkage, JOINED, records);
  const { entityOf, entities } = connectedComponents(
    records,
    matched.map((i) => evidence.left[i]!),
    matched.map((i) => evidence.right[i]!),
  );
  const bestMatch = new Float64Array(records);
  for (let i = 0; i < evidence.left.length; i++) {
    const p = probabilities[evidence.pattern[i]!]!;
    for (const row of [evidence.left[i]!, evidence.right[i]!]) bestMatch[row] = Math.max(bestMatch[row]!, p);
  }
  const probability = bestMatch.map((p) => (p >= JOINED ? p : 1 - p));
  let variance = 0;
  for (const p of probability) variance += (p * (1 - p)) / 2;
  return {
    ...{ linkage, entityOf, entities, probability, K: 1 / parameters.prior },
    interval: intervalAround(entities, entities, variance),
  };
}

/** The individuals of the noisy model. */
function individualsOf(table: Table, linkage: Linkage, fixed: number | undefined): Resolution {
  const { comparison, parameters, rarity } = linkage;
  const records = table.size;
  let K = fixed ?? 1 / parameters.prior;
  let cost = mergeCost(K, records);
  const graph = neighbourhood(linkage, records, cost - REACH);
  const likelihood = noisyLikelihood(table, comparison, parameters, rarity);
  const codes = table.columns.map((column) => column.codes);
  const individuals = new Individuals(records, codes, likelihood);
  for (let round = 0; round < K_ROUNDS; round++) {
    ascend(individuals, graph, { mergeCost: cost });
    if (fixed !== undefined) break;
    K = individualsFor(individuals.occupied, records);
    const next = mergeCost(K, records);
    if (Math.abs(next - cost) < 0.05) break;
    cost = next;
  }
  const { probability, meanChange, variance } = assignmentProbabilities(individuals, graph, cost);
  const { entityOf, entities } = numbered(individuals.of);
  return {
    ...{ linkage, entityOf, entities, probability, K },
    interval: intervalAround(entities, entities + meanChange, variance),
  };
}

/** The normal 95 % interval around a mean, widened to whole numbers and to what was found. */
function intervalAround(entities: number, mean: number, variance: number): Resolution['interval'] {
  const spread = 1.96 * Math.sqrt(variance);
  return {
    mean,
    low: Math.max(Math.min(entities, 1), Math.min(entities, Math.floor(mean - spread))),
    high: Math.max(entities, Math.ceil(mean + spread)),
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
