/** What the run cost, and the options it was given. */
import { bar } from '../bars.ts';
import { type Html, html, shortened, value } from '../html.ts';
import { count, plain } from '../numbers.ts';
import { rowsThatFit } from '../rows.ts';
import { type Section, section } from '../section.ts';
import type { Stage, Summary } from '../summary.ts';

export function costSection({
  stages = [],
  forecast,
  options = [],
  command,
  seed,
}: Summary): Section | undefined {
  const forecasts = (['link', 'resolve'] as const).map((job) => {
    const found = forecast?.[job]?.stages ?? [];
    return found.length === 0 ? undefined : html`<h3>Forecast of er ${job}</h3>\n${stageTable(found)}`;
  });
  const known = stages.length > 0 || options.length > 0 || forecasts.some((it) => it !== undefined);
  if (!known) return undefined;
  const given = rowsThatFit(
    options.filter(([name]) => name !== 'seed'),
    ([name, option]) =>
      html`<tr><th scope="row">${value(name)}</th><td><code>${written(option)}</code></td></tr>\n`,
  );
  return section(
    'cost',
    'Time, memory and options',
    'Seconds of each stage, and the most memory the process had held by its end.',
    html`${stages.length === 0 ? undefined : stageTable(stages)}${forecasts}
<h3>Options</h3>
<p class="lead">Whoever runs er ${command} with these options on the same inputs gets the same result, byte for byte.</p>
<table class="options"><tbody>
${seed === undefined ? undefined : html`<tr><th scope="row">seed</th><td>${plain(seed)}</td></tr>\n`}${given.html}</tbody></table>${given.note}`,
  );
}

function written(option: unknown): Html {
  return value(shortened(typeof option === 'string' ? option : (JSON.stringify(option) ?? '')));
}

function stageTable(stages: readonly Stage[]): Html {
  const longest = stages.reduce((most, { seconds }) => Math.max(most, seconds), 1e-9);
  const largest = stages.reduce((most, { peak_memory_mib = 0 }) => Math.max(most, peak_memory_mib), 1e-9);
  const shown = rowsThatFit(
    stages,
    ({ stage, seconds, peak_memory_mib }) =>
      html`<tr><th scope="row">${value(stage)}</th><td>${plain(seconds)}</td><td class="w">${bar(seconds / longest, 'match')}</td><td>${peak_memory_mib === undefined ? '–' : count(peak_memory_mib)}</td><td class="w">${bar((peak_memory_mib ?? 0) / largest, 'rest')}</td></tr>\n`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Stages"><table class="stages">
<thead><tr><th scope="col">stage</th><th scope="col" colspan="2">seconds</th><th scope="col" colspan="2">peak memory, MiB</th></tr></thead>
<tbody>
${shown.html}</tbody></table></div>${shown.note}
`;
}
