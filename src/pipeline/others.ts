/**
 * The pairs that are no candidates, as a random sample: what non-matches look like where blocking did not
 * choose them. Needed only to see which columns depend on each other.
 */
import type { EarlierRules } from '../blocking/earlier-rules.ts';
import { candidateTest } from '../blocking/pairs.ts';
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Comparison } from '../compare/comparison.ts';
import { PatternIndex } from '../compare/pattern-index.ts';
import type { Patterns } from '../compare/patterns.ts';
import { random } from '../math/random.ts';
import { canonicalOrder, exclusion, type Table } from '../records/table.ts';

/** A sample of the pairs that are no candidates. */
export interface Others {
  patterns: Patterns;
  /** Pairs of the table that each stands for. */
  scale: number;
}

/** Random pairs of records drawn. */
const SAMPLE = 300_000;

/**
 * Patterns of random pairs that are not candidates.
 *
 * @param earlier with every rule of the plan filled in, where there is one
 */
export function sampleOthers(
  table: Table,
  { plan, earlier }: { plan: BlockingPlan; earlier?: EarlierRules },
  comparison: Comparison,
  candidates: number,
  seed: number,
): Others {
  const index = new PatternIndex(comparison.levelCounts);
  const others = plan.totalPairs - candidates;
  if (plan.everyPair || others <= 0) return { ...index.patterns(), scale: 1 };
  const isCandidate = candidateTest(table, plan, earlier);
  const isExcluded = exclusion(table);
  const rng = random(seed);
  const order = canonicalOrder(table);
  const left = new Int32Array(SAMPLE);
  const right = new Int32Array(SAMPLE);
  let kept = 0;
  for (let draw = 0; draw < SAMPLE; draw++) {
    const a = order[rng.below(table.size)]!;
    const b = order[rng.below(table.size)]!;
    if (a === b || isExcluded?.(a, b) || isCandidate(a, b)) continue;
    left[kept] = a;
    right[kept++] = b;
  }
  const fields = comparison.levelCounts.length;
  const levels = new Uint8Array(kept * fields);
  comparison.compare(left, right, kept, levels);
  for (let pair = 0; pair < kept; pair++) index.add(index.intern(levels, pair * fields), 1);
  return standingFor(index.patterns().patterns, others);
}

/** A sample that stands for so many pairs. */
export function standingFor(patterns: Patterns, pairs: number): Others {
  const drawn = patterns.counts.reduce((sum, count) => sum + count, 0);
  return { patterns, scale: pairs / Math.max(1, drawn) };
}
