/** The date of each record in one column, to tell which of them is the latest. */
import { dateOrder, parseDate } from '../records/dates.ts';
import type { RawColumn } from '../records/raw-column.ts';
import { type Column, NO_VALUE } from '../records/table.ts';

/**
 * Dates as numbers YYYYMMDD, 0 where a record has none. Unknown parts are 00, so that a year alone comes before all days
 * of it. A column that is compared as a date is read as it was there, any other one day or month first as its cells
 * show.
 */
export class RecordDates {
  /** The column, as its header has it. */
  readonly name: string;
  /** Records whose cell is neither missing nor a date. */
  readonly unreadable: number;
  /** Whether no cell tells day from month; days are then taken to come first. */
  readonly ambiguous: boolean;
  private readonly codes: Int32Array;
  /** The date of each code. */
  private readonly dates: Int32Array;

  /**
   * @param raw all cells as written
   * @param compared the same column as it is compared, if it is
   */
  constructor(raw: RawColumn, compared?: Column) {
    this.name = raw.name;
    const written = raw.codes();
    if (compared?.type === 'date') {
      this.codes = compared.codes;
      this.dates = Int32Array.from(compared.values, (value) => dateNumber(parseDate(value, 'day-first')));
      this.ambiguous = false;
    } else {
      const { order, ambiguous } = dateOrder(raw.values);
      this.codes = written;
      this.dates = Int32Array.from(raw.values, (cell) => dateNumber(parseDate(cell, order)));
      this.ambiguous = ambiguous;
    }
    let unreadable = 0;
    for (let record = 0; record < written.length; record++)
      if (written[record] !== NO_VALUE && this.of(record) === 0) unreadable++;
    this.unreadable = unreadable;
  }

  /** The date of a record as a number YYYYMMDD; 0 if it has none. */
  of(record: number): number {
    const code = this.codes[record]!;
    return code === NO_VALUE ? 0 : this.dates[code]!;
  }
}

/** `2024-03-05` as 20240305. */
function dateNumber(date: string | undefined): number {
  return date === undefined ? 0 : Number(date.replaceAll('-', ''));
}
