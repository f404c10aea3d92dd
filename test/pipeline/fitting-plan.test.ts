import { beforeAll, expect, it } from 'vitest';
import { fittingPlan, TooLarge } from '../../src/pipeline/fitting-plan.ts';
import { forecast } from '../../src/pipeline/forecast.ts';
import { planFor } from '../../src/pipeline/link.ts';
import type { Table } from '../../src/records/table.ts';
import { tableOf as smallTable } from '../blocking/tables.ts';
import { people, tableOf } from './tables.ts';

const OPTIONS = { command: 'link', threads: 2 } as const;
let table: Table;
beforeAll(async () => {
  table = await tableOf((await people({ records: 3000 })).files);
});

/** Bytes that the default plan takes with so many pairs. */
const bytesWith = (pairs?: number): number =>
  forecast(table, planFor(table, {}), { ...OPTIONS, threads: 1, pairs }).bytes;

function refusal(work: () => unknown): TooLarge {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(TooLarge);
    return error as TooLarge;
  }
  throw new Error('nothing was refused');
}

it('is the plan itself where that fits', () => {
  const fit = fittingPlan(table, { ...OPTIONS, limit: bytesWith() });
  expect(fit).toMatchObject({ threads: 2, maxPairs: undefined, wanted: undefined });
  expect(fit.plan).toEqual(planFor(table, {}));
});

it('does with fewer threads before it does with fewer pairs', async () => {
  const full = await tableOf((await people({ records: 2000 })).files);
  const plan = planFor(full, {});
  expect(plan.mostPairs).toBeGreaterThan(1_990_000);
  const limit = forecast(full, plan, { ...OPTIONS, threads: 1 }).bytes;
  const fit = fittingPlan(full, { ...OPTIONS, threads: 6, limit });
  expect(fit).toMatchObject({ threads: 1, wanted: undefined });
});

it('is refined until it fits, and the same each time', () => {
  const wanted = planFor(table, {});
  const limit = bytesWith(wanted.mostPairs / 3);
  const fit = fittingPlan(table, { ...OPTIONS, limit });
  expect(fit.plan.mostPairs).toBeLessThanOrEqual(wanted.mostPairs / 3);
  expect(fit.plan.mostPairs).toBeGreaterThan(table.size);
  expect(fit.maxPairs).toBeGreaterThanOrEqual(fit.plan.mostPairs);
  expect(fit.forecast.bytes).toBeLessThanOrEqual(limit);
  expect(fit.wanted).toEqual(wanted);
  expect(fit.plan.missed).toBeGreaterThanOrEqual(wanted.missed);
  expect(fittingPlan(table, { ...OPTIONS, limit })).toEqual(fit);
});

it('is refused where not even the table fits, with the largest blocks by name', () => {
  const { bytes, blocks } = refusal(() => fittingPlan(table, { ...OPTIONS, limit: bytesWith(0) }));
  expect(bytes).toBeGreaterThan(bytesWith(0));
  expect(blocks).toHaveLength(3);
  for (const { name, records } of blocks) {
    expect(name).toMatch(/ (=|as in) ".+"/);
    expect(records).toBeGreaterThan(1);
  }
});

it('is refused where no rule stays within the candidate budget', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [row < 30 ? 'leeds' : `town ${row % 5}`]);
  const { bytes, blocks } = refusal(() =>
    fittingPlan(smallTable({ town: 'category' }, rows), { ...OPTIONS, limit: 1e12, maxPairs: 1 }),
  );
  expect(bytes).toBeUndefined();
  expect(blocks).toEqual([{ name: 'town = "leeds"', records: 30 }]);
});

it('is empty, and not refused, where no two records share anything', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [String(row)]);
  const { plan } = fittingPlan(smallTable({ n: 'category' }, rows), { ...OPTIONS, limit: 1e12, maxPairs: 1 });
  expect(plan.mostPairs).toBe(0);
});
