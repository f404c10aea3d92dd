/** Lines: how a number went on from step to step. */
import { type Html, html } from './html.ts';
import { coordinate, HEIGHT, marksAt, plot, WIDTH } from './plot.ts';
import { linear, ticks, wholeTicks } from './scale.ts';

export interface Lines {
  title: string;
  description: string;
  across: string;
  up: string;
  /** Numbers from step `first` on, a list for each line. */
  lines: readonly (readonly number[])[];
  first?: number;
}

/** Most points of a line that are drawn; of more, some at even distances and the last. */
const MOST_POINTS = 500;

/** A line for each series, over its steps. */
export function lineChart({ lines, first = 0, ...words }: Lines): Html | undefined {
  const all = lines.flat();
  const steps = Math.max(0, ...lines.map((line) => line.length));
  if (steps === 0) return undefined;
  const [low, high] = padded(least(all), most(all));
  const x = linear([first, first + steps - 1], WIDTH);
  const y = linear([low, high], HEIGHT);
  return plot({
    ...words,
    x: marksAt(wholeTicks([first, first + steps - 1], 6), (step) => x(step) / WIDTH),
    y: marksAt(ticks([low, high], 7), (number) => y(number) / HEIGHT),
    drawing: lines.map((line, i) => {
      const points = thinned(line).map(
        ([step, number]) => `${coordinate(x(first + step))} ${coordinate(HEIGHT - y(number))}`,
      );
      const dots = points.length <= 40 ? points.map((point) => `M${point}h0`).join('') : '';
      return html`<path class="line line-${String(i % 4)}" d="M${points.join('L')}"/><path class="dots line-${String(i % 4)}" d="${dots}"/>`;
    }),
  });
}

/** A domain with room around; around one number too. */
function padded(low: number, high: number): [number, number] {
  const room = high > low ? 0.06 * (high - low) : Math.max(1, Math.abs(high) * 1e-9);
  return [low - room, high + room];
}

function thinned(line: readonly number[]): (readonly [number, number])[] {
  const stride = Math.max(1, Math.ceil(line.length / MOST_POINTS));
  return line.flatMap((number, step) =>
    step % stride === 0 || step === line.length - 1 ? [[step, number] as const] : [],
  );
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function most(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
