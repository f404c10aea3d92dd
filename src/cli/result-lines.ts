/** The rows of a result: in front what was found out about a record, then the cells of its file. */
import { ByteLines } from '../csv/byte-lines.ts';
import type { PlainRows } from '../csv/plain-rows.ts';
import { encodeCell, encodeRow } from '../csv/write.ts';
import type { OriginalColumns } from '../entities/columns.ts';
import type { Resolution } from '../pipeline/resolution.ts';
import type { Table } from '../records/table.ts';
import { decimal } from './terminal.ts';

const COMMA = 44;
const LINE_FEED = 10;
/** Probabilities whose text is kept, since most occur again and again. */
const MOST_TEXTS = 1e5;

export class ResultLines {
  private readonly table: Table;
  private readonly resolution: Pick<Resolution, 'entityOf' | 'probability'>;
  private readonly entities: readonly string[];
  private readonly columns: OriginalColumns;
  private readonly sources: readonly string[];
  private readonly probabilities = new Map<number, string>();
  private readonly lines = new ByteLines();

  /** @param entities the id of each entity */
  constructor(
    table: Table,
    resolution: Pick<Resolution, 'entityOf' | 'probability'>,
    entities: readonly string[],
    columns: OriginalColumns,
  ) {
    this.table = table;
    this.resolution = resolution;
    this.entities = entities;
    this.columns = columns;
    this.sources = table.sources.map(({ source }) => encodeCell(source));
  }

  header(names: readonly string[]): void {
    this.lines.text(encodeRow(names));
  }

  /** Adds the row of a record, whose cells are in the order of the columns. */
  add(record: number, source: number, arranged: readonly string[]): void {
    const { source: name } = this.table.sources[source]!;
    const front = [this.entity(record), name, this.table.ids[record]!, this.probability(record)];
    this.lines.text(encodeRow([...front, ...arranged]));
  }

  /** Adds the rows of records from `first` on as they stand in their file, whose delimiter is a comma. */
  addPlain(first: number, source: number, rows: PlainRows): void {
    const { lines, columns, table } = this;
    const { bytes, bounds, width } = rows;
    const runs = columns.runs(source);
    const name = this.sources[source]!;
    for (let row = 0, at = 0; row < rows.length; row++, at += width + 1) {
      lines.text(this.entity(first + row));
      lines.sign(COMMA);
      lines.text(name);
      lines.sign(COMMA);
      // Without a quote, delimiter or line end, like all cells of the row.
      lines.text(table.ids[first + row]!);
      lines.sign(COMMA);
      lines.text(this.probability(first + row));
      for (const { from, cells } of runs) {
        lines.sign(COMMA);
        if (from >= 0) lines.copy(bytes, bounds[at + from]!, bounds[at + from + cells]! - 1);
        else for (let more = 1; more < cells; more++) lines.sign(COMMA);
      }
      lines.sign(LINE_FEED);
    }
  }

  /** All rows since the last call, in UTF-8. */
  take(): Buffer {
    return this.lines.take();
  }

  private entity(record: number): string {
    return this.entities[this.resolution.entityOf[record]!]!;
  }

  private probability(record: number): string {
    const probability = this.resolution.probability[record]!;
    const known = this.probabilities.get(probability);
    if (known !== undefined) return known;
    const text = decimal(probability);
    if (this.probabilities.size < MOST_TEXTS) this.probabilities.set(probability, text);
    return text;
  }
}
