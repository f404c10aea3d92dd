import { basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErError, UnknownName } from '../../src/errors.ts';
import { type LoadOptions, loadFiles, type RawTable } from '../../src/records/load.ts';
import { scratch } from '../csv/harness.ts';

const { file, path } = scratch();
let count = 0;
const csv = (...lines: string[]): string => file(`${++count}.csv`, `${lines.join('\n')}\n`);

/** The cells of each row by column, missing ones left out. */
function cellsOf({ size, columns }: RawTable): Record<string, string>[] {
  return Array.from({ length: size }, (_, row) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const code = column.codes()[row]!;
        return code < 0 ? [] : [[column.name.toLowerCase(), column.values[code]!]];
      }),
    ),
  );
}

async function complaint(paths: readonly string[], options: LoadOptions = {}): Promise<ErError> {
  try {
    await loadFiles(paths, options);
  } catch (error) {
    if (error instanceof ErError) return error;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('loadFiles', () => {
  it('matches columns by name, whatever their order, case and surrounding space', async () => {
    const a = csv('Name,City', 'Ann,Bonn', 'Bob,');
    const b = csv('city , NAME,age', 'Trier,Cy,7');
    const table = await loadFiles([a, b]);
    expect(table.columns.map(({ name }) => name)).toEqual(['Name', 'City', 'age']);
    expect(cellsOf(table)).toEqual([
      { name: 'Ann', city: 'Bonn' },
      { name: 'Bob' },
      { name: 'Cy', city: 'Trier', age: '7' },
    ]);
    expect(table.columns.map((column) => column.codes().length)).toEqual([3, 3, 3]);
    expect([...table.sourceOf]).toEqual([0, 0, 1]);
    expect(table.sources.map(({ first, rows }) => [first, rows])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  it('keeps all rows of files in any order with different columns', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const rows = fc.array(fc.array(fc.constantFrom('', 'x', 'y', 'z', '7'), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    });
    const someFile = fc.record({ columns: fc.shuffledSubarray(names, { minLength: 1 }), rows });
    await fc.assert(
      fc.asyncProperty(fc.array(someFile, { minLength: 1, maxLength: 4 }), async (files) => {
        const paths = files.map(({ columns, rows }) =>
          csv(
            ['common', ...columns].join(','),
            ...rows.map((row) => ['k', ...row.slice(0, columns.length)].join(',')),
          ),
        );
        const expected = files.flatMap(({ columns, rows }) =>
          rows.map((row) => {
            const cells = columns.flatMap((name, c) => (row[c] === '' ? [] : [[name, row[c]!]]));
            return { common: 'k', ...Object.fromEntries(cells) };
          }),
        );
        const table = await loadFiles(paths);
        expect(cellsOf(table)).toEqual(expected);
        expect(new Set(table.columns.map((column) => column.codes().length))).toEqual(new Set([table.size]));
        expect(table.ids).toEqual(files.flatMap(({ rows }) => rows.map((_, row) => String(row + 1))));
      }),
      { numRuns: 40 },
    );
  });

  it('counts missing tokens, the given ones too', async () => {
    const table = await loadFiles([csv('a,b', 'NA,x', '999,x', 'NA,', 'y,-')], { missingTokens: ['999'] });
    const tokens = table.columns.map(({ missingTokens }) => Object.fromEntries(missingTokens));
    expect(tokens).toEqual([{ NA: 2, '999': 1 }, { '-': 1 }]);
  });

  it('tells files of one name apart by a number', async () => {
    const a = csv('x', '1');
    const name = basename(a);
    const numbered = file(`${name}#2`, 'x\n2\n');
    const three = await loadFiles([a, a, a]);
    expect(three.sources.map(({ source }) => source)).toEqual([name, `${name}#2`, `${name}#3`]);
    const clash = await loadFiles([a, numbered, a]);
    expect(clash.sources.map(({ source }) => source)).toEqual([name, `${name}#2`, `${name}#3`]);
    const late = await loadFiles([a, a, numbered]);
    expect(new Set(late.sources.map(({ source }) => source)).size).toBe(3);
  });
});

describe('the id', () => {
  it.each([
    ['id', ['id,rec_id,x', '7,1,a', '8,2,b'], ['7', '8']],
    ['rec_id', ['id,rec_id,x', '7,1,a', '7,2,b'], ['1', '2']],
    ['Record_ID', ['x, Record_ID', 'a, 5 ', 'b,6'], ['5', '6']],
    [undefined, ['id,x', '7,a', ',b'], ['1', '2']],
    [undefined, ['number,x', '7,a', '8,b'], ['1', '2']],
  ])('is %s', async (idColumn, lines, ids) => {
    const table = await loadFiles([csv(...lines)]);
    expect(table.ids).toEqual(ids);
    expect(table.idColumn?.name).toBe(idColumn);
    expect(table.sources[0]!.idColumn).toBe(idColumn);
    expect(table.columns.map(({ name }) => name)).not.toContain(idColumn);
  });

  it('is unique inside each file, not across files', async () => {
    const table = await loadFiles([csv('id,x', '1,a', '2,b'), csv('x,ID', 'c,1')]);
    expect(table.ids).toEqual(['1', '2', '1']);
    expect(table.sources.map(({ idColumn }) => idColumn)).toEqual(['id', 'ID']);
  });

  it('is the row number in all files when one has no such column or repeats in it', async () => {
    expect((await loadFiles([csv('id,x', '9,a'), csv('x', 'c', 'd')])).ids).toEqual(['1', '1', '2']);
    expect((await loadFiles([csv('id,x', '9,a'), csv('id,x', '4,c', '4,d')])).ids).toEqual(['1', '1', '2']);
  });

  it('is the column asked for', async () => {
    const table = await loadFiles([csv('id,Key,x', '1,k,a', '2,l,b')], { id: ' key ' });
    expect(table.ids).toEqual(['k', 'l']);
    expect(table.columns.map(({ name }) => name)).toEqual(['id', 'x']);
  });
});

describe('bad input', () => {
  it('is a file without records', async () => {
    const a = csv('a,b');
    const error = await complaint([a]);
    expect(error.message).toBe('has a header row but no records; check that the right file was named');
    expect(error.place).toEqual({ file: a, line: 1 });
  });

  it('is standard input named twice', async () => {
    const error = await complaint(['-', csv('a', '1'), '-']);
    expect(error.message).toBe('standard input (-) can be read only once; name the other input as a file');
    expect(error.place).toEqual({});
  });

  it('is a file that does not exist', async () => {
    expect((await complaint([path('none.csv')])).place.file).toBe(path('none.csv'));
  });

  it('is an id column that a file has not', async () => {
    const [a, b] = [csv('key,x', '1,a'), csv('kee,x', '1,a')];
    const error = await complaint([a, b], { id: 'Key' });
    expect(error).toBeInstanceOf(UnknownName);
    expect(error).toMatchObject({ wanted: 'key', known: ['kee', 'x'], place: { file: b, line: 1 } });
    expect(error.message).toBe('has no column "key" for --id; its columns are kee, x');
  });

  it('is an id column with repeats or gaps: the first three offenders with their lines', async () => {
    const a = csv('key,x', '1,a', '2,b');
    const b = csv('key,x', '1,a', '"2\n",b', '1,c', ',d', '2,e', '1,f', '1,g');
    const error = await complaint([a, b], { id: 'key' });
    expect(error.message).toBe(
      'the id column "key" must name every record once: "1" on lines 2 and 5, line 6 has none, "2" on lines 3 and 7 and 2 more; mend the ids or leave out --id to number the rows',
    );
    expect(error.place).toEqual({ file: b, line: 5 });
  });

  it('is files without a column in common, the id apart', async () => {
    const [a, b] = [csv('id,name,city', '1,a,b'), csv('id,label', '1,a')];
    const error = await complaint([a, b]);
    expect(error.message).toBe(
      `has no column in common with ${a}; columns are matched by name, so rename them alike (${a} has: id, name, city)`,
    );
    expect(error.place).toEqual({ file: b, line: 1 });
  });

  it('is not a file that has a column in common with any file before', async () => {
    const table = await loadFiles([csv('a', '1'), csv('a,b', '1,2'), csv('b', '2')]);
    expect(table.size).toBe(3);
  });
});
