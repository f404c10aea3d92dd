/**
 * Resolving: from a table of records to entities.
 *
 *     table → link → candidate graph, distortion profile, K = 1/π → individuals → entities
 */
import { partitionOf } from '../entities/partition.ts';
import { connectedComponents } from '../entities/union-find.ts';
import type { Table } from '../records/table.ts';
import { assignmentProbabilities } from '../vb/assignment.ts';
import { bestPairs, type CandidateGraph, candidateGraph } from '../vb/candidate-graph.ts';
import { categoricalLikelihood } from '../vb/categorical.ts';
import type { Base } from '../vb/categorical-prior.ts';
import { ascend } from '../vb/collapsed.ts';
import { coordinateAscent } from '../vb/coordinate-ascent.ts';
import { expectedLabels, fixedLabels, individualsFor } from '../vb/entity-count.ts';
import { Individuals } from '../vb/individuals.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import { graphIndividuals } from '../vb/responsibilities-candidates.ts';
import { type Linkage, type LinkOptions, linking, matchedPairs } from './link.ts';
import { finish, type Steps } from './steps.ts';

export interface ResolveOptions extends LinkOptions {
  /** `vb` clusters around latent individuals; `em` joins pairs of at least .5 and all that hangs together. */
  engine?: 'vb' | 'em' | undefined;
  /** Number of latent individuals; undefined learns it. */
  K?: number | undefined;
  /** What an individual's values are drawn from: EM's levels, or the paper's Dirichlet. Default noisy. */
  model?: 'noisy' | 'categorical' | undefined;
  /** `collapsed` search, or `cavi`, the paper's coordinate ascent for the categorical model. Default collapsed. */
  inference?: 'collapsed' | 'cavi' | undefined;
  /** Random starts of the coordinate ascent; by default it starts with every record on its own. */
  restarts?: number | undefined;
  /** Hyperparameter of the categorical model; see `categoricalPrior`. Default 0.1. */
  A?: number | undefined;
  /** Base measure of the categorical model. Default empirical. */
  base?: Base | undefined;
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
  /** log p(x, z) of the entities found, charges left out, or the ELBO of the paper's ascent; undefined for `em`. */
  readonly objective: number | undefined;
}

/** Pairs whose match weight falls short of the merge cost by more than this (nats) are no neighbours. */
const REACH = 5;
/** Neighbours of a record, the best ones; a pair is kept when either side counts it among its best. */
const MOST_NEIGHBOURS = 25;
/** Default concentration of the categorical model, with an empirical base. */
const CATEGORICAL_A = 0.1;
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
  return finish(resolving(table, options));
}

/** The steps of `resolve`. */
export function* resolving(table: Table, options: ResolveOptions = {}): Steps<Resolution> {
  const linkage = yield* linking(table, { ...options, threshold: LEAST_KEPT });
  yield;
  const resolution = cluster(table, linkage, options);
  options.onStage?.('cluster');
  return resolution;
}

function cluster(table: Table, linkage: Linkage, options: ResolveOptions): Resolution {
  if (options.engine === 'em') return connected(linkage, table.size);
  if (options.inference !== 'cavi') return individualsOf(table, linkage, options);
  if (options.model !== 'categorical' || options.K === undefined)
    throw new RangeError('the coordinate ascent is that of the categorical model, for a given K');
  return coordinateAscended(table, linkage, options, options.K);
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
    ...{ linkage, entityOf, entities, probability, K: 1 / parameters.prior, objective: undefined },
    interval: intervalAround(entities, entities, variance),
  };
}

/** A and the base of the categorical model. */
function hyperparameters({ A = CATEGORICAL_A, base = 'empirical' }: ResolveOptions): [number, Base] {
  return [A, base];
}

