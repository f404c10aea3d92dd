/**
 * A partition of records into individuals: members as linked lists over typed arrays, and the log marginal
 * likelihood of each individual. Individuals are numbered like records; individual r is the one that record
 * r began in.
 */
import { byRecord } from '../records/by-record.ts';
import { logsAlone } from './alone.ts';
import type { Charges } from './charges.ts';
import { FileMasks, type UniqueFiles } from './file-masks.ts';
import { GrowingPart } from './growing-part.ts';
import type { FieldCounts, IndividualLikelihood } from './likelihood.ts';
import { logsOfPairs } from './pairs.ts';
import { EVEN, type SizePrior } from './size-prior.ts';
import { sortFirst } from './sort-first.ts';
import { countValues, fieldCounts, joined, type ValueCounts } from './value-counts.ts';

const NONE = -1;
/** Steps must raise the objective by more than this, in nats, lest rounding makes them go round. */
export const LEAST_GAIN = 1e-9;
/** Individuals of more records are known by their values, not record by record. */
const MANY = 64;
export class Individuals {
  readonly size: number;
  /** Individual of each record, length N. */
  readonly of: Int32Array;
  /** Records of each individual, length N; 0 for those that are empty. */
  readonly sizes: Int32Array;
  /** Log marginal likelihood of each individual, length N. */
  readonly logs: Float64Array;
  /** Log probability of each record alone, length N. */
  readonly alone: Float64Array;
  /** Number of individuals that are not empty, C. */
  occupied: number;
  /** Counts the changes of the partition. */
  clock = 0;
  /** The clock when all was last in the form of lists; see `settle`. */
  private settledAt = 0;
  /** The clock when each individual last changed, length N. */
  readonly changedAt: Int32Array;
  private readonly likelihood: IndividualLikelihood;
  private prior: SizePrior = EVEN;
  private charges: Charges | undefined;
  private readonly codes: readonly Int32Array[];
  private readonly byRecord: Int32Array;
  private readonly files: FileMasks;
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private rows = new Int32Array(64);
  private readonly scratch: FieldCounts = {
    ...{ values: new Int32Array(64), counts: new Int32Array(64) },
    ...{ at: 0, distinct: 0 },
  };
  /** The values of individuals of many records, and when they were counted. */
  private readonly counted = new Map<number, { counts: ValueCounts; at: number }>();
  private readonly field: FieldCounts = { ...this.scratch };

  /** Every record in an individual of its own. `codes` are the value codes of each field, −1 missing. */
  constructor(
    size: number,
    codes: readonly Int32Array[],
    likelihood: IndividualLikelihood,
    unique?: UniqueFiles,
  ) {
    this.size = size;
    this.codes = codes;
    this.byRecord = byRecord(size, codes);
    this.likelihood = likelihood;
    this.of = new Int32Array(size).map((_, row) => row);
    this.head = this.of.slice();
    this.sizes = new Int32Array(size).fill(1);
    this.next = new Int32Array(size).fill(NONE);
    this.previous = new Int32Array(size).fill(NONE);
    this.alone = logsAlone(size, codes, likelihood);
    this.logs = this.alone.slice();
    this.changedAt = new Int32Array(size);
    this.occupied = size;
    this.files = new FileMasks(size, unique);
  }

  /** Whether two individuals have records of one file without duplicates, so that they cannot be one. */
  exclude(a: number, b: number): boolean {
    return this.files.exclude(a, b);
  }

  /** Whether an individual cannot take the record for the same reason. */
  excludes(individual: number, row: number): boolean {
    return this.files.excludes(individual, row);
  }

  /** Takes another prior of the sizes, which is part of every log probability from now on. */
  useSizes(prior: SizePrior): void {
    for (let k = 0; k < this.size; k++)
      if (this.sizes[k]! > 0) this.logs[k]! += prior(this.sizes[k]!) - this.prior(this.sizes[k]!);
    this.prior = prior;
    this.changedAt.fill(++this.clock);
  }

  /** Charges the individuals, so that charges are part of every log probability from now on. */
  useCharges(charges: Charges | undefined): void {
    this.charges = charges;
    this.settle(-1);
  }

  /** Scores all individuals anew, after the likelihood has changed, in an order that depends on their records alone. */
  rescore(): void {
    this.alone.set(logsAlone(this.size, this.codes, this.likelihood));
    this.settle(-1);
  }

  /**
   * Brings what has changed since the last time into the form it would have if the individuals had just been
   * given as lists: records ascending, scores computed from them. A search that goes on from such lists takes
   * the same steps, to the last bit, as one that was never interrupted.
   */
  settle(since = this.settledAt): void {
    for (let k = 0; k < this.size; k++) {
      const count = this.sizes[k]!;
      if (count === 0 || this.changedAt[k]! <= since) continue;
      if (count === 1) this.logs[k] = this.alone[this.head[k]!]!;
      if (count === 1) continue;
      this.reserve(count);
      sortFirst(this.rows, this.members(k, this.rows));
      this.counted.delete(k);
      this.link(k, this.rows, count);
      this.logs[k] = this.scoreAs(count > MANY ? this.countsOf(k) : undefined, count);
    }
    this.settledAt = this.clock;
  }

