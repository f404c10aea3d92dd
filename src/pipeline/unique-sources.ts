/**
 * Sources without duplicates, found out, and matches learned from the pairs between the sources alone.
 *
 * Where all pairs together leave it doubtful what matches look like (things of one series inside each price list are
 * more alike than the same thing in two), those between the sources may show it. Beside them the pairs inside give
 * themselves away; and where there are duplicates inside, they are judged as the matches between are.
 */

import { unlistedLevels } from '../em/background.ts';
import { COHERENT } from '../em/coherence.ts';
import { estimate } from '../em/estimate.ts';
import { matchWeights } from '../em/likelihood.ts';
import type { Table } from '../records/table.ts';
import { adjustment, type Weigh } from './classes.ts';
import { duplicateFree, ENOUGH_BETWEEN, judgedBy } from './duplicate-free.ts';
import { type Linkage, type LinkOptions, linking } from './link.ts';
import type { Steps } from './steps.ts';

/** What is known of a table: the sources without duplicates, and the pairs. */
export interface Known {
  table: Table;
  linkage: Linkage;
}

/**
 * The table with the sources that hold no duplicates, and its linkage.
 *
 * @param linkage of all pairs of the table
 */
export function* withUniqueSources(known: Known, options: LinkOptions): Steps<Known> {
  const unique = duplicateFree(known.table, known.linkage);
  if (unique.size > 0 || !mayLearnBetween(known, options)) return yield* linked(known, unique, options);
  const between = yield* linkedBetween(known, options);
  if (between.linkage.estimation.held) return known;
  const free = duplicateFree(known.table, judgedBy(known.linkage, between.linkage));
  if (free.size === known.table.sources.length)
    return { ...between, linkage: { ...between.linkage, isFromBetween: true } };
  return taught(yield* linked(known, free, options), between);
}

/** The linkage of all pairs, with m and u learned from those between the sources where all pairs leave them in doubt. */
export function* learnedBetween(known: Known, options: LinkOptions): Steps<Linkage> {
  if (!mayLearnBetween(known, options)) return known.linkage;
  const between = yield* linkedBetween(known, options);
  return between.linkage.estimation.held ? known.linkage : taught(known, between).linkage;
}

function mayLearnBetween(known: Known, { without }: LinkOptions): boolean {
  return known.table.sources.length > 1 && !without?.has('between-files') && isDoubtful(known);
}

/** The same with some sources taken for free of duplicates. */
function* linked(known: Known, unique: ReadonlySet<number>, options: LinkOptions): Steps<Known> {
  if (unique.size === 0) return known;
  const table = { ...known.table, unique };
  return {
    table,
    linkage: yield* linking(table, { ...options, plan: undefined, ahead: undefined, known: known.linkage }),
  };
}

function linkedBetween(known: Known, options: LinkOptions): Steps<Known> {
  return linked(known, new Set(known.table.sources.keys()), options);
}

/** The first, with what the pairs between the sources have shown if it has found but a part of them. */
function taught(known: Known, between: Known): Known {
  const isPart =
    known.linkage.estimation.held || matchesBetween(known) < LARGE_PART * matchesBetween(between);
  return isPart ? { ...known, linkage: learnedFrom(between.linkage, known.linkage) } : known;
}

/** Matches between sources of which so many are found when all pairs are looked at are all of them. */
const LARGE_PART = 0.5;

/** Matches that are few, disagree on much, or are copies inside the sources more often than not. */
function isDoubtful(known: Known): boolean {
  const { held, coherence, estimates } = known.linkage.estimation;
  const { matches } = estimates.best;
  return (
    held || coherence < COHERENT || matches < ENOUGH_BETWEEN || matchesBetween(known) < LARGE_PART * matches
  );
}

/** Expected number of matches between different sources, among the pairs that were kept. */
function matchesBetween({ table: { sourceOf }, linkage: { evidence, probabilities } }: Known): number {
  let matches = 0;
  for (let i = 0; i < evidence.pattern.length; i++)
    if (sourceOf[evidence.left[i]!] !== sourceOf[evidence.right[i]!])
      matches += probabilities[evidence.pattern[i]!]!;
  return matches;
}

/**
 * A linkage with m and u as another one has learned them; the share of matches is its own. Columns that the other
 * could not compare, since they are in one source only, keep the little say of the priors.
 */
function learnedFrom(teacher: Linkage, linkage: Linkage): Linkage {
  const { evidence, crossProduct, plan } = linkage;
  const logAdjustment = adjustment(evidence, teacher.estimation.dependence);
  const best = estimate(evidence.patterns, teacher.parameters, {
    ...{ fixM: true, fixU: true, logDependence: logAdjustment, totalPairs: plan.totalPairs },
    background: unlistedLevels(evidence.patterns, crossProduct),
  });
  const weigh: Weigh = (of, adjusted) => matchWeights(of, teacher.parameters, adjusted);
  const weights = weigh(evidence.patterns, logAdjustment);
  const optimum = { ...best, starts: [0], swapped: false };
  return {
    ...{ ...linkage, isFromBetween: true },
    ...{ parameters: best.parameters, probabilities: best.weights, weights },
    estimation: {
      ...teacher.estimation,
      ...{
        estimates: { best: optimum, optima: [optimum] },
        related: undefined,
        matchWeights: weights,
        weigh,
      },
    },
  };
}
