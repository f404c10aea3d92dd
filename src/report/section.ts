/** A part of the page under a heading of its own. */
import { type Html, html, type Part } from './html.ts';

export interface Section {
  /** Its name in the address of the page. */
  id: string;
  title: string;
  html: Html;
}

/** @param lead how to read it, in a sentence or two */
export function section(id: string, title: string, lead: Part, body: Part): Section {
  return {
    ...{ id, title },
    html: html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${lead}</p>
${body}
</section>
`,
  };
}

/** A list of names and what they are; those without a value are left out. */
export function facts(rows: readonly (readonly [name: Part, value: Part])[]): Html | undefined {
  const known = rows.filter(([, value]) => value !== undefined);
  if (known.length === 0) return undefined;
  return html`<dl class="facts">${known.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
