/** Where the coordinate ascent starts from: the first φ. */
import type { Random } from '../math/random.ts';
import {
  type Candidates,
  hardResponsibilities,
  type Responsibilities,
  UNASSIGNED,
} from './responsibilities.ts';
import { allIndividuals, type OwnedCandidates } from './responsibilities-candidates.ts';

/**
 * - `random`: each record of one candidate individual drawn at random, as the paper's prior draws z;
 * - `one-each`: each record of an individual of its own; with K < N, K records drawn at random (or the owners
 *   among given candidates), while the rest follow in the first φ step;
 * - an assignment of each record to an individual, `UNASSIGNED` where the first φ step is to decide;
 * - given responsibilities with their own candidates, rows of zeros likewise.
 */
export type Start =
  | 'random'
  | 'one-each'
  | { readonly assignment: Int32Array }
  | { readonly responsibilities: Responsibilities };

/** Whether two runs from this start can differ. */
export function isRandom(start: Start, size: number, K: number, candidates: unknown): boolean {
  return start === 'random' || (start === 'one-each' && candidates === undefined && K < size);
}

/**
 * The first φ. Without candidates every record may be of each of K individuals, and those that nobody starts
 * in are held as one.
 *
 * @param order the records in the order in which to draw for them, so that the draws need not depend on the
 *   order of the input
 */
export function firstResponsibilities(
  start: Start,
  order: Int32Array,
  K: number,
  candidates: OwnedCandidates | Candidates | undefined,
  random: Random,
): Responsibilities {
  if (typeof start === 'object') {
    if ('responsibilities' in start) {
      const { probabilities } = start.responsibilities;
      return { ...start.responsibilities, probabilities: probabilities.slice() };
    }
    return hard(start.assignment, K, candidates);
  }
  if (candidates === undefined) {
    const drawn = start === 'random' ? drawFromAll(order, K, random) : drawOwners(order, K, random);
    return hard(drawn, K, candidates);
  }
  if (start === 'random') return hard(drawCandidates(order, candidates, random), K, candidates);
  if (!('own' in candidates)) throw new RangeError('these candidates do not say which record owns which');
  return hard(candidates.own, K, candidates);
}

function hard(assignment: Int32Array, K: number, candidates: Candidates | undefined): Responsibilities {
  if (candidates !== undefined) return hardResponsibilities(candidates, assignment);
  const named = assignment.reduce((most, k) => Math.max(most, k + 1), 0);
  if (named > K) throw new RangeError(`individual ${named - 1} exceeds K = ${K}`);
  return hardResponsibilities(allIndividuals(assignment.length, named, K), assignment);
}

/** Individuals drawn uniformly from K, renumbered in the order of their first record. */
function drawFromAll(order: Int32Array, K: number, random: Random): Int32Array {
  const numbers = new Map<number, number>();
  const assignment = new Int32Array(order.length);
  for (const r of order) {
    const k = random.below(K);
    if (!numbers.has(k)) numbers.set(k, numbers.size);
    assignment[r] = numbers.get(k)!;
  }
  return assignment;
}

/** An individual each for all records, or for K of them drawn at random without replacement. */
function drawOwners(order: Int32Array, K: number, random: Random): Int32Array {
  const records = order.slice();
  const owners = Math.min(K, records.length);
  if (owners < records.length) {
    for (let i = 0; i < owners; i++) {
      const j = i + random.below(records.length - i);
      [records[i], records[j]] = [records[j]!, records[i]!];
    }
  }
  const assignment = new Int32Array(records.length).fill(UNASSIGNED);
  for (let k = 0; k < owners; k++) assignment[records[k]!] = k;
  return assignment;
}

function drawCandidates(order: Int32Array, { offsets, individuals }: Candidates, random: Random): Int32Array {
  const assignment = new Int32Array(order.length);
  for (const r of order) {
    assignment[r] = individuals[offsets[r]! + random.below(offsets[r + 1]! - offsets[r]!)]!;
  }
  return assignment;
}
