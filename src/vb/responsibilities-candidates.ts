/** Which individuals a record may be of: all of them, or those in which it or a neighbour starts. */
import { type Candidates, UNASSIGNED } from './responsibilities.ts';

/** Neighbours of record r: neighbours[starts[r]] … neighbours[starts[r + 1] − 1], as in the candidate graph. */
export interface Neighbours {
  readonly starts: Int32Array;
  readonly neighbours: Int32Array;
}

/** Candidates, and the one each record starts in where each starts in one of its own. */
export interface OwnedCandidates extends Candidates {
  /** Individual that record r owns, or `UNASSIGNED`; length N. */
  readonly own: Int32Array;
}

/**
 * Every record may be of each of K individuals, of which the first `named` are held one by one and the rest
 * together. N · min(named + 1, K) entries.
 */
export function allIndividuals(size: number, named: number, K: number): Candidates {
  const width = named < K ? named + 1 : named;
  const individuals = new Int32Array(size * width);
  for (let e = 0; e < individuals.length; e++) individuals[e] = e % width;
  const offsets = Int32Array.from({ length: size + 1 }, (_, r) => r * width);
  return { offsets, individuals, named, alike: K - named };
}

/**
 * Individual r is "the one that record r starts in", so a record may be of its own individual and of its
 * neighbours': N + 2 × edges entries. Individuals beyond N are nobody's candidates: their λ is the prior,
 * they add nothing to the ELBO, and K enters by −N log K alone.
 *
 * With K < N only K records own an individual. The others, found greedily from the record with most
 * neighbours on, have an owner among their neighbours; a record for which none is left (K is below what the
 * graph can bear) may be of all K individuals, which costs K entries.
 */
export function graphIndividuals({ starts, neighbours }: Neighbours, K: number): OwnedCandidates {
  const size = starts.length - 1;
  const own = owners({ starts, neighbours }, K);
  const named = Math.min(size, K);
  const offsets = new Int32Array(size + 1);
  const individuals: number[] = [];
  for (let r = 0; r < size; r++) {
    const candidates = new Set<number>();
    if (own[r] !== UNASSIGNED) candidates.add(own[r]!);
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const k = own[neighbours[i]!]!;
      if (k !== UNASSIGNED) candidates.add(k);
    }
    if (candidates.size === 0) for (let k = 0; k < named; k++) candidates.add(k);
    for (const k of candidates) individuals.push(k);
    offsets[r + 1] = individuals.length;
  }
  return { offsets, individuals: Int32Array.from(individuals), named, alike: 0, own };
}

/** Numbers K owners, in the order of the records; the others stay unassigned. */
function owners({ starts, neighbours }: Neighbours, K: number): Int32Array {
  const size = starts.length - 1;
  const owns = new Uint8Array(size).fill(1);
  const owningNeighbours = Int32Array.from({ length: size }, (_, r) => starts[r + 1]! - starts[r]!);
  const degree = owningNeighbours.slice();
  const order = Array.from(degree.keys()).sort((a, b) => degree[b]! - degree[a]! || a - b);
  let excess = size - K;

  /** Whether r and all its neighbours without an individual of their own still have an owner beside them. */
  function canDo(r: number): boolean {
    if (owningNeighbours[r] === 0) return false;
    for (let i = starts[r]!; i < starts[r + 1]!; i++) {
      const other = neighbours[i]!;
      if (owns[other] === 0 && owningNeighbours[other] === 1) return false;
    }
    return true;
  }

  for (const forced of [false, true]) {
    for (const r of order) {
      if (excess <= 0) break;
      if (owns[r] === 0 || !(forced || canDo(r))) continue;
      owns[r] = 0;
      excess--;
      for (let i = starts[r]!; i < starts[r + 1]!; i++) owningNeighbours[neighbours[i]!]!--;
    }
  }
  let next = 0;
  return Int32Array.from(owns, (owner) => (owner === 1 ? next++ : UNASSIGNED));
}

/** @throws RangeError where candidates are not what `Candidates` says, or are more than K */
export function checkCandidates({ offsets, individuals, named, alike }: Candidates, size: number, K: number) {
  if (offsets.length !== size + 1 || offsets[0] !== 0 || offsets[size] !== individuals.length) {
    throw new RangeError(`candidates are not of ${size} records`);
  }
  if (named + alike > K) throw new RangeError(`${named + alike} candidate individuals exceed K = ${K}`);
  const limit = alike > 0 ? named + 1 : named;
  const seen = new Int32Array(limit).fill(UNASSIGNED);
  for (let r = 0; r < size; r++) {
    if (offsets[r + 1]! <= offsets[r]!) throw new RangeError(`record ${r} has no candidate individual`);
    for (let e = offsets[r]!; e < offsets[r + 1]!; e++) {
      const k = individuals[e]!;
      if (!(k >= 0 && k < limit)) throw new RangeError(`record ${r} has no individual ${k}`);
      if (seen[k] === r) throw new RangeError(`record ${r} has individual ${k} twice`);
      seen[k] = r;
    }
  }
}
