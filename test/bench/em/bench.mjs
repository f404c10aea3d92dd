// `er em` beside csv-parse and csv-stringify moving the same rows: whole processes, median of five, in turn.
// npm run build && node test/bench/em/bench.mjs [rows] [ids]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [rows = '1000000', ids = ''] = process.argv.slice(2);
const RUNS = 5;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'er-bench-'));
const input = join(folder, 'agreements.csv');

function seconds(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return (performance.now() - start) / 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

try {
  seconds([here('agreements.mjs'), rows, input, ids]);
  const moving = [];
  const scoring = [];
  for (let run = 0; run < RUNS; run++) {
    moving.push(seconds([here('move-rows.mjs'), input, join(folder, 'moved.csv')]));
    scoring.push(seconds([here('../../../bin/er.js'), 'em', input, '-o', join(folder, 'scored.csv')]));
  }
  const line = (name, values) =>
    console.log(`${name}  median ${median(values).toFixed(2)} s, best ${Math.min(...values).toFixed(2)} s`);
  line('csv-parse | csv-stringify', moving);
  line('er em                    ', scoring);
  console.log(`ratio of medians ${(median(scoring) / median(moving)).toFixed(2)} (at most 1.3 wanted)`);
} finally {
  rmSync(folder, { recursive: true });
}
