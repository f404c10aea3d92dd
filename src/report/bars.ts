/** Bars that stand in the cells of a table, beside the number they show. */
import { type Html, html } from './html.ts';
import { percentage } from './plot.ts';

/**
 * A bar from the left, as long as a share of the cell.
 *
 * @example String(bar(0.25, 'm')) // => a rectangle of class m, 25 % wide
 */
export function bar(share: number, kind: string): Html {
  const width = percentage(Math.min(1, Math.max(0, share)));
  return html`<svg class="bar" aria-hidden="true"><rect class="track" width="100%"/><rect class="${kind}" width="${width}"/></svg>`;
}

/**
 * A bar between two places, from 0 to 1, on an axis whose zero the cell's style sheet draws; to the right of its start
 * it is of the class `for`, to the left of it `against`.
 */
export function span(start: number, end: number): Html {
  const kind = end < start ? 'against' : 'for';
  const [left, width] = [Math.min(start, end), Math.abs(end - start)];
  return html`<svg class="bar" aria-hidden="true"><rect class="${kind}" x="${percentage(left)}" width="${percentage(width)}"/></svg>`;
}

/** The style of a table whose bars have zero at a place from 0 to 1. */
export function zeroAt(place: number): string {
  return `--zero:${percentage(place)}`;
}
