/** The records of a resolved file beside their true entities. */
import { ErError } from '../errors.ts';
import { RecordIndex } from '../records/record-index.ts';
import { NO_VALUE } from '../records/table.ts';
import type { LabelledFile } from './labelled-file.ts';

/** Records that are named where only some of many are. */
const NAMED = 3;

/** Some records: how many, and the names of the first. */
export interface SomeRecords {
  number: number;
  first: string[];
}

/** Two partitions of the records of the truth, which are numbered as they stand there. */
export class JoinedLabels {
  readonly resolved: LabelledFile;
  readonly truthFile: LabelledFile;
  /** Whether records are known by their source and id, or by their id alone. */
  readonly bySource: boolean;
  /** The entity of each record in the result and in the truth. */
  readonly found: Int32Array;
  readonly truth: Int32Array;
  /** The record of each row of the resolved file, or −1. */
  readonly recordOfRow: Int32Array;
  /** Records in the resolved file alone, which are left out, and in the truth alone, which are on their own. */
  readonly unlabelled: SomeRecords = { number: 0, first: [] };
  readonly absent: SomeRecords = { number: 0, first: [] };
  /** Records scored that have no entity in the resolved file, or in the truth. */
  readonly withoutEntity: { resolved: number; truth: number } = { resolved: 0, truth: 0 };

  private readonly indexes: Indexes;

  /** @throws ErError where a record stands twice in a file, and where the files have no record in common */
  constructor(resolved: LabelledFile, truthFile: LabelledFile) {
    this.resolved = resolved;
    this.truthFile = truthFile;
    this.bySource = resolved.sources !== undefined && truthFile.sources !== undefined;
    this.indexes = indexesOf(resolved, truthFile, this.bySource);
    this.found = new Int32Array(truthFile.size);
    this.truth = Int32Array.from(truthFile.entities);
    this.recordOfRow = new Int32Array(resolved.size).fill(-1);
    this.join();
    if (this.absent.number === truthFile.size) throw this.nothingInCommon();
  }

  get size(): number {
    return this.found.length;
  }

  /** The name of a record: its source, which is empty where there is none, and its id. */
  name(record: number): [string, string] {
    return nameIn(this.truthFile, record);
  }

  /** The finder of records by name, for pairs with sources or without. */
  finder(withSource: boolean): (source: number, id: number) => number {
    const { truth, resolved } =
      withSource || !this.bySource ? this.indexes : indexesOf(this.resolved, this.truthFile, false);
    return (source, id) => {
      const record = truth.find(source, id);
      return record >= 0 ? record : resolved.find(source, id) >= 0 ? UNLABELLED : UNKNOWN;
    };
  }

  private join(): void {
    const { resolved, truthFile, found, truth, indexes, recordOfRow } = this;
    const { entities } = resolved;
    const { sources, ids } = truthFile;
    // Records without an entity get numbers that nobody else has.
    let nextFound = resolved.entityNames.size;
    let nextTrue = truthFile.entityNames.size;
    for (let record = 0; record < truth.length; record++) {
      const row = indexes.resolved.find(sources?.[record] ?? 0, ids[record]!);
      if (row < 0) note(this.absent, truthFile, record);
      else recordOfRow[row] = record;
      const entity = row < 0 ? NO_VALUE : entities[row]!;
      if (row >= 0 && entity === NO_VALUE) this.withoutEntity.resolved++;
      found[record] = entity === NO_VALUE ? nextFound++ : entity;
      if (truth[record] !== NO_VALUE) continue;
      this.withoutEntity.truth++;
      truth[record] = nextTrue++;
    }
    for (let row = 0; row < recordOfRow.length; row++)
      if (recordOfRow[row]! < 0) note(this.unlabelled, resolved, row);
  }

  private nothingInCommon(): ErError {
    const { resolved, truthFile } = this;
    const first = (file: LabelledFile) =>
      file.size === 0 ? 'no records' : `records such as ${spoken(nameIn(file, 0, this.bySource))}`;
    const remedy = this.bySource
      ? 'name the columns with --id, --source, --truth-id and --truth-source, or join by the id alone with --no-source'
      : 'name the columns with --id and --truth-id';
    return new ErError(
      `has no record of ${resolved.file}: it has ${first(truthFile)}, and that has ${first(resolved)}; ${remedy}`,
      { file: truthFile.file },
    );
  }
}

/** What a finder answers for a record that is in the resolved file alone, or in neither. */
export const UNLABELLED = -1;
export const UNKNOWN = -2;

/** `customers.csv c1`, or `c1` where there is no source. */
export function spoken([source, id]: readonly [string, string]): string {
  return source === '' ? id : `${source} ${id}`;
}

interface Indexes {
  resolved: RecordIndex;
  truth: RecordIndex;
}

function indexesOf(resolved: LabelledFile, truth: LabelledFile, bySource: boolean): Indexes {
  return { resolved: indexOf(resolved, bySource), truth: indexOf(truth, bySource) };
}

function indexOf(file: LabelledFile, bySource: boolean): RecordIndex {
  const index = new RecordIndex(bySource ? file.sources : undefined, file.ids);
  for (let record = 0; record < file.size; record++) {
    const earlier = index.add(record);
    if (earlier >= 0) throw repeated(file, earlier, record, bySource);
  }
  return index;
}

function repeated(file: LabelledFile, earlier: number, later: number, bySource: boolean): ErError {
  const [line, other] = [file.lines[later]!, file.lines[earlier]!];
  const name = spoken(nameIn(file, later, bySource));
  const remedy =
    bySource || (file.sources?.[earlier] ?? 0) === (file.sources?.[later] ?? 0)
      ? `a record can have one entity only, so leave one of the rows out, or name the columns that tell them apart with ${file.options}`
      : 'records are known by their ids alone where not all files say the source, so add that column to all of them';
  return new ErError(`the record "${name}" stands on line ${other} and on line ${line}; ${remedy}`, {
    ...{ file: file.file, line },
  });
}

function nameIn(file: LabelledFile, record: number, withSource = true): [string, string] {
  const source = withSource ? (file.sources?.[record] ?? NO_VALUE) : NO_VALUE;
  return [source === NO_VALUE ? '' : file.names.sources.name(source), file.names.ids.name(file.ids[record]!)];
}

function note(some: SomeRecords, file: LabelledFile, record: number): void {
  some.number++;
  if (some.first.length < NAMED) some.first.push(spoken(nameIn(file, record)));
}
