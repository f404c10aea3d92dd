/**
 * The collapsed engine: hard assignments of records to individuals, with everything else integrated out,
 * found by greedy ascent of
 *
 *     log p(x, z) = Σ_k log p(x_k) + log K!/(K − C)! − N log K − charges.
 *
 * A priority queue of candidate merges, each re-scored when its turn comes; then moves of single records and
 * splits of individuals; each step is taken only if it raises the objective, so the objective never falls.
 * Charges hold what EM knows about a pair beyond its fields (dependent columns, related non-matches): an
 * individual pays, for each record but one, the least charge by which the record can be reached.
 */
import type { CandidateGraph } from './candidate-graph.ts';
import { Destinations } from './destinations.ts';
import type { LabelTerm } from './entity-count.ts';
import type { Individuals } from './individuals.ts';
import { MergeQueue } from './merge-queue.ts';

/** Steps must raise the objective by more than this, in nats, lest rounding makes them go round. */
const LEAST_GAIN = 1e-9;
/** Rounds of merges, moves and splits. */
const MOST_ROUNDS = 20;

/**
 * Ascend until no merge, move or split raises the objective.
 *
 * @returns the gain over the start, in nats
 */
export function ascend(individuals: Individuals, graph: CandidateGraph, labels: LabelTerm): number {
  const movedAt = new Int32Array(individuals.size).fill(-1);
  const splitAt = new Int32Array(individuals.size).fill(-1);
  let mergedAt = -1;
  let gain = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = gain;
    const now = individuals.clock;
    gain += mergeAll(individuals, graph, labels, mergedAt);
    mergedAt = now;
    gain += moveAll(individuals, graph, labels, movedAt);
    gain += splitAll(individuals, graph, labels, splitAt);
    if (gain - before <= LEAST_GAIN) break;
  }
  return gain;
}

/**
 * Merge pairs of individuals, the most gainful first; while there are more than K, also at a loss.
 *
 * @param since pairs of which neither changed after this time of the clock are known not to gain
 * @returns the gain in nats
 */
function mergeAll(individuals: Individuals, graph: CandidateGraph, labels: LabelTerm, since: number): number {
  const { starts, neighbours, charges, owners } = graph;
  const { of, logs, changedAt } = individuals;
  const queue = new MergeQueue();
  /** The clock at which each edge was scored. */
  const scoredAt = new Int32Array(neighbours.length);
  const gainOf = (edge: number, a: number, b: number, merged: number): number =>
    merged - logs[a]! - logs[b]! - labels.merge(individuals.occupied) - charges[edge]!;
  const offer = (edge: number): void => {
    const [a, b] = [of[owners[edge]!]!, of[neighbours[edge]!]!];
    const gain = gainOf(edge, a, b, individuals.logMerged(a, b));
    scoredAt[edge] = individuals.clock;
    if (gain > LEAST_GAIN || individuals.occupied > labels.most) queue.push(edge, gain);
  };
  /** The best edge between two individuals stands for all of them, once they have several records. */
  const bridges = new Map<number, number>();
  for (let row = 0; row < individuals.size; row++)
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
      if (neighbours[edge]! < row) continue;
      const [a, b] = [of[row]!, of[neighbours[edge]!]!];
      if (a === b || (changedAt[a]! <= since && changedAt[b]! <= since)) continue;
      if (since < 0) offer(edge);
      else {
        const key = Math.min(a, b) * individuals.size + Math.max(a, b);
        const known = bridges.get(key);
        if (known === undefined || graph.weights[edge]! > graph.weights[known]!) bridges.set(key, edge);
      }
    }
  for (const edge of bridges.values()) offer(edge);
  let total = 0;
  for (let edge = queue.pop(); edge >= 0; edge = queue.pop()) {
    const [a, b] = [of[owners[edge]!]!, of[neighbours[edge]!]!];
    if (a === b) continue;
    if (Math.max(changedAt[a]!, changedAt[b]!) > scoredAt[edge]!) {
      offer(edge);
      continue;
    }
    const [to, from] = individuals.sizes[a]! >= individuals.sizes[b]! ? [a, b] : [b, a];
    const merged = individuals.logMerged(to, from);
    const gain = gainOf(edge, a, b, merged);
    if (gain <= LEAST_GAIN && individuals.occupied <= labels.most) continue;
    total += gain;
    individuals.merge(to, from, merged);
  }
  return total;
}

/**
 * Move single records to where they fit better, or to an individual of their own.
 *
 * @param movedAt the clock when each record was last tried, updated; it is not tried again before its
 *   individual or one it could go to has changed
 */
function moveAll(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
  movedAt: Int32Array,
): number {
  const { of, logs, sizes, alone, changedAt } = individuals;
  const destinations = new Destinations();
  let total = 0;
  for (let row = 0; row < individuals.size; row++) {
    const from = of[row]!;
    if (sizes[from] === 1) continue;
    destinations.collect(row, of, graph);
    const tried = movedAt[row]!;
    movedAt[row] = individuals.clock;
    if (changedAt[from]! <= tried && destinations.individuals.every((k) => changedAt[k]! <= tried)) continue;
    const rest = individuals.logWithout(from, row);
    const leave = rest + alone[row]! - logs[from]! + destinations.ownCharge;
    let best = leave + labels.split(individuals.occupied);
    let target = -1;
    let logTarget = alone[row]!;
    destinations.individuals.forEach((k, i) => {
      const joined = individuals.logWith(k, row);
      const gain = leave + joined - logs[k]! - alone[row]! - destinations.charges[i]!;
      if (gain > best) [best, target, logTarget] = [gain, k, joined];
    });
    if (best <= LEAST_GAIN) continue;
    individuals.move(row, target < 0 ? individuals.empty(row) : target, rest, logTarget);
    total += best;
  }
  return total;
}

/** Split individuals of four records and more in two around the two members that go together worst. */
function splitAll(
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
      logOne + logTwo - logs[k]! + labels.split(individuals.occupied) + leastCharge(one, two, graph);
    if (gain <= LEAST_GAIN) continue;
    const target = individuals.empty(k);
    for (const row of two) individuals.move(row, target, 0, 0);
    individuals.logs[k] = logOne;
    individuals.logs[target] = logTwo;
    total += gain;
  }
  return total;
}

/** The least charge of an edge between two lists of records; 0 where there is none. */
function leastCharge(
  one: readonly number[],
  two: readonly number[],
  { starts, neighbours, charges }: CandidateGraph,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (const row of two)
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++)
      if (charges[edge]! < least && one.includes(neighbours[edge]!)) least = charges[edge]!;
  return least === Number.POSITIVE_INFINITY ? 0 : least;
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
