/** What resolving is asked for and what it answers. */
import type { DistinctEntities } from '../entities/distinct-entities.ts';
import type { RunState, Traces } from '../smered/chains.ts';
import type { HitMissPrior } from '../smered/hit-miss-parameters.ts';
import type { Base } from '../vb/categorical-prior.ts';
import type { Linkage, LinkOptions } from './link.ts';

export interface ResolveOptions extends LinkOptions {
  /**
   * `vb` clusters around latent individuals, `smered` draws the clusters by Markov chain Monte Carlo, `em` joins
   * pairs of at least .5 and all that hangs together.
   */
  engine?: 'vb' | 'smered' | 'em' | undefined;
  /** Number of latent individuals; undefined learns it. */
  K?: number | undefined;
  /**
   * What an individual's values are drawn from: EM's levels, or of `vb` the paper's Dirichlet, of `smered` the
   * hit-and-miss model. Default noisy, of `smered` categorical.
   */
  model?: 'noisy' | 'categorical' | undefined;
  /** `collapsed` search, or `cavi`, the paper's coordinate ascent for the categorical model. Default collapsed. */
  inference?: 'collapsed' | 'cavi' | undefined;
  /** Random starts of the coordinate ascent; by default it starts with every record on its own. */
  restarts?: number | undefined;
  /** Temperature at which the coordinate ascent begins; default 1. */
  annealing?: number | undefined;
  /** Hyperparameter of the categorical model; see `categoricalPrior`. Default 0.1. */
  A?: number | undefined;
  /**
   * Sources without duplicates, by index; undefined finds out which the matches show to be so.
   */
  uniqueWithin?: ReadonlySet<number> | undefined;
  /** Draws from the posterior of the partition; by default none, of `smered` 500. */
  samples?: number | undefined;
  /** Of `smered`: chains, sweeps before the first draw, sweeps from one draw to the next. */
  chains?: number | undefined;
  burnIn?: number | undefined;
  thinning?: number | undefined;
  /** Prior of the share of distorted values of the hit-and-miss model. */
  distortionPrior?: HitMissPrior | undefined;
  /** Told of each sweep of all chains; `save` answers with what is needed to go on from there. */
  onSweep?: ((done: number, total: number, save: () => RunState) => void) | undefined;
  /** Goes on from there. */
  resumeFrom?: RunState | undefined;
  /** Base measure of the categorical model. Default empirical. */
  base?: Base | undefined;
  /** Told the entities; answers with the records of which it wants to know where else they could be. */
  asksPlaces?: ((found: Entities) => Iterable<number>) | undefined;
}

/** The entities found, before anything is made of them. */
export type Entities = Pick<Resolution, 'entityOf' | 'entities' | 'probability'>;

/** An entity that a record could be of. */
export interface RecordPlace {
  /** Undefined where the record would be one by itself. */
  readonly entity: number | undefined;
  readonly probability: number;
}

/** The entities of a table. */
export interface Resolution {
  /** Sources that were taken to hold no duplicates, by index. */
  readonly unique: ReadonlySet<number>;
  readonly linkage: Linkage;
  /** Entity of each record, 0 … C − 1 in order of first appearance; length N. */
  readonly entityOf: Int32Array;
  /** Number of entities, C. */
  readonly entities: number;
  /** Probability that each record belongs to its entity rather than elsewhere, length N. */
  readonly probability: Float64Array;
  /** Estimated number of entities with a 95 % interval. */
  readonly interval: { mean: number; low: number; high: number };
  /** The entity of each record in each draw from the posterior, numbered like `entityOf`; empty without `samples`. */
  readonly draws: readonly Int32Array[];
  /** The different entities of the draws; undefined without draws. */
  readonly distinct?: DistinctEntities;
  /** What each chain of `smered` has drawn. */
  readonly chains?: readonly Traces[];
  /** Latent individuals, K, fixed or learned. */
  readonly K: number;
  /** log p(x, z) of the entities found, the ELBO of the paper's ascent, the highest of the draws of `smered`; undefined for `em`. */
  readonly objective: number | undefined;
  /** Expected number of pairs that are the same entity but were compared and left apart, where the engine knows. */
  readonly missedPairs?: number;
  /** Of records asked for, the entities they could be of, the most probable first, where the engine knows. */
  readonly places?: ReadonlyMap<number, readonly RecordPlace[]>;
  /** ELBO after each sweep of the paper's ascent, the best of its runs. */
  readonly elboTrace?: Float64Array;
}

/** The mean and the central 95 % of draws. It is the posterior's alone: the optimum may lie outside. */
export function intervalOfDraws(draws: ArrayLike<number>): Resolution['interval'] {
  const sorted = Float64Array.from(draws).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!;
  const mean = sorted.reduce((sum, count) => sum + count, 0) / sorted.length;
  return { mean, low: at(0.025), high: at(0.975) };
}

/**
 * The normal 95 % interval around a mean, widened to whole numbers and to the entities found, which are at least
 * one and at most the records.
 */
export function intervalAround(
  { entities, records }: { entities: number; records: number },
  mean: number,
  variance: number,
): Resolution['interval'] {
  const spread = 1.96 * Math.sqrt(variance);
  const low = Math.min(entities, Math.floor(mean - spread));
  const high = Math.max(entities, Math.ceil(mean + spread));
  return { mean, low: Math.max(Math.min(entities, 1), low), high: Math.min(records, high) };
}
