/**
 * Golden records: for each entity and column the most probable value, how probable it is and how many records hold it.
 * All original columns have one, compared or not.
 *
 * Cells are what is written, less surrounding space; missing ones do not vote. Cells that come to the same when
 * normalised are one value, of the column's type where it is compared. Cells that cannot be read as that type
 * vote only where no record of the entity has one that can.
 * Cells that were found in each other's column vote where they belong.
 */
import { columnKey } from '../records/column-key.ts';
import type { MissingTest } from '../records/missing.ts';
import { normaliseText } from '../records/normalise.ts';
import { RawColumn } from '../records/raw-column.ts';
import { type Column, NO_VALUE, type Table } from '../records/table.ts';
import type { OriginalColumns } from './columns.ts';
import { type Members, membersOf } from './members.ts';
import type { Partition } from './partition.ts';
import { elect, probabilityOf, type Vote } from './vote.ts';

export interface GoldenRecord {
  /** How many records the entity has, and how many files they come from. */
  readonly records: number;
  readonly sources: number;
  /** By column: the value as most often written, empty if all are missing. */
  readonly values: readonly string[];
  /** By column: the probability that the value is the true one, undefined if all are missing. */
  readonly probabilities: readonly (number | undefined)[];
  /** By column: the number of records that hold the value, however they spell it. */
  readonly supports: readonly number[];
}

/** Observations, equal and unequal, that the estimate of how often records of one entity agree starts from. */
const EQUAL_PRIOR = 8;
const UNEQUAL_PRIOR = 2;

export class GoldenRecords {
  private readonly table: Table;
  private readonly raw: readonly RawColumn[];
  /** Places of the cells that stand in each other's column, by record. */
  private readonly exchanged = new Map<number, (readonly [number, number])[]>();
  private records = 0;

  /** @param isMissing whether a cell stands for no value */
  constructor(table: Table, columns: OriginalColumns, isMissing: MissingTest) {
    this.table = table;
    this.raw = columns.names.map((name) => new RawColumn(name, isMissing));
    const placeOf = new Map(columns.names.map((name, c) => [columnKey(name), c]));
    for (const { columns: names, rows } of table.exchanges ?? []) {
      const [f, g] = names.map((name) => placeOf.get(columnKey(name))!) as [number, number];
      for (const row of rows) this.exchanged.set(row, [...(this.exchanged.get(row) ?? []), [f, g]]);
    }
  }

  /** Takes the cells of the next record, one for each column. */
  add(cells: readonly string[]): void {
    const right = [...cells];
    for (const [f, g] of this.exchanged.get(this.records++) ?? [])
      [right[f], right[g]] = [right[g]!, right[f]!];
    for (let c = 0; c < right.length; c++) this.raw[c]!.push(right[c]!);
  }

  /**
   * The golden record of each entity, in the order of their numbers.
   *
   * @param equality m, the probability that matching records agree, of each column that is compared
   */
  *of(partition: Partition, equality: readonly number[]): Generator<GoldenRecord> {
    const members = membersOf(partition);
    const compared = new Map(this.table.columns.map((column, f) => [columnKey(column.name), f]));
    const ballots = this.raw.map((raw) => {
      const f = compared.get(columnKey(raw.name));
      const ballot = new Ballot(raw, members, f === undefined ? undefined : this.table.columns[f]!);
      return { ballot, fidelity: Math.sqrt(f === undefined ? ballot.agreement() : equality[f]!) };
    });
    for (let entity = 0; entity < partition.entities; entity++) {
      const votes = ballots.map(({ ballot }) => ballot.vote(entity));
      yield {
        records: members.offsets[entity + 1]! - members.offsets[entity]!,
        sources: this.sourcesOf(members, entity),
        values: votes.map((vote, c) => (vote === undefined ? '' : this.raw[c]!.values[vote.spelling]!)),
        probabilities: votes.map((vote, c) => {
          const { ballot, fidelity } = ballots[c]!;
          return vote && probabilityOf(vote.counts, fidelity, ballot.values);
        }),
        supports: votes.map((vote) => vote?.counts[0] ?? 0),
      };
    }
  }

  /** The number of files among the records of an entity, which are in input order. */
  private sourcesOf({ offsets, records }: Members, entity: number): number {
    const { sourceOf } = this.table;
    let sources = 1;
    for (let i = offsets[entity]! + 1; i < offsets[entity + 1]!; i++)
      if (sourceOf[records[i]!] !== sourceOf[records[i - 1]!]) sources++;
    return sources;
  }
}

/** The votes on one column. */
class Ballot {
  /** Number of values. */
  readonly values: number;
  private readonly spellings: readonly string[];
  private readonly codes: Int32Array;
  private readonly members: Members;
  /** The value that each spelling stands for. */
  private readonly groupOf: Int32Array;
  /** Values from this one on are not of the column's type. */
  private readonly unreadable: number;

  constructor(raw: RawColumn, members: Members, column: Column | undefined) {
    this.spellings = raw.values;
    this.codes = raw.codes();
    this.members = members;
    this.groupOf = new Int32Array(raw.values.length).fill(NO_VALUE);
    let values = column?.values.length ?? 0;
    if (column !== undefined)
      this.codes.forEach((spelling, record) => {
        if (spelling !== NO_VALUE) this.groupOf[spelling] = column.codes[record]!;
      });
    const rest = new Map<string, number>();
    this.unreadable = column === undefined ? Number.POSITIVE_INFINITY : values;
    raw.values.forEach((text, spelling) => {
      if (this.groupOf[spelling] !== NO_VALUE) return;
      const normal = normaliseText(text);
      const group = rest.get(normal) ?? values++;
      rest.set(normal, group);
      this.groupOf[spelling] = group;
    });
    this.values = values;
  }

  vote(entity: number): Vote | undefined {
    const { offsets, records } = this.members;
    const cast: number[] = [];
    let readable = 0;
    for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++) {
      const spelling = this.codes[records[i]!]!;
      if (spelling === NO_VALUE) continue;
      cast.push(spelling);
      if (this.groupOf[spelling]! < this.unreadable) readable++;
    }
    const counted =
      readable === 0 || readable === cast.length
        ? cast
        : cast.filter((spelling) => this.groupOf[spelling]! < this.unreadable);
    return elect(counted, this.groupOf, this.preferred);
  }

  /** How often two records of one entity agree; an entity of n records with a value counts n − 1 times. */
  agreement(): number {
    let equal = EQUAL_PRIOR;
    let all = EQUAL_PRIOR + UNEQUAL_PRIOR;
    for (let entity = 0; entity + 1 < this.members.offsets.length; entity++) {
      const counts = this.vote(entity)?.counts ?? [];
      const records = counts.reduce((sum, n) => sum + n, 0);
      if (records < 2) continue;
      equal += counts.reduce((sum, n) => sum + n * (n - 1), 0) / records;
      all += records - 1;
    }
    return equal / all;
  }

  /** The longer spelling, then the first in the order of its characters. */
  private readonly preferred = (a: number, b: number): boolean => {
    const [one, other] = [this.spellings[a]!, this.spellings[b]!];
    return one.length === other.length ? one < other : one.length > other.length;
  };
}
