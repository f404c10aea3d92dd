/** How the estimation went: EM, the search for entities, chains. */
import { type Html, html, own } from '../html.ts';
import { lineChart } from '../line-chart.ts';
import { count, counted, fixed, significant } from '../numbers.ts';
import { tableBehind } from '../plot.ts';
import { rowsThatFit } from '../rows.ts';
import { type Section, section } from '../section.ts';
import type { Summary } from '../summary.ts';

/** Most chains drawn. */
const MOST_CHAINS = 8;

export function convergenceSection(summary: Summary): Section | undefined {
  const { trace, log_posterior, log_likelihood, elbo_trace, objective_trace, iterations, converged } =
    summary;
  const what =
    log_posterior === undefined && log_likelihood !== undefined ? 'log likelihood' : 'log posterior';
  const course = [
    trace && series(trace, `${what.replace('log', 'Log')} by EM iteration`, 'iteration', what),
    elbo_trace && series(elbo_trace, 'ELBO by sweep', 'sweep of the coordinate ascent', 'ELBO'),
    objective_trace && series(objective_trace, 'Log p(x, z) by round', 'round of the search', 'log p(x, z)'),
  ];
  const parts = [...course, optimaTable(summary), chainsPart(summary)].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const end =
    converged === undefined
      ? undefined
      : [
          converged ? 'EM converged' : 'EM did not converge',
          iterations === undefined ? '' : ` after ${counted(iterations, 'iteration')}`,
          '. ',
        ];
  return section(
    'convergence',
    'Convergence',
    [
      end,
      'A curve that has become level is at an optimum; whether it is the best one, other starts can tell.',
    ],
    html`<div class="charts">${parts}</div>`,
  );
}

function series(numbers: readonly number[], title: string, across: string, up: string): Html | undefined {
  if (numbers.length === 0) return undefined;
  const chart = lineChart({
    ...{ title, across, up, lines: [numbers] },
    description: `A line from ${fixed(numbers[0]!, 2)} to ${fixed(numbers.at(-1)!, 2)}.`,
  });
  const rows = numbers.map((x, step) => [own(String(step)), fixed(x, 6)]);
  return html`<div>${chart}${tableBehind([across, up], rows)}</div>\n`;
}

function optimaTable({ optima = [] }: Summary): Html | undefined {
  if (optima.length === 0) return undefined;
  const known = (x: number | undefined, write: (x: number) => string) => (x === undefined ? '–' : write(x));
  const shown = rowsThatFit(
    optima,
    ({ log_posterior, expected_matches, prior }) =>
      html`<tr><td>${fixed(log_posterior, 2)}</td><td>${known(expected_matches, (n) => fixed(n, 1))}</td><td>${known(prior, significant)}</td></tr>\n`,
  );
  return html`<div><h3>Optima found</h3>
<div class="scroll" tabindex="0" role="region" aria-label="Optima"><table class="numbers">
<thead><tr><th scope="col">log posterior</th><th scope="col">matches expected</th><th scope="col">prior</th></tr></thead>
<tbody>${shown.html}</tbody></table></div>${shown.note}</div>
`;
}

function chainsPart({ chains = [], convergence }: Summary): Html | undefined {
  if (chains.length === 0 && convergence === undefined) return undefined;
  const chart = lineChart({
    title: 'Individuals by draw, a line for each chain',
    description: 'Chains that have met go up and down in the same range.',
    ...{ across: 'draw', up: 'individuals', first: 1 },
    lines: chains.slice(0, MOST_CHAINS).map(({ entities }) => entities),
  });
  const rows = (['entities', 'log_posterior'] as const).flatMap((name) => {
    const found = convergence?.[name];
    if (found === undefined) return [];
    const { r_hat, effective_draws } = found;
    const cells = [
      r_hat === undefined ? '–' : fixed(r_hat, 3),
      effective_draws === undefined ? '–' : count(effective_draws),
    ];
    return [
      html`<tr><th scope="row">${name === 'entities' ? 'number of individuals' : 'log posterior'}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
    ];
  });
  return html`<div>${chart}${
    rows.length === 0
      ? undefined
      : html`<div class="scroll" tabindex="0" role="region" aria-label="Chains"><table class="numbers"><thead><tr><th scope="col">chains</th><th scope="col">R-hat</th><th scope="col">effective draws</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }</div>
`;
}
