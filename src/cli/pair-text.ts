/** The text of pairs in result files: who they are, each record encoded once. */
import { encodeCell } from '../csv/write.ts';
import type { Table } from '../records/table.ts';

/** The columns that name a pair. */
const PAIR_COLUMNS = ['source_l', 'id_l', 'source_r', 'id_r'];

export class PairText {
  private readonly table: Table;
  private readonly sources: readonly string[];

  constructor(table: Table) {
    this.table = table;
    this.sources = table.sources.map((source) => encodeCell(source.source));
  }

  /** Header of a file of pairs with their levels; `between` stands before the levels. */
  header(between: readonly string[] = []): string[] {
    return [...PAIR_COLUMNS, ...between, ...this.table.columns.map((column) => column.name)];
  }

  /** `people.csv,a1,orders.csv,b7`. */
  pair(left: number, right: number): string {
    return `${this.record(left)},${this.record(right)}`;
  }

  private record(row: number): string {
    return `${this.sources[this.table.sourceOf[row]!]},${encodeCell(this.table.ids[row]!)}`;
  }
}
