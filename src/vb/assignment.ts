/**
 * Soft assignments at the end: for each record the probability of the individual it is in, against those of
 * its neighbours and an individual of its own, all other records held.
 */
import { Alternatives, NEAR } from '../partition/alternatives.ts';
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';

export interface Assignment {
  /** Probability that each record belongs to the individual it is in, length N. */
  probability: Float64Array;
  /** Expected change of the number of individuals, and its variance, were doubtful records free to go. */
  meanChange: number;
  variance: number;
  /** Expected number of pairs of records that are the same but in different individuals. */
  missedPairs: number;
}

/** Where a record could be. */
export interface Place {
  /** The individual; −1 for one of its own. */
  readonly individual: number;
  readonly probability: number;
}

/** The probabilities of all records. */
export function assignmentProbabilities(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
): Assignment {
  const { of, sizes } = individuals;
  const probability = new Float64Array(individuals.size).fill(1);
  const there = new Alternatives(individuals, graph, NEAR, true);
  let meanChange = 0;
  let variance = 0;
  let missedPairs = 0;
  for (let row = 0; row < individuals.size; row++) {
    const size = sizes[of[row]!]!;
    there.collect(row);
    if (size === 1 && there.count === 0) continue;
    there.weigh(row, labels);
    const most = there.logMost();
    const alone = Math.exp(there.logAlone - most);
    const own = Math.exp(there.logOwn - most);
    let others = 0;
    /** Others with half the weight of those that are alone too: a pair is seen from both sides. */
    let joins = 0;
    /** Pairs that come with the others, where each has its weight. */
    let pairs = 0;
    for (let i = 0; i < there.count; i++) {
      const weight = Math.exp(there.logWeights[i]! - most);
      const met = sizes[there.individuals[i]!]!;
      const share = met === 1 ? 0.5 : 1;
      others += weight;
      joins += share * weight;
      pairs += (size === 1 ? share : 1) * met * weight;
    }
    const total = alone + own + others;
    missedPairs += pairs / total;
    probability[row] = (size === 1 ? alone : own) / total;
    const share = size === 2 ? 0.5 : 1;
    const change = size === 1 ? -joins / total : (share * alone) / total;
    meanChange += change;
    variance += Math.abs(change) * (1 - (size === 1 ? others : alone) / total);
  }
  return { probability, meanChange, variance, missedPairs };
}

/** Where records could be, all others held: in the individuals met and, if it is in one of these, on their own. */
export function placesOf(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
  rows: Iterable<number>,
): Map<number, Place[]> {
  const { of, sizes } = individuals;
  const there = new Alternatives(individuals, graph, NEAR, true);
  const found = new Map<number, Place[]>();
  for (const row of rows) {
    there.collect(row);
    there.weigh(row, labels);
    const most = there.logMost();
    const own = of[row]!;
    const isAlone = sizes[own] === 1;
    const weighed = [
      { individual: isAlone ? own : -1, weight: Math.exp(there.logAlone - most) },
      ...(isAlone ? [] : [{ individual: own, weight: Math.exp(there.logOwn - most) }]),
      ...Array.from({ length: there.count }, (_, i) => ({
        individual: there.individuals[i]!,
        weight: Math.exp(there.logWeights[i]! - most),
      })),
    ];
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
    found.set(
      row,
      weighed
        .map(({ individual, weight }) => ({ individual, probability: weight / total }))
        .sort((a, b) => b.probability - a.probability || a.individual - b.individual),
    );
  }
  return found;
}
