/** What of the entities found is doubtful as a whole, worded for the user. */
import { allPairs } from '../records/table.ts';
import type { Resolution, ResolveOptions } from './resolution.ts';

/** Share of the records expected to be in a wrong entity that is worth a warning. */
const MUCH_IN_DOUBT = 0.05;
/** Factor by which the pairs inside the entities may differ from the matches that EM expects. */
const FACTOR = 1.33;
/** Fewer pairs differ by chance. */
const ENOUGH_PAIRS = 20;

/**
 * Whether many records may be in a wrong entity, and whether the entities hold about the pairs that EM expects:
 * two models of the same records that disagree on that are not both right.
 *
 * @returns a sentence for each doubt
 */
export function entityDoubts(
  { entityOf, entities, probability, linkage }: Resolution,
  { engine = 'vb', model, K }: Pick<ResolveOptions, 'engine' | 'model' | 'K'>,
): string[] {
  const doubts: string[] = [];
  const records = entityOf.length;
  const wrong = probability.reduce((sum, p) => sum + 1 - p, 0) / Math.max(1, records);
  if (wrong >= MUCH_IN_DOUBT)
    doubts.push(
      `about ${Math.round(100 * wrong)} % of the records are expected to be in a wrong entity: the columns tell too little; look at --matches, add columns, or set those aside that mislead with --ignore`,
    );
  const expected = linkage.estimation.estimates.best.matches;
  const sizes = new Int32Array(entities);
  for (const entity of entityOf) sizes[entity]!++;
  const inside = sizes.reduce((sum, size) => sum + allPairs(size), 0);
  const differ = Math.max(inside, expected) > FACTOR * Math.min(inside, expected);
  const isOfOneModel = engine === 'vb' && model !== 'categorical' && K === undefined;
  if (isOfOneModel && differ && Math.max(inside, expected) >= ENOUGH_PAIRS)
    doubts.push(
      `the entities hold ${inside.toLocaleString('en-US')} pairs where ${Math.round(expected).toLocaleString('en-US')} matches are expected: pairs and entities disagree on what is the same; compare with --engine em, and check the columns compared (--fields, --ignore, --type)`,
    );
  return doubts;
}
