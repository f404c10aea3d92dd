/** Moves of single records to where they fit better, or to an individual of their own. */
import { Alternatives } from '../partition/alternatives.ts';
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import { type Individuals, LEAST_GAIN } from '../partition/individuals.ts';

/** Records after which others may have a turn. */
const TURN = 4096;

/**
 * Try every record that is not alone once.
 *
 * @param movedAt the clock when each record was last tried, length N, updated; it is not tried again before
 *   its individual or one it could go to has changed
 * @returns the gain in nats
 */
export function* moveAll(
  individuals: Individuals,
  graph: CandidateGraph,
  labels: LabelTerm,
  movedAt: Int32Array,
): Generator<undefined, number> {
  const { of, sizes, changedAt, alone } = individuals;
  const { starts, neighbours } = graph;
  const there = new Alternatives(individuals, graph);
  /** Whether anything near has; what is near may still be too far to matter. */
  const hasChanged = (row: number, since: number): boolean => {
    if (changedAt[of[row]!]! > since) return true;
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++)
      if (changedAt[of[neighbours[edge]!]!]! > since) return true;
    return false;
  };
  let total = 0;
  for (let row = 0; row < individuals.size; row++) {
    if (row % TURN === 0) yield;
    const from = of[row]!;
    if (sizes[from] === 1) continue;
    const tried = movedAt[row]!;
    movedAt[row] = individuals.clock;
    if (!hasChanged(row, tried)) continue;
    there.collect(row);
    if (changedAt[from]! <= tried && !there.changedSince(tried)) continue;
    there.weigh(row, labels);
    let best = there.logAlone;
    let target = -1;
    for (let i = 0; i < there.count; i++)
      if (there.logWeights[i]! > best) [best, target] = [there.logWeights[i]!, i];
    const gain = best - there.logOwn;
    if (gain <= LEAST_GAIN) continue;
    if (target < 0) individuals.move(row, individuals.empty(row), there.logRest, alone[row]!);
    else individuals.move(row, there.individuals[target]!, there.logRest, there.logJoined[target]!);
    total += gain;
  }
  return total;
}
