/**
 * Clustering: from match probabilities to individuals, by the collapsed engine or the paper's coordinate
 * ascent. Records are worked on in canonical order, so the order of the rows does not matter.
 */
import { meanCoReference } from '../entities/co-reference.ts';
import { EntityTally } from '../entities/distinct-entities.ts';
import { partitionOf } from '../entities/partition.ts';
import { type CandidateGraph, candidateGraph } from '../partition/candidate-graph.ts';
import { graphCharges } from '../partition/charges.ts';
import { fixedLabels } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { logDrawn } from '../partition/size-prior.ts';
import { allPairs, drawsOf, recordOrder, type Table } from '../records/table.ts';
import { drawPartitions } from '../smered/posterior-draws.ts';
import { assignmentProbabilities, placesOf } from '../vb/assignment.ts';
import { categoricalLikelihood } from '../vb/categorical.ts';
import type { Base } from '../vb/categorical-prior.ts';
import { coordinateAscent } from '../vb/coordinate-ascent.ts';
import { type Found, firstLabels, searchIndividuals } from '../vb/learned-search.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import { graphIndividuals } from '../vb/responsibilities-candidates.ts';
import {
  canonicalRecords,
  chargeFor,
  inRowOrder,
  judged,
  neighbouringPairs,
  placesByRow,
  recordsAlone,
} from './candidates.ts';
import type { Linkage } from './link.ts';
import {
  intervalAround,
  intervalOfDraws,
  type RecordPlace,
  type Resolution,
  type ResolveOptions,
} from './resolution.ts';
import type { Steps } from './steps.ts';

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
  const canonical = canonicalRecords(table);
  const { order } = canonical;
  const isCategorical = options.model === 'categorical';
  const apart = recordsAlone(
    canonical,
    isCategorical
      ? categoricalLikelihood(table.columns, ...hyperparameters(options))
      : noisyLikelihood(table, comparison, parameters, rarity),
  );
  const pairs = neighbouringPairs(linkage, order, firstLabels(begin).merge(records));
  const graph = candidateGraph(records, judged(pairs, apart, chargeFor(estimation, isCategorical)));
  let found = yield* searchIndividuals(apart, graph, begin);
  const seeksCopies = !isCategorical && !begin.isFixed && !options.without?.has('copied-errors');
  if (seeksCopies && shareHeld(linkage, apart, order) < LEAST_HELD) {
    const expected = estimation.estimates.best.matches;
    const copied = recordsAlone(
      canonical,
      noisyLikelihood(table, comparison, parameters, rarity, { areCopied: true }),
    );
    const again = yield* searchIndividuals(copied, graph, {
      ...begin,
      learnsSizes: draws.unique.length === 0,
    });
    if (distance(pairsWithin(copied), expected) < distance(pairsWithin(apart), expected)) found = again;
  }

  const { individuals, labels, K, r } = found;
  const assignment = assignmentProbabilities(individuals, graph, labels);
  const { meanChange, variance, missedPairs } = assignment;
  const probability = inRowOrder(assignment.probability, order);
  const { entityOf, entities } = partitionOf(inRowOrder(individuals.of, order));
  const asked = options.asksPlaces?.({ entityOf, entities, probability });
  const places = asked && recordPlaces(found, graph, order, entityOf, asked);
  individuals.useCharges(graphCharges(graph));
  const resolution = {
    ...{ linkage, entityOf, entities, probability, K, missedPairs },
    ...(places === undefined ? {} : { places }),
    unique: table.unique ?? new Set<number>(),
    objective: individuals.logLikelihood() + logDrawn(draws, K, r),
    interval: intervalAround({ entities, records }, entities + meanChange, variance),
    draws: [] as Int32Array[],
  };
  if (!options.samples) return resolution;
  const tally = new EntityTally(records);
  const { individuals: counts } = yield* drawPartitions(individuals, graph, {
    ...{ count: options.samples, seed: options.seed ?? 1, K, r, isFixed: begin.isFixed, draws },
    onDraw(of) {
      const draw = partitionOf(inRowOrder(of, order)).entityOf;
      resolution.draws.push(draw);
      tally.add(draw);
    },
  });
  const distinct = tally.distinct();
  return {
    ...{ ...resolution, distinct, interval: intervalOfDraws(counts) },
    probability: meanCoReference(distinct, resolution),
  };
}

/** Where some records could be, by rows and entities instead of places in the order and individuals. */
function recordPlaces(
  { individuals, labels }: Found,
  graph: CandidateGraph,
  order: Int32Array,
  entityOf: Int32Array,
  rows: Iterable<number>,
): Map<number, RecordPlace[]> {
  const placeOf = placesByRow(order);
  const entityOfIndividual = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++)
    entityOfIndividual[individuals.of[place]!] = entityOf[order[place]!]!;
  const found = placesOf(
    individuals,
    graph,
    labels,
    Int32Array.from(rows, (row) => placeOf[row]!),
  );
  return new Map(
    Array.from(found, ([place, list]) => [
      order[place]!,
      list.map(({ individual, probability }) => ({
        entity: individual < 0 ? undefined : entityOfIndividual[individual]!,
        probability,
      })),
    ]),
  );
}

/** Share of EM's sure matches whose records are of one individual; 1 where there are none. */
function shareHeld({ evidence, probabilities }: Linkage, { of }: Individuals, order: Int32Array): number {
  const individualOf = inRowOrder(of, order);
  const isSure = new Uint8Array(probabilities.length);
  for (let g = 0; g < isSure.length; g++) isSure[g] = probabilities[g]! < SURE ? 0 : 1;
  let sure = 0;
  let held = 0;
  for (let i = 0; i < evidence.pattern.length; i++) {
    if (isSure[evidence.pattern[i]!] === 0) continue;
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
