/**
 * The original cells of a table's records, which the table does not keep: every input is read a second time, and
 * must still be what it was at the first.
 */
import { Readable } from 'node:stream';
import type { PlainRows } from '../csv/plain-rows.ts';
import type { RowSink } from '../csv/read.ts';
import { ErError } from '../errors.ts';
import type { Source, Table } from './table.ts';

/** Reads CSV from a stream just as the first reading did, and answers with the size and SHA-256 of what it read. */
export type Reader = (stream: Readable, sink: RowSink) => Promise<Pick<Source, 'bytes' | 'sha256'>>;

export interface CellSink {
  /** The cells of a record, in the order of its file's columns. Records come in input order. */
  row(record: number, cells: string[], source: number): void;
  /** The cells of records from `first` on, as bytes. */
  plain(first: number, rows: PlainRows, source: number): void;
  /** Called now and then between rows and at the end; reading waits for it. */
  pause(): Promise<void>;
}

/**
 * Gives the cells of every record to `sink`.
 *
 * @param open the bytes of an input
 * @throws ErError if an input is no longer what the table was made from
 */
export async function readAgain(
  table: Pick<Table, 'sources' | 'ids'>,
  open: (path: string) => Readable,
  read: Reader,
  sink: CellSink,
): Promise<void> {
  for (const [s, source] of table.sources.entries()) {
    const { header, idColumn } = source;
    const id = idColumn === undefined ? -1 : header.indexOf(idColumn);
    const end = source.first + source.rows;
    let record = source.first;
    const rows = {
      header(names: string[]) {
        if (names.length !== header.length || names.some((name, i) => name !== header[i]))
          throw changed(source);
      },
      row(cells: string[]) {
        if (record === end || (id >= 0 && cells[id]!.trim() !== table.ids[record])) throw changed(source);
        sink.row(record++, cells, s);
      },
      plain(plain: PlainRows) {
        if (record + plain.length > end || (id >= 0 && !holdsIds(plain, id, table.ids, record)))
          throw changed(source);
        sink.plain(record, plain, s);
        record += plain.length;
      },
    };
    try {
      const again = await read(Readable.from(paced(open, source.path, sink), { highWaterMark: 1 }), rows);
      if (again.bytes !== source.bytes || again.sha256 !== source.sha256) throw changed(source);
    } catch (error) {
      // What was right at the first reading is wrong now.
      throw error instanceof ErError || (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? changed(source)
        : error;
    }
    await sink.pause();
  }
}

/** Whether the cells of a column, trimmed, are the ids of the records from `first` on. */
function holdsIds(
  { bytes, bounds, width, length }: PlainRows,
  cell: number,
  ids: readonly string[],
  first: number,
) {
  for (let row = 0, at = cell; row < length; row++, at += width + 1) {
    const [from, to] = [bounds[at]!, bounds[at + 1]! - 1];
    const id = ids[first + row]!;
    if (!isAscii(bytes, from, to, id) && bytes.toString('utf8', from, to).trim() !== id) return false;
  }
  return true;
}

/** Whether bytes are those of a text of ASCII. */
function isAscii(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from !== text.length) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 128 || bytes[from + i] !== unit) return false;
  }
  return true;
}

/** The bytes of an input, each chunk after the rows of the earlier ones have been dealt with. */
async function* paced(open: (path: string) => Readable, path: string, sink: CellSink) {
  for await (const chunk of open(path)) {
    await sink.pause();
    yield chunk;
  }
}

function changed({ path }: Source): ErError {
  return new ErError('changed while being read; run again when nothing writes to it', {
    file: path === '-' ? 'stdin' : path,
  });
}
