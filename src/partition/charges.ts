/**
 * What EM knows about pairs beyond their fields, as part of the score of an individual. A pair is charged by what
 * its fields say too much; a credit (below 0) is what they say too little. An individual of two records has the
 * charge of their pair. A larger one pays, for each record but one, the least charge by which it can be reached:
 * the weight of a minimum spanning forest of its edges (Kruskal 1956), credits counting as 0. Records that no
 * edge joins to the others are reached free of charge.
 */
import type { CandidateGraph } from './candidate-graph.ts';

/** The charge of rows[0 … count − 1] as one individual, in nats; it does not depend on their order. */
export type Charges = (rows: ArrayLike<number>, count: number) => number;

/**
 * The charges of a candidate graph; undefined when there are none.
 *
 * @example graphCharges(graph)?.([3, 8], 2) // => the charge of the edge between records 3 and 8
 */
export function graphCharges({ starts, neighbours, owners, charges }: CandidateGraph): Charges | undefined {
  if (charges.every((charge) => charge === 0)) return undefined;
  const hasFees = charges.some((charge) => charge > 0);
  const size = starts.length - 1;
  /** Place of each record among those asked for, valid where it was asked for in this round. */
  const places = new Int32Array(size);
  const rounds = new Int32Array(size);
  let round = 0;
  let trees = new Int32Array(64);
  let edges = new Int32Array(256);

  const ofPair = (a: number, b: number): number => {
    const degree = (row: number): number => starts[row + 1]! - starts[row]!;
    const [few, many] = degree(a) <= degree(b) ? [a, b] : [b, a];
    for (let edge = starts[few]!; edge < starts[few + 1]!; edge++)
      if (neighbours[edge] === many) return charges[edge]!;
    return 0;
  };
  const treeOf = (place: number): number => {
    let root = place;
    while (trees[root] !== root) root = trees[root]!;
    while (trees[place] !== root) [place, trees[place]] = [trees[place]!, root];
    return root;
  };

  /** Edges inside, each once and by its end of the lower place; free ones join their ends at once. */
  const gather = (rows: ArrayLike<number>, count: number): number => {
    round++;
    if (trees.length < count) trees = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) {
      places[rows[i]!] = i;
      rounds[rows[i]!] = round;
      trees[i] = i;
    }
    let found = 0;
    for (let i = 0; i < count; i++)
      for (let edge = starts[rows[i]!]!; edge < starts[rows[i]! + 1]!; edge++) {
        const other = neighbours[edge]!;
        if (rounds[other] !== round || places[other]! < i) continue;
        if (charges[edge]! <= 0) trees[treeOf(i)] = treeOf(places[other]!);
        else {
          if (found === edges.length) {
            const more = new Int32Array(2 * found);
            more.set(edges);
            edges = more;
          }
          edges[found++] = edge;
        }
      }
    return found;
  };

  return (rows, count) => {
    if (count < 2) return 0;
    if (count === 2) return ofPair(rows[0]!, rows[1]!);
    if (!hasFees) return 0;
    const found = gather(rows, count);
    // Sorting by charge, then adding in that order, makes the sum the same for any order of the rows.
    const inside = edges.subarray(0, found).sort((e, f) => charges[e]! - charges[f]!);
    let sum = 0;
    for (const edge of inside) {
      const [one, two] = [treeOf(places[owners[edge]!]!), treeOf(places[neighbours[edge]!]!)];
      if (one === two) continue;
      trees[one] = two;
      sum += charges[edge]!;
    }
    return sum;
  };
}
