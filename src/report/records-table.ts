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
<thead><tr><th scope="col">record</th>${members.map((member) => recordHead(member, placeOf))}</tr></thead>
<tbody>
${columns.map((name, c) =>
  row(
    name,
    members.map(({ cells }) => cells[c]!),
    mostUsual(members.flatMap(({ cells, entity_id }) => (entity_id === undefined ? [cells[c]!] : []))),
  ),
)}</tbody>
<tbody class="sureness">
${head('belongs to its entity', ({ probability }) => percent(probability))}${hasAlternatives ? head('or to', ({ alternatives }) => otherPlaces(alternatives, placeOf)) : undefined}</tbody></table></div>
`;
}

/** The name of a record, and of its entity where that is another one. */
function recordHead(
  { id, source, entity_id }: Member,
  placeOf: (entity: string) => string | undefined,
): Html {
  const other =
    entity_id === undefined ? undefined : html`<small>of ${entityName(entity_id, placeOf)}</small>`;
  return html`<th scope="col"${longClass(id)}>${searched(id)}<small>${searched(source)}</small>${other}</th>`;
}

/** @param usual the value that the records of the entity agree on most */
function row(name: string, cells: readonly string[], usual: string | undefined): Html {
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
    const name = entity_id === null ? 'alone' : entityName(entity_id, placeOf);
    return html`<span class="line">${name} ${percent(probability)}</span>`;
  })}`;
}

/** The id of an entity, as a link where the page shows it. */
function entityName(id: string, placeOf: (entity: string) => string | undefined): Html {
  const place = placeOf(id);
  return place === undefined
    ? html`<code>${value(id)}</code>`
    : html`<a href="#${place}"><code>${value(id)}</code></a>`;
}
