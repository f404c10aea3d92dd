/** Golden records under survivorship rules, beside a search that tries every cell. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OriginalColumns } from '../../src/entities/columns.ts';
import { type GoldenRecord, GoldenRecords } from '../../src/entities/golden.ts';
import { type Preference, rulesOf, type SurvivorshipRule } from '../../src/entities/survivorship.ts';
import { parseDate } from '../../src/records/dates.ts';
import { encodeColumn, normaliseAs } from '../../src/records/encode.ts';
import { missingTest } from '../../src/records/missing.ts';
import { normaliseText } from '../../src/records/normalise.ts';
import { RawColumn } from '../../src/records/raw-column.ts';
import type { Exchange, Source, Table } from '../../src/records/table.ts';

const isMissing = missingTest();
const HEADER = ['name', 'town', 'seen'];
const [NAME, TOWN, SEEN] = [0, 1, 2];
/** Only the name and the date are compared. */
const TYPES = ['person', undefined, 'date'] as const;
const FILES = ['b.csv', 'a.csv'];

/** A record: its entity, the index of its file, its id, and its cells. */
type Row = readonly [entity: string, file: number, id: string, name: string, town: string, seen: string];

const cellsOf = (row: Row): string[] => row.slice(3) as string[];

/** Rows come file after file. */
function tableOf(rows: readonly Row[], exchanges?: Exchange[]): Table {
  const sources = FILES.map((source) => ({ source, header: HEADER }) as Partial<Source> as Source);
  const columns = TYPES.flatMap((type, c) => {
    if (type === undefined) return [];
    const raw = new RawColumn(HEADER[c]!, isMissing);
    for (const row of rows) raw.push(cellsOf(row)[c]!);
    return encodeColumn(raw, type, 'day-first').column;
  });
  const sourceOf = Uint16Array.from(rows, ([, file]) => file);
  return { size: rows.length, sources, sourceOf, ids: rows.map(([, , id]) => id), columns, exchanges };
}

function goldenOf(table: Table, rows: readonly Row[], preferences?: Preference[]) {
  const records = new GoldenRecords(table, new OriginalColumns(table.sources), isMissing);
  for (const row of rows) records.add(cellsOf(row));
  const names = [...new Set(rows.map(([entity]) => entity))];
  const entityOf = Int32Array.from(rows, ([entity]) => names.indexOf(entity));
  const found = records.of({ entityOf, entities: names.length }, [0.81, 0.9], {
    preferences,
    provenance: true,
  });
  return new Map([...found].map((record, e): [string, GoldenRecord] => [names[e]!, record]));
}

/** The golden record of rows of one entity, as values. */
function only(rows: readonly (readonly [file: number, ...cells: string[]])[], ...preferences: Preference[]) {
  const all = rows.map(([file, ...cells], r) => ['x', file, `r${r}`, ...cells] as unknown as Row);
  return goldenOf(tableOf(all), all, preferences).get('x')!;
}

const SOURCE: SurvivorshipRule = { kind: 'source', order: [[1], [0]] };
const NEWEST: SurvivorshipRule = { kind: 'newest', column: SEEN };
const LONGEST: SurvivorshipRule = { kind: 'longest' };
const VOTE: SurvivorshipRule = { kind: 'most-frequent' };
const all = (rule: SurvivorshipRule): Preference => ({ column: undefined, rule });
const own = (column: number, rule: SurvivorshipRule): Preference => ({ column, rule });

