/** What was measured as a table in Markdown. */
import { BARS, MOST_CHANGE } from './bars.ts';
import type { Measured } from './measure.ts';

const COLUMNS = [
  ...['set', 'records', 'P', 'R', 'F1', 'bar', 'B³ F1', 'blocking R', 'entities (95 %)', 'true'],
  ...['all equal F1', 'all but one F1', 's', 'MiB', 'pairs', 'shuffled F1', 'partition', 'renamed F1'],
  ...['link P', 'link R', 'link F1', 'link s'],
];

export function header(columns: readonly string[] = COLUMNS): string {
  return `${line(columns)}\n${line(columns.map(() => '---'))}`;
}

export function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function row(it: Measured): string {
  const { resolve, link, baselines } = it;
  const { low, high } = resolve.interval;
  return line([
    ...[it.set, it.records, share(resolve.precision), share(resolve.recall), share(resolve.f1), bar(it)],
    ...[share(resolve.bCubed), share(it.blockingRecall)],
    `${resolve.entities} (${low}–${high}${low <= it.trueEntities && it.trueEntities <= high ? '' : ', missed'})`,
    ...[it.trueEntities, share(baselines.allEqual), share(baselines.allButOne)],
    ...[resolve.seconds.toFixed(1), resolve.mebibytes, resolve.candidates],
    ...[share(it.shuffled.f1), it.shuffled.isSame ? 'same' : 'DIFFERS'],
    `${share(it.renamed.f1)}${isChangedByNames(it) ? ' CHANGED' : ''}`,
    ...[share(link.precision), share(link.recall), share(link.f1), link.seconds.toFixed(1)],
  ]);
}

function bar(it: Measured): string {
  const least = BARS[it.set];
  if (least === undefined) return '–';
  return `${share(least)}${it.resolve.f1 < least ? ' **below**' : ''}`;
}

function isChangedByNames({ resolve, renamed }: Measured): boolean {
  return Math.abs(renamed.f1 - resolve.f1) > MOST_CHANGE;
}

/** Everything that is not as it should be, one sentence each. */
export function shortcomings(all: readonly Measured[]): string[] {
  return all.flatMap((it) => {
    const least = BARS[it.set] ?? 0;
    return [
      ...(it.resolve.f1 < least ? [`${it.set}: F1 ${it.resolve.f1.toFixed(4)} is below ${least}`] : []),
      ...(it.shuffled.isSame ? [] : [`${it.set}: the order of the rows changes the partition`]),
      ...(isChangedByNames(it)
        ? [
            `${it.set}: the names of the columns change F1 from ${share(it.resolve.f1)} to ${share(it.renamed.f1)}`,
          ]
        : []),
    ];
  });
}

/** Three digits, and never 1.000 for what is less. */
function share(value: number): string {
  return value < 1 && value > 0.9995 ? value.toFixed(4) : value.toFixed(3);
}
