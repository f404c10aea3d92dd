/** Where a record could go: the individuals of its neighbours, the nearest first. */
import type { CandidateGraph } from './candidate-graph.ts';

/** Individuals besides its own that a record is tried in. */
const MOST_DESTINATIONS = 5;

export class Destinations {
  /** Other individuals, by their best match weight with the record, at most five. */
  readonly individuals: number[] = [];
  /** The least charge by which the record reaches each, parallel to `individuals`. */
  readonly charges: number[] = [];
  /** The least charge by which it reaches its own; 0 where no edge leads there. */
  ownCharge = 0;
  private readonly best = new Map<number, { weight: number; charge: number }>();

  /** Look around a record. @param of individual of each record */
  collect(row: number, of: Int32Array, { starts, neighbours, weights, charges }: CandidateGraph): void {
    const { best, individuals } = this;
    best.clear();
    for (let edge = starts[row]!; edge < starts[row + 1]!; edge++) {
      const k = of[neighbours[edge]!]!;
      const known = best.get(k);
      if (known === undefined) {
        best.set(k, { weight: weights[edge]!, charge: charges[edge]! });
        continue;
      }
      known.weight = Math.max(known.weight, weights[edge]!);
      known.charge = Math.min(known.charge, charges[edge]!);
    }
    this.ownCharge = best.get(of[row]!)?.charge ?? 0;
    best.delete(of[row]!);
    individuals.length = 0;
    individuals.push(...best.keys());
    individuals.sort((a, b) => best.get(b)!.weight - best.get(a)!.weight || a - b);
    individuals.length = Math.min(individuals.length, MOST_DESTINATIONS);
    this.charges.length = 0;
    for (const k of individuals) this.charges.push(best.get(k)!.charge);
  }
}
