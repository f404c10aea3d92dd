/** Reads which record of which source is in which entity: a resolved file, or the truth. */
import type { PlainRows } from '../csv/plain-rows.ts';
import type { CsvSummary, RowSink } from '../csv/read.ts';
import { ErError } from '../errors.ts';
import { columnKey } from '../records/column-key.ts';
import { Int32List } from '../records/int32-list.ts';
import { NameCodes } from '../records/name-codes.ts';
import { NO_VALUE } from '../records/table.ts';
import {
  alternatives,
  ENTITY_COLUMNS,
  placeOf,
  RECORD_ID_COLUMNS,
  requiredPlace,
  type Search,
  SOURCE_COLUMNS,
} from './known-columns.ts';
import { Probabilities } from './probabilities.ts';

/** The columns to read, where they are named, and the options that name them. */
export interface LabelColumns {
  entity: { wanted: string | undefined; option: string };
  id: { wanted: string | undefined; option: string };
  /** Not to be read if `ignored`. */
  source: { wanted: string | undefined; option: string; ignored?: boolean };
}

/** Names that are shared by the files of a run. */
export interface RecordNames {
  sources: NameCodes;
  ids: NameCodes;
}

/** The column in which `er resolve` says how sure it is of a record's entity. */
const PROBABILITY_COLUMN = 'probability';
const OWN_ENTITY_COLUMN = 'entity_id';

/** The records of one file, in its order; as a sink it is filled while the file is read. */
export class LabelledFile implements RowSink {
  /** How errors name the file. */
  readonly file: string;
  readonly names: RecordNames;
  readonly entityNames = new NameCodes();
  readonly columns: { source?: string; id: string; entity: string; probability?: string } = {
    ...{ id: '', entity: '' },
  };
  /** What the user should know of how it was read. */
  readonly notices: string[] = [];
  readonly probabilities: Probabilities | undefined;
  input: CsvSummary | undefined;

  private readonly wanted: LabelColumns;
  private readonly lists = { entity: new Int32List(), id: new Int32List(), source: new Int32List() };
  private readonly lineList = new Int32List();
  private places = { entity: -1, id: -1, source: -1, probability: -1 };

  /** @param withProbability whether a column of probabilities is read, if the file has one of `er resolve` */
  constructor(path: string, wanted: LabelColumns, names: RecordNames, withProbability: boolean) {
    this.file = path === '-' ? 'stdin' : path;
    this.wanted = wanted;
    this.names = names;
    if (withProbability) this.probabilities = new Probabilities(PROBABILITY_COLUMN, this.file);
  }

  /** The options that say which record a row is. */
  get options(): string {
    return `${this.wanted.id.option} and ${this.wanted.source.option}`;
  }

  get size(): number {
    return this.lineList.length;
  }

  /** The codes of each record's source, if the file has sources, of its id and of its entity (−1 for none). */
  get sources(): Int32Array | undefined {
    return this.places.source < 0 ? undefined : this.lists.source.view();
  }

  get ids(): Int32Array {
    return this.lists.id.view();
  }

  get entities(): Int32Array {
    return this.lists.entity.view();
  }

  /** The line of each record. */
  get lines(): Int32Array {
    return this.lineList.view();
  }

  header(header: string[]): void {
    const { file, wanted } = this;
    const entity = { ...wanted.entity, known: ENTITY_COLUMNS };
    const id = { ...wanted.id, known: RECORD_ID_COLUMNS };
    const source = { ...wanted.source, known: SOURCE_COLUMNS };
    const places = {
      entity: requiredPlace(header, entity, 'entities', file),
      id: requiredPlace(header, id, 'ids', file),
      source: wanted.source.ignored === true ? -1 : placeOf(header, source, file),
    };
    const isOwn = columnKey(header[places.entity]!) === OWN_ENTITY_COLUMN;
    const probability = isOwn && this.probabilities ? header.map(columnKey).indexOf(PROBABILITY_COLUMN) : -1;
    this.places = { ...places, probability };
    this.columns.entity = header[places.entity]!;
    this.columns.id = header[places.id]!;
    if (places.source >= 0) this.columns.source = header[places.source]!;
    if (probability >= 0) this.columns.probability = header[probability]!;
    this.tellAlternatives(header, entity, places.entity);
  }

  row(cells: string[], line: number): void {
    const { places, lists, names } = this;
    const id = names.ids.code(cells[places.id]!);
    if (id === NO_VALUE) throw this.noId(line);
    lists.id.push(id);
    lists.entity.push(this.entityNames.code(cells[places.entity]!));
    if (places.source >= 0) lists.source.push(names.sources.code(cells[places.source]!));
    if (places.probability >= 0) this.probabilities!.push(cells[places.probability]!, line);
    this.lineList.push(line);
  }

  plain(rows: PlainRows): void {
    const { places, lists, names } = this;
    const ids = names.ids.codes(rows, places.id);
    const nameless = ids.indexOf(NO_VALUE);
    if (nameless >= 0) throw this.noId(rows.lines[nameless]!);
    lists.id.append(ids);
    lists.entity.append(this.entityNames.codes(rows, places.entity));
    if (places.source >= 0) lists.source.append(names.sources.codes(rows, places.source));
    if (places.probability >= 0) this.probabilities!.pushPlain(rows, places.probability);
    this.lineList.append(rows.lines.subarray(0, rows.length));
  }

  private noId(line: number): ErError {
    return new ErError(
      `the id column "${this.columns.id}" is empty; every record needs an id, so fill it in or name another column with ${this.wanted.id.option}`,
      { file: this.file, line },
    );
  }

  private tellAlternatives(header: readonly string[], search: Search, place: number): void {
    const others = alternatives(header, search, place);
    if (others.length === 0) return;
    const named = others.map((name) => `"${name}"`).join(' and ');
    this.notices.push(
      `${this.file}: entities are read from "${header[place]}"; there is ${named} too, which ${search.option} would choose`,
    );
  }
}
