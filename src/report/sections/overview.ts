/** The first screen: what came out, whether it can be trusted, and what to look at. */
import { type Html, html, listed, own, type Part, shortened, value } from '../html.ts';
import { count, counted, fixed, percent, plain, significant } from '../numbers.ts';
import { facts, type Section } from '../section.ts';
import { inputName, type Summary, warningsOf } from '../summary.ts';

/** Vehtari et al. (2021): chains have met below this. */
const MOST_RHAT = 1.05;

/** Most of each kind that the first screen lists. */
const MOST_WARNINGS = 50;
const MOST_DOUBTFUL = 8;

/** @param placeOf the address of an entity on the page, where it is shown */
export function overview(summary: Summary, placeOf: (entity: string) => string | undefined): Section {
  return {
    ...{ id: 'overview', title: 'Overview' },
    html: html`<section id="overview" class="overview" aria-label="Overview">
<div class="outcome"><h2>What came out</h2>
${headline(summary)}${outcome(summary)}</div>
<div class="trust"><h2>Can it be trusted</h2>
${trust(summary)}</div>
<div class="look"><h2>What to look at</h2>
${toLookAt(summary, placeOf)}</div>
</section>
`,
  };
}

function headline(summary: Summary): Html | undefined {
  const { command, entities, interval, pairs, expected_matches, threshold, records, blocking } = summary;
  const big = (n: number, noun: string, below?: Part) =>
    html`<p class="headline"><strong>${count(n)}</strong> ${noun}${below === undefined ? undefined : html`<span class="below">${below}</span>`}</p>\n`;
  if (entities !== undefined)
    return big(
      entities,
      Math.round(entities) === 1 ? 'entity' : 'entities',
      interval === undefined
        ? undefined
        : [own('95 %'), ' interval ', count(interval.low), ' to ', count(interval.high)],
    );
  if (command === 'link' && pairs !== undefined)
    return big(
      pairs,
      'matching pairs',
      threshold === undefined ? undefined : ['of a probability of at least ', percent(threshold)],
    );
  if (command === 'em' && expected_matches !== undefined) return big(expected_matches, 'matches expected');
  if (command === 'pairs' && pairs !== undefined) return big(pairs, 'candidate pairs');
  if (command === 'profile' && blocking?.pairs_expected !== undefined)
    return big(blocking.pairs_expected, 'candidate pairs');
  return records === undefined ? undefined : big(records, 'records');
}

function outcome(summary: Summary): Html | undefined {
  const { command, records, duplicates, blocking, expected_matches, pairs, total_pairs } = summary;
  const { inputs = [], parameters, unique_within = [], forecast, exchanged = [], reported_pairs } = summary;
  const known = (n: number | undefined, write: (n: number) => string = count) =>
    n === undefined ? undefined : write(n);
  const compared = blocking?.pairs ?? (command === 'em' ? pairs : undefined);
  return facts([
    ['records', known(records)],
    ['duplicates among them', known(duplicates)],
    [command === 'em' ? 'pairs listed' : 'candidate pairs compared', known(compared)],
    [
      compared === undefined ? 'pairs of records in all' : 'of all pairs',
      known(blocking?.total_pairs ?? total_pairs),
    ],
    ['matches expected', command === 'em' ? undefined : known(expected_matches)],
    ['prior of a match', known(parameters?.prior, significant)],
    ['pairs written', known(reported_pairs)],
    [
      'no duplicates inside',
      unique_within.length === 0 ? undefined : listed(unique_within.slice(0, 20).map(value)),
    ],
    [
      'exchanged values',
      exchanged.length === 0
        ? undefined
        : exchanged
            .slice(0, 10)
            .map(({ columns, records }) => [
              html`<span class="line">${counted(records, 'record')}: `,
              listed(columns.map(value)),
              html`</span>`,
            ]),
    ],
    ...(['link', 'resolve'] as const).map(
      (job) =>
        [
          `er ${job} would take`,
          forecast?.[job] === undefined
            ? undefined
            : [
                `about ${plain(forecast[job].seconds)} s`,
                forecast[job].peak_memory_mib === undefined
                  ? undefined
                  : `, ${count(forecast[job].peak_memory_mib)} MiB`,
              ],
        ] as const,
    ),
    ['rows read', inputs.length === 1 && records === undefined ? count(inputs[0]!.rows) : undefined],
  ]);
}

/** Signs with words for those who do not see them. */
const SIGNS = { good: ['✓', 'good'], look: ['!', 'warning'], neutral: ['·', 'note'] } as const;

type Finding = readonly [sign: keyof typeof SIGNS, text: Part];

