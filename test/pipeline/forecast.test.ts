import { beforeAll, describe, expect, it } from 'vitest';
import type { BlockingPlan } from '../../src/blocking/plan.ts';
import { comparingCost } from '../../src/pipeline/comparing-cost.ts';
import { expectedPatterns, forecast } from '../../src/pipeline/forecast.ts';
import { planFor } from '../../src/pipeline/link.ts';
import type { Table } from '../../src/records/table.ts';
import { columnOf } from '../blocking/tables.ts';
import { people, tableOf } from './tables.ts';

const OPTIONS = { command: 'resolve', threads: 2 } as const;
let table: Table;
let plan: BlockingPlan;
beforeAll(async () => {
  table = await tableOf((await people({ records: 3000 })).files);
  plan = planFor(table, {});
  expect(plan.everyPair).toBe(false);
});

describe('a forecast', () => {
  const of = (options = {}) => forecast(table, plan, { ...OPTIONS, ...options });

  it('names the stages of each command in turn', () => {
    const stages = (command: 'pairs' | 'link' | 'resolve') =>
      of({ command }).stages.map(({ stage }) => stage);
    expect(stages('pairs')).toEqual(['read', 'block', 'compare']);
    expect(stages('link')).toEqual(['read', 'block', 'survey', 'compare', 'estimate', 'write']);
    expect(stages('resolve')).toEqual(['read', 'block', 'survey', 'compare', 'estimate', 'cluster', 'write']);
  });

  it('sums the seconds and the start of the process, and has the peak memory at the end', () => {
    const { stages, seconds, bytes } = of();
    expect(seconds - stages.reduce((sum, stage) => sum + stage.seconds, 0)).toBeCloseTo(0.4);
    for (const [i, stage] of stages.entries())
      expect(stage.bytes).toBeGreaterThanOrEqual(stages[i - 1]?.bytes ?? 0);
    expect(stages.at(-1)!.bytes).toBe(bytes);
  });

  it('grows with pairs, in time and in memory', () => {
    const all = [0, 1e3, 1e5, 1e7, 1e9].map((pairs) => of({ pairs }));
    for (const [i, { seconds, bytes }] of all.slice(1).entries()) {
      expect(seconds).toBeGreaterThan(all[i]!.seconds);
      expect(bytes).toBeGreaterThan(all[i]!.bytes);
    }
  });

  it('grows with records, values and files', async () => {
    const larger = await tableOf((await people({ records: 6000 })).files);
    const more = forecast(larger, plan, OPTIONS);
    expect(more.seconds).toBeGreaterThan(of().seconds);
    expect(more.bytes).toBeGreaterThan(of().bytes);
    expect(more.heap).toBeGreaterThan(of().heap);
    const twice = { ...table, sources: [...table.sources, { ...table.sources[0]!, rows: 0 }] };
    expect(forecast(twice, plan, OPTIONS).seconds).toBeGreaterThan(of().seconds);
  });

  it('takes less time and more memory with more threads, where pairs are worth them', () => {
    const many = { ...plan, mostPairs: 20e6 };
    const [one, four] = [1, 4].map((threads) => forecast(table, many, { command: 'link', threads }));
    expect(four!.seconds).toBeLessThan(one!.seconds);
    expect(four!.bytes).toBeGreaterThan(one!.bytes);
    expect(forecast(table, plan, { ...OPTIONS, threads: 1 })).toEqual(of({ threads: 8 }));
  });

  it('counts the draws that are kept, and takes measured seconds for what they are', () => {
    expect(of({ samples: 500 }).bytes - of().bytes).toBe(500 * 4 * table.size);
    expect(of({ measured: { read: 77 } }).stages[0]).toMatchObject({ stage: 'read', seconds: 77 });
  });
});

it('long text takes longer than names, and values that were compared before hardly any time', () => {
  const cells = (length: number, distinct: number) =>
    Array.from({ length: 4000 }, (_, row) => `${'word '.repeat(length)}${row % distinct}`);
  const cost = (type: 'person' | 'text', length: number, distinct: number) =>
    comparingCost([columnOf('c', type, cells(length, distinct))], 1e6);
  expect(cost('text', 20, 4000)).toBeGreaterThan(2 * cost('person', 1, 4000));
  expect(cost('person', 1, 4000)).toBeGreaterThan(1.5 * cost('person', 1, 50));
});

it('there are no more patterns than pairs, and fewer of columns that are mostly empty', () => {
  const columns = (share: number) =>
    Array.from({ length: 8 }, (_, c) =>
      columnOf(
        `c${c}`,
        'category',
        Array.from({ length: 100 }, (_, row) => (row < 100 * share ? 'a' : '')),
      ),
    );
  expect(expectedPatterns({ size: 100, columns: columns(1) }, 3)).toBe(3);
  expect(expectedPatterns({ size: 100, columns: columns(0.3) }, 1e6)).toBeLessThan(
    expectedPatterns({ size: 100, columns: columns(1) }, 1e6) / 5,
  );
});
