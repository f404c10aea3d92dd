/** Threads run what is built, so that these tests are of `dist`. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadOptions, RawTable } from '../../src/records/load.ts';
import { scratch } from '../csv/harness.ts';

type Load = typeof import('../../src/records/load.ts');
type Threads = typeof import('../../src/records/column-threads.ts');
type Columns = typeof import('../../src/records/raw-column.ts');
type Missing = typeof import('../../src/records/missing.ts');

const built = async <T>(name: string): Promise<T> =>
  (await import(/* @vite-ignore */ new URL(`../../dist/records/${name}.js`, import.meta.url).href)) as T;

const { file, path } = scratch();
let loadFiles: Load['loadFiles'];
beforeAll(async () => {
  ({ loadFiles } = await built<Load>('load'));
});

const HEADER = 'id,first,last,city,note';
const ROWS = 12_000;
/** Rows of some 40 bytes, so that a file is read in eight pieces. */
const row = (i: number, note = `note ${i % 700}`) =>
  `r${i},${['Ann', ' Bob', 'Zoë', 'NA', '', 'n/a'][i % 6]},${i % 5 === 0 ? ' NULL ' : `Name${(i * 7919) % 3001}`},Köln,${note}`;
const rows = (count = ROWS) => Array.from({ length: count }, (_, i) => row(i));

/** Everything that a table holds, and what was told while it was read. */
async function everything(paths: string[], options: LoadOptions) {
  const notices: string[] = [];
  const progress: (number | undefined)[] = [];
  const told = {
    notice: (text: string) => notices.push(text),
    progress: (bytes: number, total: number | undefined) => progress.push(bytes, total),
  };
  const outcome = await loadFiles(paths, { ...options, ...told }).then(
    (table) => ({ table: contents(table) }),
    ({ name, message, place }) => ({ error: { name, message, place } }),
  );
  return { ...outcome, notices, progress };
}

function contents({ columns, idColumn, sourceOf, ...table }: RawTable) {
  const all = [...columns, ...(idColumn === undefined ? [] : [idColumn])];
  return {
    ...table,
    sourceOf: [...sourceOf],
    columns: all.map((column) => ({
      ...{ name: column.name, values: column.values, codes: [...column.codes()] },
      ...{ counts: [...column.counts], missing: [...column.missingTokens] },
      cells: Array.from({ length: table.size }, (_, r) => column.cell(r)),
    })),
  };
}

/** The same with one thread and with more. */
async function compared(paths: string[], options: LoadOptions = {}) {
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  const alone = await everything(paths, { ...options, threads: 1 });
  expect(started).toBe(0);
  for (const threads of [2, 4]) {
    const together = await everything(paths, { ...options, threads, threadsFrom: 1 });
    // To show where large tables differ takes long.
    expect(JSON.stringify(together) === JSON.stringify(alone)).toBe(true);
  }
  expect(started).toBe(1 + 3);
  process.off('worker', count);
  return alone;
}

const changed = (at: number, change: string, count = ROWS) => rows(count).with(at, change);
const lines = (all: readonly string[], end = '\n') => `${[HEADER, ...all].join(end)}${end}`;

