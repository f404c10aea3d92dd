/** What runs in a thread that fills columns; see `ColumnThreads`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ColumnAnswer, ColumnOrder, ColumnThreadData } from './column-threads.ts';
import { missingTest } from './missing.ts';
import { type ColumnParts, memoryOf, RawColumn } from './raw-column.ts';

const isMissing = missingTest((workerData as ColumnThreadData).missingTokens);
const port = parentPort!;
let columns: { column: RawColumn; cell: number }[] = [];

port.on('message', (order: ColumnOrder) => {
  if (order.kind === 'columns') columns = order.columns.map(filled);
  else if (order.kind === 'rows') fill(order);
  else giveBack();
});

function filled({ name, cell, parts }: { name: string; cell: number; parts: ColumnParts }) {
  const column = new RawColumn(name, isMissing);
  column.takeBack(parts);
  return { column, cell };
}

function fill({ bytes, bounds, width, length }: ColumnOrder & { kind: 'rows' }): void {
  const rows = {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    bounds,
    width,
    length,
  };
  for (const { column, cell } of columns) column.pushPlain(rows, cell);
  answer({ kind: 'done' });
}

function giveBack(): void {
  const parts = columns.map(({ column }) => column.handOver());
  columns = [];
  answer({ kind: 'columns', parts }, parts.flatMap(memoryOf));
}

function answer(message: ColumnAnswer, memory: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, memory);
}
