/** What `er profile` forecasts of a set beside what `er link` and `er resolve` took. */
import { readFileSync } from 'node:fs';
import type { LabelledSet } from '../labelled-set.ts';
import { type RunOptions, run } from './process.ts';
import { cells, header, type Line } from './table.ts';

interface Expected {
  seconds: number;
  peak_memory_mib: number;
}

export interface Profile {
  blocking: { pairs_at_most: number; pairs_expected: number };
  forecast: Record<string, Expected>;
}

/** Profiles a set. */
export async function profiled({ files }: LabelledSet, options: RunOptions): Promise<Profile> {
  await run('profile', files, options);
  return JSON.parse(readFileSync(options.summary, 'utf8')) as Profile;
}

export function forecastsHeader(): string {
  const pairs = ['pairs at most', 'pairs forecast', 'pairs'];
  return header(['set', 'command', ...pairs, 's forecast', 's', 'ratio', 'MiB forecast', 'MiB', 'ratio']);
}

export function forecastsRow(name: string, { blocking, forecast }: Profile, line: Line): string {
  const { seconds, peak_memory_mib } = forecast[line.command]!;
  return cells([
    ...[name, line.command, blocking.pairs_at_most, blocking.pairs_expected, line.pairs],
    ...[seconds.toFixed(1), line.seconds.toFixed(1), (seconds / line.seconds).toFixed(2)],
    ...[peak_memory_mib, line.mebibytes.toFixed(0), (peak_memory_mib / line.mebibytes).toFixed(2)],
  ]);
}