describe('loadFiles with threads reads what it reads with one', () => {
  const middle = ROWS / 2;
  const late = ROWS - 500;
  const cases: [string, string | Buffer][] = [
    ['plain rows', lines(rows())],
    ['CRLF', lines(rows(), '\r\n')],
    ['lone CR', lines(rows(), '\r')],
    ['blank lines', lines(rows().map((text, i) => (i % 97 === 0 ? `\n\n${text}` : text)))],
    ['no line end at the end', lines(rows()).trimEnd()],
    ['a byte order mark', `\ufeff${lines(rows())}`],
    ['quotes everywhere', lines(rows().map((_, i) => row(i, `"said ""${i % 50}"", twice\n"`)))],
    ['quotes late', lines(rows().map((_, i) => (i > middle && i % 90 === 0 ? row(i, `"a, ${i}"`) : row(i))))],
    ['a quoted cell over several pieces', lines(changed(middle, row(middle, `"${'x,\n'.repeat(60_000)}"`)))],
    ['padded rows late', lines(changed(late, 'r,x').with(late + 9, 'q'))],
    ['a long row', lines(changed(late, row(late, 'y'.repeat(500_000))))],
    [
      'bytes of Windows-1252 late',
      Buffer.concat([
        Buffer.from(lines(rows(middle))),
        Buffer.from(`${row(middle, 'M\xfcller \x80')}\n`, 'latin1'),
        Buffer.from(`${row(middle + 1)}\n`.repeat(3000)),
      ]),
    ],
  ];
  it.each(cases)('%s', async (name, content) => {
    const { table } = (await compared([file(`${name}.csv`, content)])) as { table: { size: number } };
    expect(table.size).toBeGreaterThan(ROWS / 2);
  });

  it.each([
    ['too many cells', changed(late, `${row(late)},surplus`), /: 6 cells found, 5 expected/],
    ['a quote never closed', changed(late, row(late, '"open')), /opens a quote that is never closed/],
    ['a NUL', changed(late, row(late, '\0')), /holds a NUL byte/],
  ])('%s late, which is an error', async (name, content, message) => {
    const { error } = (await compared([file(`${name}.csv`, lines(content))])) as {
      error: { message: string; place: object };
    };
    expect(error.message).toMatch(message);
    expect(error.place).toMatchObject({ line: late + 2 });
  });

  it('ids that repeat late, which is an error', async () => {
    const all = changed(late, row(3));
    const { error } = (await compared([file('repeats.csv', lines(all))], { id: 'id' })) as {
      error: { message: string };
    };
    expect(error.message).toContain(`"r3" on lines 5 and ${late + 2}`);
  });

  it('several files with other columns, small ones in between, and a compressed one', async () => {
    const small = file('small.csv', 'city,first\nBonn,Ann\n');
    const other = file('other.csv', `last,AGE,first\n${'Name5,7,Ann\nNew,NA,Eve\n'.repeat(9000)}`);
    const packed = file('packed.csv.gz', gzipSync(lines(rows())));
    const plain = file('plain.csv', lines(rows()));
    await compared([plain, small, other, packed, plain]);
    await compared([other, small, plain], { missingTokens: ['Eve', ' 7 '] });
  });

  it('one column', async () => {
    await compared([file('one.csv', `a\n${'x\ny\n\nNA\n'.repeat(40_000)}`)]);
  });

  it('a file that is not there after a large one', async () => {
    const { error } = (await compared([file('first.csv', lines(rows())), path('none.csv')])) as {
      error: { message: string };
    };
    expect(error.message).toMatch(/no such file/);
  });
});

describe('ColumnThreads', () => {
  async function lent() {
    const { ColumnThreads } = await built<Threads>('column-threads');
    const { RawColumn } = await built<Columns>('raw-column');
    const { missingTest } = await built<Missing>('missing');
    const columns = ['a', 'b'].map((name) => new RawColumn(name, missingTest()));
    for (const column of columns) column.push('first');
    const threads = ColumnThreads.start(3, [])!;
    threads.lend(columns, 1);
    return { columns, threads };
  }
  type Inside = { threads: { worker: { terminate(): void; emit(event: string, error: Error): void } }[] };

  it('give columns back, as often as they are lent', async () => {
    const { columns, threads } = await lent();
    try {
      threads.addCells(['x', 'y']);
      await threads.takeBack();
      for (const column of columns) column.push('x');
      threads.lend(columns, 3);
      threads.addCells(['first', 'NA']);
      await threads.takeBack();
    } finally {
      threads.stop();
    }
    expect(columns.map(({ values }) => values)).toEqual([
      ['first', 'x'],
      ['first', 'y', 'x'],
    ]);
    expect(columns.map((column) => [...column.codes()])).toEqual([
      [0, 1, 1, 0],
      [0, 1, 2, -1],
    ]);
  });

  it('that end before their work are an error, not a wait without end nor lost rows', async () => {
    const { threads } = await lent();
    threads.addCells(['x', 'y']);
    (threads as unknown as Inside).threads[0]!.worker.terminate();
    await expect(threads.takeBack()).rejects.toThrow(/thread that reads ended/);
    threads.stop();
  });

  it('that end while they are far behind are an error too', async () => {
    const { threads } = await lent();
    (threads as unknown as Inside).threads[0]!.worker.terminate();
    const many = async () => {
      for (let i = 0; i < 100; i++) {
        threads.addCells(['x'.repeat(200_000), 'y']);
        await threads.pause();
      }
    };
    await expect(many()).rejects.toThrow(/thread that reads ended/);
    threads.stop();
  });

  it('are none where one thread is allowed', async () => {
    const { ColumnThreads } = await built<Threads>('column-threads');
    expect(ColumnThreads.start(1, [])).toBeUndefined();
  });
});
