/**
 * The collapsed engine: hard assignments of records to individuals, with everything else integrated out,
 * found by greedy ascent of
 *
 *     log p(x, z) = Σ_k log p(x_k) + log K!/(K − C)! − N log K − charges.
 *
 * Merges, then moves of single records, then splits, each taken only if it raises the objective, so the
 * objective never falls. Charges hold what EM knows about a pair beyond its fields (dependent columns, related
 * non-matches): an individual pays, for each record but one, the least charge by which it can be reached.
 */
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { Individuals } from '../partition/individuals.ts';
import { Merging } from './merging.ts';
import { Moving } from './moving.ts';
import { splitAll } from './splitting.ts';

/** Rounds of merges, moves and splits. */
const MOST_ROUNDS = 20;

/**
 * A search over partitions. It may go on after the label term has changed, and remembers what it has tried.
 * It yields now and then, where it can be interrupted.
 */
export class CollapsedSearch {
  private readonly individuals: Individuals;
  private readonly graph: CandidateGraph;
  private readonly merging: Merging;

  constructor(individuals: Individuals, graph: CandidateGraph) {
    this.individuals = individuals;
    this.graph = graph;
    this.merging = new Merging(individuals, graph);
  }

  /** Merges alone, until none gains. @returns the gain in nats */
  merge(labels: LabelTerm): Generator<undefined, number> {
    return this.merging.run(labels);
  }

  /** Merges, moves and splits, until none raises the objective. @returns the gain in nats */
  *ascend(labels: LabelTerm): Generator<undefined, number> {
    const { individuals, graph } = this;
    const moving = new Moving(individuals, graph);
    const splitAt = new Int32Array(individuals.size).fill(-1);
    let gain = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const then = individuals.clock;
      gain += yield* this.merge(labels);
      gain += yield* moving.run(labels);
      yield;
      gain += splitAll(individuals, graph, labels, splitAt);
      if (individuals.clock === then) break;
    }
    return gain;
  }
}
