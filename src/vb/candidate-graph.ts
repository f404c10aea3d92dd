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
  /** Charge of each edge in nats, parallel to `neighbours`. */
  readonly charges: Float64Array;
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

/**
 * Pairs in the order of their records, nothing but their weights known.
 *
 * @param left, right rows of each pair, in either order
 */
export function sortedPairs(
  left: Int32Array,
  right: Int32Array,
  weights: Float64Array,
  size: number,
): CandidatePairs {
  const low = left.map((a, i) => Math.min(a, right[i]!));
  const high = left.map((a, i) => Math.max(a, right[i]!));
  const indices = Int32Array.from(left.keys());
  return chosen(
    { left: low, right: high, weights, ...nothingKnown(left.length) },
    stablyBy(low, size, stablyBy(high, size, indices)),
  );
}

function nothingKnown(count: number): Pick<CandidatePairs, 'ratios' | 'charges'> {
  return { ratios: new Float64Array(count), charges: new Float64Array(count) };
}

/** Indices sorted by their key 0 … size − 1; equal keys stay as they stand. */
function stablyBy(key: Int32Array, size: number, indices: Int32Array): Int32Array {
  const starts = new Int32Array(size + 1);
  for (const k of key) starts[k + 1]!++;
  for (let k = 0; k < size; k++) starts[k + 1]! += starts[k]!;
  const sorted = new Int32Array(indices.length);
  for (const i of indices) sorted[starts[key[i]!]!++] = i;
  return sorted;
}

function chosen(pairs: CandidatePairs, indices: Int32Array): CandidatePairs {
  return {
    left: indices.map((i) => pairs.left[i]!),
    right: indices.map((i) => pairs.right[i]!),
    weights: Float64Array.from(indices, (i) => pairs.weights[i]!),
    ratios: Float64Array.from(indices, (i) => pairs.ratios[i]!),
    charges: Float64Array.from(indices, (i) => pairs.charges[i]!),
  };
}

/** The pairs that are among the `most` best of either of their records, in the same order; of equal ones the first. */
export function bestPairs(size: number, pairs: CandidatePairs, most: number): CandidatePairs {
  const { left, right, weights } = pairs;
  const order = Int32Array.from(left.keys()).sort((i, j) => weights[j]! - weights[i]! || i - j);
  const degree = new Int32Array(size);
  const kept = order.filter((i) => {
    const [a, b] = [left[i]!, right[i]!];
    const keep = degree[a]! < most || degree[b]! < most;
    degree[a]!++;
    degree[b]!++;
    return keep;
  });
  return chosen(pairs, kept.sort());
}
