/** A browser of entities: the records of each side by side, and what holds them together. */

import { mostUsual } from '../differences.ts';
import type { EntitySample, SampledEntity } from '../entity-sample.ts';
import { type Html, html, own, shortened, value } from '../html.ts';
import { count, counted, percent } from '../numbers.ts';
import { pairWeights } from '../pair-weights.ts';
import { recordsTable, searched } from '../records-table.ts';
import { type Section, section } from '../section.ts';
import type { Summary } from '../summary.ts';

/** First cells of an entity that are shown while it is closed, and the most characters of each. */
const MOST_CELLS = 4;
const LONGEST_CELL = 40;

/** Entities that a page has room for, and where each stands on it. */
export interface Browser {
  entities: readonly Html[];
  placeOf(entity: string): string | undefined;
}

/**
 * Renders entities in order of doubt, as many as fit: the same share of those chosen for each reason.
 *
 * @param budget bytes they may take
 */
export function browser({ entity_sample, parameters }: Summary, budget: number): Browser {
  const sorted = (entity_sample?.entities ?? []).toSorted((a, b) => b.doubt - a.doubt);
  const places = new Map(sorted.map(({ entity_id }, i) => [entity_id, `entity-${i}`]));
  const render = (entity: SampledEntity, placeOf: Browser['placeOf']): Html =>
    entityDetails(entity, entity_sample!.columns, parameters, placeOf);
  const kept = new Map<SampledEntity, Html>();
  let bytes = 0;
  for (const entity of inTurn(sorted)) {
    const rendered = render(entity, (id) => places.get(id));
    bytes += Buffer.byteLength(String(rendered));
    if (bytes > budget) break;
    kept.set(entity, rendered);
  }
  const shown = sorted.filter((entity) => kept.has(entity));
  if (shown.length === sorted.length)
    return { entities: shown.map((entity) => kept.get(entity)!), placeOf: (id) => places.get(id) };
  // The others are named, but no links lead to them.
  const named = new Set(shown.map(({ entity_id }) => entity_id));
  const placeOf = (id: string): string | undefined => (named.has(id) ? places.get(id) : undefined);
  return { entities: shown.map((entity) => render(entity, placeOf)), placeOf };
}

/** Entities so that any number of the first ones has about the same share of those chosen for each reason. */
function inTurn(sorted: readonly SampledEntity[]): SampledEntity[] {
  const reasonOf = ({ why = [] }: SampledEntity): string => why[0] ?? '';
  const total = new Map<string, number>();
  for (const entity of sorted) total.set(reasonOf(entity), (total.get(reasonOf(entity)) ?? 0) + 1);
  const met = new Map<string, number>();
  return sorted
    .map((entity) => {
      const rank = met.get(reasonOf(entity)) ?? 0;
      met.set(reasonOf(entity), rank + 1);
      return { entity, share: (rank + 0.5) / total.get(reasonOf(entity))! };
    })
    .sort((a, b) => a.share - b.share)
    .map(({ entity }) => entity);
}

export function entitySection({ entity_sample }: Summary, { entities }: Browser): Section | undefined {
  if (entity_sample === undefined || entity_sample.entities.length === 0) return undefined;
  const { rule, of } = entity_sample;
  const isCut = entities.length < entity_sample.entities.length;
  const all = of === undefined ? 'Of the entities' : `Of ${counted(of, 'entity', 'entities')}`;
  const shown = own(count(entities.length));
  const chosen = rule === undefined ? undefined : html`<span dir="auto">${shortened(rule)}</span>`;
  return section(
    'entities',
    'Entities',
    [
      isCut
        ? [
            `${all} the summary holds `,
            chosen ?? 'some',
            '. Of these ',
            shown,
            ' are shown, the same share of each kind, as the page has no room for all.',
          ]
        : [`${all} `, shown, ' are shown', chosen === undefined ? '.' : [': ', chosen, '.']],
      ' Open one to see its records side by side and, for the links that hold it together, where the weight comes from. What differs from the most usual value of a row is marked.',
    ],
    html`<div class="controls" hidden>
<p class="search"><label for="search">Search values, ids and files</label><input id="search" type="search" autocomplete="off" spellcheck="false"></p>
<p class="sort" role="group" aria-label="Sort entities"><span aria-hidden="true">Sort</span> <button type="button" data-sort="doubt" aria-pressed="true">most in doubt</button><button type="button" data-sort="size" aria-pressed="false">largest</button><button type="button" data-sort="id" aria-pressed="false">id</button></p>
<p id="found" role="status" aria-live="polite"></p></div>
<div id="browser">
${entities}</div>`,
  );
}

const WHY: Readonly<Record<string, string>> = {
  doubt: 'in doubt',
  size: 'among the largest',
  chance: 'drawn at random',
};

function entityDetails(
  entity: SampledEntity,
  columns: EntitySample['columns'],
  parameters: Summary['parameters'],
  placeOf: Browser['placeOf'],
): Html {
  const { entity_id, records, doubt, members, pairs = [], why = [] } = entity;
  const inEntity = ownMembers(members);
  const [inside, out] = [pairs.filter(({ apart }) => !apart), pairs.filter(({ apart }) => apart)];
  const links = (heading: string, some: typeof pairs, note?: string) =>
    some.length === 0 || parameters === undefined
      ? undefined
      : html`<h3>${heading}</h3>
${note === undefined ? undefined : html`<p class="note">${note}</p>\n`}${some.map((pair) => pairWeights(pair, members, columns, parameters))}`;
  const reasons = why.map((it) => WHY[it]).filter((it) => it !== undefined);
  return html`<details id="${placeOf(entity_id)}" data-size="${String(records)}" data-id="${shortened(entity_id)}"><summary><span class="cells">${firstCells(entity, columns)}</span><span class="doubt${doubt >= 0.05 ? ' high' : ''}">${percent(doubt)} doubt</span><span class="size">${counted(records, 'record')}</span><code>${searched(entity_id)}</code></summary>
<div class="entity">${
    reasons.length === 0
      ? undefined
      : html`<p class="note">Shown because it is ${reasons.join(', ')}.${records > inEntity.length ? ' Of its records the most doubtful are here.' : ''}</p>\n`
  }${members.length === 0 ? undefined : recordsTable(columns, members, placeOf)}${links('What holds it together', inside)}${links('Links to other entities that its records could be of', out, 'Each pair as it looks by itself: where a record could be depends on all records of the other entity too.')}</div></details>
`;
}

/** The most usual values of the first columns that have any. */
function firstCells({ members }: SampledEntity, columns: EntitySample['columns']): Html {
  const usual: string[] = [];
  for (let c = 0; c < columns.length && usual.length < MOST_CELLS; c++) {
    const cell = mostUsual(ownMembers(members).map(({ cells }) => cells[c]!));
    if (cell !== undefined) usual.push(cell);
  }
  return html`${usual.map((cell, i) => [i === 0 ? '' : html`<span class="dot" aria-hidden="true"> · </span>`, value(cut(cell))])}`;
}

/** Those of the entity itself. */
function ownMembers(members: SampledEntity['members']): SampledEntity['members'] {
  return members.filter(({ entity_id }) => entity_id === undefined);
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_CELL ? text : `${characters.slice(0, LONGEST_CELL - 1).join('')}…`;
}
