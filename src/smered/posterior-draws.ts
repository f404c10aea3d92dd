/**
 * Draws from the posterior around an optimum: a short chain that visits only the records in doubt, the others
 * stay where they are.
 */
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import { fixedLabels } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { Chain } from './chain.ts';
import { doubtfulParts } from './doubtful.ts';
import { edgeProposal } from './pair-proposal.ts';
import type { Population } from './population.ts';

export interface DrawOptions extends Population {
  /** Draws to keep. */
  count: number;
  seed: number;
  /** Latent individuals, where the chain begins. */
  K: number;
  /** Whether K stays as it is. */
  isFixed: boolean;
  /** Told of each kept draw: the individual of each record, to be copied or read at once. */
  onDraw(of: Int32Array): void;
}

/** Split–merge steps in a sweep. */
const MOST_TRIES = 100;
/** Sweeps before the first draw, and between two. */
const BURN_IN = 20;
const THINNING = 2;

/** The posterior of the number of individuals, by draws. */
export interface CountDraws {
  /** Number of individuals in each draw. */
  readonly individuals: Int32Array;
  /** K in each draw. */
  readonly K: Float64Array;
}

/** Draw partitions. The individuals, which must be charged as a whole, end as the last draw has them. */
export function* drawPartitions(
  individuals: Individuals,
  graph: CandidateGraph,
  options: DrawOptions,
): Generator<undefined, CountDraws> {
  const K = Math.max(options.K, individuals.occupied);
  const { records, edges } = doubtfulParts(individuals, graph, fixedLabels(K));
  const chain = new Chain(individuals, graph, {
    ...{ ...options, K, visits: records, tries: Math.min(edges.length, MOST_TRIES) },
    proposal: edgeProposal(graph, edges),
  });
  const counts = { individuals: new Int32Array(options.count), K: new Float64Array(options.count) };
  for (let i = 0; i < BURN_IN; i++) {
    chain.sweep();
    yield;
  }
  for (let draw = 0; draw < options.count; draw++) {
    for (let i = 0; i < THINNING; i++) chain.sweep();
    counts.individuals[draw] = individuals.occupied;
    counts.K[draw] = chain.K;
    options.onDraw(individuals.of);
    yield;
  }
  return counts;
}
