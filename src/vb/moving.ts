/** Moves of single records to where they fit better, or to an individual of their own. */
import { Alternatives, NEAR } from '../partition/alternatives.ts';
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import { type Individuals, LEAST_GAIN } from '../partition/individuals.ts';
import { NearChanges } from './near-changes.ts';

/** Records after which others may have a turn. */
const TURN = 4096;

/**
 * Moves of one record in one search. Merges pool the charges of all edges between two individuals, moves those of one
 * record, so that each can undo, at a gain, what the other did: who has moved so often is going in circles.
 */
const MOST_MOVES = 3;

export class Moving {
  private readonly individuals: Individuals;
  private readonly graph: CandidateGraph;
  private readonly there: Alternatives;
  /** The clock when each record was last tried: not again before its individual or one it could go to has changed. */
  private readonly movedAt: Int32Array;
  /** How often each has moved. */
  private readonly moves: Uint8Array;
  /** The clock when all were. */
  private triedAt = -1;

  constructor(individuals: Individuals, graph: CandidateGraph) {
    this.individuals = individuals;
    this.graph = graph;
    this.there = new Alternatives(individuals, graph, NEAR, true);
    this.movedAt = new Int32Array(individuals.size).fill(-1);
    this.moves = new Uint8Array(individuals.size);
  }

  /**
   * Try every record that is not alone once.
   *
   * @returns the gain in nats
   */
  *run(labels: LabelTerm): Generator<undefined, number> {
    const { individuals, graph, there, movedAt, moves } = this;
    const { of, sizes, changedAt, alone } = individuals;
    const near = new NearChanges(individuals, graph, this.triedAt);
    this.triedAt = individuals.clock;
    let total = 0;
    let seen = 0;
    for (let row = near.next(0); row >= 0; row = near.next(row + 1)) {
      if (seen++ % TURN === 0) yield;
      const from = of[row]!;
      if (sizes[from] === 1 || moves[row] === MOST_MOVES) continue;
      const tried = movedAt[row]!;
      movedAt[row] = individuals.clock;
      if (!this.hasChanged(row, tried)) continue;
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
      moves[row]!++;
      near.add(from);
      near.add(of[row]!);
    }
    return total;
  }

  /** Whether anything near has; what is near may still be too far to matter. */
  private hasChanged(row: number, since: number): boolean {
    const { of, changedAt } = this.individuals;
    const { starts, neighbours } = this.graph;
    if (changedAt[of[row]!]! > since) return true;
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++)
      if (changedAt[of[neighbours[edge]!]!]! > since) return true;
    return false;
  }
}
