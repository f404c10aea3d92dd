/**
 * Split–merge steps with sequential allocation (Dahl 2005): of a pair of records in two individuals these are
 * proposed to be one; an individual that holds both is proposed to be split into two that grow around them,
 * the other members joining one after the other, in random order, with the probability of each. Accepted by
 * Metropolis–Hastings.
 */
import type { Random } from '../math/random.ts';
import type { LabelTerm } from '../partition/entity-count.ts';
import type { GrowingPart } from '../partition/growing-part.ts';
import type { Individuals } from '../partition/individuals.ts';
import type { RecordPair } from './pair-proposal.ts';

/** Larger individuals are left as they are. */
const MOST_MEMBERS = 60;

export class SplitMerge {
  private readonly individuals: Individuals;
  private readonly one: GrowingPart;
  private readonly two: GrowingPart;
  /** Members of the individuals at hand, and of the two parts. */
  private readonly members = new Int32Array(MOST_MEMBERS);
  private readonly inOne = new Int32Array(MOST_MEMBERS);
  private readonly inTwo = new Int32Array(MOST_MEMBERS);
  private sizeOfOne = 0;
  private sizeOfTwo = 0;

  constructor(individuals: Individuals) {
    this.individuals = individuals;
    this.one = individuals.growingPart(MOST_MEMBERS);
    this.two = individuals.growingPart(MOST_MEMBERS);
  }

  /** One step at two records, in either direction. @returns whether it was accepted */
  step([i, j]: RecordPair, labels: LabelTerm, rng: Random): boolean {
    const { individuals, members } = this;
    const { of, sizes, logs, occupied } = individuals;
    const [a, b] = [of[i]!, of[j]!];
    const count = sizes[a]! + (a === b ? 0 : sizes[b]!);
    if (count > MOST_MEMBERS || (a !== b && individuals.exclude(a, b))) return false;
    individuals.members(a, members);
    if (a !== b) individuals.members(b, members, sizes[a]!);
    const rest = this.shuffledRest(count, i, j, rng);
    if (a === b) {
      const logProbability = this.allocate(i, j, rest, rng);
      const logOne = individuals.logOf(this.inOne, this.sizeOfOne);
      const logTwo = individuals.logOf(this.inTwo, this.sizeOfTwo);
      const gain = logOne + logTwo - logs[a]! + labels.split(occupied);
      if (Math.log(rng.next()) >= gain - logProbability) return false;
      individuals.split(a, this.inTwo.subarray(0, this.sizeOfTwo), logOne, logTwo);
      return true;
    }
    const logProbability = this.allocate(i, j, rest, rng, a);
    const gain = individuals.logMerged(a, b) - logs[a]! - logs[b]! - labels.merge(occupied);
    if (Math.log(rng.next()) >= gain + logProbability) return false;
    individuals.join(a, b);
    return true;
  }

  /** The members but i and j in random order (Fisher & Yates) at the front. @returns their number */
  private shuffledRest(count: number, i: number, j: number, { below }: Random): number {
    const { members } = this;
    let rest = 0;
    for (let at = 0; at < count; at++) {
      const row = members[at]!;
      if (row !== i && row !== j) members[rest++] = row;
    }
    for (let last = rest - 1; last > 0; last--) {
      const at = below(last + 1);
      const row = members[last]!;
      members[last] = members[at]!;
      members[at] = row;
    }
    return rest;
  }

  /**
   * Two parts grown around i and j, and the log probability that they came out so. (What sizes and charges say
   * is left out here: it is counted when the step is accepted or not.)
   *
   * @param first the individual whose records are to go to the first part; undefined draws it
   */
  private allocate(i: number, j: number, rest: number, { next }: Random, first?: number): number {
    const { one, two, inOne, inTwo, members, individuals } = this;
    inOne[0] = i;
    inTwo[0] = j;
    this.sizeOfOne = 1;
    this.sizeOfTwo = 1;
    if (rest === 0) return 0;
    one.begin(i);
    two.begin(j);
    let logProbability = 0;
    for (let at = 0; at < rest; at++) {
      const row = members[at]!;
      const lead = one.logWith(row) - one.log - (two.logWith(row) - two.log);
      const joinsOne =
        first === undefined ? next() < 1 / (1 + Math.exp(-lead)) : individuals.of[row] === first;
      // log of the logistic function, either way.
      logProbability -= Math.log1p(Math.exp(joinsOne ? -lead : lead));
      if (joinsOne) {
        inOne[this.sizeOfOne++] = row;
        one.add();
      } else {
        inTwo[this.sizeOfTwo++] = row;
        two.add();
      }
    }
    return logProbability;
  }
}
