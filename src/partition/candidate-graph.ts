import { countingUp, ranksOf, stablyBy } from './ranks.ts';

/** The candidate graph in CSR form: for each record its neighbours, and what joining them is charged. */
export interface CandidateGraph {
  /** Neighbours of record r: neighbours[starts[r]] … neighbours[starts[r + 1] − 1]. Length N + 1. */
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** The record each edge belongs to, parallel to `neighbours`. */
  readonly owners: Int32Array;
  /** Match weight of each pair in nats, by which neighbours are ranked; parallel to `neighbours`. */
  readonly weights: Float64Array;
  /** log p(both one individual) − log p(each alone) under the model, in nats; parallel to `neighbours`. */
  readonly ratios: Float64Array;
  /** Charge of each edge in nats, below 0 a credit (see `chargeBetween`), parallel to `neighbours`. */
  readonly charges: Float64Array;
}

/**
 * What the mean charge of the edges between two individuals comes to: a credit (below 0) is for two single records.
 * It is the mean, since what their records agree on is pooled, and so must be what speaks for their being merely
 * related; a record with gaps would else be a cheap bridge.
 */
export function chargeBetween(charge: number, records: number): number {
  return records === 2 ? charge : Math.max(0, charge);
}

/** The same graph for individuals that are charged as a whole; see `Charges`. */
export function withoutCharges(graph: CandidateGraph): CandidateGraph {
  return { ...graph, charges: new Float64Array(graph.charges.length) };
}

/** Candidate pairs and what is known of each; all parallel. */
export interface CandidatePairs {
  /** Rows of each pair. */
  left: Int32Array;
  right: Int32Array;
  weights: Float64Array;
  ratios: Float64Array;
  charges: Float64Array;
}

/** Build the graph of N records from pairs, each given once. */
export function candidateGraph(size: number, pairs: CandidatePairs): CandidateGraph {
  const { left, right } = pairs;
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < left.length; i++) {
    starts[left[i]! + 1]!++;
    starts[right[i]! + 1]!++;
  }
  for (let row = 0; row < size; row++) starts[row + 1]! += starts[row]!;
  const edges = 2 * left.length;
  const neighbours = new Int32Array(edges);
  const owners = new Int32Array(edges);
  const weights = new Float64Array(edges);
  const ratios = new Float64Array(edges);
  const charges = new Float64Array(edges);
  const next = starts.slice();
  const add = (owner: number, neighbour: number, i: number): void => {
    const edge = next[owner]!++;
    owners[edge] = owner;
    neighbours[edge] = neighbour;
    weights[edge] = pairs.weights[i]!;
    ratios[edge] = pairs.ratios[i]!;
    charges[edge] = pairs.charges[i]!;
  };
  for (let i = 0; i < left.length; i++) {
    add(left[i]!, right[i]!, i);
    add(right[i]!, left[i]!, i);
  }
  return { starts, neighbours, owners, weights, ratios, charges };
}

/** Pairs by weight classes: what there is to choose neighbours from. All parallel. */
export interface ClassedPairs {
  /** Rows of each pair, in either order. */
  left: Int32Array;
  right: Int32Array;
  /** Class of each pair. */
  classes: Int32Array;
}

/**
 * The pairs that are among the best of either of their records, in the order of their records; of
 * equally good ones those of the lower records. Nothing but their weights is known of them.
 *
 * @param size number of records
 * @param weightOf match weight of each class, in nats
 * @param most number of neighbours by class: a pair of a class counts where fewer stand before it
 */
export function bestPairs(
  size: number,
  { left, right, classes }: ClassedPairs,
  weightOf: Float64Array,
  most: Int32Array,
): CandidatePairs {
  const low = new Int32Array(left.length);
  const high = new Int32Array(left.length);
  for (let i = 0; i < left.length; i++) {
    low[i] = Math.min(left[i]!, right[i]!);
    high[i] = Math.max(left[i]!, right[i]!);
  }
  const byRecords = stablyBy(low, size, stablyBy(high, size, countingUp(left.length)));
  const ranks = ranksOf(weightOf);
  const rank = new Int32Array(classes.length);
  for (let i = 0; i < rank.length; i++) rank[i] = ranks[classes[i]!]!;
  const degree = new Int32Array(size);
  const isKept = new Uint8Array(left.length);
  const byRank = stablyBy(rank, weightOf.length, byRecords);
  for (let at = 0; at < byRank.length; at++) {
    const i = byRank[at]!;
    const [a, b] = [low[i]!, high[i]!];
    if (Math.min(degree[a]!, degree[b]!) < most[classes[i]!]!) isKept[i] = 1;
    degree[a]!++;
    degree[b]!++;
  }
  let count = 0;
  for (let at = 0; at < byRecords.length; at++) {
    const i = byRecords[at]!;
    if (isKept[i] === 1) byRecords[count++] = i;
  }
  const weights = new Float64Array(count);
  const [lefts, rights] = [new Int32Array(count), new Int32Array(count)];
  for (let at = 0; at < count; at++) {
    const i = byRecords[at]!;
    lefts[at] = low[i]!;
    rights[at] = high[i]!;
    weights[at] = weightOf[classes[i]!]!;
  }
  return {
    ...{ left: lefts, right: rights, weights },
    ...{ ratios: new Float64Array(count), charges: new Float64Array(count) },
  };
}
