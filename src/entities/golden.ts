/**
 * Golden records: for each entity and column the most probable value, or the one that survivorship rules prefer, how
 * probable it is and how many records hold it. All original columns have one, compared or not.
 *
 * Cells are what is written, less surrounding space; missing ones do not vote.
 * Cells that were found in each other's column vote where they belong.
 */
import { columnKey } from '../records/column-key.ts';
import type { MissingTest } from '../records/missing.ts';
import { RawColumn } from '../records/raw-column.ts';
import { type Column, compareNames, type Table } from '../records/table.ts';
import { Ballot } from './ballot.ts';
import type { OriginalColumns } from './columns.ts';
import { type Members, membersOf } from './members.ts';
import type { Partition } from './partition.ts';
import { RecordDates } from './record-dates.ts';
import { type Preference, rankBy, rulesOf } from './survivorship.ts';
import { probabilityOf } from './vote.ts';

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
  /** Columns, ascending, in which its records hold more than one value. */
  readonly conflicts: readonly number[];
  /** By column: the record that the value is from, undefined if all are missing; empty where not asked for. */
  readonly origins: readonly (number | undefined)[];
}

export interface GoldenOptions {
  /** Rules of which value to take before the vote; none by default. */
  preferences?: readonly Preference[] | undefined;
  /** Whether to say which record each value is from. Default false. */
  provenance?: boolean | undefined;
}

/** Of entities whose records agree. */
const NONE: readonly number[] = [];

export class GoldenRecords {
  private readonly table: Table;
  private readonly raw: readonly RawColumn[];
  /** Each column as it is compared, if it is. */
  private readonly compared: readonly (Column | undefined)[];
  /** Places of the cells that stand in each other's column, by record. */
  private readonly exchanged = new Map<number, (readonly [number, number])[]>();
  private readonly dates = new Map<number, RecordDates>();
  private records = 0;

  /** @param isMissing whether a cell stands for no value */
  constructor(table: Table, columns: OriginalColumns, isMissing: MissingTest) {
    this.table = table;
    this.raw = columns.names.map((name) => new RawColumn(name, isMissing));
    const comparedAs = new Map(table.columns.map((column) => [columnKey(column.name), column]));
    this.compared = columns.names.map((name) => comparedAs.get(columnKey(name)));
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

  /** The dates of all records in a column, by index, after the last of them. */
  datesOf(column: number): RecordDates {
    const dates = this.dates.get(column) ?? new RecordDates(this.raw[column]!, this.compared[column]);
    this.dates.set(column, dates);
    return dates;
  }

  /**
   * The golden record of each entity, in the order of their numbers.
   *
   * @param equality m, the probability that matching records agree, of each column that is compared
   */
  *of(
    partition: Partition,
    equality: readonly number[],
    { preferences = [], provenance = false }: GoldenOptions = {},
  ): Generator<GoldenRecord> {
    const { table, raw } = this;
    const members = membersOf(partition);
    const evidence = { sourceOf: table.sourceOf, datesOf: (column: number) => this.datesOf(column) };
    const ballots = raw.map((cells, c) => {
      const compared = this.compared[c];
      const ranks = rulesOf(preferences, c).map((rule) => rankBy(rule, evidence, cells.values));
      const ballot = new Ballot(cells, members, compared, ranks);
      const agreement =
        compared === undefined ? ballot.agreement() : equality[table.columns.indexOf(compared)]!;
      return { ballot, fidelity: Math.sqrt(agreement) };
    });
    const isBefore = provenance ? (a: number, b: number) => compareNames(table, a, b) < 0 : undefined;
    for (let entity = 0; entity < partition.entities; entity++) {
      const votes = ballots.map(({ ballot }) => ballot.vote(entity));
      let conflicts: number[] | undefined;
      for (let c = 0; c < votes.length; c++)
        if ((votes[c]?.counts.length ?? 0) > 1) {
          conflicts ??= [];
          conflicts.push(c);
        }
      yield {
        records: members.offsets[entity + 1]! - members.offsets[entity]!,
        sources: this.sourcesOf(members, entity),
        values: votes.map((vote, c) => (vote === undefined ? '' : raw[c]!.values[vote.spelling]!)),
        probabilities: votes.map((vote, c) => {
          const { ballot, fidelity } = ballots[c]!;
          return vote && probabilityOf(vote.counts, fidelity, ballot.values);
        }),
        supports: votes.map((vote) => vote?.counts[0] ?? 0),
        conflicts: conflicts ?? NONE,
        origins:
          isBefore === undefined
            ? NONE
            : votes.map(
                (vote, c) => vote && first(ballots[c]!.ballot.holders(entity, vote.spelling), isBefore),
              ),
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

/** The first of some records in an order. */
function first(records: readonly number[], isBefore: (a: number, b: number) => boolean): number {
  return records.reduce((least, record) => (isBefore(record, least) ? record : least));
}
