/** All that is measured of one set: the command on its files as they are, shuffled and renamed, and `er link`. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelledSet } from '../labelled-set.ts';
import { namedScores, orOne } from '../pair-scores.ts';
import { type Baselines, baselines } from './baselines.ts';
import { blockingRecall } from './blocking-recall.ts';
import { linkFiles, type Resolved, resolveFiles } from './er.ts';
import { pairF1, truePairs } from './scores.ts';
import { renamed, shuffled } from './variants.ts';

export interface PairwiseScores {
  precision: number;
  recall: number;
  f1: number;
}

export interface Measured {
  set: string;
  records: number;
  trueEntities: number;
  resolve: PairwiseScores & Omit<Resolved, 'entityOf'> & { bCubed: number };
  link: PairwiseScores & { seconds: number };
  blockingRecall: number;
  baselines: Baselines;
  /** Of the files with shuffled rows, and whether the partition is the same. */
  shuffled: { f1: number; isSame: boolean };
  /** Of the files with renamed columns. */
  renamed: { f1: number };
}

type Part = Partial<Omit<Measured, 'set' | 'records' | 'trueEntities'>>;

/** The jobs of a set, each of one process; `done` is told when the last of them has ended. */
export function measuring(set: LabelledSet, scratch: string, done: (measured: Measured) => void) {
  const { files, truth } = set;
  const entities = [...truth.values()];
  let plain: Resolved | undefined;
  let mixed: Resolved | undefined;
  const part: Part = {};
  const open = new Set(['resolve', 'link', 'shuffled', 'renamed']);
  const job = (name: string, work: () => Promise<Part>) => async () => {
    Object.assign(part, await work());
    open.delete(name);
    if (open.size > 0) return;
    const isSame = [...plain!.entityOf].every(([record, entity]) => mixed!.entityOf.get(record) === entity);
    done({
      ...{ set: set.name, records: truth.size, trueEntities: new Set(entities).size },
      ...(part as Required<Part>),
      shuffled: { ...part.shuffled!, isSame },
    });
  };
  return [
    job('resolve', async () => {
      plain = await resolveFiles(files, scratch);
      const { entityOf, ...run } = plain;
      const recall = await blockingRecall(set, run.uniqueWithin);
      return { resolve: { ...run, ...scored(set, plain) }, blockingRecall: recall };
    }),
    job('shuffled', async () => {
      mixed = await resolveFiles(shuffled(files, join(scratch, 'shuffled', set.name)), scratch);
      return { shuffled: { f1: scored(set, mixed).f1, isSame: false } };
    }),
    job('renamed', async () => {
      const other = await resolveFiles(renamed(files, join(scratch, 'renamed', set.name)), scratch);
      return { renamed: { f1: scored(set, other).f1 } };
    }),
    job('link', async () => {
      const { pairs, seconds } = await linkFiles(files, scratch);
      const right = pairs.filter(([a, b]) => truth.get(a) === truth.get(b)).length;
      const all = truePairs(entities);
      const precision = pairs.length === 0 ? 1 : right / pairs.length;
      const link = { precision, recall: all === 0 ? 1 : right / all, f1: pairF1(right, pairs.length, all) };
      return { link: { ...link, seconds }, baselines: baselines(set) };
    }),
  ];
}

/** Scores of a partition against the truth. */
export function scored({ truth }: LabelledSet, { entityOf }: Resolved): PairwiseScores & { bCubed: number } {
  const found = [...truth.keys()].map((record) => entityOf.get(record)!);
  const entities = [...truth.values()];
  const { precision, recall, f1, bCubedF1 } = namedScores(found, entities);
  return { precision: orOne(precision), recall: orOne(recall), f1: orOne(f1), bCubed: orOne(bCubedF1) };
}

/** Sets from large to small, so that no long run is left for the end. */
export function largestFirst(sets: readonly LabelledSet[]): LabelledSet[] {
  const bytes = ({ files }: LabelledSet) => files.reduce((sum, file) => sum + statSync(file).size, 0);
  return [...sets].sort((a, b) => bytes(b) - bytes(a));
}
