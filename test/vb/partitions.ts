/** Partitions of records for tests: what they are worth, computed anew, and all there are of a few records. */
import type { Column } from '../../src/records/table.ts';
import { type CandidateGraph, candidateGraph } from '../../src/vb/candidate-graph.ts';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';
import { Individuals } from '../../src/vb/individuals.ts';

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
): Individuals {
  const individuals = new Individuals(
    columns[0]!.codes.length,
    columns.map(({ codes }) => codes),
    categoricalLikelihood(columns, A, base),
  );
  labels?.forEach((label, row) => {
    const to = labels.indexOf(label);
    if (to !== row) individuals.merge(to, row, individuals.logMerged(to, row));
  });
  return individuals;
}

/** Every pair of records, at a weight and a charge, which are nought unless given. */
export function completeGraph(
  size: number,
  weightOf = (_a: number, _b: number) => 0,
  chargeOf = (_a: number, _b: number) => 0,
): CandidateGraph {
  const pairs = Array.from({ length: size }, (_, b) =>
    Array.from({ length: b }, (_, a) => [a, b] as const),
  ).flat();
  const [left, right] = [Int32Array.from(pairs, ([a]) => a), Int32Array.from(pairs, ([, b]) => b)];
  const given = (f: typeof weightOf) => Float64Array.from(pairs, ([a, b]) => f(a, b));
  return candidateGraph(size, left, right, given(weightOf), given(chargeOf));
}
