/**
 * What EM knows about pairs beyond their fields, as part of the score of an individual. A pair is charged by what
 * its fields say too much; a credit (below 0) is what they say too little. Records are thought to join one after the
 * other by the edges that EM is surest of: a maximum spanning forest by match weight (Kruskal 1956). Each time two
 * groups join, the mean charge of all edges between them counts: their evidence is pooled, so that the edge of a record
 * with gaps alone would be charged too little for the rest. Credits count between two single records. Records that no
 * edge joins to the others are free of charge.
 */
import type { CandidateGraph } from './candidate-graph.ts';
import { countingUp, ranksOf, stablyBy } from './ranks.ts';

/** The charge of rows[0 … count − 1] as one individual, in nats; it does not depend on their order. */
export type Charges = (rows: ArrayLike<number>, count: number) => number;

/**
 * The charges of a candidate graph; undefined when there are none.
 *
 * @example graphCharges(graph)?.([3, 8], 2) // => the charge of the edge between records 3 and 8
 */
export function graphCharges({
  starts,
  neighbours,
  owners,
  charges,
  weights,
}: CandidateGraph): Charges | undefined {
  if (charges.every((charge) => charge === 0)) return undefined;
  const size = starts.length - 1;
  const byWeight = edgesByWeight({ owners, neighbours, weights, charges });
  const ranks = new Int32Array(owners.length);
  for (let rank = 0; rank < byWeight.length; rank++) ranks[byWeight[rank]!] = rank;
  /** Place of each record among those asked for, valid where it was asked for in this round. */
  const places = new Int32Array(size);
  const rounds = new Int32Array(size);
  let round = 0;
  let trees = new Int32Array(64);
  let isAlone = new Uint8Array(64);
  let edges = new Int32Array(256);
  /** The charges between each two trees, by their roots, count × count, and how many they are. */
  let sums = new Float64Array(64 * 64);
  let numbers = new Int32Array(64 * 64);

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

  /** Ranks of the edges inside, each once. */
  const gather = (rows: ArrayLike<number>, count: number): number => {
    round++;
    if (trees.length < count) {
      trees = new Int32Array(2 * count);
      isAlone = new Uint8Array(2 * count);
    }
    for (let i = 0; i < count; i++) {
      places[rows[i]!] = i;
      rounds[rows[i]!] = round;
      trees[i] = i;
      isAlone[i] = 1;
    }
    let found = 0;
    for (let i = 0; i < count; i++)
      for (let edge = starts[rows[i]!]!; edge < starts[rows[i]! + 1]!; edge++) {
        const other = neighbours[edge]!;
        if (rounds[other] !== round || other < rows[i]!) continue;
        if (found === edges.length) {
          const more = new Int32Array(2 * found);
          more.set(edges);
          edges = more;
        }
        edges[found++] = ranks[edge]!;
      }
    return found;
  };

  /** Fills `sums` and `numbers`, every record a tree. */
  const tabulate = (ranked: Int32Array, count: number): void => {
    if (sums.length < count * count) {
      sums = new Float64Array(4 * count * count);
      numbers = new Int32Array(4 * count * count);
    }
    sums.fill(0, 0, count * count);
    numbers.fill(0, 0, count * count);
    for (const rank of ranked) {
      const edge = byWeight[rank]!;
      const [one, two] = [places[owners[edge]!]!, places[neighbours[edge]!]!];
      sums[one * count + two] = charges[edge]!;
      sums[two * count + one] = charges[edge]!;
      numbers[one * count + two] = 1;
      numbers[two * count + one] = 1;
    }
  };

  return (rows, count) => {
    if (count < 2) return 0;
    if (count === 2) return ofPair(rows[0]!, rows[1]!);
    const found = gather(rows, count);
    const inside = edges.subarray(0, found).sort();
    tabulate(inside, count);
    let sum = 0;
    let left = count - 1;
    for (let i = 0; i < found; i++) {
      const edge = byWeight[inside[i]!]!;
      const [one, two] = [treeOf(places[owners[edge]!]!), treeOf(places[neighbours[edge]!]!)];
      if (one === two) continue;
      const charge = sums[one * count + two]! / numbers[one * count + two]!;
      sum += isAlone[one] === 1 && isAlone[two] === 1 ? charge : Math.max(0, charge);
      isAlone[one] = 0;
      isAlone[two] = 0;
      trees[one] = two;
      for (let other = 0; other < count; other++) {
        sums[two * count + other]! += sums[one * count + other]!;
        numbers[two * count + other]! += numbers[one * count + other]!;
        sums[other * count + two] = sums[two * count + other]!;
        numbers[other * count + two] = numbers[two * count + other]!;
      }
      if (--left === 0) break;
    }
    return sum;
  };
}

/** One edge of each pair, the heaviest first, of equally heavy ones the one that is charged least. */
function edgesByWeight({
  owners,
  neighbours,
  weights,
  charges,
}: Pick<CandidateGraph, 'owners' | 'neighbours' | 'weights' | 'charges'>): Int32Array {
  const edges = new Int32Array(owners.length / 2);
  let count = 0;
  for (let edge = 0; edge < owners.length; edge++)
    if (owners[edge]! < neighbours[edge]!) edges[count++] = edge;
  const weightOf = new Float64Array(count);
  const credits = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    weightOf[i] = weights[edges[i]!]!;
    credits[i] = -charges[edges[i]!]!;
  }
  const byCharge = stablyBy(ranksOf(credits), count, countingUp(count));
  const order = stablyBy(ranksOf(weightOf), count, byCharge);
  const sorted = new Int32Array(count);
  for (let at = 0; at < count; at++) sorted[at] = edges[order[at]!]!;
  return sorted;
}