function trust(summary: Summary): Html {
  const warnings = warningsOf(summary);
  const findings: Finding[] = [
    ...warnings
      .slice(0, MOST_WARNINGS)
      .map((message): Finding => ['look', html`<span dir="auto">${shortened(message)}</span>`]),
    ...checks(summary),
  ];
  if (warnings.length === 0) findings.unshift(['good', 'The run warned of nothing.']);
  return html`<ul class="findings">${findings.map(
    ([sign, text]) =>
      html`<li class="${sign}"><span class="sign" aria-hidden="true">${SIGNS[sign][0]}</span><span><span class="aloud">${SIGNS[sign][1]}: </span>${text}</span></li>\n`,
  )}</ul>`;
}

function checks(summary: Summary): Finding[] {
  const { converged, iterations, blocking, coherence, optima, convergence, related } = summary;
  const found: Finding[] = [];
  if (converged !== undefined) {
    const after = iterations === undefined ? '' : ` after ${counted(iterations, 'iteration')}`;
    found.push(converged ? ['good', `EM converged${after}.`] : ['look', `EM did not converge${after}.`]);
  }
  if (optima !== undefined && optima.length > 0)
    found.push(
      optima.length === 1
        ? ['good', 'All its starts ended in one optimum.']
        : [
            'neutral',
            html`Its starts ended in different <a href="#convergence">optima</a>; the best is taken.`,
          ],
    );
  if (blocking?.every_pair === true)
    found.push(['good', 'Blocking leaves out nothing: every pair of records is compared.']);
  else if (blocking?.estimated_missed !== undefined)
    found.push([
      'neutral',
      html`Blocking leaves out an estimated ${percent(blocking.estimated_missed)} of the <a href="#blocking">matches</a>.`,
    ]);
  const quality = expectedText(summary.expected);
  if (quality !== undefined) found.push(['neutral', quality]);
  if (coherence !== undefined)
    found.push(['neutral', `Matches agree on ${percent(coherence)} of what tells records apart.`]);
  if (related !== undefined)
    found.push(['neutral', `${count(related.pairs)} pairs are taken to be related, not the same.`]);
  const rhat = convergence?.entities?.r_hat;
  if (rhat !== undefined)
    found.push(
      rhat > MOST_RHAT
        ? ['look', `The chains have not met: R-hat ${fixed(rhat, 3)}.`]
        : ['good', `The chains have met: R-hat ${fixed(rhat, 3)}.`],
    );
  return found;
}

/** How right the model takes its entities to be. */
function expectedText(expected: Summary['expected']): string | undefined {
  const { precision, recall } = expected ?? {};
  const parts = [
    ...(precision == null ? [] : [`${percent(precision)} of the joined pairs to be right`]),
    ...(recall == null ? [] : [`${percent(recall)} of the matches to be found`]),
  ];
  return parts.length === 0 ? undefined : `The model expects ${parts.join(' and ')}.`;
}

function toLookAt(summary: Summary, placeOf: (entity: string) => string | undefined): Html {
  const { doubtful, entity_sample, columns = [], blocking } = summary;
  if (doubtful !== undefined && doubtful.length > 0)
    return html`<p>The records least sure of their entity, each with the probability that it belongs there:</p>
<ul class="doubtful">${doubtful.slice(0, MOST_DOUBTFUL).map(({ source, id, probability, entity_id }) => {
      const place = entity_id === undefined ? undefined : placeOf(entity_id);
      const name = html`${value(id)} <small>${value(source)}</small>`;
      return html`<li>${place === undefined ? html`<span>${name}</span>` : html`<a href="#${place}">${name}</a>`} <span class="number">${percent(probability)}</span></li>\n`;
    })}</ul>
${entity_sample === undefined ? undefined : html`<p><a href="#entities">Browse the entities</a> in order of doubt.</p>`}`;
  if (doubtful !== undefined) return html`<p>No record is in doubt: each is sure of its entity.</p>`;
  const aside = columns.filter(({ used }) => used === false);
  const [rule] = (blocking?.rules ?? []).toSorted((a, b) => b.pairs - a.pairs);
  return html`<ul class="findings plain">${[
    aside.length === 0
      ? undefined
      : html`<li>Set aside and not compared: ${listed(aside.slice(0, 12).map(({ column }) => value(column)))}. <a href="#columns">The reasons</a></li>`,
    rule === undefined
      ? undefined
      : html`<li>The rule with most pairs: ${value(rule.rule)} (${count(rule.pairs)}). <a href="#blocking">All rules</a></li>`,
    summary.parameters === undefined
      ? undefined
      : html`<li>What agreement is worth, <a href="#parameters">column by column</a>: is it what you know of them?</li>`,
    summary.command === 'profile'
      ? html`<li>The <a href="#columns">type of each column</a>: --type overrules what is wrong.</li>`
      : undefined,
  ]}</ul>`;
}

/** `customers.csv, orders.csv`: what a page is called. */
export function inputNames({ inputs = [] }: Summary): string {
  const names = inputs.slice(0, 4).map(inputName);
  if (names.length === 0) return 'a run';
  return `${names.join(', ')}${inputs.length > names.length ? ', …' : ''}`;
}
