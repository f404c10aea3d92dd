/** The blocking plan, for people and for the summary. */
import type { BlockingPlan } from '../blocking/plan.ts';
import { alignedTable, count } from './terminal.ts';

/** Rules shown to people. */
const SHOWN = 12;

/**
 * The plan as lines of text.
 *
 * @param found new pairs of each rule, once they are known
 */
export function planText(plan: BlockingPlan, found?: Float64Array): string {
  if (plan.everyPair)
    return `blocking: none needed, all ${count(plan.totalPairs)} pairs of records are compared`;
  const rules = [...plan.rules, ...plan.words].map((rule, r) => ({ ...rule, found: found?.[r] }));
  const head = ['blocking rule', 'pairs', 'largest block', ...(found === undefined ? [] : ['new pairs'])];
  const rows = rules.map((rule) => [
    rule.name,
    count(rule.pairs),
    `${count(rule.largest)}${'complete' in rule && rule.complete ? '' : '*'}`,
    ...(rule.found === undefined ? [] : [count(rule.found)]),
  ]);
  const lines = [alignedTable([head, ...rows.slice(0, SHOWN)])];
  if (rows.length > SHOWN) lines.push(`… and ${rows.length - SHOWN} more rules`);
  if (rows.some((row) => row[2]!.endsWith('*'))) lines.push('* larger blocks are left to finer rules');
  if (rules.length === 0) lines.push('no rule fits the budget: raise --max-pairs');
  return lines.join('\n');
}

/** The plan as the summary holds it. */
export function describePlan(plan: BlockingPlan, found?: Float64Array) {
  return {
    every_pair: plan.everyPair,
    total_pairs: plan.totalPairs,
    rules: [...plan.rules, ...plan.words].map((rule, r) => ({
      ...{ rule: rule.name, pairs: rule.pairs, largest_block: rule.largest },
      ...{ complete: 'complete' in rule ? rule.complete : false },
      ...(found === undefined ? {} : { new_pairs: found[r]! }),
    })),
    pairs_at_most: plan.mostPairs,
  };
}

/** A share of matches as people read it. */
export function shareText(share: number): string {
  if (share === 0) return 'none';
  return share < 0.0005 ? 'less than 0.1 %' : `about ${(100 * share).toFixed(1)} %`;
}
