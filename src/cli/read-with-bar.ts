/** Reading one CSV file for a command, with a progress bar where its size is known. */
import { type CsvSummary, type ReadOptions, type RowSink, readCsv } from '../csv/read.ts';
import type { Io } from './terminal.ts';

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws ErError for bad input (see `readCsv`)
 */
export async function readWithBar(
  sink: RowSink,
  path: string,
  io: Io,
  options: Pick<ReadOptions, 'delimiter' | 'encoding'> = {},
): Promise<CsvSummary> {
  let bar: ReturnType<Io['bar']>;
  const progress = (done: number, total: number | undefined) => {
    if (total === undefined) return;
    bar ??= io.bar('reading', total);
    bar?.update(done);
  };
  try {
    return await readCsv(path, sink, { ...options, progress, notice: io.notice, stdin: io.stdin });
  } finally {
    bar?.stop();
  }
}
