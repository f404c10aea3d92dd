/**
 * Clustering: from match probabilities to individuals, by the collapsed engine or the paper's coordinate
 * ascent. Records are worked on in canonical order, so the order of the rows does not matter.
 */
import { partitionOf } from '../entities/partition.ts';
import { bestPairs, type CandidatePairs, candidateGraph } from '../partition/candidate-graph.ts';
import { graphCharges } from '../partition/charges.ts';
import { fixedLabels } from '../partition/entity-count.ts';
import { Individuals, type UniqueFiles } from '../partition/individuals.ts';
import type { IndividualLikelihood } from '../partition/likelihood.ts';
import { logDrawn } from '../partition/size-prior.ts';
import { allPairs, drawsOf, recordOrder, type Table } from '../records/table.ts';
import { drawPartitions } from '../smered/posterior-draws.ts';
import { assignmentProbabilities } from '../vb/assignment.ts';
import { categoricalLikelihood } from '../vb/categorical.ts';
import type { Base } from '../vb/categorical-prior.ts';
import { coordinateAscent } from '../vb/coordinate-ascent.ts';
import { firstLabels, searchIndividuals } from '../vb/learned-search.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import { graphIndividuals } from '../vb/responsibilities-candidates.ts';
import type { Estimation } from './estimation.ts';
import type { Linkage } from './link.ts';
import { intervalAround, intervalOfDraws, type Resolution, type ResolveOptions } from './resolution.ts';
import type { Steps } from './steps.ts';

/** Pairs whose match weight falls short of the merge cost by more than this (nats) are no neighbours. */
const REACH = 5;
/** Neighbours of a record, the best ones; a pair is kept when either side counts it among its best. */
const MOST_NEIGHBOURS = 25;
/** The same of those that would not be merged for their own sake. */
const MOST_WEAK = 5;
/** Default concentration of the categorical model, with an empirical base. */
const CATEGORICAL_A = 0.1;
/** Sweeps of the coordinate ascent until the temperature is 1. */
const ANNEALING_SWEEPS = 20;
/**
 * Where the individuals hold less than this share of the sure matches, errors are taken for copied, if the
 * individuals found so hold a number of pairs nearer to EM's.
 */
const LEAST_HELD = 0.75;
/** Match probability from which a match is sure. */
const SURE = 0.9;

/** Clustering around latent individuals with everything else integrated out. */
export function* collapsedClusters(
  table: Table,
  linkage: Linkage,
  options: ResolveOptions,
): Steps<Resolution> {
  const { comparison, parameters, rarity, estimation } = linkage;
  const records = table.size;
  const draws = drawsOf(table);
  const begin = { K: options.K ?? 1 / parameters.prior, isFixed: options.K !== undefined, draws };
  const order = recordOrder(table);
  const codes = table.columns.map((column) => order.map((row) => column.codes[row]!));
  const alone = (likelihood: IndividualLikelihood): Individuals =>
    new Individuals(records, codes, likelihood, uniqueFiles(table, order));

  const isCategorical = options.model === 'categorical';
  const apart = alone(
    isCategorical
      ? categoricalLikelihood(table.columns, ...hyperparameters(options))
      : noisyLikelihood(table, comparison, parameters, rarity),
  );
  const pairs = neighbouringPairs(linkage, order, firstLabels(begin).merge(records));
  const graph = candidateGraph(records, judged(pairs, apart, chargeFor(estimation, isCategorical)));
  let found = yield* searchIndividuals(apart, graph, begin);
  if (!isCategorical && !begin.isFixed && shareHeld(linkage, apart, order) < LEAST_HELD) {
    const expected = estimation.estimates.best.matches;
    const copied = alone(noisyLikelihood(table, comparison, parameters, rarity, { areCopied: true }));
    const again = yield* searchIndividuals(copied, graph, {
      ...begin,
      learnsSizes: draws.unique.length === 0,
    });
    if (distance(pairsWithin(copied), expected) < distance(pairsWithin(apart), expected)) found = again;
  }

  const { individuals, labels, K, r } = found;
  const { probability, meanChange, variance } = assignmentProbabilities(individuals, graph, labels);
  const { entityOf, entities } = partitionOf(inRowOrder(individuals.of, order));
  individuals.useCharges(graphCharges(graph));
  const resolution = {
    ...{ linkage, entityOf, entities, probability: inRowOrder(probability, order), K },
    unique: table.unique ?? new Set<number>(),
    objective: individuals.logLikelihood() + logDrawn(draws, K, r),
    interval: intervalAround({ entities, records }, entities + meanChange, variance),
    draws: [] as Int32Array[],
  };
  if (!options.samples) return resolution;
  const { individuals: counts } = yield* drawPartitions(individuals, graph, {
    ...{ count: options.samples, seed: options.seed ?? 1, K, r, isFixed: begin.isFixed, draws },
    onDraw: (of) => resolution.draws.push(partitionOf(inRowOrder(of, order)).entityOf),
  });
  return { ...resolution, interval: intervalOfDraws(counts) };
}

/** Share of EM's sure matches whose records are of one individual; 1 where there are none. */
function shareHeld({ evidence, probabilities }: Linkage, { of }: Individuals, order: Int32Array): number {
  const individualOf = inRowOrder(of, order);
  let sure = 0;
  let held = 0;
  for (let i = 0; i < evidence.pattern.length; i++) {
    if (probabilities[evidence.pattern[i]!]! < SURE) continue;
    sure++;
    if (individualOf[evidence.left[i]!] === individualOf[evidence.right[i]!]) held++;
  }
  return sure === 0 ? 1 : held / sure;
}

