/**
 * Where a search has to look again: at the records of individuals that have changed since it last looked, and at
 * those that a candidate pair joins to them. After the first round these are few among many.
 */
import type { CandidateGraph } from '../partition/candidate-graph.ts';
import type { Individuals } from '../partition/individuals.ts';
import { RecordSet } from '../partition/record-set.ts';

export class NearChanges {
  private readonly individuals: Individuals;
  private readonly graph: CandidateGraph;
  private readonly records: RecordSet;
  private members = new Int32Array(64);

  /** What is near changes after the given time of the clock; all records for a time below 0. */
  constructor(individuals: Individuals, graph: CandidateGraph, since: number) {
    const { size, sizes, changedAt, clock } = individuals;
    this.individuals = individuals;
    this.graph = graph;
    this.records = new RecordSet(size);
    if (since < 0) this.records.addAll(size);
    else if (clock > since)
      for (let k = 0; k < size; k++) if (changedAt[k]! > since && sizes[k]! > 0) this.add(k);
  }

  /** The first such record from the given one on; −1 where there is none. */
  next(from: number): number {
    return this.records.next(from);
  }

  /** An individual that has just changed counts too. */
  add(individual: number): void {
    const { individuals, records } = this;
    const { starts, neighbours } = this.graph;
    const size = individuals.sizes[individual]!;
    if (size > this.members.length) this.members = new Int32Array(2 * size);
    individuals.members(individual, this.members);
    for (let i = 0; i < size; i++) {
      const row = this.members[i]!;
      records.add(row);
      for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) records.add(neighbours[edge]!);
    }
  }
}
