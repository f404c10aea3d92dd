/**
 * Sampling: from match probabilities to draws of the partition by SMERED (Steorts, Hall & Fienberg 2014), and the
 * entities that the draws agree on. The chains begin with all records apart and with EM's matches joined in
 * turn, so that it can be seen whether they have met.
 */
import { meanCoReference } from '../entities/co-reference.ts';
import { EntityTally } from '../entities/distinct-entities.ts';
import { matchingSets } from '../entities/matching-sets.ts';
import { type CandidateGraph, candidateGraph } from '../partition/candidate-graph.ts';
import { type Charges, graphCharges } from '../partition/charges.ts';
import type { Individuals } from '../partition/individuals.ts';
import type { IndividualLikelihood } from '../partition/likelihood.ts';
import { drawsOf, type Table } from '../records/table.ts';
import { Chain } from '../smered/chain.ts';
import { Chains } from '../smered/chains.ts';
import { HitMissModel } from '../smered/hit-miss-model.ts';
import type { PairProposal } from '../smered/pair-proposal.ts';
import { sweepProposal } from '../smered/sweep-proposal.ts';
import { noisyLikelihood } from '../vb/noisy.ts';
import {
  type CanonicalRecords,
  canonicalRecords,
  chargeFor,
  inRowOrder,
  judged,
  neighbouringPairs,
  recordsAlone,
} from './candidates.ts';
import type { Linkage } from './link.ts';
import { intervalOfDraws, type Resolution, type ResolveOptions } from './resolution.ts';
import type { Steps } from './steps.ts';

/** Without being asked: chains, draws in all, sweeps before the first draw of each and from one to the next. */
const CHAINS = 2;
export const DRAWS = 500;
const BURN_IN = 100;
const THINNING = 2;
/** Two chains have nothing in common but their seeds, and these are this far apart. */
const SEED_STEP = 1_000_003;

/** The chains, and what the draws of all of them say. */
export function* sampledClusters(table: Table, linkage: Linkage, options: ResolveOptions): Steps<Resolution> {
  const canonical = canonicalRecords(table);
  const { order } = canonical;
  const K = options.K ?? 1 / linkage.parameters.prior;
  const count = options.chains ?? CHAINS;
  const asked = options.samples ?? DRAWS;
  const start = startOf(table, linkage, canonical, options);
  const all: Chain[] = [];
  for (let c = 0; c < count; c++) {
    const seed = (options.seed ?? 1) + c * SEED_STEP;
    all.push(startedChain(start, { K, seed, isFixed: options.K !== undefined, isJoined: c % 2 === 1 }));
    yield;
  }
  const chains = new Chains(all, {
    burnIn: options.burnIn ?? BURN_IN,
    thinning: options.thinning ?? THINNING,
    draws: Math.ceil(asked / count),
  });
  if (options.resumeFrom !== undefined) chains.restore(options.resumeFrom);
  for (const isLevel of chains.run()) {
    if (isLevel) options.onSweep?.(chains.done, chains.total, () => chains.save());
    yield;
  }

  const tally = new EntityTally(table.size);
  const draws: Int32Array[] = [];
  const numbers: number[] = [];
  for (const [c, log] of chains.logs.entries()) {
    let at = 0;
    for (const of of log.draws()) {
      if (draws.length === asked) break;
      draws.push(inRowOrder(of, order));
      numbers.push(chains.traces[c]!.individuals[at++]!);
      tally.add(draws[draws.length - 1]!);
    }
  }
  yield;
  const distinct = tally.distinct();
  const { entityOf, entities } = matchingSets(distinct);
  const Ks = chains.traces.flatMap((trace) => trace.K);
  return {
    ...{ linkage, draws, distinct, entityOf, entities },
    probability: meanCoReference(distinct, { entityOf, entities }),
    unique: table.unique ?? new Set<number>(),
    K: Ks.reduce((sum, drawn) => sum + drawn, 0) / Ks.length,
    objective: Math.max(...chains.traces.flatMap((trace) => trace.logPosterior)),
    interval: intervalOfDraws(numbers),
    chains: chains.traces,
  };
}

