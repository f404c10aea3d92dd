/**
 * Which sources hold no duplicates, as their matches show. Where two files list the same things once each, EM
 * still finds "matches" inside a file: things that are related. They give themselves away: real duplicates
 * would be as much alike as the matches between the files, so that half of them would be more alike than the
 * median of those, and each column would be equal as often. Where next to none is, or some column hardly ever (the
 * model number of things of one make), or the matches inside are no more than chance brings forth, the file has no
 * duplicates. Files with few matches are judged together.
 */
import { MISSING } from '../compare/patterns.ts';
import { matchProbabilities, matchWeights } from '../em/likelihood.ts';
import { allPairs, type Table } from '../records/table.ts';
import { Agreement } from './agreement.ts';
import { adjustment } from './classes.ts';
import { duplicateOdds } from './duplicate-odds.ts';
import type { Linkage } from './link.ts';

/** Matches between files that a verdict needs, and matches inside a file that make one worth while. */
export const ENOUGH_BETWEEN = 20;
const ENOUGH_INSIDE = 6;
/** Of the matches inside a file, twice those above the median are at most this share if it has no duplicates. */
const MOST_REAL = 0.1;
/** Files of which more matches than this share are equal throughout are copies, which say nothing of errors. */
const MOST_COPIES = 0.5;
/** Odds of duplicates inside below which there are none. */
const LEAST_ODDS = 0.1;
/** Match probability from which a pair counts as a match. */
const MATCH = 0.5;

/** Pairs, and how likely a match each pattern of them is. */
type Judgement = Pick<Linkage, 'evidence' | 'probabilities' | 'weights' | 'parameters'>;

/** The pairs of one linkage as another judges them, related pairs taken for matches. */
export function judgedBy({ evidence }: Linkage, { estimation, parameters }: Linkage): Judgement {
  const logAdjustment = adjustment(evidence, estimation.dependence);
  return {
    ...{ evidence, parameters },
    weights: matchWeights(evidence.patterns, parameters, logAdjustment),
    probabilities: matchProbabilities(evidence.patterns, parameters, logAdjustment),
  };
}

/**
 * Find the sources without duplicates; none where there is one source only, or the evidence is weak.
 *
 * @returns their indices in `table.sources`
 */
export function duplicateFree(table: Table, linkage: Judgement): Set<number> {
  const found = new Set<number>();
  if (table.sources.length < 2) return found;
  const { evidence, probabilities, weights } = linkage;
  const { left, right, pattern } = evidence;
  const between: number[] = [];
  const inside = table.sources.map((): number[] => []);
  const agreedBetween = new Agreement(evidence.patterns);
  const agreedInside = table.sources.map(() => new Agreement(evidence.patterns));
  const keptInside = table.sources.map(() => new Map<number, number>());
  let copies = 0;
  for (let i = 0; i < pattern.length; i++) {
    const g = pattern[i]!;
    const source = table.sourceOf[left[i]!]!;
    const isInside = source === table.sourceOf[right[i]!]!;
    if (isInside) count(keptInside[source]!, g, 1);
    if (probabilities[g]! < MATCH) continue;
    (isInside ? agreedInside[source]! : agreedBetween).add(g);
    if (isInside) inside[source]!.push(weights[g]!);
    else {
      between.push(weights[g]!);
      if (isCopy(linkage, g)) copies++;
    }
  }
  if (between.length < ENOUGH_BETWEEN) return found;
  const saysMuch = copies <= MOST_COPIES * between.length;
  const median = between.sort((a, b) => a - b)[Math.floor(between.length / 2)]!;
  const isFree = (sources: readonly number[]): boolean => {
    const matches = sources.flatMap((source) => inside[source]!);
    const real = 2 * matches.filter((weight) => weight >= median).length;
    if (matches.length < ENOUGH_INSIDE) return false;
    if (saysMuch && real <= MOST_REAL * matches.length) return true;
    const agreed = sources.map((source) => agreedInside[source]!).reduce((all, more) => all.plus(more));
    if (saysMuch && agreed.mostOf(agreedBetween) <= MOST_REAL) return true;
    const pairs = sources.reduce((sum, source) => sum + allPairs(table.sources[source]!.rows), 0);
    const kept = new Map<number, number>();
    for (const source of sources) for (const [g, n] of keptInside[source]!) count(kept, g, n);
    return duplicateOdds(linkage, kept, pairs) < LEAST_ODDS;
  };
  const few = inside.flatMap((matches, source) => (matches.length < ENOUGH_INSIDE ? [source] : []));
  const areFewFree = isFree(few);
  inside.forEach((_, source) => {
    if (few.includes(source) ? areFewFree : isFree([source])) found.add(source);
  });
  return found;
}

function count(counts: Map<number, number>, g: number, pairs: number): void {
  counts.set(g, (counts.get(g) ?? 0) + pairs);
}

/** Whether all that is compared is equal. */
function isCopy({ evidence: { patterns } }: Judgement, g: number): boolean {
  const { levels, levelCounts } = patterns;
  return levelCounts.every((count, f) => {
    const level = levels[g * levelCounts.length + f]!;
    return level === MISSING || level === count - 1;
  });
}
