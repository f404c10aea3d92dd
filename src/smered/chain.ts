/**
 * A Markov chain over partitions (Steorts, Hall & Fienberg 2014: Metropolis within Gibbs): Gibbs steps of single
 * records, split–merge steps of whole individuals, a Metropolis step of K where that is not given, and the
 * conditionals of the parameters where the model has some. The target is
 *
 *     p(z, K, θ, β | x) ∝ p(θ, β) ∏_k p(x_k | θ, β) · K!/(K − C)! / (K^N₀ ∏_s K!/(K − n_s)!)
 *
 * with the charges of the individuals (see `Charges`) as part of log p(x_k).
 */
import { type Random, type RandomState, random, resumedRandom } from '../math/random.ts';
import { Alternatives } from '../partition/alternatives.ts';
import { type CandidateGraph, withoutCharges } from '../partition/candidate-graph.ts';
import { fixedLabels } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { reassign } from './gibbs.ts';
import type { PairProposal } from './pair-proposal.ts';
import { logLabels, mostIndividuals, nextK, type Population } from './population.ts';
import { SplitMerge } from './split-merge.ts';

/** Parameters of the likelihood that are drawn with the partition. */
export interface Parameters {
  /** Draws them anew given the individual of each record. */
  redraw(of: Int32Array, rng: Random): void;
  /** Share of distorted values in each field as it is now, length F. */
  readonly beta: Float64Array;
  /** log p of what they are now under their prior. */
  logPrior(): number;
  /** All of them as plain numbers, and back. */
  save(): (readonly number[])[];
  restore(saved: readonly (readonly number[])[]): void;
}

export interface ChainOptions extends Population {
  seed: number;
  /** Latent individuals, where the chain begins. */
  K: number;
  /** Whether K stays as it is. A chain that begins with more individuals goes down to it, and is not at rest before. */
  isFixed: boolean;
  /** Records that Gibbs steps visit, in turn. */
  visits: Int32Array;
  /** Where split–merge steps are tried, and how often in a sweep. */
  proposal: PairProposal | undefined;
  tries: number;
  parameters?: Parameters | undefined;
}

/** Where a chain is, as plain numbers: enough to go on from. */
export interface ChainState {
  readonly of: Int32Array;
  readonly K: number;
  readonly random: RandomState;
  readonly parameters: readonly (readonly number[])[];
}

export class Chain {
  /** Latent individuals. */
  K: number;
  /** The partition, which the chain moves; it is charged as a whole. */
  readonly individuals: Individuals;
  private readonly options: ChainOptions;
  private readonly there: Alternatives;
  private readonly splitMerge: SplitMerge;
  private rng: Random;

  /** @param graph the individuals that a record can go to are those of its neighbours, and one of its own */
  constructor(individuals: Individuals, graph: CandidateGraph, options: ChainOptions) {
    this.individuals = individuals;
    this.options = options;
    const { K, isFixed, draws } = options;
    this.K = Math.max(individuals.occupied, isFixed ? K : Math.min(K, mostIndividuals(draws)));
    this.splitMerge = new SplitMerge(individuals);
    this.rng = random(options.seed);
    const most = Math.max(1, mostNeighbours(options.visits, graph));
    this.there = new Alternatives(individuals, withoutCharges(graph), {
      most,
      reach: Number.POSITIVE_INFINITY,
    });
    individuals.settle();
  }

  /** One step of everything. */
  sweep(): void {
    const { individuals, there, rng } = this;
    const { visits, proposal, tries, isFixed, parameters } = this.options;
    const labels = fixedLabels(this.K);
    for (const row of visits) reassign(individuals, there, row, labels, rng);
    if (proposal !== undefined)
      for (let i = 0; i < tries; i++) this.splitMerge.step(proposal(rng), labels, rng);
    this.K = isFixed
      ? Math.max(this.options.K, individuals.occupied)
      : nextK(this.K, individuals.occupied, this.options, rng);
    if (parameters === undefined) individuals.settle();
    else {
      parameters.redraw(individuals.of, rng);
      individuals.rescore();
    }
  }

  /** Share of distorted values in each field; undefined where the model has none. */
  get beta(): Float64Array | undefined {
    return this.options.parameters?.beta;
  }

  /** log p(z, K, θ, β, x), up to a constant. */
  logPosterior(): number {
    const { individuals, options } = this;
    const labels = logLabels(this.K, individuals.occupied, options);
    return individuals.logLikelihood() + labels + (options.parameters?.logPrior() ?? 0);
  }

  save(): ChainState {
    const parameters = this.options.parameters?.save() ?? [];
    return { of: this.individuals.of.slice(), K: this.K, random: this.rng.state(), parameters };
  }

  /** Goes on as the chain would have that was saved. */
  restore({ of, K, random: state, parameters }: ChainState): void {
    this.options.parameters?.restore(parameters);
    this.individuals.arrange(of);
    if (this.options.parameters !== undefined) this.individuals.rescore();
    this.K = K;
    this.rng = resumedRandom(state);
  }
}

function mostNeighbours(visits: Int32Array, { starts }: CandidateGraph): number {
  return visits.reduce((most, row) => Math.max(most, starts[row + 1]! - starts[row]!), 0);
}
