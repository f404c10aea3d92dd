/** Records of an entity side by side: a row for each column of the file, in which what differs is marked. */
import { mostUsual, readableDifferences } from './differences.ts';
import type { EntitySample, Member } from './entity-sample.ts';
import { type Html, html, shortened, value } from './html.ts';
import { percent } from './numbers.ts';

/** @param placeOf the address of an entity on the page, where it is shown */
export function recordsTable(
  columns: EntitySample['columns'],
  members: readonly Member[],
  placeOf: (entity: string) => string | undefined,
): Html {
  const head = (name: string, cell: (member: Member) => Html | string) =>
    html`<tr><th scope="row">${name}</th>${members.map((member) => html`<td>${cell(member)}</td>`)}</tr>\n`;
  const hasAlternatives = members.some(({ alternatives = [] }) => alternatives.length > 0);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Records side by side"><table class="records">
<thead><tr><th scope="col">record</th>${members.map(({ id, source }) => html`<th scope="col"${longClass(id)}>${searched(id)}<small>${searched(source)}</small></th>`)}</tr></thead>
<tbody>
${columns.map((name, c) =>
  row(
    name,
    members.map(({ cells }) => cells[c]!),
  ),
)}</tbody>
<tbody class="sureness">
${head('belongs here', ({ probability }) => percent(probability))}${hasAlternatives ? head('or to', ({ alternatives }) => otherPlaces(alternatives, placeOf)) : undefined}</tbody></table></div>
`;
}

function row(name: string, cells: readonly string[]): Html {
  const usual = mostUsual(cells);
  const isAgreed = cells.every((cell) => cell === usual || cell.trim() === '');
  return html`<tr${isAgreed ? undefined : html` class="differs"`}><th scope="row">${value(name)}</th>${cells.map(
    (cell) =>
      cell.trim() === ''
        ? html`<td class="missing">missing</td>`
        : html`<td${longClass(cell)}>${usual === undefined || cell === usual ? searched(cell) : marked(cell, usual)}</td>`,
  )}</tr>
`;
}

/** Characters from which on a value gets more width. */
const LONG = 60;

function longClass(text: string): Html | undefined {
  return text.length < LONG ? undefined : html` class="long"`;
}

/** A value among those that the search looks at. */
export function searched(text: string): Html {
  return html`<bdi class="v">${shortened(text)}</bdi>`;
}

/** A value with marks where it differs from the usual one; an empty mark where characters of that are left out. */
function marked(text: string, usual: string): Html {
  const stretches = readableDifferences(shortened(text), shortened(usual));
  return html`<bdi class="v">${stretches.map(({ text, differs }) =>
    differs ? (text === '' ? html`<mark class="gap"></mark>` : html`<mark>${text}</mark>`) : text,
  )}</bdi>`;
}

function otherPlaces(
  alternatives: Member['alternatives'] = [],
  placeOf: (entity: string) => string | undefined,
): Html {
  return html`${alternatives.slice(0, 5).map(({ entity_id, probability }) => {
    const place = entity_id === null ? undefined : placeOf(entity_id);
    const name =
      entity_id === null
        ? 'alone'
        : place === undefined
          ? html`<code>${value(entity_id)}</code>`
          : html`<a href="#${place}"><code>${value(entity_id)}</code></a>`;
    return html`<span class="line">${name} ${percent(probability)}</span>`;
  })}`;
}
