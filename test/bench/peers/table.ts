/** What was measured of `er` and its peers as a table in Markdown. */
import type { Cost } from './cost.ts';
import type { Named } from './partitions.ts';

export interface Line extends Partial<Cost> {
  set: string;
  records: number;
  tool: string;
  given: string;
  scores?: Named;
  /** Of the best threshold, chosen with the truth. */
  best?: Named | undefined;
  failure?: string;
}

const COLUMNS = [
  ...[
    'set',
    'records',
    'tool',
    'P',
    'R',
    'F1',
    'best F1 (at)',
    's',
    '× er',
    'CPU s',
    '× er',
    'MiB',
    '× er',
    'given',
  ],
];

export function header(): string {
  return [COLUMNS, COLUMNS.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param er the line of `er`, to which the ratios are */
export function row(line: Line, er: Line): string {
  const { scores, best } = line;
  const name = [line.set, line.records, line.tool];
  if (scores === undefined) return cells([...name, ...Array(10).fill('–'), `${line.given}; ${line.failure}`]);
  const ratio = (what: keyof Cost): string => (line[what]! / er[what]!).toFixed(2);
  return cells([
    ...[...name, share(scores.precision), share(scores.recall), share(scores.f1)],
    best === undefined ? '–' : `${share(best.f1)} (${best.name})`,
    ...[line.seconds!.toFixed(1), ratio('seconds'), line.cpu!.toFixed(1), ratio('cpu')],
    ...[line.mebibytes!, ratio('mebibytes'), line.given],
  ]);
}

function cells(all: readonly (string | number)[]): string {
  return `| ${all.join(' | ')} |`;
}

/** Three digits, and never 1.000 for what is less. */
function share(value: number): string {
  return value < 1 && value > 0.9995 ? value.toFixed(4) : value.toFixed(3);
}
