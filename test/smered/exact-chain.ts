/** Runs a chain as the sampling engine does, on few records, and says how far its draws are from what is enumerated. */
import { type CandidateGraph, candidateGraph } from '../../src/partition/candidate-graph.ts';
import { graphCharges } from '../../src/partition/charges.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import type { IndividualLikelihood } from '../../src/partition/likelihood.ts';
import { Chain, type Parameters } from '../../src/smered/chain.ts';
import { sweepProposal } from '../../src/smered/sweep-proposal.ts';
import { type ChainDeviate, chainDeviate } from './chain-deviate.ts';
import type { Few } from './exact-posterior.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
export const CHANCE = 4;
/** Six records of which 2 and 5 are nobody's neighbours but each other's, and 3 has none. */
export const LACKING: [number, number][] = [
  [0, 1],
  [1, 4],
  [2, 5],
];

/** ER_SOAK=1 draws a million times, which takes minutes in all, and says what came out. */
export const IS_SOAK = process.env.ER_SOAK === '1';
const DRAWS = IS_SOAK ? 1_000_000 : 60_000;
const BURN_IN = 200;
/** The grid of log K over which K is summed. */
const GRID = 4000;

/** Records and the model that a chain moves them by. */
export interface Records extends Pick<Few, 'columns' | 'fileOf' | 'draws'> {
  /** Pairs of candidates. */
  edges: readonly (readonly [number, number])[];
  /** The charge of an edge; none by default. */
  charge?: (a: number, b: number) => number;
}

export interface ChainRun {
  K: number;
  isFixed: boolean;
  seed: number;
  /** The individual of each record at the start; by default all are alone. */
  from?: readonly number[];
}

/** Match weights that order the edges somehow. */
export const weightOf = (a: number, b: number): number => ((3 * a + 5 * b) % 7) - 3;

/** The candidate graph, with weights that order the neighbours somehow. */
function candidatesOf({ fileOf, edges, charge }: Records): CandidateGraph {
  const along = (f: (a: number, b: number) => number) => Float64Array.from(edges, ([a, b]) => f(a, b));
  return candidateGraph(fileOf.length, {
    left: Int32Array.from(edges, ([a]) => a),
    right: Int32Array.from(edges, ([, b]) => b),
    weights: along(weightOf),
    ratios: new Float64Array(edges.length),
    charges: along(charge ?? (() => 0)),
  });
}

/** A chain as `sampledClusters` starts one. */
export function startedChain(
  records: Records,
  likelihood: IndividualLikelihood,
  parameters: Parameters | undefined,
  { K, isFixed, seed, from }: ChainRun,
): Chain {
  const { columns, fileOf, draws } = records;
  const codes = columns.map((column) => column.codes);
  const unique = { count: draws.unique.length, of: fileOf };
  const individuals = new Individuals(fileOf.length, codes, likelihood, unique);
  if (from !== undefined) individuals.arrange(from);
  const graph = candidatesOf(records);
  individuals.useCharges(graphCharges(graph));
  return new Chain(individuals, graph, {
    ...{ seed, K, isFixed, draws, r: Number.POSITIVE_INFINITY },
    visits: Int32Array.from(fileOf.keys()).filter((row) => graph.starts[row]! < graph.starts[row + 1]!),
    ...{ proposal: sweepProposal(graph, codes), tries: fileOf.length, parameters },
  });
}

/** The values of K at which a posterior is to be enumerated: the given one, or a grid of log K as far as K can be. */
export function valuesOfK({ K, isFixed }: Pick<ChainRun, 'K' | 'isFixed'>, records: number): number[] {
  if (isFixed) return [K];
  const most = Math.log(10 * records ** 2);
  return Array.from({ length: GRID }, (_, i) => Math.exp(((i + 0.5) / GRID) * most));
}

/** Draws partitions and holds them against the probability of each, by its name. @param title what they are called */
export function drawnAgainst(title: string, chain: Chain, shares: ReadonlyMap<string, number>): ChainDeviate {
  const places = placesOf([...shares.keys()]);
  const { of } = chain.individuals;
  for (let i = 0; i < BURN_IN; i++) chain.sweep();
  const states = new Int32Array(DRAWS).map(() => {
    chain.sweep();
    return places[keyOf(of)]!;
  });
  const found = chainDeviate(states, [...shares.values()]);
  if (IS_SOAK) console.log(`${title}: deviate ${found.deviate}, autocorrelation time ${found.time}`);
  return found;
}

/** Digits of a key, one for each record. */
const BASE = 8;

/** The place of each partition in a list of names, by its key; −1 for those that are not in it. */
function placesOf(names: readonly string[]): Int32Array {
  const places = new Int32Array(BASE ** names[0]!.length).fill(-1);
  names.forEach((name, place) => {
    places[keyOf(Int32Array.from(name, Number))] = place;
  });
  return places;
}

/** A partition as a number, whatever its individuals are called: each record by the first one that it is with. */
function keyOf(of: Int32Array): number {
  let key = 0;
  for (let row = 0; row < of.length; row++) {
    let first = 0;
    while (of[first] !== of[row]) first++;
    key = key * BASE + first;
  }
  return key;
}
