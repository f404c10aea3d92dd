/** Finding the entities of a table for a command: with its options, within its limits, and with bars for its stages. */
import type { Resolution, ResolveOptions } from '../pipeline/resolution.ts';
import { resolving } from '../pipeline/resolve.ts';
import { DRAWS } from '../pipeline/sampling.ts';
import type { Stages } from '../pipeline/stages.ts';
import { inTurns } from '../pipeline/steps.ts';
import type { Table } from '../records/table.ts';
import { Checkpoint, fingerprint } from './checkpoint.ts';
import { memoryLimit } from './memory-limit.ts';
import { MemoryWatch } from './memory-watch.ts';
import { planWhileSurveying } from './plan-within.ts';
import type { ResolveCommandOptions } from './resolve-options.ts';
import { StageBars } from './stage-bars.ts';
import type { Io } from './terminal.ts';
import { uniqueSources } from './unique-files.ts';
import { version } from './version.ts';

/** K as asked for; undefined where it is to be learned. */
export function learnedOr(K: ResolveCommandOptions['K']): number | undefined {
  return K === 'auto' ? undefined : K;
}

/** Draws from the posterior that are kept. */
function drawsOf({ engine, samples = engine === 'smered' ? DRAWS : 0 }: ResolveCommandOptions): number {
  return samples;
}

/**
 * The entities, with a progress bar for each stage.
 *
 * @param asksPlaces told the entities, answers with the records of which it is to be known where else they could be
 */
export async function resolveTable(
  table: Table,
  options: ResolveCommandOptions,
  io: Io,
  stages: Stages,
  asksPlaces?: ResolveOptions['asksPlaces'],
): Promise<Resolution> {
  const bars = new StageBars(io, stages);
  bars.start('planning');
  const unique = uniqueSources(options.uniqueWithin, table.sources);
  const without = new Set(options.without);
  const asked = { command: 'resolve', without, samples: drawsOf(options) } as const;
  const fit = planWhileSurveying({ ...table, unique }, options, asked, io);
  const { plan, threads, maxPairs, ahead } = fit;
  const { onStage, ...progress } = bars.hooks(fit);
  const checkpoint =
    options.checkpoint === undefined
      ? undefined
      : new Checkpoint(options.checkpoint, fingerprint(runOf(table, options, maxPairs)));
  let isDrawing = false;
  const steps = resolving(table, {
    ...{ plan, engine: options.engine, K: learnedOr(options.K) },
    ...{ model: options.model, inference: options.inference, A: options.A, base: options.base },
    ...{ chains: options.chains, burnIn: options.burnIn, thinning: options.thinning },
    distortionPrior: options.distortionPrior,
    resumeFrom: checkpoint?.read(),
    onSweep(done, total, save) {
      if (!isDrawing) bars.start('drawing', total);
      isDrawing = true;
      bars.update(done);
      checkpoint?.write(save, done === total);
    },
    ...{ restarts: options.restarts, annealing: options.annealing, samples: options.samples },
    uniqueWithin: unique,
    ...{ termFrequency: options.termFrequency, without, seed: options.seed },
    ...{ threads, maxPairs, ahead },
    asksPlaces,
    ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
    ...progress,
    onStage(stage) {
      onStage(stage);
      if (stage === 'estimate') bars.start('clustering', 0, 'cluster');
    },
  });
  return inTurns(new MemoryWatch(memoryLimit(options.memoryLimit)).over(steps));
}

/** All that the draws of a run depend on but their number. */
function runOf(table: Table, options: ResolveCommandOptions, maxPairs: number | undefined) {
  const sources = table.sources.map(({ source, sha256 }) => [source, sha256]);
  const columns = table.columns.map(({ name }) => name);
  const { id, delimiter, encoding, fields, ignore, type, K, model, seed, chains } = options;
  const { burnIn, thinning, distortionPrior, uniqueWithin, termFrequency } = options;
  return {
    ...{
      version: version(),
      sources,
      columns,
      null: options.null,
      id,
      delimiter,
      encoding,
      fields,
      ignore,
      type,
    },
    ...{ K, model, seed, chains, burnIn, thinning, distortionPrior, uniqueWithin, termFrequency, maxPairs },
    ...{ maxIterations: options.maxIterations, tolerance: options.tolerance },
    without: options.without?.toSorted(),
  };
}
