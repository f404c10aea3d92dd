/** How many entities there are, how surely, and of what sizes. */
import { histogram } from '../histogram.ts';
import { type Html, html, own } from '../html.ts';
import { count, fixed, percent } from '../numbers.ts';
import { percentage, tableBehind } from '../plot.ts';
import { linear } from '../scale.ts';
import { facts, type Section, section } from '../section.ts';
import type { Summary } from '../summary.ts';

/** Sizes are drawn by the logarithm of their counts where one is so many times another. */
const FAR_APART = 30;

export function entityCountSection(summary: Summary): Section | undefined {
  const { entities, interval, posterior, K, objective } = summary;
  if (entities === undefined) return undefined;
  const decimal = (x: number | undefined) => (x === undefined ? undefined : fixed(x, 2));
  return section(
    'number',
    'Number of entities',
    posterior?.entities === undefined
      ? [
          'The estimate, and the range that holds the number with a probability of ',
          own('95 %'),
          ' if the model is right.',
        ]
      : [
          'How many of the draws have each number of entities. The shaded range is the ',
          own('95 %'),
          ' interval; the line is the number of entities in the result.',
        ],
    html`${facts([
      ['posterior mean', decimal(interval?.mean)],
      ['draws', posterior?.draws === undefined ? undefined : count(posterior.draws)],
      ['individuals K', decimal(K)],
      ['log p(x, z)', decimal(objective)],
    ])}<div class="charts"><div>${numberChart(summary) ?? intervalChart(summary)}</div><div>${sizeChart(summary)}</div></div>`,
  );
}

function numberChart({ posterior, entities, interval }: Summary): Html | undefined {
  const found = posterior?.entities;
  if (found === undefined) return undefined;
  const { values, shares } = found;
  const [low, high] = [found.low ?? interval?.low, found.high ?? interval?.high];
  const chart = histogram({
    title: 'Draws by number of entities',
    description: 'Upright bars, a number of entities each, as high as the share of draws that have it.',
    ...{ across: 'entities', up: 'share of draws', isShare: true, isWhole: true, line: entities },
    bars: values.map((value, i) => ({ from: value - 0.5, to: value + 0.5, height: shares[i]! })),
    range: low === undefined || high === undefined ? undefined : [low - 0.5, high + 0.5],
  });
  const rows = values.map((value, i) => [count(value), percent(shares[i]!)]);
  return html`${chart}${tableBehind(['entities', 'share of draws'], rows)}`;
}

/** The estimate as a point on its interval. */
function intervalChart({ entities = 0, interval }: Summary): Html | undefined {
  if (interval === undefined) return undefined;
  const { low, high } = interval;
  const [left, right] = [Math.min(low, entities), Math.max(high, entities)];
  const room = Math.max(1, (right - left) * 0.15);
  const x = linear([left - room, right + room], 1);
  const at = (n: number) => percentage(x(n));
  const title = `${count(entities)} entities, interval from ${count(low)} to ${count(high)}`;
  return html`<figure class="interval"><figcaption>Estimate and interval</figcaption>
<svg role="img"><title>${title}</title><line class="grid" x1="0" x2="100%" y1="50%" y2="50%"/><rect class="band" x="${at(low)}" width="${percentage(x(high) - x(low))}" y="25%" height="50%"/><line class="threshold" x1="${at(entities)}" x2="${at(entities)}" y1="0" y2="100%"/></svg>
<p class="ends"><span style="left:${at(low)}">${count(low)}</span><span style="left:${at(high)}">${count(high)}</span></p></figure>`;
}

function sizeChart({ sizes = [], posterior }: Summary): Html | undefined {
  if (sizes.length === 0) return undefined;
  const counts = sizes.map(({ entities }) => entities).filter((n) => n > 0);
  const [least, most] = [Math.min(...counts.slice(0, 1e4)), Math.max(...counts.slice(0, 1e4))];
  const isLogarithmic = most > FAR_APART * least;
  const chart = histogram({
    title: 'Entities by number of records',
    description: 'Upright bars, a number of records each, as high as there are entities of it.',
    across: 'records of an entity',
    up: isLogarithmic ? 'entities (logarithmic scale)' : 'entities',
    ...{ isLogarithmic, isWhole: true },
    bars: sizes.map(({ size, entities }) => ({ from: size - 0.5, to: size + 0.5, height: entities })),
  });
  const means = new Map(posterior?.sizes?.map((it) => [it.size, it]));
  const head = ['records', 'entities', ...(means.size > 0 ? ['mean of the draws', 'from', 'to'] : [])];
  const rows = sizes.map(({ size, entities }) => {
    const mean = means.get(size);
    const drawn =
      mean === undefined ? ['–', '–', '–'] : [fixed(mean.mean, 2), count(mean.low), count(mean.high)];
    return [count(size), count(entities), ...(means.size > 0 ? drawn : [])];
  });
  return html`${chart}${tableBehind(head, rows)}`;
}
