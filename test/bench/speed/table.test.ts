import { expect, it } from 'vitest';
import { median } from './process.ts';
import { barsRow, growth, sizesHeader, sizesRow } from './table.ts';

const run = (seconds: number, read: number) => ({
  ...{ seconds, mebibytes: 100 * seconds, pairs: 7 },
  stages: [{ stage: 'read', seconds: read, peak_memory_mib: 80 }],
});
const line = (records: number, seconds: number) => ({
  ...{ command: 'link', records, f1: 0.99996 },
  ...run(seconds, 0.5),
});

it('growth is that of the time per record', () => {
  expect(growth(line(1000, 30), line(100, 2))).toBeCloseTo(1.5);
});

it('a size is a row with its stages, those it lacks left open', () => {
  const columns = sizesHeader().split('\n')[0]!.split('|').length;
  const row = sizesRow(line(100_000, 2), undefined);
  expect(row.split('|')).toHaveLength(columns);
  expect(row).toMatch(/^\| link \| 100000 \| 2\.0 \| 20 \| – \| 200 \| 1\.0000 \| 0\.5 \(80\) \| – /);
});

it('medians are of the whole and of each stage', () => {
  expect(median([run(3, 0.1), run(1, 0.3), run(2, 0.2)])).toEqual(run(2, 0.2));
});

it('a bar that is missed stands out', () => {
  expect(barsRow('x', 4.96, 5, ' s')).toBe('| x | 5.0 s | ≤ 5 s | yes |');
  expect(barsRow('x', 5.1, 5, ' s')).toBe('| x | 5.1 s | ≤ 5 s | NO |');
});
