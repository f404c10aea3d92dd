/** The part of a partition that is in doubt: the records and edges that a chain of draws has to visit. */
import { Alternatives } from '../partition/alternatives.ts';
import { type CandidateGraph, withoutCharges } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';

/** Nats by which an alternative may be worse and still be visited; e⁻⁷ is about 1 in 1,000. */
const DOUBT = 7;

export interface Doubtful {
  /** Records that could be elsewhere, ascending. */
  records: Int32Array;
  /** Edges between individuals that could be one, or within individuals that could be two. */
  edges: Int32Array;
}

/** @param individuals charged as a whole */
export function doubtfulParts(individuals: Individuals, graph: CandidateGraph, labels: LabelTerm): Doubtful {
  const { of, sizes, logs } = individuals;
  const there = new Alternatives(individuals, withoutCharges(graph));
  const records: number[] = [];
  const edges: number[] = [];
  for (let row = 0; row < individuals.size; row++) {
    const own = of[row]!;
    for (let edge = graph.starts[row]!; edge < graph.starts[row + 1]!; edge++) {
      const other = graph.neighbours[edge]!;
      if (other < row) continue;
      const k = of[other]!;
      // Parts of two records each and more, which no record leaves alone.
      if (k === own ? sizes[own]! >= 4 && isWeak(edge, graph, labels, individuals) : couldMerge(own, k))
        edges.push(edge);
    }
    there.collect(row);
    if (sizes[own] === 1 && there.count === 0) continue;
    there.weigh(row, labels);
    const stays = sizes[own] === 1 ? there.logAlone : there.logOwn;
    let best = sizes[own] === 1 ? Number.NEGATIVE_INFINITY : there.logAlone;
    for (let i = 0; i < there.count; i++) best = Math.max(best, there.logWeights[i]!);
    if (best > stays - DOUBT) records.push(row);
  }
  return { records: Int32Array.from(records), edges: Int32Array.from(edges) };

  function couldMerge(a: number, b: number): boolean {
    if (sizes[a] === 1 && sizes[b] === 1) return false;
    if (individuals.exclude(a, b)) return false;
    return individuals.logMerged(a, b) - logs[a]! - logs[b]! - labels.merge(individuals.occupied) > -DOUBT;
  }
}

/** Whether a pair of one individual would hardly be one for its own sake. */
function isWeak(edge: number, graph: CandidateGraph, labels: LabelTerm, { occupied }: Individuals): boolean {
  return graph.ratios[edge]! - graph.charges[edge]! - labels.split(occupied) < DOUBT;
}
