/** A pair's match weight as a waterfall: from the prior through every column to the sum, a row and a bar each. */
import { span, zeroAt } from './bars.ts';
import { type Html, html, type Part } from './html.ts';
import { bits } from './numbers.ts';
import { linear } from './scale.ts';

/** A step: what it is, what is said beside it, and the bits it adds. */
export interface Step {
  name: Part;
  /** Cells between the name and the weight, or a text in the place of all of them. */
  cells: readonly Part[] | string;
  weight: number;
}

export interface Waterfall {
  /** Heads of the cells. */
  heads: readonly string[];
  /** Bits to begin with, where they are known, and whether the summary has them, so that they can be written. */
  prior: number | undefined;
  isPriorKnown: boolean;
  steps: readonly Step[];
  /** The sum of the steps as the summary has it, and what is said of it. */
  weight: number;
  conclusion: Part;
}

/**
 * The places at which the steps begin and end, from 0 to 1 along an axis that holds them and zero.
 *
 * @example places(-10, [20, -5]) // => { zero: .5, prior: 0, steps: [[0, 1], [1, .75]], end: .75 }
 */
export function places(prior: number, weights: readonly number[]) {
  const sums = [prior];
  for (const weight of weights) sums.push(sums.at(-1)! + weight);
  const scale = linear([Math.min(0, ...sums), Math.max(0, ...sums)], 1);
  const at = sums.map(scale);
  return {
    ...{ zero: scale(0), prior: at[0]!, end: at.at(-1)! },
    steps: weights.map((_, i) => [at[i]!, at[i + 1]!] as const),
  };
}

/** The table. Bars to the right speak for a match; at the line in the middle a match is as likely as not. */
export function waterfall({ heads, prior, isPriorKnown, steps, weight, conclusion }: Waterfall): Html {
  const { zero, end, ...at } = places(
    prior ?? 0,
    steps.map((step) => step.weight),
  );
  const width = String(heads.length + 1);
  const rows = steps.map(
    ({ name, cells, weight }, i) =>
      html`<tr><th scope="row">${name}</th>${typeof cells === 'string' ? html`<td colspan="${String(heads.length)}">${cells}</td>` : cells.map((cell) => html`<td>${cell}</td>`)}<td>${bits(weight)}</td><td class="w z">${weight === 0 ? undefined : span(...at.steps[i]!)}</td></tr>\n`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Weights of a pair"><table class="waterfall" style="${zeroAt(zero)}">
<thead><tr><th scope="col">column</th>${heads.map((head) => html`<th scope="col">${head}</th>`)}<th scope="col">bits</th><th scope="col" class="w">from the prior to the sum</th></tr></thead>
<tbody>
${prior === undefined ? undefined : html`<tr><th scope="row" colspan="${width}">prior: any two records</th><td>${isPriorKnown ? bits(prior) : '–'}</td><td class="w z">${span(zero, at.prior)}</td></tr>\n`}${rows}</tbody>
<tfoot><tr><th scope="row" colspan="${width}">${conclusion}</th><td>${bits(weight)}</td><td class="w z">${span(zero, end)}</td></tr></tfoot>
</table></div>`;
}
