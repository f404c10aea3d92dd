/**
 * Time and memory of `er link` and `er resolve` on growing numbers of generated persons, as whole processes, and the
 * sets that have a bar: npm run bench:speed -- [folder] [--sizes 10000,100000,1000000] [--three-million] [--threads N]
 * [--runs N] [--no-bars] [--forecasts]
 *
 * Seconds and memory are medians of the runs. The peak in brackets is that of the process by the end of the stage, the
 * one before F1 that of all of it. Growth is the time per record over that of the size before. With --forecasts what er
 * profile says stands beside all that was measured, and beside the sets of the folder. Nothing else should run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { LabelledSet } from '../labelled-set.ts';
import { f1 } from './f1.ts';
import { forecastsHeader, forecastsRow, type Profile, profiled } from './forecasts.ts';
import { median, type Run, run } from './process.ts';
import { barredSets, persons, publicSets } from './sets.ts';
import { barsHeader, barsRow, growth, type Line, MILLION, sizesHeader, sizesRow } from './table.ts';

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    'three-million': { type: 'boolean', default: false },
    threads: { type: 'string' },
    runs: { type: 'string', default: '1' },
    bars: { type: 'boolean', default: true },
    forecasts: { type: 'boolean', default: false },
  },
});
const [folder = fileURLToPath(new URL('../../../../shared/data', import.meta.url))] = positionals;
const sizes = asked.sizes.split(',').filter(Boolean).map(Number);
if (asked['three-million']) sizes.push(3_000_000);
const scratch = mkdtempSync(join(tmpdir(), 'er-speed-'));
const to = {
  ...{ output: join(scratch, 'result.csv'), summary: join(scratch, 'summary.json') },
  threads: asked.threads,
};

async function measured(command: string, { name, files, truth }: LabelledSet): Promise<Line> {
  const runs: Run[] = [];
  for (let i = 0; i < Math.max(1, Number(asked.runs)); i++) {
    runs.push(await run(command, files, to));
    console.error(`${name} ${command}: ${runs.at(-1)!.seconds.toFixed(1)} s`);
  }
  return { command, records: truth.size, ...median(runs), f1: await f1(command, to.output, truth) };
}

const forecasts: string[] = [];

/** Both commands, and their forecasts where these are asked for. */
async function both(set: LabelledSet): Promise<Line[]> {
  const profile: Profile | undefined = asked.forecasts ? await profiled(set, to) : undefined;
  const lines = [await measured('link', set), await measured('resolve', set)];
  if (profile !== undefined) forecasts.push(...lines.map((line) => forecastsRow(set.name, profile, line)));
  return lines;
}

/** The bars for a million persons, as far as the sizes allow. */
function millionRows(lines: readonly Line[]): string[] {
  const of = (records: number) =>
    lines.find((line) => line.records === records && line.command === 'resolve');
  const [million, hundred] = [of(1_000_000), of(100_000)];
  if (million === undefined) return [];
  const what = 'er resolve, 1,000,000 persons';
  return [
    barsRow(what, million.seconds, MILLION.seconds, ' s'),
    barsRow(`${what}, peak`, million.mebibytes, MILLION.mebibytes, ' MiB', 0),
    ...(hundred === undefined
      ? []
      : [barsRow('time per record, × that of 100,000', growth(million, hundred), MILLION.growth, '', 2)]),
  ];
}

try {
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]!.model.trim()}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ` +
      `${asked.threads ?? availableParallelism()} threads at most, medians of ${asked.runs}\n`,
  );
  const lines: Line[] = [];
  for (const records of sizes) {
    const set = persons(records, scratch);
    lines.push(...(await both(set)));
    rmSync(join(set.files[0]!, '..'), { recursive: true });
  }
  console.log(sizesHeader());
  for (const line of lines) {
    const same = lines.filter(({ command }) => command === line.command);
    console.log(sizesRow(line, same[same.indexOf(line) - 1]));
  }
  const bars = millionRows(lines);
  if (asked.bars)
    for (const set of barredSets(folder, scratch)) {
      const { seconds } = await measured('resolve', set);
      bars.push(barsRow(`er resolve, ${set.name}`, seconds, set.bar, ' s'));
    }
  if (asked.forecasts) for (const set of publicSets(folder)) await both(set);
  if (bars.length > 0) console.log(['', barsHeader(), ...bars].join('\n'));
  if (asked.forecasts) console.log(['', forecastsHeader(), ...forecasts].join('\n'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
