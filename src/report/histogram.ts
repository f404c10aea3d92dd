/** Upright bars along an axis of numbers, with a second, darker part in front where there is one. */
import { type Html, html } from './html.ts';
import { coordinate, HEIGHT, marksAt, type Plot, plot, WIDTH } from './plot.ts';
import { linear, logarithmic, powerTicks, ticks, wholeTicks } from './scale.ts';

/** A bar over the numbers from `from` to `to`. */
export interface Bar {
  from: number;
  to: number;
  height: number;
  /** The part of it that is drawn in front. */
  front?: number | undefined;
}

export interface Histogram extends Omit<Plot, 'x' | 'y' | 'drawing'> {
  bars: readonly Bar[];
  /** Heights by their logarithm. */
  isLogarithmic?: boolean;
  /** Heights are shares. */
  isShare?: boolean;
  /** Only whole numbers stand along the axis. */
  isWhole?: boolean;
  /** A line to draw upright, and a part of the axis to mark. */
  line?: number | undefined;
  range?: readonly [number, number] | undefined;
}

/** Share of a bar's width that is left free beside it. */
const GAP = 0.12;

/** The axis goes on above the highest bar. */
const HEADROOM = 1.06;

/** Most bars drawn; of more only the highest. */
const MOST_BARS = 600;

/** The chart. */
export function histogram(chart: Histogram): Html | undefined {
  const { bars, isLogarithmic, isShare, isWhole, line, range, ...words } = chart;
  if (bars.length === 0) return undefined;
  const room = isWhole ? 0.5 : 0;
  const low =
    bars.reduce((least, { from }) => Math.min(least, from), line ?? Number.POSITIVE_INFINITY) - room;
  const high = bars.reduce((most, { to }) => Math.max(most, to), line ?? Number.NEGATIVE_INFINITY) + room;
  const top = HEADROOM * bars.reduce((most, { height }) => Math.max(most, height), 0);
  const x = linear([low, high], WIDTH);
  const y = isLogarithmic ? logarithmic(top, HEIGHT) : linear([0, top || 1], HEIGHT);
  const across = isWhole ? wholeTicks([low + 1, high - 1], 7) : ticks([low, high], 7);
  const up = isLogarithmic ? powerTicks(top) : ticks([0, top || 1], 4);
  const marks = marksAt(
    isShare ? up.map((share) => 100 * share) : up,
    (it) => y(isShare ? it / 100 : it) / HEIGHT,
  );
  return plot({
    ...words,
    x: marksAt(across, (number) => x(number) / WIDTH),
    y: isShare ? marks.map(({ at, text }) => ({ at, text: `${text} %` })) : marks,
    drawing: [
      ...(range === undefined ? [] : [band(x(range[0]), x(range[1]))]),
      ...highest(bars).map((bar) => upright(bar, x, y)),
      ...(line === undefined
        ? []
        : [html`<path class="threshold" d="M${coordinate(x(line))} 0V${coordinate(HEIGHT)}"/>`]),
    ],
  });
}

function highest(bars: readonly Bar[]): readonly Bar[] {
  const drawn = bars.filter(({ height }) => height > 0);
  if (drawn.length <= MOST_BARS) return drawn;
  return drawn.toSorted((a, b) => b.height - a.height).slice(0, MOST_BARS);
}

function upright(
  { from, to, height, front = 0 }: Bar,
  x: (n: number) => number,
  y: (n: number) => number,
): Html {
  const width = x(to) - x(from);
  const left = x(from) + (width * GAP) / 2;
  const thick = Math.max(1, width * (1 - GAP));
  const rectangle = (kind: string, tall: number) =>
    html`<rect class="${kind}" x="${coordinate(left)}" y="${coordinate(HEIGHT - tall)}" width="${coordinate(thick)}" height="${coordinate(tall)}"/>`;
  return html`${rectangle('rest', Math.max(1, y(height)))}${front > 0 ? rectangle('match', y(front)) : undefined}`;
}

function band(from: number, to: number): Html {
  return html`<rect class="band" x="${coordinate(from)}" y="0" width="${coordinate(to - from)}" height="${coordinate(HEIGHT)}"/>`;
}
