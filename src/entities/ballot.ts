/**
 * The votes on one column of golden records. Cells that come to the same when normalised are one value, of the
 * column's type where it is compared. Cells that cannot be read as that type count only where no record of the entity
 * has one that can.
 */
import { normaliseText } from '../records/normalise.ts';
import type { RawColumn } from '../records/raw-column.ts';
import { type Column, NO_VALUE } from '../records/table.ts';
import type { Members } from './members.ts';
import { type Rank, survivors } from './survivorship.ts';
import { elect, type Vote } from './vote.ts';

/** Observations, equal and unequal, that the estimate of how often records of one entity agree starts from. */
const EQUAL_PRIOR = 8;
const UNEQUAL_PRIOR = 2;

export class Ballot {
  /** Number of values. */
  readonly values: number;
  private readonly spellings: readonly string[];
  private readonly codes: Int32Array;
  private readonly members: Members;
  /** The value that each spelling stands for. */
  private readonly groupOf: Int32Array;
  /** Values from this one on are not of the column's type. */
  private readonly unreadable: number;
  private readonly ranks: readonly Rank[];

  /**
   * @param column the same column as it is compared, if it is
   * @param ranks by which records are kept before the vote; by default all are
   */
  constructor(raw: RawColumn, members: Members, column: Column | undefined, ranks: readonly Rank[] = []) {
    this.spellings = raw.values;
    this.codes = raw.codes();
    this.members = members;
    this.ranks = ranks;
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

  /** The value that an entity gets, and the records that hold each of its values; undefined if all are missing. */
  vote(entity: number): Vote | undefined {
    const cast = this.cast(entity);
    if (this.ranks.length === 0 || cast.length < 2) return elect(cast, this.groupOf, this.preferred);
    const eligible = new Set(this.survivors(entity).map((record) => this.codes[record]!));
    return elect(cast, this.groupOf, this.preferred, (spelling) => eligible.has(spelling));
  }

  /** The records, in input order, that the rules keep and that hold the spelling the entity got. */
  holders(entity: number, spelling: number): number[] {
    return this.survivors(entity).filter((record) => this.codes[record] === spelling);
  }

  /** How often two records of one entity agree; an entity of n records with a value counts n − 1 times. */
  agreement(): number {
    let equal = EQUAL_PRIOR;
    let all = EQUAL_PRIOR + UNEQUAL_PRIOR;
    for (let entity = 0; entity + 1 < this.members.offsets.length; entity++) {
      const counts = elect(this.cast(entity), this.groupOf, this.preferred)?.counts ?? [];
      const records = counts.reduce((sum, n) => sum + n, 0);
      if (records < 2) continue;
      equal += counts.reduce((sum, n) => sum + n * (n - 1), 0) / records;
      all += records - 1;
    }
    return equal / all;
  }

  /** The spellings of the records that count. */
  private cast(entity: number): number[] {
    const { offsets, records } = this.members;
    const cast: number[] = [];
    let readable = 0;
    for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++) {
      const spelling = this.codes[records[i]!]!;
      if (spelling === NO_VALUE) continue;
      cast.push(spelling);
      if (this.groupOf[spelling]! < this.unreadable) readable++;
    }
    return readable === 0 || readable === cast.length
      ? cast
      : cast.filter((spelling) => this.groupOf[spelling]! < this.unreadable);
  }

  /** The records that count and that the rules keep. */
  private survivors(entity: number): readonly number[] {
    const { offsets, records } = this.members;
    // Most entities have one record: nothing to choose.
    if (offsets[entity + 1]! - offsets[entity]! === 1) return [records[offsets[entity]!]!];
    const present: number[] = [];
    for (let i = offsets[entity]!; i < offsets[entity + 1]!; i++)
      if (this.codes[records[i]!] !== NO_VALUE) present.push(records[i]!);
    const readable = present.filter((record) => this.groupOf[this.codes[record]!]! < this.unreadable);
    return survivors(readable.length === 0 ? present : readable, this.codes, this.ranks);
  }

  /** The longer spelling, then the first in the order of its characters. */
  private readonly preferred = (a: number, b: number): boolean => {
    const [one, other] = [this.spellings[a]!, this.spellings[b]!];
    return one.length === other.length ? one < other : one.length > other.length;
  };
}
