import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgreementRows } from '../../src/em/agreement-rows.ts';
import { ErError } from '../../src/errors.ts';
import { random } from '../../src/math/random.ts';

const M = 255;

function read(header: string, rows: string[], ids?: string[]): AgreementRows {
  const table = new AgreementRows({ file: 'p.csv', ids, encode: (cell) => `<${cell}>` });
  table.header(header.split(','));
  rows.forEach((row, i) => {
    table.row(row.split(','), i + 2);
  });
  return table;
}

function message(header: string, rows: string[], ids?: string[]): string {
  try {
    read(header, rows, ids);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located;
  }
  throw new Error('nothing was wrong');
}

describe('the columns', () => {
  test('are levels unless they are count, end in _l or _r, or are named', () => {
    const table = read('id_l,name,ID_R,Count,zip,note,left_link', ['1,1,2,3,0,x,1'], [' NOTE']);
    expect(table.fields).toEqual(['name', 'zip', 'left_link']);
  });

  test.each([
    [
      'name,Match_Weight',
      'p.csv:1: there is already a column "Match_Weight", which er em would write; remove or rename it',
    ],
    ['id_l,id_r,count', 'p.csv:1: no column of agreement levels: all columns are carried along'],
  ])('%s cannot be used', (header, expected) => {
    expect(message(header, [])).toBe(expected);
  });

  test('named in ids must exist', () => {
    expect(message('name,zip', [], ['zap'])).toBe('p.csv:1: no column "zap", which --ids names');
  });
});

describe('the patterns', () => {
  test('are the distinct levels in order, missing last, with their counts', () => {
    const { patterns, patternOfKind } = read('a,b', ['1,2', '0,', '1,2', ' 01 ,2', '0,1']).patterns();
    expect(patterns).toEqual({
      size: 3,
      levelCounts: [2, 3],
      levels: Uint8Array.of(0, 1, 0, M, 1, 2),
      counts: Float64Array.of(1, 1, 3),
    });
    expect([...patternOfKind]).toEqual([2, 1, 2, 0]);
  });

  test('count rows by their weight', () => {
    const { patterns } = read('a,count,b', ['1,2.5,1', '0,0,1', '1,.5,1']).patterns();
    expect([...patterns.counts]).toEqual([0, 3]);
  });

  test('have at least two levels a field, and as many as demanded', () => {
    expect(read('a,b', ['0,']).patterns().patterns.levelCounts).toEqual([2, 2]);
    expect(read('a,b', ['0,']).patterns([4, undefined]).patterns.levelCounts).toEqual([4, 2]);
    expect(read('a,b', []).patterns().patterns).toMatchObject({ size: 0, levelCounts: [2, 2] });
  });

  test('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('', '0', '1', '2'), fc.constantFrom('', '0', '1'))),
        fc.nat(),
        (cells, seed) => {
          const rows = cells.map((row) => row.join());
          const generator = random(seed);
          const keys = rows.map(() => generator.next());
          const shuffled = rows
            .map((_, i) => i)
            .sort((a, b) => keys[a]! - keys[b]!)
            .map((i) => rows[i]!);
          expect(read('a,b', shuffled).patterns().patterns).toEqual(read('a,b', rows).patterns().patterns);
        },
      ),
    );
  });
});

describe('a bad cell is named', () => {
  test.each([
    ['name,zip', ['1,0', '1,0.5'], undefined, '"zip" holds "0.5"', 3, 'zip'],
    ['name,zip', ['Smith,0'], undefined, '"name" holds "Smith"', 2, 'name'],
    ['name,zip', ['0,-1'], ['name'], '"zip" holds "-1"', 2, 'name,zip'],
    ['first name,zip', ['x,1'], undefined, '"first name" holds "x"', 2, '"first name"'],
    ['zip', ['255'], undefined, '"zip" holds "255"', 2, 'zip'],
    ['zip', [`"${'a'.repeat(50)}`], undefined, `"zip" holds "\\"${'a'.repeat(39)}…"`, 2, 'zip'],
  ])('%s %j', (header, rows, ids, cell, line, remedy) => {
    expect(message(header, rows, ids)).toBe(
      `p.csv:${line}: column ${cell}, which is no agreement level (a whole number from 0 to 254, or empty); ` +
        `mend it, or carry the column along with --ids ${remedy}`,
    );
  });

  test.each(['', 'x', '-1', 'Infinity', '1e999'])('a weight of %j', (weight) => {
    expect(message('a,Count', [`1,${weight}`])).toBe(
      `p.csv:2: column "Count" holds "${weight}", which is no weight; it must be a number of at least 0`,
    );
  });
});

describe('the rows come out', () => {
  test('as they came in, with the result of their kind', () => {
    const table = read('id_l,a,b,id_r,c,count', ['x,1,0,y,1,1', 'z,,0,y,1,2', 'x,1,0,x,1,1']);
    expect([...table.texts([',one', ',two'])]).toEqual([
      '<x>,<1>,<0>,<y>,<1>,<1>,one\n',
      '<z>,<>,<0>,<y>,<1>,<2>,two\n',
      '<x>,<1>,<0>,<x>,<1>,<1>,one\n',
    ]);
  });

  test('whatever the place of the carried columns', () => {
    for (const header of ['a,b', 'x_l,a', 'a,x_l', 'x_l,y_l,a', 'a,x_l,y_l,b', 'x_l,a,y_l']) {
      const cells = header.split(',').map((_, i) => String(i % 2));
      const table = read(header, [cells.join()]);
      expect([...table.texts([',w'])]).toEqual([`${cells.map((cell) => `<${cell}>`).join()},w\n`]);
    }
  });

  test('in any number', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `${i % 2},r${i % 3000}`);
    const table = read('a,x_l', rows);
    expect(table.rows).toBe(5000);
    expect([...table.texts([',zero', ',one'])]).toEqual(
      rows.map((row) => `<${row[0]}>,<${row.slice(2)}>,${row[0] === '0' ? 'zero' : 'one'}\n`),
    );
  });
});