  /** Puts every record into the individual of the given number, 0 … N − 1. */
  arrange(of: ArrayLike<number>): void {
    const lists = new Map<number, number[]>();
    for (let row = 0; row < this.size; row++) {
      const k = of[row]!;
      const list = lists.get(k);
      if (list === undefined) lists.set(k, [row]);
      else list.push(row);
    }
    this.sizes.fill(0);
    this.head.fill(NONE);
    this.files.arrange(of);
    this.counted.clear();
    this.occupied = lists.size;
    this.changedAt.fill(++this.clock);
    for (const [k, list] of lists) {
      this.sizes[k] = list.length;
      this.link(k, list, list.length);
      for (const row of list) this.of[row] = k;
    }
    this.settle();
  }

  /** Makes the first records, all there are in an individual, its list. */
  private link(k: number, rows: ArrayLike<number>, count: number): void {
    this.head[k] = rows[0]!;
    for (let i = 0; i < count; i++) {
      this.previous[rows[i]!] = i === 0 ? NONE : rows[i - 1]!;
      this.next[rows[i]!] = i + 1 === count ? NONE : rows[i + 1]!;
    }
  }

  /** What the prior of the sizes adds when two records become one individual. */
  pairPrior(): number {
    return this.prior(2) - 2 * this.prior(1);
  }

