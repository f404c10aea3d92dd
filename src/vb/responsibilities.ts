/**
 * φ_rk = q(z_r = k), the probability that record r is of individual k, held only for the individuals that a
 * record may be of: its candidates, in compressed rows (CSR).
 *
 * Individuals that start alike stay alike, because every step of the coordinate ascent treats them alike. So
 * the `alike` individuals named, named + 1, … that no record prefers at the start are held as one, which
 * stands as number `named` in the rows: its entry is the probability of all of them together, of which each
 * has an equal share. This is exact, and lets K be far above N.
 */

/** The individuals each record may be of. */
export interface Candidates {
  /** Candidates of record r: individuals[offsets[r]] … individuals[offsets[r + 1] − 1]. Length N + 1. */
  readonly offsets: Int32Array;
  /** Numbers below `named`, or `named` itself for all that are alike; none twice in a row. */
  readonly individuals: Int32Array;
  /** Number of individuals held one by one. */
  readonly named: number;
  /** Number of individuals held together as number `named`; 0 where there are none. */
  readonly alike: number;
}

/** Candidates with their probabilities. */
export interface Responsibilities extends Candidates {
  /** φ by entry, parallel to `individuals`; each row sums to 1. */
  readonly probabilities: Float64Array;
}

/** Marks a record that is of no individual yet. */
export const UNASSIGNED = -1;

/** Each record of one individual; rows of unassigned records are zero. */
export function hardResponsibilities(candidates: Candidates, assignment: Int32Array): Responsibilities {
  const { offsets, individuals } = candidates;
  const probabilities = new Float64Array(individuals.length);
  for (let r = 0; r < assignment.length; r++) {
    if (assignment[r] === UNASSIGNED) continue;
    const entry = individuals.subarray(offsets[r]!, offsets[r + 1]!).indexOf(assignment[r]!);
    if (entry < 0) throw new RangeError(`individual ${assignment[r]} is no candidate of record ${r}`);
    probabilities[offsets[r]! + entry] = 1;
  }
  return { ...candidates, probabilities };
}

/** The most probable individual of each record, the lowest number among equals; length N. */
export function mostProbable(responsibilities: Responsibilities): Int32Array {
  const { offsets, individuals, probabilities, named, alike } = responsibilities;
  const assignment = new Int32Array(offsets.length - 1).fill(UNASSIGNED);
  for (let r = 0; r < assignment.length; r++) {
    let best = 0;
    for (let e = offsets[r]!; e < offsets[r + 1]!; e++) {
      const k = individuals[e]!;
      const probability = k === named ? probabilities[e]! / alike : probabilities[e]!;
      if (probability > best || (probability === best && k < assignment[r]!)) {
        best = probability;
        assignment[r] = k;
      }
    }
  }
  return assignment;
}

/** H(φ) = −Σ_rk φ_rk log φ_rk in nats, over all individuals. */
export function entropy(responsibilities: Responsibilities): number {
  const { individuals, probabilities, named, alike } = responsibilities;
  let sum = 0;
  for (let e = 0; e < probabilities.length; e++) {
    const phi = probabilities[e]!;
    if (phi > 0) sum -= phi * Math.log(individuals[e] === named ? phi / alike : phi);
  }
  return sum;
}

/**
 * The φ step for rows from … to − 1: φ_rk ∝ exp(score_rk / T). At T = 1 these are the paper's; a higher
 * temperature T spreads them.
 *
 * @param scores E_q[log p(x_r | β_k)] by entry
 */
export function updateRow(
  responsibilities: Responsibilities,
  scores: Float64Array,
  row: number,
  temperature: number,
): void {
  const { offsets, individuals, probabilities, named, alike } = responsibilities;
  const end = offsets[row + 1]!;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let e = offsets[row]!; e < end; e++) greatest = Math.max(greatest, scores[e]!);
  let total = 0;
  for (let e = offsets[row]!; e < end; e++) {
    const weight = Math.exp((scores[e]! - greatest) / temperature);
    probabilities[e] = individuals[e] === named ? alike * weight : weight;
    total += probabilities[e]!;
  }
  for (let e = offsets[row]!; e < end; e++) probabilities[e]! /= total;
}
