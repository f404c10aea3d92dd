/** Splits of individuals in two, around the two members that go together worst. */
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import { type Individuals, LEAST_GAIN } from '../partition/individuals.ts';

/**
 * Try every individual of four records and more once.
 *
 * @param splitAt the clock when each individual was last tried, length N, updated; it is not tried again
 *   before it has changed
 * @returns the gain in nats
 */
export function splitAll(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
  splitAt: Int32Array,
): number {
  const { sizes, logs, alone, changedAt } = individuals;
  let members = new Int32Array(64);
  let total = 0;
  for (let k = 0; k < individuals.size; k++) {
    const count = sizes[k]!;
    if (count < 4 || count > MOST_SPLIT || changedAt[k]! <= splitAt[k]!) continue;
    splitAt[k] = individuals.clock;
    if (count > members.length) members = new Int32Array(2 * count);
    individuals.members(k, members);
    const [one, two] = halves(individuals, members.subarray(0, count), alone);
    if (one.length === 0 || two.length === 0) continue;
    const [logOne, logTwo] = [individuals.logOf(one, one.length), individuals.logOf(two, two.length)];
    const gain =
      logOne + logTwo - logs[k]! + labels.split(individuals.occupied) + meanCharge(one, two, graph);
    if (gain <= LEAST_GAIN) continue;
    individuals.split(k, two, logOne, logTwo);
    total += gain;
  }
  return total;
}

/** The mean charge of the edges between two lists of records; 0 where there are none. */
function meanCharge(
  one: readonly number[],
  two: readonly number[],
  { starts, neighbours, charges }: CandidateGraph,
): number {
  let sum = 0;
  let edges = 0;
  for (const row of two)
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
      if (!one.includes(neighbours[edge]!)) continue;
      sum += charges[edge]!;
      edges++;
    }
  return edges === 0 ? 0 : Math.max(0, sum / edges);
}

/** Larger individuals are not tried: their quadratic search would take too long. */
const MOST_SPLIT = 400;

/** The members in two halves: seeds are the pair least alike, the others join the half they fit better. */
function halves(individuals: Individuals, members: Int32Array, alone: Float64Array): [number[], number[]] {
  const pair = new Int32Array(2);
  const affinity = (a: number, b: number): number => {
    pair[0] = a;
    pair[1] = b;
    return individuals.logOf(pair, 2) - alone[a]! - alone[b]!;
  };
  // The least alike of the first member is one seed, the least alike of that the other.
  const leastLike = (row: number): number => {
    let least = Number.POSITIVE_INFINITY;
    let found = row;
    for (const other of members) {
      if (other === row) continue;
      const value = affinity(row, other);
      if (value < least) [least, found] = [value, other];
    }
    return found;
  };
  const first = leastLike(members[0]!);
  const second = leastLike(first);
  const [one, two] = [[first], [second]];
  for (const row of members) {
    if (row === first || row === second) continue;
    if (meanAffinity(row, one, affinity) >= meanAffinity(row, two, affinity)) one.push(row);
    else two.push(row);
  }
  return [one, two];
}

/** Members of a half that a record is held against. */
const WITNESSES = 4;

function meanAffinity(
  row: number,
  half: readonly number[],
  affinity: (a: number, b: number) => number,
): number {
  const witnesses = Math.min(WITNESSES, half.length);
  let sum = 0;
  for (let i = 0; i < witnesses; i++) sum += affinity(row, half[i]!);
  return sum / witnesses;
}
