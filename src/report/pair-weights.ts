/** The weights of one pair of an entity, column by column. */

import { readableDifferences } from './differences.ts';
import type { EntitySample, Member, SampledPair } from './entity-sample.ts';
import { type Html, html, type Part, value } from './html.ts';
import { bits, fixed, percent, significant } from './numbers.ts';
import type { Summary } from './summary.ts';
import { type Step, waterfall } from './waterfall.ts';

type Parameters = NonNullable<Summary['parameters']>;

const HEADS = ['values', 'level', 'm', 'u', 'rarity'];

/** What the records of a pair have in each column, what that is worth, and what it comes to. */
export function pairWeights(
  pair: SampledPair,
  members: readonly Member[],
  columns: EntitySample['columns'],
  { fields, prior, prior_weight }: Parameters,
): Html {
  const [left, right] = [members[pair.left]!, members[pair.right]!];
  const steps = pair.weights.map((weight, f): Step => {
    const field = fields[f];
    const level = pair.levels[f] ?? null;
    const known = field?.levels[level ?? -1];
    const c = field === undefined ? -1 : placeOfColumn(columns, field.name);
    const rarity = pair.rarity?.[f];
    const name = field === undefined ? 'column' : value(field.name);
    if (level === null) return { name, cells: 'a value is missing', weight };
    return {
      name,
      cells: [
        c < 0 ? '–' : bothValues(left.cells[c]!, right.cells[c]!),
        known?.name === undefined
          ? known === undefined
            ? '–'
            : `level ${fixed(known.level, 0)}`
          : value(known.name),
        known === undefined ? '–' : significant(known.m),
        known === undefined ? '–' : significant(known.u),
        rarity ? bits(rarity) : '–',
      ],
      weight,
    };
  });
  const extra = (name: string, weight: number | undefined): Step[] =>
    weight === undefined || weight === 0 ? [] : [{ name, cells: ' ', weight }];
  return html`<div class="pair"><h4>${value(left.id)} and ${value(right.id)} <span class="chance">a match with a probability of ${percent(pair.probability)}</span></h4>
${waterfall({
  heads: HEADS,
  prior: prior_weight ?? priorWeight(prior),
  isPriorKnown: prior_weight !== undefined,
  steps: [
    ...steps,
    ...extra('columns that depend on each other', pair.dependence),
    ...extra('what no column adds alone', pair.other),
  ],
  weight: pair.weight,
  conclusion: html`match weight; with the prior, a probability of ${percent(pair.probability)}`,
})}</div>
`;
}

/** Weight of the prior, for the place of a bar, where the summary has only its probability. */
function priorWeight(prior: number | undefined): number | undefined {
  return prior === undefined || prior <= 0 || prior >= 1 ? undefined : Math.log2(prior / (1 - prior));
}

/** The column that a compared field was read from: its own, or that of the wording that holds its codes. */
function placeOfColumn(columns: readonly string[], field: string): number {
  const exactly = columns.indexOf(field);
  if (exactly >= 0) return exactly;
  const colon = field.lastIndexOf(': ');
  return colon < 0 ? -1 : columns.indexOf(field.slice(0, colon));
}

function bothValues(left: string, right: string): Part {
  const one = (text: string, other: string) =>
    text.trim() === '' ? html`<i>missing</i>` : html`<bdi>${marks(text, other)}</bdi>`;
  if (left === right && left.trim() !== '') return html`${value(left)}`;
  return html`<div>${one(left, right)}</div><div>${one(right, left)}</div>`;
}

function marks(text: string, other: string): Part {
  if (other.trim() === '') return text;
  return readableDifferences(text, other).map(({ text, differs }) =>
    differs && text !== '' ? html`<mark>${text}</mark>` : text,
  );
}