  /** How many individuals have each number of records. */
  sizeCounts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const size of this.sizes) if (size > 0) counts.set(size, (counts.get(size) ?? 0) + 1);
    return counts;
  }

  /** Σ_k log p(x_k) over the individuals. */
  logLikelihood(): number {
    let sum = 0;
    for (let k = 0; k < this.size; k++) if (this.sizes[k]! > 0) sum += this.logs[k]!;
    return sum;
  }

  /** Records of an individual, written to `out` from `at` on; answers with the place after the last. */
  members(individual: number, out: Int32Array, at = 0): number {
    for (let row = this.head[individual]!; row !== NONE; row = this.next[row]!) out[at++] = row;
    return at;
  }

  /** Log marginal likelihood of two individuals made one. */
  logMerged(a: number, b: number): number {
    const records = this.sizes[a]! + this.sizes[b]!;
    const counts = records > MANY ? joined(this.countsOf(a), this.countsOf(b)) : undefined;
    this.reserve(records);
    this.members(b, this.rows, this.members(a, this.rows));
    return this.scoreAs(counts, records);
  }

  /** Log marginal likelihoods of pairs of single records made one, charges left out. */
  logsOfPairs(left: Int32Array, right: Int32Array): Float64Array {
    const logs = logsOfPairs(left, right, this.codes, this.likelihood);
    const prior = this.prior(2);
    for (let i = 0; prior !== 0 && i < logs.length; i++) logs[i]! += prior;
    return logs;
  }

  /** Log marginal likelihood of an individual with one record more. */
  logWith(individual: number, row: number): number {
    const records = this.sizes[individual]! + 1;
    const counts = records > MANY ? joined(this.countsOf(individual), this.countsIn(row)) : undefined;
    this.reserve(records);
    this.rows[this.members(individual, this.rows)] = row;
    return this.scoreAs(counts, records);
  }

  /** Log marginal likelihood of an individual without one of its records; 0 when it was alone. */
  logWithout(individual: number, row: number): number {
    const records = this.sizes[individual]! - 1;
    const first = this.head[individual]!;
    if (records === 1) return this.alone[first === row ? this.next[first]! : first]!;
    const counts = records > MANY ? joined(this.countsOf(individual), this.countsIn(row), -1) : undefined;
    this.reserve(records);
    let count = 0;
    for (let member = first; member !== NONE; member = this.next[member]!)
      if (member !== row) this.rows[count++] = member;
    return count === 0 ? 0 : this.scoreAs(counts, count);
  }

  /** Log marginal likelihood of a list of records. */
  logOf(rows: ArrayLike<number>, count: number): number {
    this.reserve(count);
    for (let i = 0; i < count; i++) this.rows[i] = rows[i]!;
    return this.score(count);
  }

  /** A part of an individual, empty, for at most so many records. */
  growingPart(most: number): GrowingPart {
    return new GrowingPart(most, this.codes, this.likelihood);
  }

  /** Makes two individuals one: the records of the smaller move. @param log its log marginal likelihood, if known */
  join(a: number, b: number, log = this.logMerged(a, b)): void {
    if (this.sizes[a]! >= this.sizes[b]!) this.merge(a, b, log);
    else this.merge(b, a, log);
  }

  /** Moves all records of `from` to `to`. */
  merge(to: number, from: number, log = this.logMerged(to, from)): void {
    this.logs[to] = log;
    const counts =
      this.sizes[to]! + this.sizes[from]! > MANY ? joined(this.countsOf(to), this.countsOf(from)) : undefined;
    this.files.merge(to, from);
    let last = NONE;
    for (let row = this.head[from]!; row !== NONE; row = this.next[row]!) {
      this.of[row] = to;
      last = row;
    }
    const first = this.head[to]!;
    this.next[last] = first;
    this.previous[first] = last;
    this.head[to] = this.head[from]!;
    this.head[from] = NONE;
    this.sizes[to]! += this.sizes[from]!;
    this.sizes[from] = 0;
    this.occupied--;
    this.changedAt[to] = ++this.clock;
    this.changedAt[from] = this.clock;
    this.counted.delete(from);
    if (counts !== undefined) this.counted.set(to, { counts, at: this.clock });
  }

  /** Moves one record to another individual, which may be empty; the likelihoods of both are given. */
  move(row: number, to: number, logFrom: number, logTo: number): void {
    const from = this.of[row]!;
    const [before, after] = [this.previous[row]!, this.next[row]!];
    if (before === NONE) this.head[from] = after;
    else this.next[before] = after;
    if (after !== NONE) this.previous[after] = before;
    this.sizes[from]!--;
    this.logs[from] = logFrom;
    if (this.sizes[from] === 0) this.occupied--;
    if (this.sizes[to] === 0) this.occupied++;
    const first = this.head[to]!;
    this.head[to] = row;
    this.previous[row] = NONE;
    this.next[row] = first;
    if (first !== NONE) this.previous[first] = row;
    this.sizes[to]!++;
    this.of[row] = to;
    this.logs[to] = logTo;
    this.files.move(row, from, to);
    this.changedAt[to] = ++this.clock;
    this.changedAt[from] = this.clock;
  }

  /** Moves some records of an individual, not all, to a new one; the likelihoods of both parts are given. */
  split(individual: number, rows: Iterable<number>, logRest: number, logRows: number): void {
    const target = this.empty(individual);
    for (const row of rows) this.move(row, target, logRest, logRows);
  }

  /** An individual without records, near the given record's number; there is one whenever C < N. */
  empty(row: number): number {
    for (let k = row; k < this.size; k++) if (this.sizes[k] === 0) return k;
    for (let k = 0; k < row; k++) if (this.sizes[k] === 0) return k;
    return NONE;
  }

  private reserve(count: number): void {
    if (count <= this.rows.length) return;
    this.rows = new Int32Array(2 * count);
    this.scratch.values = new Int32Array(2 * count);
    this.scratch.counts = new Int32Array(2 * count);
  }

  /** The values of an individual, kept until it changes where it has many records. */
  private countsOf(individual: number): ValueCounts {
    const known = this.counted.get(individual);
    if (known !== undefined && known.at >= this.changedAt[individual]!) return known.counts;
    this.reserve(this.sizes[individual]!);
    const counts = countValues(this.codes, this.rows, this.members(individual, this.rows));
    if (this.sizes[individual]! > MANY) this.counted.set(individual, { counts, at: this.clock });
    return counts;
  }

  /** The values of one record. */
  private countsIn(row: number): ValueCounts {
    this.rows[0] = row;
    return countValues(this.codes, this.rows, 1);
  }

  /** Log marginal likelihood of rows[0 … records − 1], by their values where these are known. */
  private scoreAs(counts: ValueCounts | undefined, records: number): number {
    if (counts === undefined) return this.score(records);
    let sum = this.priorOf(records);
    for (let f = 0; f < this.codes.length; f++) {
      const field = fieldCounts(counts, f, this.field);
      if (field.distinct > 0) sum += this.likelihood.logMarginal(f, field);
    }
    return sum;
  }

  /** Log prior of rows[0 … records − 1] being one individual, as far as sizes and charges go. */
  private priorOf(records: number): number {
    const { charges } = this;
    return this.prior(records) - (charges === undefined ? 0 : charges(this.rows, records));
  }

  /** Log marginal likelihood of rows[0 … count − 1]. */
  private score(count: number): number {
    const { rows, scratch, likelihood, byRecord } = this;
    const { values, counts } = scratch;
    const fields = this.codes.length;
    let sum = this.priorOf(count);
    for (let f = 0; f < fields; f++) {
      let distinct = 0;
      for (let i = 0; i < count; i++) {
        const value = byRecord[rows[i]! * fields + f]!;
        if (value < 0) continue;
        let d = 0;
        while (d < distinct && values[d] !== value) d++;
        if (d === distinct) {
          values[distinct] = value;
          counts[distinct++] = 1;
        } else counts[d]!++;
      }
      scratch.distinct = distinct;
      if (distinct > 0) sum += likelihood.logMarginal(f, scratch);
    }
    return sum;
  }
}
