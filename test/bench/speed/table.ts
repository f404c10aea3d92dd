/** What was measured as tables in Markdown: sizes beside each other, and sets beside their bars. */
import type { Run } from './process.ts';

export interface Line extends Run {
  command: string;
  records: number;
  f1: number;
}

const STAGES = ['read', 'block', 'survey', 'compare', 'estimate', 'cluster', 'write'];
/** Bars for a million persons: seconds and MiB of `er resolve`, and growth of the time per record from 100,000. */
export const MILLION = { seconds: 90, mebibytes: 4096, growth: 1.5 };

export function sizesHeader(): string {
  const stages = STAGES.map((stage) => `${stage} s (MiB)`);
  return header(['command', 'records', 's', 'µs per record', 'growth', 'MiB', 'F1', ...stages]);
}

/** @param smaller the same command on the next smaller size */
export function sizesRow(line: Line, smaller: Line | undefined): string {
  const stages = STAGES.map((name) => {
    const stage = line.stages.find((it) => it.stage === name);
    return stage === undefined ? '–' : `${stage.seconds.toFixed(1)} (${stage.peak_memory_mib})`;
  });
  return cells([
    ...[line.command, line.records, line.seconds.toFixed(1), perRecord(line).toFixed(0)],
    ...[smaller === undefined ? '–' : growth(line, smaller).toFixed(2)],
    ...[line.mebibytes.toFixed(0), share(line.f1), ...stages],
  ]);
}

/** How much longer a record takes than in the smaller size. */
export function growth(line: Line, smaller: Line): number {
  return perRecord(line) / perRecord(smaller);
}

function perRecord({ seconds, records }: Line): number {
  return (1e6 * seconds) / records;
}

export function barsHeader(): string {
  return header(['what', 'measured', 'bar', 'reached']);
}

export function barsRow(what: string, measured: number, bar: number, unit: string, digits = 1): string {
  return cells([
    ...[what, `${measured.toFixed(digits)}${unit}`, `≤ ${bar}${unit}`],
    measured <= bar ? 'yes' : 'NO',
  ]);
}

export function header(names: readonly string[]): string {
  return `${cells(names)}\n${cells(names.map(() => '---'))}`;
}

export function cells(all: readonly (string | number)[]): string {
  return `| ${all.join(' | ')} |`;
}

/** Three digits, and never 1.000 for what is less. */
function share(value: number): string {
  return value < 1 && value > 0.9995 ? value.toFixed(4) : value.toFixed(3);
}
