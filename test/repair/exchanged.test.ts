import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../src/math/random.ts';
import { NO_VALUE, type Table } from '../../src/records/table.ts';
import { putRight } from '../../src/repair/exchanged.ts';
import { tableOf } from '../blocking/tables.ts';
import { people, tableOf as tableOfFiles } from '../pipeline/tables.ts';

const TYPES = { first: 'person', last: 'person', born: 'date', phone: 'phone', sex: 'category' } as const;

/** People, each twice, of which the given rows are exchanged. */
function twice(people: number, exchanged: readonly number[]): string[][] {
  const rng = random(3);
  const names = (count: number, ending: string): string[] =>
    Array.from(
      { length: count },
      (_, i) => `${'bdfgklmnprst'[i % 12]}${'aeiou'[i % 5]}${'vrnlm'[(i % 7) % 5]}${i}${ending}`,
    );
  const [firsts, lasts] = [names(20, 'a'), names(60, 'son')];
  const rows = Array.from({ length: people }, (_, i) => [
    ...[firsts[rng.below(20)]!, lasts[rng.below(60)]!],
    `19${String(10 + (i % 90))}-0${1 + (i % 9)}-1${i % 10}`,
    ...[String(5_550_000 + 37 * i), 'mf'[i % 2]!],
  ]);
  const table = rows.flatMap((row) => [[...row], [...row]]);
  for (const row of exchanged) table[row]!.splice(0, 2, table[row]![1]!, table[row]![0]!);
  return table;
}

const cells = ({ columns, size }: Table): string[] =>
  Array.from({ length: size }, (_, row) =>
    columns.map(({ codes, values }) => (codes[row] === NO_VALUE ? '' : values[codes[row]!]!)).join('|'),
  );

describe('putRight', () => {
  it('gives back the very table where nothing is exchanged', () => {
    const table = tableOf(TYPES, twice(200, []));
    expect(putRight(table)).toBe(table);
  });

  it('turns the exchanged records and no others, and says which', () => {
    const exchanged = [3, 40, 122, 399];
    const right = putRight(tableOf(TYPES, twice(200, exchanged)));
    expect(cells(right)).toEqual(cells(tableOf(TYPES, twice(200, []))));
    expect(right.exchanges).toHaveLength(1);
    expect(right.exchanges![0]!.columns).toEqual(['first', 'last']);
    expect([...right.exchanges![0]!.rows]).toEqual(exchanged);
  });

  it('leaves a table as if it had been read so: sorted values, each held by some record', () => {
    const right = putRight(tableOf(TYPES, twice(200, [3, 40, 122])));
    expect(right.columns).toEqual(tableOf(TYPES, twice(200, [])).columns);
  });

  it('turns a name with a slip in it, or a short form', () => {
    const rows = twice(200, [3, 40]);
    rows[3]![0] = `${rows[3]![0]!.slice(0, -1)}m`;
    rows[40]![1] = 'bob';
    rows[41]![0] = 'robert';
    const { exchanges } = putRight(tableOf(TYPES, rows));
    expect([...exchanges![0]!.rows]).toEqual([3, 40]);
  });

  it('leaves records alone that only share a name crosswise', () => {
    const rows = twice(200, []);
    rows[10] = [rows[50]![1]!, rows[50]![0]!, '1931-02-03', '7771234', 'f'];
    const table = tableOf(TYPES, rows);
    expect(putRight(table)).toBe(table);
  });

  it('does not depend on the order of the rows', () => {
    const rows = twice(60, [3, 40, 77]);
    const named = (order: readonly number[]): string[] => {
      const right = putRight(
        tableOf(
          TYPES,
          order.map((row) => rows[row]!),
        ),
      );
      return [...(right.exchanges?.[0]?.rows ?? [])].map((row) => rows[order[row]!]!.join('|')).sort();
    };
    const expected = named([...rows.keys()]);
    expect(expected).toHaveLength(3);
    fc.assert(
      fc.property(fc.shuffledSubarray([...rows.keys()], { minLength: rows.length }), (order) => {
        expect(named(order)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it('has nothing to do in a table without rows or columns', () => {
    const [empty, bare] = [tableOf(TYPES, []), { ...tableOf(TYPES, []), columns: [] }];
    expect(putRight(empty)).toBe(empty);
    expect(putRight(bare)).toBe(bare);
  });
});

describe('generated people', () => {
  const options = { records: 3000, duplicates: 0.4, missing: 0.02, moves: 0, errors: 0.3 } as const;
  const surnames = (table: Table) => {
    const { codes, values } = table.columns.find(({ name }) => name === 'surname')!;
    return (row: number): string => values[codes[row]!] ?? '';
  };

  it.each([1, 2, 3])('have their exchanged names found, seed %i', async (seed) => {
    // The same people without errors tell which records are exchanged.
    const [noisy, clean] = await Promise.all(
      [options, { ...options, errors: 0 }].map(async (some) =>
        tableOfFiles((await people({ ...some, seed, only: 'exchanges' })).files),
      ),
    );
    const [before, true_] = [surnames(noisy!), surnames(clean!)];
    const rows = [...noisy!.ids.keys()];
    const isExchanged = (row: number): boolean => true_(row) !== '' && before(row) !== true_(row);
    const exchanged = rows.filter(isExchanged);
    const found = [...(putRight(noisy!).exchanges?.[0]?.rows ?? [])];
    expect(exchanged.length).toBeGreaterThan(200);
    // Of two records with names that nobody else has either may be the exchanged one.
    expect(found.filter((row) => !isExchanged(row)).length).toBeLessThan(0.05 * found.length);
    expect(found.length).toBeGreaterThan(0.8 * exchanged.length);
  });

  it('without errors are left as they are', async () => {
    const table = await tableOfFiles((await people({ ...options, errors: 0 })).files);
    expect(putRight(table)).toBe(table);
  });
});
