/**
 * The posterior that both engines climb, as one function of the partition. For a table, what EM learned from it and
 * one candidate graph,
 *
 *     log p(z, x | K) = Σ_k (log p(x_k) − charges of k) + log K!/(K − C)! − N₀ log K − Σ_s log K!/(K − n_s)! ,
 *
 * which is what a chain of SMERED reports, and what the search of VB climbs but for its log K!/(K − C)! being taken
 * as linear in C. With K unknown it is maximised over K (both engines have a flat prior of log K).
 */
import { candidateGraph } from '../../../src/partition/candidate-graph.ts';
import { type Charges, graphCharges } from '../../../src/partition/charges.ts';
import type { Individuals } from '../../../src/partition/individuals.ts';
import type { IndividualLikelihood } from '../../../src/partition/likelihood.ts';
import {
  canonicalRecords,
  chargeFor,
  judged,
  neighbouringPairs,
  recordsAlone,
} from '../../../src/pipeline/candidates.ts';
import type { Linkage } from '../../../src/pipeline/link.ts';
import { drawsOf, recordsOf, type Table } from '../../../src/records/table.ts';
import { logLabels } from '../../../src/smered/population.ts';
import { categoricalLikelihood } from '../../../src/vb/categorical.ts';
import { firstLabels } from '../../../src/vb/learned-search.ts';
import { noisyLikelihood } from '../../../src/vb/noisy.ts';

export type Model = 'noisy' | 'categorical';

export interface Target {
  readonly size: number;
  /** Row in each place; partitions are given by places. */
  readonly order: Int32Array;
  /** Value codes by field, in that order. */
  readonly codes: readonly Int32Array[];
  readonly graph: ReturnType<typeof candidateGraph>;
  readonly draws: ReturnType<typeof drawsOf>;
  readonly charges: Charges | undefined;
  /** Every record in an individual of its own, not charged. */
  apart(): Individuals;
}

/** @param K latent individuals if they are given */
export function targetOf(table: Table, linkage: Linkage, model: Model, K?: number): Target {
  const { comparison, parameters, rarity, estimation } = linkage;
  const isCategorical = model === 'categorical';
  const draws = drawsOf(table);
  const canonical = canonicalRecords(table);
  const likelihood = (): IndividualLikelihood =>
    isCategorical
      ? categoricalLikelihood(table.columns, 0.1, 'empirical')
      : noisyLikelihood(table, comparison, parameters, rarity);
  const apart = (): Individuals => recordsAlone(canonical, likelihood());
  const begin = { K: K ?? 1 / parameters.prior, isFixed: K !== undefined, draws };
  const pairs = neighbouringPairs(linkage, canonical.order, firstLabels(begin).merge(table.size));
  const graph = candidateGraph(table.size, judged(pairs, apart(), chargeFor(estimation, isCategorical)));
  const { order, codes } = canonical;
  return { size: table.size, order, codes, graph, draws, charges: graphCharges(graph), apart };
}

/** The individuals of a partition, charged as a whole. */
export function charged(target: Target, of: ArrayLike<number>): Individuals {
  const individuals = target.apart();
  individuals.arrange(of);
  individuals.useCharges(target.charges);
  return individuals;
}

/** log p(z, x | K) of individuals that are charged as a whole. */
export function logPosterior({ draws }: Target, individuals: Individuals, K: number): number {
  return individuals.logLikelihood() + logLabels(K, individuals.occupied, even(draws));
}

/** The most that it can be for any K, and that K. */
export function atBestK({ draws }: Target, individuals: Individuals): { log: number; K: number } {
  const { occupied } = individuals;
  const at = (logK: number): number => logLabels(Math.exp(logK), occupied, even(draws));
  let low = Math.log(Math.max(occupied, 1, ...draws.unique));
  let high = Math.log(10 * recordsOf(draws) ** 2);
  const share = (Math.sqrt(5) - 1) / 2;
  for (let step = 0; step < 60; step++) {
    const [a, b] = [high - share * (high - low), low + share * (high - low)];
    if (at(a) < at(b)) low = a;
    else high = b;
  }
  const logK = (low + high) / 2;
  return { log: individuals.logLikelihood() + at(logK), K: Math.exp(logK) };
}

function even(draws: Target['draws']) {
  return { draws, r: Number.POSITIVE_INFINITY };
}
