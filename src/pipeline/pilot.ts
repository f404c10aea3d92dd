/**
 * A first look at the candidates of a large plan: some of them compared, and m, u and the prior estimated from these.
 * With that, nearly all of the others can be told to be no match as soon as they are compared: they are counted, and
 * neither kept nor told apart by how rare their values are.
 */
import type { EarlierRules } from '../blocking/earlier-rules.ts';
import { type RulePart, ruleParts } from '../blocking/pairs.ts';
import type { BlockingPlan } from '../blocking/plan.ts';
import { someBlocks } from '../blocking/some-blocks.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { Parameters } from '../em/parameters.ts';
import type { Table } from '../records/table.ts';
import type { Beginning } from './classes.ts';
import { estimateFromEvidence, type Material } from './estimation.ts';
import { type EvidenceOptions, gatherEvidence } from './evidence.ts';
import { type Others, sampleOthers } from './others.ts';
import type { Steps } from './steps.ts';

export interface PilotLimits {
  /** Candidates from which the look is worth while. */
  many: number;
  /** Candidates that are looked at, about. */
  lookedAt: number;
  /** Matches that there must be among them. */
  enough: number;
}

/** Candidates at most, in the plan, from which some are looked at first. */
export const MANY_PAIRS = 10_000_000;
const LIMITS: PilotLimits = { many: MANY_PAIRS, lookedAt: 400_000, enough: 1000 };
/** Change of the parameters that does not matter. */
const TOLERANCE = 1e-3;

/** What the look has brought. */
export interface Pilot {
  readonly parameters: Parameters | undefined;
  /** Where EM over all candidates begins then. */
  readonly beginning: Beginning | undefined;
  /** The pairs that are no candidates. */
  readonly others: Others | undefined;
  /** The blocks of all rules; undefined where there was no look. */
  readonly parts: readonly RulePart[] | undefined;
}

/**
 * Looks at some candidates, where there are many.
 *
 * @param options those of all candidates
 */
export function* piloted(
  table: Table,
  plan: BlockingPlan,
  comparison: Comparison,
  options: EvidenceOptions & { earlier: EarlierRules },
  material: Omit<Material, 'evidence' | 'others'>,
  seed: number,
  { many, lookedAt, enough } = LIMITS,
): Steps<Pilot> {
  const { earlier, keepAbove } = options;
  if (plan.everyPair || plan.mostPairs < many || keepAbove === Number.NEGATIVE_INFINITY)
    return { parameters: undefined, beginning: undefined, others: undefined, parts: undefined };
  const scale = 2 ** Math.floor(Math.log2(plan.mostPairs / lookedAt));
  const parts: RulePart[] = [];
  const evidence = yield* gatherEvidence(table, plan, comparison, { ...options, parts: some() });
  const { counts } = evidence.patterns;
  for (let g = 0; g < counts.length; g++) counts[g]! *= scale;
  const candidates = Math.min(scale * evidence.compared, plan.totalPairs - 1);
  const others = sampleOthers(table, { plan, earlier }, comparison, candidates, seed);
  const { estimates, beginning, held } = yield* estimateFromEvidence(
    { ...material, evidence, others },
    { tolerance: TOLERANCE },
  );
  const isSure = !held && estimates.best.matches >= enough * scale;
  if (!isSure) return { parameters: undefined, beginning: undefined, others, parts };
  return { parameters: estimates.best.parameters, beginning, others, parts };

  function* some(): Generator<RulePart> {
    for (const part of ruleParts(table, plan, earlier)) {
      parts.push(part);
      yield someBlocks(part, plan, scale);
    }
  }
}
