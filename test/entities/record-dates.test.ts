import { describe, expect, it } from 'vitest';
import { RecordDates } from '../../src/entities/record-dates.ts';
import { encodeColumn } from '../../src/records/encode.ts';
import { missingTest } from '../../src/records/missing.ts';
import { RawColumn } from '../../src/records/raw-column.ts';

function column(...cells: string[]): RawColumn {
  const raw = new RawColumn('seen', missingTest());
  for (const cell of cells) raw.push(cell);
  return raw;
}

const all = (dates: RecordDates, size: number) =>
  Array.from({ length: size }, (_, record) => dates.of(record));

describe('RecordDates', () => {
  it('are numbers that stand in the order of the dates, whatever they are written like', () => {
    const cells = ['2024-03-05', '5 Mar 2024', 'March 2024', '2024', '20240306', '2023-12-31T10:00:00Z'];
    const dates = new RecordDates(column(...cells));
    expect(all(dates, 6)).toEqual([20240305, 20240305, 20240300, 20240000, 20240306, 20231231]);
  });

  it('count cells that are no dates, but not missing ones', () => {
    const dates = new RecordDates(column('soon', '', '2024-03-05', 'N/A', 'soon', '30.02.2024'));
    expect(all(dates, 6)).toEqual([0, 0, 20240305, 0, 0, 0]);
    expect(dates.unreadable).toBe(3);
  });

  it('are read day or month first as the column shows', () => {
    expect(new RecordDates(column('03/05/2024', '12/25/2024')).of(0)).toBe(20240305);
    expect(new RecordDates(column('03/05/2024', '25/12/2024')).of(0)).toBe(20240503);
    const open = new RecordDates(column('03/05/2024'));
    expect([open.of(0), open.ambiguous]).toEqual([20240503, true]);
  });

  it('are those that a column compared as a date has', () => {
    const raw = column('03/05/2024', '2024-13-32', '', 'soon', '2024');
    const compared = encodeColumn(raw, 'date', 'month-first').column;
    const dates = new RecordDates(raw, compared);
    expect(all(dates, 5)).toEqual([20240305, 0, 0, 0, 20240000]);
    expect([dates.unreadable, dates.ambiguous]).toEqual([2, false]);
  });

  it('are read anew where the column is compared as something else', () => {
    const raw = column('2024', '2023-01-01');
    expect(all(new RecordDates(raw, encodeColumn(raw, 'code', 'day-first').column), 2)).toEqual([
      20240000, 20230101,
    ]);
  });
});
