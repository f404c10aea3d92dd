/** The candidate graph in CSR form: for each record its neighbours, and what joining them is charged. */
export interface CandidateGraph {
  /** Neighbours of record r: neighbours[starts[r]] … neighbours[starts[r + 1] − 1]. Length N + 1. */
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** The record each edge belongs to, parallel to `neighbours`. */
  readonly owners: Int32Array;
  /** Match weight of each pair in nats, by which neighbours are ranked; parallel to `neighbours`. */
  readonly weights: Float64Array;
  /** Charge of each edge in nats, parallel to `neighbours`. */
  readonly charges: Float64Array;
}

/**
 * Build the graph from pairs.
 *
 * @param left, right rows of each pair
 * @param weight, charge per pair, in nats
 */
export function candidateGraph(
  size: number,
  left: Int32Array,
  right: Int32Array,
  weight: Float64Array,
  charge: Float64Array,
): CandidateGraph {
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < left.length; i++) {
    starts[left[i]! + 1]!++;
    starts[right[i]! + 1]!++;
  }
  for (let row = 0; row < size; row++) starts[row + 1]! += starts[row]!;
  const neighbours = new Int32Array(2 * left.length);
  const owners = new Int32Array(2 * left.length);
  const weights = new Float64Array(2 * left.length);
  const charges = new Float64Array(2 * left.length);
  const next = starts.slice();
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i]!, right[i]!];
    owners[next[a]!] = a;
    neighbours[next[a]!] = b;
    weights[next[a]!] = weight[i]!;
    charges[next[a]!++] = charge[i]!;
    owners[next[b]!] = b;
    neighbours[next[b]!] = a;
    weights[next[b]!] = weight[i]!;
    charges[next[b]!++] = charge[i]!;
  }
  return { starts, neighbours, owners, weights, charges };
}

/**
 * The pairs that are among the `most` best of either of their records.
 *
 * @param weight per pair
 * @returns indices of the pairs, ascending
 */
export function bestPairs(
  size: number,
  left: Int32Array,
  right: Int32Array,
  weight: Float64Array,
  most: number,
): Int32Array {
  const order = Int32Array.from({ length: left.length }, (_, i) => i);
  order.sort((i, j) => weight[j]! - weight[i]! || i - j);
  const degree = new Int32Array(size);
  const kept = order.filter((i) => {
    const [a, b] = [left[i]!, right[i]!];
    const keep = degree[a]! < most || degree[b]! < most;
    degree[a]!++;
    degree[b]!++;
    return keep;
  });
  return kept.sort();
}
