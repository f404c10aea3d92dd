import { describe, expect, it } from 'vitest';
import { OriginalColumns } from '../../src/entities/columns.ts';
import { GoldenRecords } from '../../src/entities/golden.ts';
import { encodeColumn } from '../../src/records/encode.ts';
import { missingTest } from '../../src/records/missing.ts';
import { RawColumn } from '../../src/records/raw-column.ts';
import type { Source, Table } from '../../src/records/table.ts';
import type { ColumnType } from '../../src/records/types.ts';

const isMissing = missingTest();

/** The golden records of rows whose last cell names their entity; columns with a type are compared. */
function golden(
  header: string[],
  types: Record<string, ColumnType>,
  rows: string[][],
  firstOfSecond = rows.length,
) {
  const sources = [0, 1].map(() => ({ header, idColumn: undefined }) as Partial<Source> as Source);
  const compared = header.flatMap((name, c) => {
    if (types[name] === undefined) return [];
    const raw = new RawColumn(name, isMissing);
    for (const row of rows) raw.push(row[c]!);
    return encodeColumn(raw, types[name], 'day-first').column;
  });
  const sourceOf = Uint16Array.from(rows, (_, r) => (r < firstOfSecond ? 0 : 1));
  const table: Table = { size: rows.length, sources, sourceOf, ids: [], columns: compared };
  const records = new GoldenRecords(table, new OriginalColumns(sources), isMissing);
  for (const row of rows) records.add(row.slice(0, -1));
  const names = [...new Set(rows.map((row) => row.at(-1)!))];
  const entityOf = Int32Array.from(rows, (row) => names.indexOf(row.at(-1)!));
  const equality = compared.map(() => 0.81);
  return [...records.of({ entityOf, entities: names.length }, equality)];
}

describe('GoldenRecords', () => {
  it('lets cells vote where they belong that were found in each other’s column', () => {
    const header = ['first', 'town', 'last'];
    const columns = ['first', 'last'].map((name, c) => {
      const raw = new RawColumn(name, isMissing);
      for (const cell of [
        ['Ann', 'Ann', 'Bob'],
        ['Lee', 'Lee', 'Smith'],
      ][c]!)
        raw.push(cell);
      return encodeColumn(raw, 'person', 'day-first').column;
    });
    const source = { header, idColumn: undefined } as Partial<Source> as Source;
    const table: Table = {
      ...{ size: 3, sources: [source], sourceOf: new Uint16Array(3), ids: ['1', '2', '3'], columns },
      exchanges: [{ columns: ['first', 'last'], rows: Int32Array.of(1) }],
    };
    const records = new GoldenRecords(table, new OriginalColumns([source]), isMissing);
    for (const row of ['Ann Rome Lee', 'LEE Rome Ann', 'Bob Paris Smith']) records.add(row.split(' '));
    const [ann, bob] = records.of({ entityOf: Int32Array.of(0, 0, 1), entities: 2 }, [0.9, 0.9]);
    expect(ann).toMatchObject({ values: ['Ann', 'Rome', 'LEE'], supports: [2, 2, 2] });
    expect(bob!.values).toEqual(['Bob', 'Paris', 'Smith']);
  });

  it('takes for each entity and column the value of most records, as they write it', () => {
    const [first, second] = golden(
      ['name', 'town'],
      { name: 'person', town: 'text' },
      [
        ['Ann  Lee', 'Rome', 'x'],
        ['Bob', '', 'y'],
        ['ann lee', 'Roma', 'x'],
        ['ANN LEE', 'Rome', 'x'],
      ],
      3,
    );
    expect(first).toMatchObject({ records: 3, sources: 2, values: ['Ann  Lee', 'Rome'], supports: [3, 2] });
    expect(second).toMatchObject({ records: 1, sources: 1, values: ['Bob', ''], supports: [1, 0] });
    expect(second!.probabilities[0]).toBeCloseTo(0.9, 12);
    expect(second!.probabilities[1]).toBeUndefined();
  });

  it('does the same with columns that are not compared, by their text', () => {
    const [only] = golden(['name', 'remark'], { name: 'person' }, [
      ['a', ' Très bien ', 'x'],
      ['a', 'tres  bien', 'x'],
      ['a', 'good', 'x'],
      ['a', 'N/A', 'x'],
    ]);
    expect(only).toMatchObject({ values: ['a', 'tres  bien'], supports: [4, 2] });
  });

  it('trusts a column that is not compared as far as the records of an entity agree on it', () => {
    const rows = Array.from({ length: 200 }, (_, i) => [`n${i >> 1}`, `${i >> 1}`, `${i}`, `${i >> 1}`]);
    const [first] = golden(['name', 'same', 'different'], { name: 'person' }, rows);
    const [, same, different] = first!.probabilities;
    expect(same).toBeGreaterThan(0.999);
    expect(different).toBeLessThan(0.5);
  });

  it('prefers what can be read as the type of its column, but shows the rest if there is nothing else', () => {
    const [first, second] = golden(['born'], { born: 'date' }, [
      ['soon', 'x'],
      ['soon', 'x'],
      ['5 Mar 1987', 'x'],
      ['Soon', 'y'],
      ['later', 'y'],
      ['soon', 'y'],
    ]);
    expect(first).toMatchObject({ values: ['5 Mar 1987'], supports: [1] });
    expect(second).toMatchObject({ values: ['Soon'], supports: [2] });
  });

  it('reads two spellings of one date as one', () => {
    const [only] = golden(['born'], { born: 'date' }, [
      ['1987-03-05', 'x'],
      ['5 March 1987', 'x'],
      ['1986-01-01', 'x'],
    ]);
    expect(only).toMatchObject({ values: ['5 March 1987'], supports: [2] });
  });
});
