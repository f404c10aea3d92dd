/**
 * Draws from the posterior of the partition by Markov chain Monte Carlo, from the optimum of the search: Gibbs
 * steps of single records, split–merge steps of whole individuals with sequential allocation (Dahl 2005, after
 * Jain & Neal 2004), and, where K is not given, Metropolis steps of log K under a flat prior. The target is
 *
 *     p(z, K | x) ∝ ∏_k p(x_k) · K!/(K − C)! / (K^N₀ ∏_s K!/(K − n_s)!)
 *
 * with N₀ records drawn one by one and files of n_s records without duplicates, less charges. Only records in
 * doubt are drawn anew, the others stay where they are.
 */
import { logFalling } from '../math/gamma.ts';
import { type Random, random } from '../math/random.ts';
import { Alternatives } from '../partition/alternatives.ts';
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import { fixedLabels, type LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { logDrawn } from '../partition/size-prior.ts';
import { type Draws, recordsOf } from '../records/table.ts';
import { type Doubtful, doubtfulParts } from './doubtful.ts';
import { splitOrMerge } from './split-merge.ts';

export interface DrawOptions {
  /** Draws to keep. */
  count: number;
  seed: number;
  /** Latent individuals, where the chain begins. */
  K: number;
  /** Concentration of the sizes; see `sizePrior`. */
  r: number;
  /** Whether K stays as it is. */
  isFixed: boolean;
  /** How the records came into the files. */
  draws: Draws;
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

/** Draw partitions. The individuals end as the last draw has them. */
export function* drawPartitions(
  individuals: Individuals,
  graph: CandidateGraph,
  options: DrawOptions,
): Generator<undefined, CountDraws> {
  const rng = random(options.seed);
  let K = Math.max(options.K, individuals.occupied);
  const doubtful = doubtfulParts(individuals, graph, fixedLabels(K));
  const there = new Alternatives(individuals, graph, {
    most: Math.max(1, mostNeighbours(doubtful, graph)),
    reach: Number.POSITIVE_INFINITY,
  });
  const counts = { individuals: new Int32Array(options.count), K: new Float64Array(options.count) };
  const sweep = (): void => {
    const labels = fixedLabels(K);
    for (const row of doubtful.records) reassign(individuals, there, row, labels, rng);
    for (let i = Math.min(doubtful.edges.length, MOST_TRIES); i > 0; i--) {
      const edge = doubtful.edges[rng.below(doubtful.edges.length)]!;
      splitOrMerge(individuals, graph, edge, labels, rng);
    }
    if (!options.isFixed) K = nextK(K, individuals.occupied, options, rng);
  };
  for (let i = 0; i < BURN_IN; i++) {
    sweep();
    yield;
  }
  for (let draw = 0; draw < options.count; draw++) {
    for (let i = 0; i < THINNING; i++) sweep();
    counts.individuals[draw] = individuals.occupied;
    counts.K[draw] = K;
    options.onDraw(individuals.of);
    yield;
  }
  return counts;
}

function mostNeighbours({ records }: Doubtful, { starts }: CandidateGraph): number {
  return records.reduce((most, row) => Math.max(most, starts[row + 1]! - starts[row]!), 0);
}

/** A Gibbs step: the record goes to one of its alternatives with the probability of each. */
function reassign(
  individuals: Individuals,
  there: Alternatives,
  row: number,
  labels: LabelTerm,
  { next }: Random,
): void {
  const own = individuals.of[row]!;
  const isAlone = individuals.sizes[own] === 1;
  there.collect(row);
  // Without an edge into its individual it could leave but not come back.
  if (!isAlone && !there.isTied) return;
  there.weigh(row, labels);
  const most = there.logMost();
  let total = Math.exp(there.logOwn - most) + Math.exp(there.logAlone - most);
  for (let i = 0; i < there.count; i++) total += Math.exp(there.logWeights[i]! - most);
  let left = next() * total;
  for (let i = 0; i < there.count; i++) {
    left -= Math.exp(there.logWeights[i]! - most);
    if (left >= 0) continue;
    individuals.move(row, there.individuals[i]!, there.logRest, there.logJoined[i]!);
    return;
  }
  left -= Math.exp(there.logAlone - most);
  if (left < 0 && !isAlone)
    individuals.move(row, individuals.empty(row), there.logRest, individuals.alone[row]!);
}

/** K is at most this many times the number of pairs: without partners it could be anything. */
const MOST_PER_PAIR = 10;

/** A Metropolis step of log K. */
function nextK(
  K: number,
  occupied: number,
  { draws, r }: Pick<DrawOptions, 'draws' | 'r'>,
  { normal, next }: Random,
): number {
  const records = recordsOf(draws);
  const step = 2 / Math.sqrt(Math.max(1, records - occupied));
  const proposed = K * Math.exp(step * normal());
  if (proposed < Math.max(1, occupied, ...draws.unique) || proposed > MOST_PER_PAIR * records ** 2) return K;
  const change = logOfK(proposed, occupied, draws, r) - logOfK(K, occupied, draws, r);
  return Math.log(next()) < change ? proposed : K;
}

/** log of the part of the target that knows K. */
function logOfK(K: number, occupied: number, draws: Draws, r: number): number {
  return logFalling(K, occupied) + logDrawn(draws, K, r);
}