describe('a golden record', () => {
  const rows = [
    [0, 'Ann Lee', 'Rome', '2024-01-05'],
    [0, 'ann lee', 'Rome', '2024-02-01'],
    [0, 'Ann-Marie Lee', '', ''],
    [1, 'A Lee', '', '2023-07-01'],
    [1, 'Anne Lee', 'N/A', '2022'],
  ] as const;

  it('takes the value of the preferred file, of others where that one has none', () => {
    expect(only(rows, all(SOURCE)).values).toEqual(['Anne Lee', 'Rome', '2023-07-01']);
  });

  it('takes the value of the latest record that has one', () => {
    expect(only(rows, all(NEWEST)).values).toEqual(['ann lee', 'Rome', '2024-02-01']);
    const dated = [
      [0, 'Ann', 'Rome', '2024-01-05'],
      [0, 'Ann', '', '2024-02-01'],
      [0, 'Ann', 'Oslo', 'soon'],
      [0, 'Ann', 'Oslo', ''],
    ] as const;
    expect(only(dated, all(NEWEST)).values[TOWN]).toBe('Rome');
    expect(only(dated.slice(2), all(NEWEST)).values[TOWN]).toBe('Oslo');
  });

  it('takes the longest value', () => {
    expect(only(rows, all(LONGEST)).values[NAME]).toBe('Ann-Marie Lee');
  });

  it('takes the value of most records without a rule, or when told so', () => {
    const voted = only(rows);
    expect(voted.values).toEqual(['Ann Lee', 'Rome', '2023-07-01']);
    expect(only(rows, all(VOTE), all(LONGEST))).toEqual(voted);
  });

  it('asks the next rule where one leaves several, and a column’s own before those for all', () => {
    expect(only(rows, all(SOURCE), all(NEWEST)).values[NAME]).toBe('A Lee');
    expect(only(rows, all(SOURCE), own(NAME, LONGEST)).values).toEqual([
      'Ann-Marie Lee',
      'Rome',
      '2023-07-01',
    ]);
    expect(only(rows, all(SOURCE), own(NAME, VOTE)).values[NAME]).toBe('Ann Lee');
  });

  it('lets all records vote between those a rule leaves', () => {
    const tied = [
      [0, 'Bob', 'Oslo', '2024-01-05'],
      [0, 'Bob', 'Bergen', '2024-01-05'],
      [1, 'Bob', 'oslo', '2020-01-01'],
    ] as const;
    const record = only(tied, own(TOWN, NEWEST));
    expect([record.values[TOWN], record.supports[TOWN]]).toEqual(['Oslo', 2]);
    expect(only(tied.slice(0, 2), own(TOWN, NEWEST)).values[TOWN]).toBe('Bergen');
  });

  it('says how many records hold the value that was taken, and how probable that one is', () => {
    const [voted, taken] = [only(rows), only(rows, all(SOURCE))];
    expect([voted.supports[NAME], taken.supports[NAME]]).toEqual([2, 1]);
    expect(taken.probabilities[NAME]).toBeLessThan(0.5);
    expect(taken.probabilities[NAME]).toBeLessThan(voted.probabilities[NAME]!);
    expect(taken.probabilities[TOWN]).toBe(voted.probabilities[TOWN]);
  });

  it('takes what cannot be read as the type of its column only where there is nothing else', () => {
    const dates = [
      [0, 'Ann', '', '2024-01-05'],
      [1, 'Ann', '', 'some time soon'],
    ] as const;
    for (const rule of [SOURCE, LONGEST]) expect(only(dates, all(rule)).values[SEEN]).toBe('2024-01-05');
    expect(only(dates.slice(1), all(SOURCE)).values[SEEN]).toBe('some time soon');
    expect(only(dates).conflicts).toEqual([]);
  });

  it('names the record by the order of files’ names and ids, not by that of rows', () => {
    const record = only([
      [0, 'Ann', 'Rome', ''],
      [1, 'Ann', '', ''],
      [1, 'ANN', 'Rome', ''],
    ]);
    expect(record.values.slice(0, 2)).toEqual(['Ann', 'Rome']);
    expect(record.origins).toEqual([1, 2, undefined]);
  });

  it('takes cells that were found in each other’s column from where they belong', () => {
    const exchanged: Row[] = [
      ['x', 0, '1', 'Ann', 'Rome', ''],
      ['x', 1, '2', 'Roma', 'Anna', ''],
    ];
    const right = exchanged.map(([e, f, id, name, town, seen], r): Row => {
      return r === 1 ? [e, f, id, town, name, seen] : [e, f, id, name, town, seen];
    });
    const table = tableOf(right, [{ columns: ['name', 'town'], rows: Int32Array.of(1) }]);
    const record = goldenOf(table, exchanged, [all(SOURCE)]).get('x')!;
    expect(record.values.slice(0, 2)).toEqual(['Anna', 'Roma']);
    expect(record.origins.slice(0, 2)).toEqual([1, 1]);
  });

  it('lists the columns in which its records hold several values', () => {
    expect(only(rows).conflicts).toEqual([NAME, SEEN]);
    expect(only(rows.slice(0, 1)).conflicts).toEqual([]);
  });
});

const row: fc.Arbitrary<readonly [string, number, string, string, string]> = fc.tuple(
  fc.constantFrom('x', 'y', 'z'),
  fc.nat(1),
  fc.constantFrom('Ann Lee', 'ann lee', 'ANN  LEE', 'Ann-Lee', 'Bob', 'Robert', '', 'NA'),
  fc.constantFrom('Rome', 'rome', 'Roma', ' Rome ', 'Oslo', 'Bergen', '', '?'),
  fc.constantFrom('2024-01-05', '5 Jan 2024', '06/01/2024', '2023', 'soon', 'later', ''),
);
const tables: fc.Arbitrary<Row[]> = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .map((rows) =>
    rows.map(([entity, file, ...cells], r): Row => [entity, file, `r${(7 * r) % 12}`, ...cells]),
  );
const inFiles = (rows: readonly Row[]): Row[] => rows.toSorted(([, a], [, b]) => a - b);
const preferences: fc.Arbitrary<Preference[]> = fc.array(
  fc.record({
    column: fc.constantFrom(undefined, NAME, TOWN, SEEN),
    rule: fc.constantFrom(...[SOURCE, NEWEST, LONGEST, VOTE, { kind: 'source', order: [[0]] } as const], {
      kind: 'newest',
      column: TOWN,
    } as const),
  }),
  { maxLength: 4 },
);

