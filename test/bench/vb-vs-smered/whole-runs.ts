/** The built command as a whole process, once or several times, and what its summary says. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { logFalling } from '../../../src/math/gamma.ts';
import { key, type LabelledSet } from '../labelled-set.ts';
import { pairScores, type Scores } from '../pair-scores.ts';

const ER = fileURLToPath(new URL('../../../bin/er.js', import.meta.url));

export interface WholeRun {
  scores: Scores;
  /** Median of the runs. */
  seconds: number;
  /** Most of the runs. */
  mebibytes: number;
  /** log p(z, x | K) of the partition written, or of the highest draw; with parameters, log p(z, θ, β, x | K). */
  logPosterior: number;
  entities: number;
  low: number;
  high: number;
  /** Of the log posterior and of the number of entities, the worse; undefined without chains. */
  rhat: number | undefined;
  effective: number | undefined;
  version: string;
}

interface Convergence {
  r_hat: number | null;
  effective_draws: number | null;
}

interface Summary {
  version: string;
  K: number;
  objective: number;
  entities: number;
  interval: { low: number; high: number };
  stages: { peak_memory_mib: number }[];
  convergence?: { entities: Convergence; log_posterior: Convergence };
}

/** @param folder for the results */
export function wholeRun(
  set: LabelledSet,
  options: readonly string[],
  times: number,
  folder: string,
): WholeRun {
  const [output, to] = [join(folder, 'resolved.csv'), join(folder, 'summary.json')];
  const args = ['resolve', ...set.files, '--id', 'id', '--quiet', ...options, '-o', output, '--summary', to];
  const seconds: number[] = [];
  let mebibytes = 0;
  let summary: Summary | undefined;
  for (let run = 0; run < times; run++) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [ER, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`er ${args.join(' ')}: ${stderr}`);
    seconds.push((performance.now() - start) / 1000);
    summary = JSON.parse(readFileSync(to, 'utf8')) as Summary;
    mebibytes = Math.max(mebibytes, ...summary.stages.map((stage) => stage.peak_memory_mib));
  }
  const { version, K, objective, entities, interval, convergence } = summary!;
  const rows: Record<string, string>[] = parse(readFileSync(output), { columns: true });
  const found = rows.map((row) => row.entity_id!);
  const truth = rows.map((row) => set.truth.get(key(row.source!, row.id!))!);
  const both = convergence === undefined ? [] : [convergence.entities, convergence.log_posterior];
  return {
    ...{ scores: pairScores(found, truth), mebibytes, entities, version },
    seconds: seconds.toSorted((a, b) => a - b)[times >> 1]!,
    // What VB reports leaves out the number of labelings.
    logPosterior: convergence === undefined ? objective + logFalling(K, entities) : objective,
    ...{ low: interval.low, high: interval.high },
    rhat: convergence && Math.max(...both.map((one) => one.r_hat ?? Number.POSITIVE_INFINITY)),
    effective: convergence && Math.min(...both.map((one) => one.effective_draws ?? 0)),
  };
}
