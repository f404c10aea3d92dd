/** Partitions of records for tests: what they are worth, computed anew, and all there are of a few records. */

import { type CandidateGraph, candidateGraph } from '../../src/partition/candidate-graph.ts';
import type { LabelTerm } from '../../src/partition/entity-count.ts';
import type { UniqueFiles } from '../../src/partition/file-masks.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import type { Column } from '../../src/records/table.ts';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import { CollapsedSearch } from '../../src/vb/collapsed.ts';

/**
 * log p(x, z) record by record: its individual has probability 1/K, and each value it shows the share of an
 * urn that holds A_fv balls at first and one more for each earlier record of the individual (Pólya).
 */
export function logJoint(
  columns: readonly Column[],
  z: ArrayLike<number>,
  K: number,
  A: number,
  base: Base,
): number {
  const urns = new Map<string, number[]>();
  let log = 0;
  Array.from(z).forEach((k, r) => {
    log -= Math.log(K);
    columns.forEach(({ codes, counts }, f) => {
      const v = codes[r]!;
      if (v < 0) return;
      const present = codes.filter((code) => code >= 0).length;
      const fresh = () => Array.from(counts, (n) => (base === 'uniform' ? A : (A * n) / present));
      const urn = urns.get(`${k} ${f}`) ?? fresh();
      log += Math.log(urn[v]! / urn.reduce((a, b) => a + b));
      urn[v]!++;
      urns.set(`${k} ${f}`, urn);
    });
  });
  return log;
}

/** log K!/(K − C)!, the labelings of C individuals; individuals beyond K find no label and add none. */
export function logLabels(C: number, K: number): number {
  let log = 0;
  for (let taken = 0; taken < Math.min(C, K); taken++) log += Math.log(K - taken);
  return log;
}

/** All partitions of n records, each with its individuals numbered in order of first appearance. */
export function allPartitions(n: number): number[][] {
  if (n === 0) return [[]];
  return allPartitions(n - 1).flatMap((z) =>
    Array.from({ length: Math.max(-1, ...z) + 2 }, (_, k) => [...z, k]),
  );
}

/** Individuals of the categorical model, each record on its own or in the partition that labels make. */
export function individualsOf(
  columns: readonly Column[],
  { A, base }: { A: number; base: Base },
  labels?: readonly number[],
  unique?: UniqueFiles,
): Individuals {
  const individuals = new Individuals(
    columns[0]!.codes.length,
    columns.map(({ codes }) => codes),
    categoricalLikelihood(columns, A, base),
    unique,
  );
  labels?.forEach((label, row) => {
    const to = labels.indexOf(label);
    if (to !== row) individuals.merge(to, row);
  });
  return individuals;
}

type OfPair = (a: number, b: number) => number;

/** Some pairs of records at a weight and a charge, which are nought unless given. */
export function graphOf(
  individuals: Individuals,
  pairs: readonly (readonly [number, number])[],
  weightOf: OfPair = () => 0,
  chargeOf: OfPair = () => 0,
): CandidateGraph {
  const given = (f: OfPair) => Float64Array.from(pairs, ([a, b]) => f(a, b));
  return candidateGraph(individuals.size, {
    left: Int32Array.from(pairs, ([a]) => a),
    right: Int32Array.from(pairs, ([, b]) => b),
    weights: given(weightOf),
    ratios: given((a, b) => ratioOf(individuals, a, b)),
    charges: given(chargeOf),
  });
}

/** log p(both one individual) − log p(each alone). */
export function ratioOf(individuals: Individuals, a: number, b: number): number {
  return individuals.logOf([a, b], 2) - individuals.alone[a]! - individuals.alone[b]!;
}

/** Every pair of records. */
export function allPairs(size: number): [number, number][] {
  return Array.from({ length: size }, (_, b) =>
    Array.from({ length: b }, (_, a): [number, number] => [a, b]),
  ).flat();
}

export function completeGraph(
  individuals: Individuals,
  weightOf?: OfPair,
  chargeOf?: OfPair,
): CandidateGraph {
  return graphOf(individuals, allPairs(individuals.size), weightOf, chargeOf);
}

/** The end of a search. */
export function driven<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The gain of one ascent. */
export function ascend(individuals: Individuals, graph: CandidateGraph, labels: LabelTerm): number {
  return driven(new CollapsedSearch(individuals, graph).ascend(labels));
}

/** Whether two records of one file without duplicates are together. */
export function hasDuplicates({ of }: Pick<Individuals, 'of'>, { of: fileOf }: UniqueFiles): boolean {
  return allPairs(of.length).some(([a, b]) => of[a] === of[b] && fileOf[a]! >= 0 && fileOf[a] === fileOf[b]);
}
