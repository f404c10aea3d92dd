/**
 * Where a record could go, all other records held: to the individuals of its neighbours, to its own, or to a new
 * one alone; and how probable each is (a mean-field φ restricted to the candidates).
 */
import { type CandidateGraph, chargeBetween } from './candidate-graph.ts';
import type { LabelTerm } from './entity-count.ts';
import type { Individuals } from './individuals.ts';

/** How far a record looks. */
export interface Horizon {
  /** Individuals besides its own that it is tried in. */
  most: number;
  /** Nats by which the best match weight elsewhere may fall short of that within its own individual. */
  reach: number;
}

/** What a search looks at. */
export const NEAR: Horizon = { most: 5, reach: 10 };

export class Alternatives {
  /** Number of other individuals worth a try, at most as many as the horizon says. */
  count = 0;
  /** They themselves, by their best match weight with the record. */
  readonly individuals: Int32Array;
  /** Log of the unnormalised probability of going to each, parallel to `individuals`. */
  readonly logWeights: Float64Array;
  /** The same of staying with the records it is with; −Infinity where there are none. */
  logOwn = 0;
  /** The same of being alone in an individual of its own; −Infinity where there are none left for it. */
  logAlone = 0;
  /** Log marginal likelihood of its individual without it. */
  logRest = 0;
  /** Log marginal likelihood of each with it, parallel to `individuals`. */
  readonly logJoined: Float64Array;
  /** The mean charge of the edges from the record to each, parallel to `individuals`. */
  private readonly charges: Float64Array;
  /** The same to its own; 0 where no edge leads there. */
  private ownCharge = 0;
  /** Whether an edge leads to its own. */
  isTied = false;
  private readonly horizon: Horizon;
  private readonly all: Individuals;
  private readonly graph: CandidateGraph;
  /** By individual, three numbers each: the round of collecting it was last met in, how many edges it has, and one. */
  private readonly met: Int32Array;
  private round = 0;
  /** Likewise: its best weight, and the charges of its edges. */
  private readonly best: Float64Array;
  private found = new Int32Array(64);
  private readonly knowsPairs: boolean;

  /** @param knowsPairs whether the ratios of the graph are those of the likelihood, charges left out */
  constructor(individuals: Individuals, graph: CandidateGraph, horizon = NEAR, knowsPairs = false) {
    this.all = individuals;
    this.knowsPairs = knowsPairs;
    this.graph = graph;
    this.horizon = horizon;
    this.individuals = new Int32Array(horizon.most);
    this.logWeights = new Float64Array(horizon.most);
    this.logJoined = new Float64Array(horizon.most);
    this.charges = new Float64Array(horizon.most);
    this.met = new Int32Array(3 * individuals.size);
    this.best = new Float64Array(2 * individuals.size);
  }

  /** Look around a record: sets `count` and `individuals`. */
  collect(row: number): void {
    const { all, graph, met, best } = this;
    const round = ++this.round;
    const { of } = all;
    const own = of[row]!;
    const [from, to] = [graph.starts[row]!, graph.starts[row + 1]!];
    if (to - from > this.found.length) this.found = new Int32Array(2 * (to - from));
    const { found } = this;
    let others = 0;
    for (let edge = from; edge < to; edge++) {
      const k = of[graph.neighbours[edge]!]!;
      if (met[3 * k] === round) {
        best[2 * k] = Math.max(best[2 * k]!, graph.weights[edge]!);
        best[2 * k + 1]! += graph.charges[edge]!;
        met[3 * k + 1]!++;
        continue;
      }
      met[3 * k] = round;
      met[3 * k + 1] = 1;
      met[3 * k + 2] = edge;
      best[2 * k] = graph.weights[edge]!;
      best[2 * k + 1] = graph.charges[edge]!;
      if (k !== own) found[others++] = k;
    }
    this.isTied = met[3 * own] === round;
    this.ownCharge = this.isTied ? chargeBetween(this.meanCharge(own), all.sizes[own]!) : 0;
    const least = this.isTied ? best[2 * own]! - this.horizon.reach : Number.NEGATIVE_INFINITY;
    this.count = 0;
    for (let i = 0; i < others; i++)
      if (best[2 * found[i]!]! >= least && !all.excludes(found[i]!, row)) this.insert(found[i]!);
    for (let i = 0; i < this.count; i++) {
      const k = this.individuals[i]!;
      this.charges[i] = chargeBetween(this.meanCharge(k), all.sizes[k]! + 1);
    }
  }

  /** Weigh what was collected for the record. */
  weigh(row: number, labels: LabelTerm): void {
    const { all, individuals, charges } = this;
    const { logs, alone, occupied } = all;
    const own = all.of[row]!;
    const isAlone = all.sizes[own] === 1;
    this.logRest = isAlone ? 0 : all.logWithout(own, row);
    this.logAlone = alone[row]! + (isAlone ? logUnjoined(labels, occupied) : labels.split(occupied));
    this.logOwn = isAlone ? Number.NEGATIVE_INFINITY : logs[own]! - this.logRest - this.ownCharge;
    for (let i = 0; i < this.count; i++) {
      const k = individuals[i]!;
      this.logJoined[i] = this.logWith(k, row);
      this.logWeights[i] = this.logJoined[i]! - logs[k]! - charges[i]!;
    }
  }

  /** The highest of all log weights, to take their exponentials by. */
  logMost(): number {
    let most = Math.max(this.logOwn, this.logAlone);
    for (let i = 0; i < this.count; i++) most = Math.max(most, this.logWeights[i]!);
    return most;
  }

  /** Whether one of them has changed after the given time of the clock. */
  changedSince(time: number): boolean {
    for (let i = 0; i < this.count; i++) if (this.all.changedAt[this.individuals[i]!]! > time) return true;
    return false;
  }

  /** Log marginal likelihood of an individual that was met with the record. */
  private logWith(k: number, row: number): number {
    const { all, graph, met } = this;
    if (!this.knowsPairs || all.sizes[k] !== 1) return all.logWith(k, row);
    return graph.ratios[met[3 * k + 2]!]! + all.pairPrior() + all.logs[k]! + all.alone[row]!;
  }

  /** Of the edges to an individual that was met. */
  private meanCharge(k: number): number {
    return this.best[2 * k + 1]! / this.met[3 * k + 1]!;
  }

  /** Keeps the nearest, of equally near ones the lower number first. */
  private insert(k: number): void {
    const { individuals, best } = this;
    const { most } = this.horizon;
    const isBefore = (a: number, b: number) =>
      best[2 * a]! > best[2 * b]! || (best[2 * a] === best[2 * b] && a < b);
    let at = this.count < most ? this.count++ : most;
    for (; at > 0 && isBefore(k, individuals[at - 1]!); at--)
      if (at < most) individuals[at] = individuals[at - 1]!;
    if (at < most) individuals[at] = k;
  }
}

/** What the labels say for an individual that there is, against one individual fewer. */
function logUnjoined(labels: LabelTerm, occupied: number): number {
  return occupied > labels.most ? Number.NEGATIVE_INFINITY : labels.merge(occupied);
}
