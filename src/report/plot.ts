/**
 * The frame of a chart with two axes. The drawing is SVG that is stretched to the width there is; the marks of the
 * axes are text beside it, so that they can be read at any width.
 */
import { type Html, html } from './html.ts';
import { fixed } from './numbers.ts';
import { rowsThatFit } from './rows.ts';
import { decimalsOf } from './scale.ts';

/** Size of the drawing in units of its own. */
export const WIDTH = 1000;
export const HEIGHT = 300;

/** A mark of an axis: where it stands, from 0 at the start to 1 at the end, and what is written there. */
export interface Mark {
  at: number;
  text: string;
}

export interface Plot {
  /** What it shows, in a few words and in a sentence. */
  title: string;
  description: string;
  /** What the axes measure. */
  across: string;
  up: string;
  x: readonly Mark[];
  y: readonly Mark[];
  /** SVG in a box of WIDTH × HEIGHT, with 0 at the top. */
  drawing: readonly Html[];
  legend?: readonly { kind: string; text: string }[];
}

/** A chart with its axes. */
export function plot({ title, description, across, up, x, y, drawing, legend = [] }: Plot): Html {
  const lines = y.map(({ at }) => {
    const level = coordinate(HEIGHT * (1 - at));
    return html`<path class="grid" d="M0 ${level}H${coordinate(WIDTH)}"/>`;
  });
  const widest = Math.max(1, ...y.map(({ text }) => text.length));
  return html`<figure class="plot" style="--labels:${String(widest)}ch">
<figcaption>${title}</figcaption>
${
  legend.length === 0
    ? undefined
    : html`<p class="legend">${legend.map(({ kind, text }) => html`<span><svg class="key" aria-hidden="true"><rect class="${kind}" width="100%" height="100%"/></svg> ${text}</span> `)}</p>\n`
}<p class="up">${up}</p>
<div class="frame"><div class="y" aria-hidden="true">${y.map(({ at, text }) => html`<span class="tick" style="bottom:${percentage(at)}">${text}</span>`)}</div>
<svg viewBox="0 0 1000 300" preserveAspectRatio="none" role="img"><title>${title}</title><desc>${description}</desc>${lines}${drawing}</svg>
<div class="x" aria-hidden="true">${x.map(({ at, text }) => html`<span class="tick${at > 0.95 ? ' last' : at < 0.05 ? ' first' : ''}" style="left:${percentage(at)}">${text}</span>`)}</div></div>
<p class="across">${across}</p>
</figure>`;
}

/** Marks at round numbers. */
export function marksAt(numbers: readonly number[], at: (x: number) => number): Mark[] {
  const decimals = decimalsOf(numbers);
  return numbers.map((x) => ({ at: at(x), text: fixed(x, decimals) }));
}

/** A place or a length in a drawing, to a tenth of a unit. */
export function coordinate(x: number): string {
  return String(Math.round(10 * x) / 10 || 0);
}

/** The same as a percentage of a whole. */
export function percentage(share: number): string {
  return `${Math.round(1e4 * share) / 100 || 0}%`;
}

/** A table behind a chart: what it shows, in numbers. */
export function tableBehind(head: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  const shown = rowsThatFit(
    rows,
    ([first = '', ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  );
  return html`<details class="behind"><summary>Table of these numbers</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Table"><table class="numbers"><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${shown.html}</tbody></table></div>${shown.note}</details>`;
}
