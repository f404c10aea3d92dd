/**
 * The posterior of the partition of a few records of the categorical model, enumerated:
 *
 *     p(z, K | x) ∝ ∏_k p(x_k) · K!/(K − C)! / (K^N₀ ∏_s K!/(K − n_s)!) ,
 *
 * with Γ(Kr)/Γ(Kr + N₀) ∏_k Γ(r + n_k)/Γ(r) for 1/K^N₀ where the concentration r of the sizes is finite; and how far counts of draws are from it.
 */
import { lgamma } from '../../src/math/gamma.ts';
import type { Random } from '../../src/math/random.ts';
import { type CandidateGraph, candidateGraph } from '../../src/partition/candidate-graph.ts';
import { graphCharges } from '../../src/partition/charges.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import { sizePrior } from '../../src/partition/size-prior.ts';
import type { Column, Draws } from '../../src/records/table.ts';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import { allPartitions, logJoint } from '../partition/partitions.ts';
import { columnsOf, numbered } from '../vb/categorical-columns.ts';

export interface Few {
  columns: Column[];
  A: number;
  /** The file without duplicates of each record, or −1. */
  fileOf: Int32Array;
  draws: Draws;
  /** The concentration of the sizes; infinite by default. */
  r?: number;
  /** The charge of each pair of rows; none by default. */
  charge?: (a: number, b: number) => number;
}

/** A few records of up to three fields, and the file without duplicates that each is of, −1 by default. */
export function few(rows: (string | null)[][], A: number, files: number[] = rows.map(() => -1)): Few {
  const names = ['f', 'g', 'h'].slice(0, rows[0]!.length);
  const unique = [...new Set(files)]
    .filter((file) => file >= 0)
    .map((file) => files.filter((f) => f === file).length);
  const single = files.filter((file) => file < 0).length;
  return { columns: columnsOf(rows, names), A, fileOf: Int32Array.from(files), draws: { single, unique } };
}

/** The individuals that labels make. */
export function grouped(it: Few, labels: readonly number[]): Individuals {
  const { columns, A, fileOf, draws, r } = it;
  const codes = columns.map((column) => column.codes);
  const unique = { count: draws.unique.length, of: fileOf };
  const likelihood = categoricalLikelihood(columns, A, 'uniform');
  const individuals = new Individuals(labels.length, codes, likelihood, unique);
  labels.forEach((label, row) => {
    const first = labels.indexOf(label);
    if (first !== row) individuals.merge(first, row);
  });
  if (r !== undefined) individuals.useSizes(sizePrior(r));
  if (it.charge !== undefined)
    individuals.useCharges(graphCharges(graphOf(labels.length, undefined, it.charge)));
  return individuals;
}

/** The pairs given, or all there are, at charges which are nought unless given. */
export function graphOf(
  size: number,
  given?: [number, number][],
  charge: (a: number, b: number) => number = () => 0,
  weight: (a: number, b: number) => number = () => 0,
): CandidateGraph {
  const all = [...new Array(size).keys()].flatMap((b) => [...new Array(b).keys()].map((a) => [a, b]));
  const pairs = given ?? all;
  const side = (at: number) => Int32Array.from(pairs, (pair) => pair[at]!);
  const weights = Float64Array.from(pairs, ([a, b]) => weight(a!, b!));
  const charges = Float64Array.from(pairs, ([a, b]) => charge(a!, b!));
  const known = { weights, ratios: new Float64Array(pairs.length), charges };
  return candidateGraph(size, { left: side(0), right: side(1), ...known });
}

/** A partition by name: its individuals numbered in order of first appearance. */
export const nameOf = (z: ArrayLike<number>): string => numbered(Array.from(z)).join('');

export const labelsOf = (name: string): number[] => Array.from(name, Number);

/** Whether no individual holds two records of one file without duplicates. */
export function isPossible({ fileOf }: Pick<Few, 'fileOf'>, z: ArrayLike<number>): boolean {
  const seen = Array.from(z).flatMap((k, row) => (fileOf[row]! < 0 ? [] : [`${k} ${fileOf[row]}`]));
  return new Set(seen).size === seen.length;
}

/** log K!/(K − n)!. */
const logLabelled = (n: number, K: number): number => lgamma(K + 1) - lgamma(K - n + 1);

/** log of the probability of the individuals of single records, given who they are; n of them each. */
function logSingle(sizes: readonly number[], K: number, r?: number): number {
  const records = sizes.reduce((sum, n) => sum + n, 0);
  if (r === undefined) return -records * Math.log(K);
  return sizes.reduce((sum, n) => sum + lgamma(r + n) - lgamma(r), lgamma(K * r) - lgamma(K * r + records));
}

/** A pair of rows, how sure EM is of it, and what it is charged. */
export interface ChargedPair {
  rows: readonly [number, number];
  weight: number;
  charge: number;
}

/**
 * What rows pay as one individual: their pairs are taken by falling weight, then by rising charge, and where one joins
 * two groups the mean charge between these is paid; a credit counts where both are single rows.
 */
