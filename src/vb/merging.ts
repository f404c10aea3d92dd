/**
 * Merges of individuals along the candidate graph, the most gainful first: a priority queue in which each
 * merge is scored again when its turn comes and one of the two has changed.
 */
import { type CandidateGraph, chargeBetween } from '../partition/candidate-graph.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import { type Individuals, LEAST_GAIN } from '../partition/individuals.ts';
import { Bridges } from './bridges.ts';
import { MergeQueue } from './merge-queue.ts';
import { NearChanges } from './near-changes.ts';

/** Records or merges after which others may have a turn. */
const TURN = 4096;

export class Merging {
  private readonly individuals: Individuals;
  private readonly graph: CandidateGraph;
  /** log p(merged) − log p(a) − log p(b) by the edge that joins a and b, when it was last scored. */
  private readonly ratios: Float64Array;
  /** What a and b are charged, likewise. */
  private readonly paid: Float64Array;
  private members = new Int32Array(64);
  /** The clock at which each edge was scored. Every record on its own is time 0. */
  private readonly scoredAt: Int32Array;
  /** The edge that stands for all edges between two individuals of several records. */
  private readonly bridges = new Bridges();
  /** The clock when the last run began, and the most that a merge cost in it: no edge left by it was worth more. */
  private settledAt = -1;
  private settledCost = Number.POSITIVE_INFINITY;

  constructor(individuals: Individuals, graph: CandidateGraph) {
    this.individuals = individuals;
    this.graph = graph;
    this.ratios = graph.ratios.slice();
    this.paid = graph.charges.slice();
    this.scoredAt = new Int32Array(graph.ratios.length);
  }

  /**
   * Merge until no merge gains; while there are more than K individuals, also at a loss.
   *
   * @returns the gain in nats
   */
  *run(labels: LabelTerm): Generator<undefined, number> {
    const { individuals, graph, ratios, paid, scoredAt } = this;
    const { starts, neighbours, owners } = graph;
    const { of, changedAt, sizes, logs } = individuals;
    const queue = new MergeQueue();
    const isWanted = (gain: number): boolean => gain > LEAST_GAIN || individuals.occupied > labels.most;
    const gainBy = (edge: number): number => {
      const records = sizes[of[owners[edge]!]!]! + sizes[of[neighbours[edge]!]!]!;
      return ratios[edge]! - chargeBetween(paid[edge]!, records) - labels.merge(individuals.occupied);
    };
    const offer = (edge: number): void => {
      if (!this.score(edge)) return;
      const gain = gainBy(edge);
      if (isWanted(gain)) queue.push(edge, gain);
    };
    const began = individuals.clock;
    let cost = labels.merge(individuals.occupied);
    // Where merges cost as much as before, edges between individuals that have not changed since need no second look.
    const settledAt =
      cost >= this.settledCost && individuals.occupied <= labels.most
        ? this.settledAt
        : Number.NEGATIVE_INFINITY;
    const near = new NearChanges(individuals, graph, settledAt);
    let seen = 0;
    for (let row = near.next(0); row >= 0; row = near.next(row + 1)) {
      if (seen++ % TURN === 0) yield;
      const isSettled = changedAt[of[row]!]! <= settledAt;
      for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
        const other = neighbours[edge]!;
        if (other > row && !(isSettled && changedAt[of[other]!]! <= settledAt)) offer(edge);
      }
    }
    let total = 0;
    let popped = 0;
    for (let edge = queue.pop(); edge >= 0; edge = queue.pop()) {
      if (++popped % TURN === 0) yield;
      const [a, b] = [of[owners[edge]!]!, of[neighbours[edge]!]!];
      if (a === b) continue;
      if (Math.max(changedAt[a]!, changedAt[b]!) > scoredAt[edge]!) {
        offer(edge);
        continue;
      }
      const gain = gainBy(edge);
      if (!isWanted(gain)) continue;
      total += gain;
      individuals.join(a, b, ratios[edge]! + logs[a]! + logs[b]!);
      cost = Math.max(cost, labels.merge(individuals.occupied));
    }
    this.settledAt = began;
    this.settledCost = cost;
    return total;
  }

  /** Bring the ratio of an edge up to date; false where it joins nothing, or another edge stands for it. */
  private score(edge: number): boolean {
    const { individuals, graph, ratios, scoredAt, bridges } = this;
    const { of, changedAt, sizes, logs } = individuals;
    const [a, b] = [of[graph.owners[edge]!]!, of[graph.neighbours[edge]!]!];
    if (a === b || individuals.exclude(a, b)) return false;
    const changed = Math.max(changedAt[a]!, changedAt[b]!);
    if (changed <= scoredAt[edge]!) return true;
    if (sizes[a] === 1 && sizes[b] === 1) {
      ratios[edge] = graph.ratios[edge]! + individuals.pairPrior();
      this.paid[edge] = graph.charges[edge]!;
      scoredAt[edge] = individuals.clock;
      return true;
    }
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const place = bridges.place(low, high);
    const bridge = bridges.edgeAt(place);
    if (bridge >= 0 && bridge !== edge && scoredAt[bridge]! >= changed && this.joins(bridge, a, b))
      return false;
    ratios[edge] = individuals.logMerged(a, b) - logs[a]! - logs[b]!;
    this.paid[edge] = this.meanCharge(a, b);
    scoredAt[edge] = individuals.clock;
    bridges.set(place, low, high, edge);
    return true;
  }

  /** The mean charge of the edges between two individuals. */
  private meanCharge(a: number, b: number): number {
    const { of, sizes } = this.individuals;
    const { starts, neighbours, charges } = this.graph;
    const [few, many] = sizes[a]! <= sizes[b]! ? [a, b] : [b, a];
    if (sizes[few]! > this.members.length) this.members = new Int32Array(2 * sizes[few]!);
    const count = this.individuals.members(few, this.members);
    let sum = 0;
    let edges = 0;
    for (let i = 0; i < count; i++) {
      const row = this.members[i]!;
      for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
        if (of[neighbours[edge]!] !== many) continue;
        sum += charges[edge]!;
        edges++;
      }
    }
    return sum / edges;
  }

  private joins(edge: number, a: number, b: number): boolean {
    const [one, two] = [
      this.individuals.of[this.graph.owners[edge]!]!,
      this.individuals.of[this.graph.neighbours[edge]!]!,
    ];
    return (one === a && two === b) || (one === b && two === a);
  }
}
