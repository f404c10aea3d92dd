/** The blocking plan, for people and for the summary. */
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Rule } from '../blocking/rule.ts';
import type { WordKeys } from '../blocking/words.ts';
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
    return plan.totalPairs < 2
      ? `blocking: none needed, there ${plan.totalPairs === 1 ? 'is one pair' : 'are no pairs'} of records`
      : `blocking: none needed, all ${count(plan.totalPairs)} pairs of records are compared`;
  const rules = [...plan.rules, ...plan.words].map((rule, r) => ({ ...rule, found: found?.[r] }));
  const head = ['blocking rule', 'pairs', 'largest block', ...(found === undefined ? [] : ['new pairs'])];
  const rows = rules.slice(0, SHOWN).flatMap((rule) => {
    const [last = '', ...before] = nameLines(rule.name).toReversed();
    const numbers = [count(rule.pairs), `${count(rule.largest)}${isComplete(rule) ? '' : '*'}`];
    if (rule.found !== undefined) numbers.push(count(rule.found));
    return [...before.toReversed().map((line) => [line]), [last, ...numbers]];
  });
  const lines = [alignedTable([head, ...rows])];
  if (rules.length > SHOWN) lines.push(`… and ${rules.length - SHOWN} more rules`);
  if (!rules.every(isComplete)) lines.push('* larger blocks are left to finer rules');
  if (rules.length === 0) lines.push('no rule fits the budget: raise --max-pairs');
  return lines.join('\n');
}

/** Longest name of a rule on one line, for tables of 80 columns. */
const LONGEST_NAME = 42;

/** The name of a rule, broken between its keys where it is long. */
function nameLines(name: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const key of name.split(' & ')) {
    const longer = current === '' ? key : `${current} & ${key}`;
    if (longer.length <= LONGEST_NAME || current === '') current = longer;
    else {
      lines.push(`${current} &`);
      current = `  ${key}`;
    }
  }
  return [...lines, current];
}

function isComplete(rule: Rule | WordKeys): boolean {
  return 'complete' in rule && rule.complete;
}

/** The plan as the summary holds it. */
export function describePlan(plan: BlockingPlan, found?: Float64Array) {
  return {
    every_pair: plan.everyPair,
    total_pairs: plan.totalPairs,
    rules: [...plan.rules, ...plan.words].map((rule, r) => ({
      ...{ rule: rule.name, pairs: rule.pairs, largest_block: rule.largest },
      complete: isComplete(rule),
      ...(found === undefined ? {} : { new_pairs: found[r]! }),
    })),
    pairs_at_most: plan.mostPairs,
  };
}

/** The share of matches that a plan misses as people read it. */
export function missedText(share: number, { everyPair }: BlockingPlan): string {
  if (everyPair) return 'none';
  return share < 0.0005 ? 'less than 0.1 %' : `about ${(100 * share).toFixed(1)} %`;
}
