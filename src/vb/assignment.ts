/**
 * Soft assignments at the end: for each record the probability of the individual it is in, against those of
 * its neighbours and an individual of its own, all other records held (a mean-field φ restricted to the
 * candidates).
 */
import type { CandidateGraph } from './candidate-graph.ts';
import { Destinations } from './destinations.ts';
import type { LabelTerm } from './entity-count.ts';
import type { Individuals } from './individuals.ts';

export interface Assignment {
  /** Probability that each record belongs to the individual it is in, length N. */
  probability: Float64Array;
  /** Expected change of the number of individuals, and its variance, were doubtful records free to go. */
  meanChange: number;
  variance: number;
}

/**
 * The probabilities of all records.
 *
 */
export function assignmentProbabilities(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
): Assignment {
  const { of, sizes, logs, alone } = individuals;
  const probability = new Float64Array(individuals.size).fill(1);
  const destinations = new Destinations();
  const joining = labels.merge(individuals.occupied);
  let meanChange = 0;
  let variance = 0;
  for (let row = 0; row < individuals.size; row++) {
    const own = of[row]!;
    destinations.collect(row, of, graph);
    if (sizes[own] === 1 && destinations.individuals.length === 0) continue;
    // Weight 1 (log 0) is an individual of its own.
    let stay = 0;
    if (sizes[own]! > 1)
      stay = logs[own]! - individuals.logWithout(own, row) - alone[row]! - joining - destinations.ownCharge;
    let total = 1 + (sizes[own]! > 1 ? Math.exp(Math.min(700, stay)) : 0);
    let toOthers = 0;
    let toSingles = 0;
    for (const [i, k] of destinations.individuals.entries()) {
      const charge = destinations.charges[i]!;
      const gain = individuals.logWith(k, row) - logs[k]! - alone[row]! - joining - charge;
      const weight = Math.exp(Math.min(700, gain));
      total += weight;
      toOthers += weight;
      if (sizes[k] === 1) toSingles += weight;
    }
    const staying = sizes[own]! > 1 ? Math.exp(Math.min(700, stay)) : 1;
    probability[row] = staying / total;
    // A pair of records is seen from both sides: each counts half.
    if (sizes[own] === 1) {
      const joins = (toOthers - toSingles / 2) / total;
      meanChange -= joins;
      variance += joins * (1 - joins);
    } else {
      const leaves = 1 / total / (sizes[own] === 2 ? 2 : 1);
      meanChange += leaves;
      variance += leaves * (1 - leaves);
    }
  }
  return { probability, meanChange, variance };
}
