/** The candidate graph in CSR form: for each record its neighbours, and what joining them is charged. */
export interface CandidateGraph {
  /** Neighbours of record r: neighbours[starts[r]] … neighbours[starts[r + 1] − 1]. Length N + 1. */
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
  /** Charge of each edge, natural log units, parallel to `neighbours`. */
  readonly charges: Float64Array;
}

/**
 * Build the graph from pairs.
 *
 * @param left, right rows of each pair
 * @param charge per pair
 */
export function candidateGraph(
  size: number,
  left: Int32Array,
  right: Int32Array,
  charge: Float64Array,
): CandidateGraph {
  const starts = new Int32Array(size + 1);
  for (let i = 0; i < left.length; i++) {
    starts[left[i]! + 1]!++;
    starts[right[i]! + 1]!++;
  }
  for (let row = 0; row < size; row++) starts[row + 1]! += starts[row]!;
  const neighbours = new Int32Array(2 * left.length);
  const charges = new Float64Array(2 * left.length);
  const next = starts.slice();
  for (let i = 0; i < left.length; i++) {
    const [a, b] = [left[i]!, right[i]!];
    neighbours[next[a]!] = b;
    charges[next[a]!++] = charge[i]!;
    neighbours[next[b]!] = a;
    charges[next[b]!++] = charge[i]!;
  }
  return { starts, neighbours, charges };
}
