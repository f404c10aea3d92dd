/**
 * A split–merge step with sequential allocation (Dahl 2005): of a pair of records in two individuals these are
 * proposed to be one; an individual that holds both is proposed to be split into two that grow around them,
 * the other members joining one after the other, in random order, with the probability of each. Accepted by
 * Metropolis–Hastings.
 */
import type { Random } from '../math/random.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import type { RecordPair } from './pair-proposal.ts';

/** Larger individuals are left as they are: allocating takes quadratic time. */
const MOST_MEMBERS = 60;

/** One step at two records, in either direction. @returns whether it was accepted */
export function splitOrMerge(
  individuals: Individuals,
  [i, j]: RecordPair,
  labels: LabelTerm,
  rng: Random,
): boolean {
  const { of, sizes, logs, occupied } = individuals;
  const [a, b] = [of[i]!, of[j]!];
  const members = new Int32Array(sizes[a]! + (a === b ? 0 : sizes[b]!));
  if (members.length > MOST_MEMBERS || (a !== b && individuals.exclude(a, b))) return false;
  individuals.members(a, members);
  if (a !== b) individuals.members(b, members, sizes[a]!);
  const rest = shuffled(
    members.filter((row) => row !== i && row !== j),
    rng,
  );
  if (a === b) {
    const { one, two, logProbability } = allocate(individuals, i, j, rest, rng);
    const [logOne, logTwo] = [individuals.logOf(one, one.length), individuals.logOf(two, two.length)];
    const gain = logOne + logTwo - logs[a]! + labels.split(occupied);
    if (Math.log(rng.next()) >= gain - logProbability) return false;
    individuals.split(a, two, logOne, logTwo);
    return true;
  }
  const inOne = new Set(members.subarray(0, sizes[a]!));
  const { logProbability } = allocate(individuals, i, j, rest, rng, (row) => inOne.has(row));
  const gain = individuals.logMerged(a, b) - logs[a]! - logs[b]! - labels.merge(occupied);
  if (Math.log(rng.next()) >= gain + logProbability) return false;
  individuals.join(a, b);
  return true;
}

/** Fisher–Yates. */
function shuffled(rows: Int32Array, { below }: Random): Int32Array {
  for (let last = rows.length - 1; last > 0; last--) {
    const at = below(last + 1);
    [rows[last], rows[at]] = [rows[at]!, rows[last]!];
  }
  return rows;
}

/**
 * Two parts grown around i and j, and the log probability that they came out so.
 *
 * @param isOne where each of the rest is to go; undefined draws it
 */
function allocate(
  individuals: Individuals,
  i: number,
  j: number,
  rest: Int32Array,
  { next }: Random,
  isOne?: (row: number) => boolean,
): { one: number[]; two: number[]; logProbability: number } {
  const [one, two] = [[i], [j]];
  let [logOne, logTwo] = [individuals.alone[i]!, individuals.alone[j]!];
  let logProbability = 0;
  for (const row of rest) {
    const [withOne, withTwo] = [logWith(individuals, one, row), logWith(individuals, two, row)];
    const lead = withOne - logOne - (withTwo - logTwo);
    const joinsOne = isOne === undefined ? next() < 1 / (1 + Math.exp(-lead)) : isOne(row);
    // log of the logistic function, either way.
    logProbability -= Math.log1p(Math.exp(joinsOne ? -lead : lead));
    if (joinsOne) [logOne] = [withOne, one.push(row)];
    else [logTwo] = [withTwo, two.push(row)];
  }
  return { one, two, logProbability };
}

/** Log marginal likelihood of a list with one record more. */
function logWith(individuals: Individuals, part: number[], row: number): number {
  part.push(row);
  const log = individuals.logOf(part, part.length);
  part.pop();
  return log;
}
