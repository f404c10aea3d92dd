/**
 * The number of latent individuals K as part of the chain, under a flat prior of log K:
 *
 *     p(z, K | …) ∝ K!/(K − C)! / (K^N₀ ∏_s K!/(K − n_s)!)
 *
 * with N₀ records drawn one by one and files of n_s records without duplicates.
 */
import { logFalling } from '../math/gamma.ts';
import type { Random } from '../math/random.ts';
import { logDrawn } from '../partition/size-prior.ts';
import { type Draws, recordsOf } from '../records/table.ts';

/** How records come from individuals. */
export interface Population {
  /** How the records came into the files. */
  draws: Draws;
  /** Concentration of the sizes; see `sizePrior`. */
  r: number;
}

/** K is at most this many times the number of pairs: without partners it could be anything. */
const MOST_PER_PAIR = 10;

/** The highest K there can be. */
export function mostIndividuals(draws: Draws): number {
  return MOST_PER_PAIR * recordsOf(draws) ** 2;
}

/** A Metropolis step of log K, with C individuals occupied. @returns the next K */
export function nextK(K: number, occupied: number, population: Population, { normal, next }: Random): number {
  const { draws } = population;
  const records = recordsOf(draws);
  const step = 2 / Math.sqrt(Math.max(1, records - occupied));
  const proposed = K * Math.exp(step * normal());
  if (proposed < Math.max(1, occupied, ...draws.unique) || proposed > mostIndividuals(draws)) return K;
  const change = logLabels(proposed, occupied, population) - logLabels(K, occupied, population);
  return Math.log(next()) < change ? proposed : K;
}

/** log of the part of the target that knows K: a partition into C of K individuals, labels without names. */
export function logLabels(K: number, occupied: number, { draws, r }: Population): number {
  return logFalling(K, occupied) + logDrawn(draws, K, r);
}
