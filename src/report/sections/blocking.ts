/** Blocking: which pairs were compared, and what that can have missed. */
import { bar } from '../bars.ts';
import { type Html, html, value } from '../html.ts';
import { count, percent } from '../numbers.ts';
import { rowsThatFit } from '../rows.ts';
import { facts, type Section, section } from '../section.ts';
import type { Summary } from '../summary.ts';

export function blockingSection({ blocking }: Summary): Section | undefined {
  if (blocking === undefined) return undefined;
  const { every_pair, total_pairs, rules = [], pairs_at_most, pairs, pairs_expected } = blocking;
  const known = (n: number | undefined) => (n === undefined ? undefined : count(n));
  const numbers = facts([
    ['pairs of records in all', known(total_pairs)],
    ['pairs compared', known(pairs)],
    ['pairs expected', known(pairs_expected)],
    ['pairs of all rules together', every_pair ? undefined : known(pairs_at_most)],
    [
      'matches missed, estimated',
      blocking.estimated_missed === undefined ? undefined : percent(blocking.estimated_missed),
    ],
  ]);
  if (numbers === undefined && rules.length === 0) return undefined;
  return section(
    'blocking',
    'Blocking',
    every_pair
      ? 'There are few enough pairs of records to compare them all.'
      : 'A pair is compared when its records agree on all keys of some rule. New pairs are those that no earlier rule brought.',
    html`${numbers}${rules.length === 0 ? undefined : ruleTable(rules)}`,
  );
}

function ruleTable(rules: NonNullable<NonNullable<Summary['blocking']>['rules']>): Html {
  const most = rules.reduce((highest, { pairs }) => Math.max(highest, pairs), 1);
  const shown = rowsThatFit(
    rules,
    ({ rule, pairs, new_pairs, largest_block, complete }) =>
      html`<tr><th scope="row">${keys(rule)}</th><td>${count(pairs)}</td><td class="w">${bar(pairs / most, 'rest')}</td><td>${new_pairs === undefined ? '–' : count(new_pairs)}</td><td>${largest_block === undefined ? '–' : count(largest_block)}</td><td class="words">${complete === undefined ? '–' : complete ? 'all' : 'larger ones left to finer rules'}</td></tr>\n`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Blocking rules"><table class="rules">
<thead><tr><th scope="col">rule</th><th scope="col">pairs</th><th scope="col" class="w"><span class="aloud">pairs as a bar</span></th><th scope="col">new pairs</th><th scope="col">largest block</th><th scope="col">blocks</th></tr></thead>
<tbody>
${shown.html}</tbody></table></div>${shown.note}`;
}

/** A rule, its keys on lines of their own. */
function keys(rule: string): Html {
  return html`${rule.split(' & ').map((key, i) => [i === 0 ? '' : html` <span class="and">and</span> `, value(key)])}`;
}