/** Clustering around latent individuals. */
function individualsOf(table: Table, linkage: Linkage, options: ResolveOptions): Resolution {
  const { comparison, parameters, rarity } = linkage;
  const records = table.size;
  let K = options.K ?? 1 / parameters.prior;
  let labels = options.K === undefined ? expectedLabels(K, records) : fixedLabels(K);
  const isCategorical = options.model === 'categorical';
  const likelihood = isCategorical
    ? categoricalLikelihood(table.columns, ...hyperparameters(options))
    : noisyLikelihood(table, comparison, parameters, rarity);
  const codes = table.columns.map((column) => column.codes);
  const individuals = new Individuals(records, codes, likelihood);
  const { dependence, related } = linkage.estimation;
  const isCharged = !isCategorical && (dependence.length > 0 || related !== undefined);
  const least = labels.merge(records) - REACH;
  const graph = neighbourhood(linkage, records, least, isCharged ? individuals : undefined);
  for (let round = 0; round < K_ROUNDS; round++) {
    ascend(individuals, graph, labels);
    if (options.K !== undefined) break;
    K = individualsFor(individuals.occupied, records);
    const next = expectedLabels(K, records);
    if (Math.abs(next.merge(records) - labels.merge(records)) < 0.05) break;
    labels = next;
  }
  const { probability, meanChange, variance } = assignmentProbabilities(individuals, graph, labels);
  const { entityOf, entities } = partitionOf(individuals.of);
  return {
    ...{ linkage, entityOf, entities, probability, K },
    objective: individuals.logLikelihood() - records * Math.log(K),
    interval: intervalAround(entities, entities + meanChange, variance),
  };
}

/** The paper's mean-field coordinate ascent. A record is as sure as its φ. */
function coordinateAscended(table: Table, linkage: Linkage, options: ResolveOptions, K: number): Resolution {
  const labels = fixedLabels(K);
  const graph = neighbourhood(linkage, table.size, labels.merge(table.size) - REACH);
  const [A, base] = hyperparameters(options);
  const { assignment, responsibilities, elbo } = coordinateAscent(table.columns, {
    ...{ K, A, base, seed: options.seed },
    candidates: graphIndividuals(graph, K),
    ...(options.restarts === undefined ? {} : { restarts: options.restarts, start: 'random' as const }),
    maxIterations: options.maxIterations,
  });
  const { entityOf, entities } = partitionOf(assignment);
  const probability = Float64Array.from(assignment, (k, row) => {
    let p = 0;
    for (let at = responsibilities.offsets[row]!; at < responsibilities.offsets[row + 1]!; at++)
      if (responsibilities.individuals[at] === k) p = responsibilities.probabilities[at]!;
    return p;
  });
  const variance = probability.reduce((sum, p) => sum + (p * (1 - p)) / 2, 0);
  return {
    ...{ linkage, entityOf, entities, probability, K, objective: elbo },
    interval: intervalAround(entities, entities, variance),
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

/**
 * The pairs worth a look. Each is charged what EM knows against it beyond its fields: by how much the model
 * of individuals, which takes fields for independent and pairs for matches or chance, overrates it.
 *
 * @param individuals every record on its own; undefined charges nothing
 */
function neighbourhood(
  { evidence, weights }: Linkage,
  records: number,
  leastWeight: number,
  individuals?: Individuals,
): CandidateGraph {
  const within: number[] = [];
  for (let i = 0; i < evidence.pattern.length; i++)
    if (weights[evidence.pattern[i]!]! * Math.LN2 >= leastWeight) within.push(i);
  const left = Int32Array.from(within, (i) => evidence.left[i]!);
  const right = Int32Array.from(within, (i) => evidence.right[i]!);
  const weight = Float64Array.from(within, (i) => weights[evidence.pattern[i]!]! * Math.LN2);
  const best = bestPairs(records, left, right, weight, MOST_NEIGHBOURS);
  const [a, b] = [best.map((i) => left[i]!), best.map((i) => right[i]!)];
  const known = Float64Array.from(best, (i) => weight[i]!);
  const charges = known.map((nats, i) => {
    if (individuals === undefined) return 0;
    const { alone } = individuals;
    return Math.max(0, individuals.logMerged(a[i]!, b[i]!) - alone[a[i]!]! - alone[b[i]!]! - nats);
  });
  return candidateGraph(records, a, b, known, charges);
}