/** What all chains have in common. */
interface Start {
  table: Table;
  canonical: CanonicalRecords;
  graph: CandidateGraph;
  charges: Charges | undefined;
  proposal: PairProposal | undefined;
  /** What a merge costs at first, in nats. */
  cost: number;
  /** The model of a chain: the likelihood, and parameters that the chain draws, if the model has some. */
  model(): { likelihood: IndividualLikelihood; parameters?: HitMissModel };
}

function startOf(
  table: Table,
  linkage: Linkage,
  canonical: CanonicalRecords,
  options: ResolveOptions,
): Start {
  const { comparison, parameters, rarity, estimation } = linkage;
  const { codes, order } = canonical;
  const isNoisy = options.model === 'noisy';
  const noisy = isNoisy ? noisyLikelihood(table, comparison, parameters, rarity) : undefined;
  const model = (): ReturnType<Start['model']> => {
    if (noisy !== undefined) return { likelihood: noisy };
    const drawn = new HitMissModel(table.columns, codes, options.distortionPrior);
    return { likelihood: drawn.likelihood, parameters: drawn };
  };
  const cost = Math.log(Math.max(1, options.K ?? 1 / parameters.prior));
  const pairs = neighbouringPairs(linkage, order, cost);
  const apart = recordsAlone(canonical, model().likelihood);
  const graph = candidateGraph(order.length, judged(pairs, apart, chargeFor(estimation, !isNoisy)));
  const proposal = sweepProposal(graph, codes);
  return { table, canonical, graph, charges: graphCharges(graph), proposal, cost, model };
}

/** A chain at its start: with EM's matches joined, or all records apart. */
function startedChain(
  { table, canonical, graph, charges, proposal, cost, model }: Start,
  { isJoined, ...options }: { K: number; isFixed: boolean; seed: number; isJoined: boolean },
): Chain {
  const { likelihood, parameters } = model();
  const individuals = recordsAlone(canonical, likelihood);
  if (isJoined) joinMatches(individuals, graph, cost);
  if (options.isFixed) joinUntil(individuals, graph, options.K);
  individuals.useCharges(charges);
  const rows = Int32Array.from(canonical.order.keys());
  return new Chain(individuals, graph, {
    ...{ ...options, draws: drawsOf(table), r: Number.POSITIVE_INFINITY },
    visits: rows.filter((row) => graph.starts[row]! < graph.starts[row + 1]!),
    ...{ proposal, tries: rows.length, parameters },
  });
}

/** Joins the pairs whose weight bears the cost of a merge, and all that hangs together. */
function joinMatches(individuals: Individuals, graph: CandidateGraph, cost: number): void {
  const { owners, neighbours, weights } = graph;
  const { of } = individuals;
  for (let edge = 0; edge < owners.length; edge++) {
    const [a, b] = [of[owners[edge]!]!, of[neighbours[edge]!]!];
    if (a !== b && weights[edge]! > cost && !individuals.exclude(a, b)) individuals.join(a, b);
  }
}

/** Joins the heaviest pairs, and where there are none any, until there are K individuals, as far as files allow. */
function joinUntil(
  individuals: Individuals,
  { owners, neighbours, weights }: CandidateGraph,
  K: number,
): void {
  const { of } = individuals;
  const join = (a: number, b: number): void => {
    if (a !== b && individuals.occupied > K && !individuals.exclude(a, b)) individuals.join(a, b);
  };
  const edges = new Uint32Array(owners.length).map((_, edge) => edge);
  for (const edge of edges.sort((e, f) => weights[f]! - weights[e]!))
    join(of[owners[edge]!]!, of[neighbours[edge]!]!);
  for (let row = 1; row < individuals.size; row++)
    for (let other = 0; other < row && individuals.occupied > K; other++) join(of[other]!, of[row]!);
}