/** By what factor two numbers differ, as a log. */
function distance(found: number, expected: number): number {
  return Math.abs(Math.log(Math.max(1, found) / expected));
}

/** Pairs of records of one individual. */
function pairsWithin(individuals: Individuals): number {
  let pairs = 0;
  for (const [size, count] of individuals.sizeCounts()) pairs += count * allPairs(size);
  return pairs;
}

/** The paper's mean-field coordinate ascent. A record is as sure as its φ. */
export function coordinateAscentClusters(
  table: Table,
  linkage: Linkage,
  options: ResolveOptions,
  K: number,
): Resolution {
  const labels = fixedLabels(K);
  const order = recordOrder(table);
  const pairs = neighbouringPairs(linkage, order, labels.merge(table.size));
  const [A, base] = hyperparameters(options);
  const columns = table.columns.map((column) => ({
    ...column,
    codes: order.map((row) => column.codes[row]!),
  }));
  const { assignment, responsibilities, elbo, trace } = coordinateAscent(columns, {
    ...{ K, A, base, seed: options.seed },
    candidates: graphIndividuals(candidateGraph(table.size, pairs), K),
    ...(options.restarts === undefined ? {} : { restarts: options.restarts, start: 'random' as const }),
    ...(options.annealing === undefined
      ? {}
      : { annealing: { from: options.annealing, sweeps: ANNEALING_SWEEPS } }),
    maxIterations: options.maxIterations,
  });
  const { entityOf, entities } = partitionOf(inRowOrder(assignment, order));
  const ownPhi = Float64Array.from(assignment, (k, place) => {
    const { offsets, individuals, probabilities } = responsibilities;
    for (let at = offsets[place]!; at < offsets[place + 1]!; at++)
      if (individuals[at] === k) return probabilities[at]!;
    return 0;
  });
  const probability = inRowOrder(ownPhi, order);
  const variance = probability.reduce((sum, p) => sum + (p * (1 - p)) / 2, 0);
  return {
    ...{ linkage, entityOf, entities, probability, K, objective: elbo, elboTrace: trace },
    ...{ unique: new Set<number>(), draws: [] },
    interval: intervalAround({ entities, records: table.size }, entities, variance),
  };
}

/** A and the base of the categorical model. */
function hyperparameters({ A = CATEGORICAL_A, base = 'empirical' }: ResolveOptions): [number, Base] {
  return [A, base];
}

/** The sources without duplicates, by the places of their records. */
function uniqueFiles({ unique, sourceOf }: Table, order: Int32Array): UniqueFiles | undefined {
  if (unique === undefined || unique.size === 0) return undefined;
  const numbers = new Map([...unique].map((source, i) => [source, i]));
  return { count: unique.size, of: order.map((row) => numbers.get(sourceOf[row]!) ?? -1) };
}

/** What stands in canonical order, by row. */
function inRowOrder<T extends Int32Array | Float64Array>(values: T, order: Int32Array): T {
  const byRow = values.slice() as T;
  order.forEach((row, place) => {
    byRow[row] = values[place]!;
  });
  return byRow;
}

/**
 * The pairs worth a look: the best of each record, and of those that fall short of the cost of a merge (nats) few.
 *
 * @param order row in each place; the pairs are given by their places
 */
function neighbouringPairs(
  { evidence, weights }: Linkage,
  order: Int32Array,
  mergeCost: number,
): CandidatePairs {
  const placeOf = new Int32Array(order.length);
  order.forEach((row, place) => {
    placeOf[row] = place;
  });
  const weightOf = weights.map((bits) => bits * Math.LN2);
  const isNear = (_: number, i: number): boolean => weightOf[evidence.pattern[i]!]! >= mergeCost - REACH;
  const within = {
    left: evidence.left.filter(isNear).map((row) => placeOf[row]!),
    right: evidence.right.filter(isNear).map((row) => placeOf[row]!),
    classes: evidence.pattern.filter(isNear),
  };
  const most = Int32Array.from(weightOf, (nats) => (nats >= mergeCost ? MOST_NEIGHBOURS : MOST_WEAK));
  return bestPairs(order.length, within, weightOf, most);
}

/** What a pair is charged that the model of individuals gives `ratio` and EM `weight`, in nats. */
type Charge = (ratio: number, weight: number) => number;

/**
 * The model takes fields for independent and pairs for matches or chance. What EM knows of dependent columns, of
 * related pairs and of errors that avoid each other is charged, or credited, so that two single records have
 * EM's weight.
 */
function chargeFor({ dependence, related, errorRepulsion }: Estimation, isCategorical: boolean): Charge {
  const knowsMore = dependence.length > 0 || related !== undefined || errorRepulsion > 0;
  return !isCategorical && knowsMore ? (ratio, weight) => ratio - weight : () => 0;
}

/**
 * The same pairs with what the model of individuals says of each, and the charge on it.
 *
 * @param individuals every record on its own
 */
function judged(pairs: CandidatePairs, individuals: Individuals, charge: Charge): CandidatePairs {
  const { left, right, weights } = pairs;
  const { alone } = individuals;
  const ratios = weights.map((_, i) => {
    const [a, b] = [left[i]!, right[i]!];
    return individuals.logMerged(a, b) - alone[a]! - alone[b]!;
  });
  return { left, right, weights, ratios, charges: ratios.map((ratio, i) => charge(ratio, weights[i]!)) };
}
