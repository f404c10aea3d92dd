/** Rows of tables, as many as a page has room for: it stays small whatever the run. */
import { type Html, html, own } from './html.ts';
import { count } from './numbers.ts';

/** Most rows of a table, and most bytes they may take. */
const MOST_ROWS = 300;
const MOST_BYTES = 150_000;

export interface Rows {
  html: readonly Html[];
  /** What to say below the table, if some are left out. */
  note: Html | undefined;
}

/** Renders items as rows while there is room. */
export function rowsThatFit<T>(items: readonly T[], row: (item: T) => Html): Rows {
  const shown: Html[] = [];
  let bytes = 0;
  for (const item of items.slice(0, MOST_ROWS)) {
    const next = row(item);
    bytes += Buffer.byteLength(String(next));
    if (bytes > MOST_BYTES) break;
    shown.push(next);
  }
  if (shown.length === items.length) return { html: shown, note: undefined };
  const note = html`<p class="note">The first ${own(count(shown.length))} rows; the summary holds them all.</p>`;
  return { html: shown, note };
}
