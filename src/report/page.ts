/** The page of a run: one HTML document that needs nothing else, neither a network nor a script. */
import { createHash } from 'node:crypto';
import { SCRIPT } from './browsing.ts';
import { type Html, html, shortened, trusted, value } from './html.ts';
import { plain } from './numbers.ts';
import type { Section } from './section.ts';
import { blockingSection } from './sections/blocking.ts';
import { columnSection } from './sections/columns.ts';
import { convergenceSection } from './sections/convergence.ts';
import { browser, entitySection } from './sections/entities.ts';
import { entityCountSection } from './sections/entity-count.ts';
import { inputTable } from './sections/inputs.ts';
import { matchWeightSection } from './sections/match-weights.ts';
import { inputNames, overview } from './sections/overview.ts';
import { parameterSection } from './sections/parameters.ts';
import { costSection } from './sections/stages.ts';
import { STYLES } from './styles.ts';
import { readSummary, type Summary } from './summary.ts';

/** Most bytes of a page, of its entities, and of what frames it: styles, script, inputs and the first screen. */
const LARGEST = 3_000_000;
const MOST_FOR_ENTITIES = 2_400_000;
const FRAME = 500_000;

export interface Page {
  html: string;
  /** Entities of the sample that the page shows, and that there are. */
  shown: number;
  sampled: number;
}

/**
 * The HTML page of a run, from the summary that `--summary` wrote. The same summary gives the same page.
 *
 * @param summary the parsed JSON document
 * @param title of the page; by default the command and its inputs
 * @throws ErError where it is no summary
 */
export function reportPage(summary: unknown, title?: string): string {
  return pageOf(readSummary(summary), title).html;
}

/** The page of a summary that has been read. */
export function pageOf(summary: Summary, given?: string): Page {
  const title = given || `er ${summary.command}: ${inputNames(summary)}`;
  const heading = given || inputNames(summary);
  const evidence = [
    entityCountSection(summary),
    matchWeightSection(summary),
    parameterSection(summary),
    blockingSection(summary),
    columnSection(summary),
    convergenceSection(summary),
    costSection(summary),
  ].filter((it) => it !== undefined);
  const taken = evidence.reduce((bytes, section) => bytes + Buffer.byteLength(String(section.html)), 0);
  const entities = browser(summary, Math.min(MOST_FOR_ENTITIES, LARGEST - FRAME - taken));
  const first = overview(summary, entities.placeOf);
  const last = entitySection(summary, entities);
  const sections = [first, ...evidence, ...(last === undefined ? [] : [last])];
  return {
    html: String(document(summary, { title, heading }, sections)),
    shown: entities.entities.length,
    sampled: summary.entity_sample?.entities.length ?? 0,
  };
}

interface Names {
  title: string;
  heading: string;
}

function document(summary: Summary, { title, heading }: Names, sections: readonly Section[]): Html {
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${shortened(title)}</title>
<style>${trusted(STYLES)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the result</a>
<header>
<p class="run"><b>er ${summary.command}</b>${summary.version === undefined ? undefined : html` <span>version ${shortened(summary.version)}</span>`}${summary.seed === undefined ? undefined : html` <span>seed ${plain(summary.seed)}</span>`}</p>
<h1>${value(heading)}</h1>
${inputTable(summary)}</header>
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main id="main" tabindex="-1">
${sections.map((section) => section.html)}</main>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
}
