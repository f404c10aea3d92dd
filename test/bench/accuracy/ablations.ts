/** What each mechanism brings: F1 of the command as it is, and how it changes where one mechanism is left out. */
import { MECHANISMS, type Mechanism } from '../../../src/pipeline/mechanisms.ts';
import type { LabelledSet } from '../labelled-set.ts';
import { resolveFiles } from './er.ts';
import { scored } from './measure.ts';
import { header, line } from './table.ts';

const ALL = Object.keys(MECHANISMS) as Mechanism[];

export interface Ablated {
  set: string;
  f1: number;
  /** F1 without each mechanism. */
  without: Record<Mechanism, number>;
}

/** The jobs of a set, each of one process; `done` is told when the last of them has ended. */
export function ablating(set: LabelledSet, scratch: string, done: (ablated: Ablated) => void) {
  const found = new Map<Mechanism | undefined, number>();
  return [undefined, ...ALL].map((mechanism) => async () => {
    const options = mechanism === undefined ? [] : ['--without', mechanism];
    found.set(mechanism, scored(set, await resolveFiles(set.files, scratch, options)).f1);
    if (found.size <= ALL.length) return;
    const without = Object.fromEntries(ALL.map((name) => [name, found.get(name)!]));
    done({ set: set.name, f1: found.get(undefined)!, without: without as Ablated['without'] });
  });
}

export function ablationHeader(): string {
  return header(['set', 'F1', ...ALL]);
}

export function ablationRow({ set, f1, without }: Ablated): string {
  return line([set, f1.toFixed(3), ...ALL.map((name) => change(without[name] - f1))]);
}

/** The mean over all sets. */
export function ablationMean(all: readonly Ablated[]): string {
  const mean = (of: (it: Ablated) => number) => all.reduce((sum, it) => sum + of(it), 0) / all.length;
  return line([
    ...['mean', mean(({ f1 }) => f1).toFixed(3)],
    ...ALL.map((name) => change(mean(({ f1, without }) => without[name] - f1))),
  ]);
}

/** A change in three digits with its sign; a dash where there is none at all. */
function change(difference: number): string {
  if (difference === 0) return '–';
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(3)}`;
}
