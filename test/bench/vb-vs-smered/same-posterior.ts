/**
 * Both engines on one posterior: VB's search once, then chains of SMERED for a multiple of the time VB's clustering
 * took, every sweep held against VB's mode.
 */

import { constantLabels, fixedLabels } from '../../../src/partition/entity-count.ts';
import type { Individuals } from '../../../src/partition/individuals.ts';
import { logDrawn } from '../../../src/partition/size-prior.ts';
import { resolve } from '../../../src/pipeline/resolve.ts';
import { loadFiles } from '../../../src/records/load.ts';
import { profile } from '../../../src/records/profile.ts';
import type { Table } from '../../../src/records/table.ts';
import { CollapsedSearch } from '../../../src/vb/collapsed.ts';
import { chainOn } from './chains.ts';
import { type Difference, improvements, recombined } from './differences.ts';
import { atBestK, charged, logPosterior, type Model, type Target, targetOf } from './target.ts';

/** How often in a run draws are searched for groups that are better than VB's; that time is not counted. */
const LOOKS = 20;
/** Log posteriors closer than this are of one partition, summed in another order. */
const SAME = 1e-6;

export interface Outcome {
  model: Model;
  /** Whether K is held at VB's; otherwise all posteriors are at the K best for the partition. */
  isFixed: boolean;
  K: number;
  vb: { seconds: number; log: number; individuals: number };
  truth: number;
  smered: {
    seconds: number;
    sweeps: number;
    /** The highest draw of all chains, and of each. */
    best: number;
    bestOf: number[];
    /** Mean of the last half of the sweeps: where the posterior has its mass. */
    typical: number;
    /** Seconds until a draw was as high as VB's mode; undefined if none was. */
    reached: number | undefined;
    /** The best draw after VB's search has gone on from it. */
    ascended: number;
  };
  /** VB's mode with all groups exchanged in which some draw was better, and those groups. */
  recombined: { log: number; groups: Difference[] };
}

export interface Wanted {
  model: Model;
  /** Latent individuals given to VB; undefined lets it learn them. */
  K?: number | undefined;
  isFixed: boolean;
  /** Time of SMERED as a multiple of VB's. */
  budget: number;
  seed: number;
}

/** Seconds of processor time of this process: unlike those of the clock, the same on a busy machine. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export async function tableOf(paths: string[]): Promise<Table> {
  return profile(await loadFiles(paths, { id: 'id' }), {}).table;
}

/** @param entityOf true entity of each row */
export function compare(table: Table, entityOf: Int32Array, wanted: Wanted): Outcome {
  const { model, isFixed, seed } = wanted;
  let since = spent();
  let seconds = 0;
  const resolution = resolve(table, {
    ...{ engine: 'vb', model, K: wanted.K, seed },
    onStage(stage) {
      if (stage === 'cluster') seconds = spent() - since;
      since = spent();
    },
  });
  const known: Table = { ...table, unique: resolution.unique };
  const target = targetOf(known, resolution.linkage, model, wanted.K);
  const places = (of: Int32Array): Int32Array => numbered(target.order.map((row) => of[row]!));
  const mode = charged(target, places(resolution.entityOf));
  const { K } = resolution;
  const off =
    mode.logLikelihood() + logDrawn(target.draws, K, Number.POSITIVE_INFINITY) - resolution.objective!;
  if (Math.abs(off) > 1e-6 * Math.abs(resolution.objective!))
    throw new Error(`VB's objective and the target are ${off} nats apart: not the same model`);
  const heightOf = (individuals: Individuals): number =>
    isFixed ? logPosterior(target, individuals, K) : atBestK(target, individuals).log;
  const log = heightOf(mode);

  const mergeCost = Math.log1p(Math.max(0, K - mode.occupied));
  const seen = { best: mode, groups: [] as Difference[] };
  const smered = run(target, { ...wanted, K, seconds: wanted.budget * seconds, log, heightOf }, (draw) => {
    const better = improvements(seen.best, draw, mergeCost);
    if (better.length === 0) return;
    seen.groups.push(...better);
    seen.best = charged(target, recombined(seen.best, draw, better));
  });
  return {
    ...{ model, isFixed, K },
    vb: { seconds, log, individuals: mode.occupied },
    truth: heightOf(charged(target, places(entityOf))),
    smered,
    recombined: { log: heightOf(seen.best), groups: improvements(mode, seen.best, mergeCost) },
  };
}

/** Numbers each record by the first of its entity. */
function numbered(of: Int32Array): Int32Array {
  const first = new Map<number, number>();
  return of.map((entity, place) => {
    const known = first.get(entity);
    if (known !== undefined) return known;
    first.set(entity, place);
    return place;
  });
}

interface Run extends Wanted {
  K: number;
  /** For both chains together. */
  seconds: number;
  /** Of VB's mode. */
  log: number;
  heightOf(individuals: Individuals): number;
}

/** Two chains in turn, from all records apart and from EM's matches joined. */
function run(target: Target, wanted: Run, onDraw: (draw: Individuals) => void): Outcome['smered'] {
  const { K, isFixed, seed, log, heightOf } = wanted;
  let since = spent();
  const chains = (['apart', 'joined'] as const).map((at, c) =>
    chainOn(target, { K, isFixed, seed: seed + 1_000_003 * c, at }),
  );
  let seconds = spent() - since;
  const heights = chains.map((): number[] => []);
  const bestOf = chains.map(() => Number.NEGATIVE_INFINITY);
  let highest = Number.NEGATIVE_INFINITY;
  let best = chains[0]!.individuals.of.slice();
  let reached: number | undefined;
  let looks = 0;
  for (let sweeps = 0; seconds < wanted.seconds; sweeps++) {
    for (const [c, chain] of chains.entries()) {
      since = spent();
      chain.sweep();
      seconds += spent() - since;
      const height = heightOf(chain.individuals);
      heights[c]!.push(height);
      if (height >= log - SAME) reached ??= seconds;
      if (height > bestOf[c]!) bestOf[c] = height;
      if (height > highest) {
        highest = height;
        best = chain.individuals.of.slice();
      }
    }
    if (seconds >= (looks + 1) * (wanted.seconds / LOOKS)) {
      looks++;
      for (const chain of chains) onDraw(chain.individuals);
      console.error(
        `${seconds.toFixed(1)} s, ${sweeps + 1} sweeps, best draw ${(highest - log).toFixed(1)} from VB's mode`,
      );
    }
  }
  const late = heights.flatMap((list) => list.slice(list.length >> 1));
  return {
    ...{ seconds, sweeps: heights[0]!.length, best: highest, bestOf, reached },
    typical: late.reduce((sum, height) => sum + height, 0) / late.length,
    ascended: heightOf(charged(target, ascended(target, best, K, isFixed))),
  };
}

/** The partition that VB's search comes to from another. */
function ascended(target: Target, of: Int32Array, K: number, isFixed: boolean): Int32Array {
  const individuals = target.apart();
  individuals.arrange(of);
  const labels = isFixed ? fixedLabels(K) : constantLabels(Math.log1p(K - individuals.occupied));
  const search = new CollapsedSearch(individuals, target.graph).ascend(labels);
  while (!search.next().done);
  return individuals.of;
}
