/**
 * The search with the number of latent individuals learned along the way: K starts at 1/π, and searching and
 * learning from what was found take turns until the cost of a merge stays the same.
 */

import type { CandidateGraph } from '../partition/candidate-graph.ts';
import {
  constantLabels,
  expectedLabels,
  fixedLabels,
  individualsFor,
  type LabelTerm,
} from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { learnSizes, sizePrior } from '../partition/size-prior.ts';
import type { Draws } from '../records/table.ts';
import { CollapsedSearch } from './collapsed.ts';

export interface SearchOptions {
  /** Latent individuals, where the search begins. */
  K: number;
  /** Whether K stays as it is. */
  isFixed: boolean;
  /** How the records came into the files. */
  draws: Draws;
  /** Whether the concentration r of the sizes is learned too; default false: it is infinite. */
  learnsSizes?: boolean | undefined;
}

export interface Found {
  individuals: Individuals;
  labels: LabelTerm;
  K: number;
  /** Concentration of the sizes; see `sizePrior`. */
  r: number;
}

/** Rounds of searching and learning in turn. */
const ROUNDS = 4;
/** K is learned when the cost of a merge changes by less than this, in nats. */
const SAME_COST = 0.05;

/** The label term at the start of a search. */
export function firstLabels({ K, isFixed, draws }: SearchOptions): LabelTerm {
  return isFixed ? fixedLabels(K) : expectedLabels(K, draws);
}

/** Search from the individuals as they are, which end as found: first by merges alone, then by all steps. */
export function* searchIndividuals(
  individuals: Individuals,
  graph: CandidateGraph,
  options: SearchOptions,
): Generator<undefined, Found> {
  const { isFixed, draws } = options;
  let { K } = options;
  let r = Number.POSITIVE_INFINITY;
  let labels = firstLabels(options);
  const search = new CollapsedSearch(individuals, graph);

  /** Learns from the individuals found; false when nothing changes. */
  const learn = (): boolean => {
    if (isFixed) return false;
    const known = { r, cost: labels.merge(individuals.occupied) };
    K = individualsFor(individuals.occupied, draws);
    labels = expectedLabels(K, draws);
    if (options.learnsSizes) {
      ({ K, r } = learnSizes(individuals.sizeCounts(), K));
      if (r !== Number.POSITIVE_INFINITY) labels = constantLabels(Math.log1p(K - individuals.occupied));
      if (r !== known.r) individuals.useSizes(sizePrior(r));
    }
    return r !== known.r || Math.abs(labels.merge(individuals.occupied) - known.cost) >= SAME_COST;
  };
  for (let round = 0; round < ROUNDS; round++) {
    yield* search.merge(labels);
    if (!learn()) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    yield* search.ascend(labels);
    if (!learn()) break;
  }
  return { individuals, labels, K, r };
}