export function strongestForest(rows: readonly number[], pairs: readonly ChargedPair[]): number {
  const inside = pairs.filter(({ rows: [a, b] }) => rows.includes(a) && rows.includes(b));
  inside.sort((one, two) => two.weight - one.weight || one.charge - two.charge);
  let groups = rows.map((row) => [row]);
  let paid = 0;
  for (const { rows: ends } of inside) {
    const joined = groups.filter((group) => ends.some((row) => group.includes(row)));
    if (joined.length === 1) continue;
    const between = inside.filter(({ rows: them }) =>
      joined.every((group) => them.some((row) => group.includes(row))),
    );
    const charge = between.reduce((sum, pair) => sum + pair.charge, 0) / between.length;
    paid += joined.flat().length === 2 ? charge : Math.max(0, charge);
    groups = [...groups.filter((group) => !joined.includes(group)), joined.flat()];
  }
  return paid;
}

/** All pairs of rows with their charges, all of one weight. */
export function chargedPairs(size: number, charge: Few['charge']): ChargedPair[] {
  if (charge === undefined) return [];
  const rows = [...new Array(size).keys()];
  return rows.flatMap((b) =>
    rows.slice(0, b).map((a): ChargedPair => ({ rows: [a, b], weight: 0, charge: charge(a, b) })),
  );
}

/** The probability of each partition at each K of a list, from K = C on; K × partition sums to 1. */
export function posterior(it: Few, Ks: readonly number[]): Map<string, number[]> {
  const { columns, A } = it;
  const pairs = chargedPairs(it.fileOf.length, it.charge);
  return enumerated(it, Ks, (z, individuals) => {
    const charges = individuals.reduce((sum, rows) => sum + strongestForest(rows, pairs), 0);
    return logJoint(columns, z, 1, A, 'uniform') - charges;
  });
}

/**
 * The same for any likelihood.
 *
 * @param logLikelihood log p(x | z), given the label of each record and the records of each individual
 */
export function enumerated(
  { fileOf, draws, r }: Pick<Few, 'fileOf' | 'draws' | 'r'>,
  Ks: readonly number[],
  logLikelihood: (z: readonly number[], individuals: readonly number[][]) => number,
): Map<string, number[]> {
  const least = Math.max(1, ...draws.unique);
  const logs = new Map<string, number[]>();
  for (const z of allPartitions(fileOf.length).filter((z) => isPossible({ fileOf }, z))) {
    const individuals = [...new Set(z)].map((k) => [...z.keys()].filter((row) => z[row] === k));
    const [C, likelihood] = [individuals.length, logLikelihood(z, individuals)];
    const sizes = [...new Set(z)].map((k) => z.filter((own, row) => own === k && fileOf[row]! < 0).length);
    const prior = (K: number) =>
      draws.unique.reduce((sum, n) => sum - logLabelled(n, K), logLabelled(C, K) + logSingle(sizes, K, r));
    const log = Ks.map((K) => (K < Math.max(C, least) ? Number.NEGATIVE_INFINITY : likelihood + prior(K)));
    if (log.some(Number.isFinite)) logs.set(nameOf(z), log);
  }
  const most = Math.max(...[...logs.values()].map((log) => Math.max(...log)));
  const total = [...logs.values()].flat().reduce((sum, log) => sum + Math.exp(log - most), 0);
  return new Map([...logs].map(([name, log]) => [name, log.map((l) => Math.exp(l - most) / total)]));
}

/** The probability of each partition, whatever K. */
export function overK(joint: ReadonlyMap<string, number[]>): Map<string, number> {
  return new Map([...joint].map(([name, p]) => [name, p.reduce((a, b) => a + b)]));
}

/** Draws a name by its probability. */
export function drawn(shares: ReadonlyMap<string, number>, { next }: Random): string {
  let left = next();
  for (const [name, share] of shares) {
    left -= share;
    if (left < 0) return name;
  }
  return [...shares.keys()].at(-1)!;
}

/**
 * Pearson's χ² of counts against shares that sum to 1, as a standard normal deviate (Wilson & Hilferty 1931);
 * infinite where something is counted that has no share. What is expected less than 5 times is put together.
 */
export function deviate(names: readonly string[], shares: ReadonlyMap<string, number>): number {
  const counts = new Map([...shares].map(([name]) => [name, 0]));
  for (const name of names) {
    const count = counts.get(name);
    if (count === undefined) return Number.POSITIVE_INFINITY;
    counts.set(name, count + 1);
  }
  let [squares, cells, rare, rareExpected] = [0, 0, 0, 0];
  for (const [name, share] of shares) {
    const [count, expected] = [counts.get(name)!, share * names.length];
    if (expected < 5) [rare, rareExpected] = [rare + count, rareExpected + expected];
    else [squares, cells] = [squares + (count - expected) ** 2 / expected, cells + 1];
  }
  if (rareExpected >= 5) [squares, cells] = [squares + (rare - rareExpected) ** 2 / rareExpected, cells + 1];
  return normal(squares, cells - 1);
}

/** The same for steps `from>to` of a reversible chain at rest: each is as frequent as the step back. */
export function imbalance(steps: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
  let [squares, pairs] = [0, 0];
  for (const [step, there] of counts) {
    const [from, to] = step.split('>');
    const back = counts.get(`${to}>${from}`) ?? 0;
    if (from === to || there + back < 10 || (back > 0 && from! > to!)) continue;
    [squares, pairs] = [squares + (there - back) ** 2 / (there + back), pairs + 1];
  }
  return normal(squares, pairs);
}

/** χ² as a standard normal deviate (Wilson & Hilferty 1931). */
export function normal(squares: number, degrees: number): number {
  const variance = 2 / (9 * degrees);
  return ((squares / degrees) ** (1 / 3) - 1 + variance) / Math.sqrt(variance);
}
