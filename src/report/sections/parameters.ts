/** What EM learned: m, u and the match weight of every level of every column, and which columns depend on each other. */
import { bar, span, zeroAt } from '../bars.ts';
import { type Html, html, own, value } from '../html.ts';
import { bits, fixed, percent, significant } from '../numbers.ts';
import { rowsThatFit } from '../rows.ts';
import { linear } from '../scale.ts';
import { facts, type Section, section } from '../section.ts';
import type { Field, Summary } from '../summary.ts';

export function parameterSection(summary: Summary): Section | undefined {
  const { parameters, levels = [] } = summary;
  if (parameters === undefined || parameters.fields.length === 0)
    return levels.length === 0 ? undefined : levelSection(levels);
  const weights = parameters.fields.flatMap((field) => field.levels.map(({ weight }) => weight));
  const low = weights.reduce((a, b) => Math.min(a, b), 0);
  const high = weights.reduce((a, b) => Math.max(a, b), 0);
  const place = linear([low, high], 1);
  const shown = rowsThatFit(parameters.fields, (field) => rows(field, place));
  return section(
    'parameters',
    'What agreement is worth',
    'For each level of agreement: how often matches (m) and other pairs (u) have it, and the weight that follows, log₂ m/u in bits. Bars to the right speak for a match, to the left against it.',
    html`${facts([
      ['prior of a match', parameters.prior === undefined ? undefined : significant(parameters.prior)],
      [
        'prior weight',
        parameters.prior_weight === undefined ? undefined : `${bits(parameters.prior_weight)} bits`,
      ],
    ])}<div class="scroll" tabindex="0" role="region" aria-label="m, u and weights"><table class="parameters" style="${zeroAt(place(0))}">
<thead><tr><th scope="col">level</th><th scope="col" colspan="2">m, among matches</th><th scope="col" colspan="2">u, among others</th><th scope="col" colspan="2">weight, bits</th></tr></thead>
${shown.html}</table></div>${shown.note}${dependenceTable(summary)}${distortionTable(summary)}`,
  );
}

function rows({ name, levels }: Field, place: (weight: number) => number): Html {
  return html`<tbody><tr class="field"><th scope="rowgroup" colspan="7">${value(name)}</th></tr>
${levels.map(
  ({ level, name, m, u, weight }) =>
    html`<tr><th scope="row">${name === undefined ? `level ${fixed(level, 0)}` : value(name)}</th><td>${significant(m)}</td><td class="w">${bar(m, 'match')}</td><td>${significant(u)}</td><td class="w">${bar(u, 'rest')}</td><td>${bits(weight)}</td><td class="w wide z">${span(place(0), place(weight))}</td></tr>\n`,
)}</tbody>
`;
}

function dependenceTable({ dependence = [] }: Summary): Html | undefined {
  if (dependence.length === 0) return undefined;
  const known = (x: number | undefined) => (x === undefined ? '–' : significant(x));
  const shown = rowsThatFit(
    dependence,
    ({ columns: [first = '', second = ''], ratio_at_equality, mutual_information }) =>
      html`<tr><th scope="row">${value(first)} and ${value(second)}</th><td>${known(ratio_at_equality)}</td><td>${known(mutual_information)}</td></tr>\n`,
  );
  return html`<h3>Columns that depend on each other</h3>
<p class="lead">Among pairs that do not match, both columns agree so many times as often as they would if they had nothing to do with each other. Their joint agreement is what counts.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Dependence"><table class="numbers">
<thead><tr><th scope="col">columns</th><th scope="col">times as often as chance</th><th scope="col">mutual information, nats</th></tr></thead>
<tbody>${shown.html}</tbody></table></div>${shown.note}
`;
}

function distortionTable({ distortion = [] }: Summary): Html | undefined {
  if (distortion.length === 0) return undefined;
  const shown = rowsThatFit(
    distortion,
    ({ column, mean, low, high }) =>
      html`<tr><th scope="row">${value(column)}</th><td>${percent(mean)}</td><td>${percent(low)}</td><td>${percent(high)}</td><td class="w">${bar(mean, 'match')}</td></tr>\n`,
  );
  return html`<h3>Distorted values</h3>
<p class="lead">The share of values in each column that are not the individual’s own, with its ${own('95 %')} interval, from the draws.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Distortion"><table class="numbers">
<thead><tr><th scope="col">column</th><th scope="col">distorted</th><th scope="col">from</th><th scope="col">to</th><th scope="col" class="w"><span class="aloud">as a bar</span></th></tr></thead>
<tbody>${shown.html}</tbody></table></div>${shown.note}
`;
}

/** Levels without parameters, as `er pairs` has them. */
function levelSection(levels: NonNullable<Summary['levels']>): Section {
  const shown = rowsThatFit(
    levels,
    ({ column, levels }) =>
      html`<tr><th scope="row">${value(column)}</th><td class="words">${levels.slice(0, 50).map((name, i) => [i === 0 ? '' : ' · ', value(name)])}</td></tr>\n`,
  );
  return section(
    'levels',
    'Levels of agreement',
    'The levels of each column, from different to equal.',
    html`<div class="scroll" tabindex="0" role="region" aria-label="Levels"><table>
<thead><tr><th scope="col">column</th><th scope="col">levels</th></tr></thead>
<tbody>${shown.html}</tbody></table></div>${shown.note}`,
  );
}