/** What a cell comes to: the same number of the same value, whether it is of the column's type or not. */
function normal(cell: string, column: number): string {
  const type = TYPES[column];
  return (type && normaliseAs(cell, type)) ?? normaliseText(cell);
}

interface Cell {
  row: Row;
  text: string;
  value: string;
}

/** The cells of a column of an entity that count. */
function counting(rows: readonly Row[], entity: string, column: number): Cell[] {
  const present = rows
    .filter((one) => one[0] === entity && !isMissing(cellsOf(one)[column]!))
    .map((one) => ({ row: one, text: cellsOf(one)[column]!.trim() }))
    .map((cell) => ({ ...cell, value: normal(cell.text, column) }));
  const isReadable = ({ text }: Cell) =>
    TYPES[column] !== 'date' || parseDate(text, 'day-first') !== undefined;
  const readable = present.filter(isReadable);
  return readable.length > 0 ? readable : present;
}

/** The cells that the rules keep. */
function kept(cells: Cell[], rules: readonly SurvivorshipRule[]): Cell[] {
  return rules.reduce((left, rule) => {
    const score = ({ row: one, text }: Cell): string => {
      if (rule.kind === 'longest') return String(text.length).padStart(9, '0');
      if (rule.kind === 'newest') return parseDate(cellsOf(one)[rule.column]!, 'day-first') ?? '';
      const order = rule.kind === 'source' ? rule.order.flat() : [];
      return order.includes(one[1]) ? String(9 - order.indexOf(one[1])) : '0';
    };
    const best = left.map(score).sort().at(-1);
    return left.filter((cell) => score(cell) === best);
  }, cells);
}

/** The value by every comparison of two cells that are kept. */
function naive(cells: Cell[], rules: readonly SurvivorshipRule[]): string {
  const number = (is: (cell: Cell) => boolean) => cells.filter(is).length;
  const better = (a: Cell, b: Cell): number => b.text.length - a.text.length || (a.text < b.text ? -1 : 1);
  const spellings = new Map<string, Cell>();
  for (const cell of kept(cells, rules)) {
    const other = spellings.get(cell.value);
    const lead = number(({ text }) => text === cell.text) - number(({ text }) => text === other?.text);
    if (other === undefined || lead > 0 || (lead === 0 && better(cell, other) < 0))
      spellings.set(cell.value, cell);
  }
  const votes = (one: Cell) => number(({ value }) => value === one.value);
  const [winner] = [...spellings.values()].sort((a, b) => votes(b) - votes(a) || better(a, b));
  return winner?.text ?? '';
}

describe('for any rows and rules, golden records', () => {
  const random = fc.tuple(tables.map(inFiles), preferences);

  it('hold what a search through all cells finds', () => {
    fc.assert(
      fc.property(random, ([rows, rules]) => {
        for (const [entity, record] of goldenOf(tableOf(rows), rows, rules))
          HEADER.forEach((_, column) => {
            const cells = counting(rows, entity, column);
            expect(record.values[column]).toBe(naive(cells, rulesOf(rules, column)));
            const value = normal(record.values[column]!, column);
            expect(record.supports[column]).toBe(cells.filter((cell) => cell.value === value).length);
            expect(record.conflicts.includes(column)).toBe(new Set(cells.map((cell) => cell.value)).size > 1);
            const probability = record.probabilities[column];
            if (cells.length === 0) expect(probability).toBeUndefined();
            else expect(probability! > 0 && probability! <= 1).toBe(true);
          });
      }),
      { numRuns: 400 },
    );
  });

  it('name a record of the entity that holds the value and that the rules keep', () => {
    fc.assert(
      fc.property(random, ([rows, rules]) => {
        for (const [entity, record] of goldenOf(tableOf(rows), rows, rules))
          HEADER.forEach((_, column) => {
            const origin = record.origins[column];
            const holders = kept(counting(rows, entity, column), rulesOf(rules, column))
              .filter(({ text }) => text === record.values[column])
              .map((cell) => cell.row)
              .sort(([, f, a], [, g, b]) => (FILES[f]! + a < FILES[g]! + b ? -1 : 1));
            expect(origin === undefined ? undefined : rows[origin]).toBe(holders[0]);
          });
      }),
      { numRuns: 400 },
    );
  });

  it('do not depend on the order of the rows', () => {
    const shuffled = random.chain(([rows, rules]) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length }).map(inFiles),
        fc.constant(rules),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([rows, others, rules]) => {
        const before = goldenOf(tableOf(rows), rows, rules);
        const after = goldenOf(tableOf(others), others, rules);
        expect(after.size).toBe(before.size);
        for (const [entity, { origins, probabilities, ...record }] of before) {
          const other = after.get(entity)!;
          expect(other).toMatchObject(record);
          expect(other.origins.map((origin) => others[origin!])).toEqual(
            origins.map((origin) => rows[origin!]),
          );
          probabilities.forEach((probability, c) => {
            if (probability === undefined) expect(other.probabilities[c]).toBeUndefined();
            else expect(other.probabilities[c]).toBeCloseTo(probability, 12);
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});
