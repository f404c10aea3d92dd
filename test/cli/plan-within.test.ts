import { beforeEach, expect, it } from 'vitest';
import { fewerPairs } from '../../src/cli/plan-within.ts';
import { fittingPlan } from '../../src/pipeline/fitting-plan.ts';
import { forecast } from '../../src/pipeline/forecast.ts';
import { planFor } from '../../src/pipeline/link.ts';
import { people, tableOf } from '../pipeline/tables.ts';
import { CUSTOMERS, workshop } from './harness.ts';

const { er, save } = workshop();
beforeEach(() => save('customers.csv', CUSTOMERS));

it.each(['pairs', 'link', 'resolve'])(
  'er %s refuses what no plan can be made for, with the largest blocks',
  async (command) => {
    await expect(er(`${command} customers.csv --max-pairs 1`)).rejects.toThrow(
      /^no way to pair 60 records stays within --max-pairs 1: .+ has \d+ records.*; raise --max-pairs$/,
    );
  },
);

it('er profile tells that it would be refused, and shows the plan all the same', async () => {
  const { stderr, rows } = await er('profile customers.csv --max-pairs 1');
  expect(rows.length).toBeGreaterThan(5);
  expect(stderr).toMatch(/^warning: er resolve would refuse this: no way to pair 60 records/m);
  expect(stderr).toMatch(/^no rule fits the budget: raise --max-pairs$/m);
});

it.each(['profile', 'pairs', 'link', 'resolve'])(
  'er %s refuses a memory limit that is none',
  async (command) => {
    await expect(er(`${command} customers.csv --memory-limit lots`)).rejects.toThrow(
      '--memory-limit is "lots"; it must be a size with its unit, such as 800MB, 4GiB or 2G',
    );
  },
);

it('a run that passes its limit while it reads is stopped before anything is written', async () => {
  await expect(er('link customers.csv --memory-limit 1MB -o out.csv')).rejects.toThrow(
    /^stopped at .+ of memory, more than --memory-limit 0\.95 MiB; /,
  );
});

it('says how many pairs are left out for the limit, and what that misses', async () => {
  const table = await tableOf((await people({ records: 3000 })).files);
  const options = { command: 'link', threads: 1 } as const;
  const wanted = planFor(table, {});
  const limit = forecast(table, wanted, { ...options, pairs: wanted.mostPairs / 4 }).bytes;
  const fit = fittingPlan(table, { ...options, limit });
  expect(fewerPairs(fit, { bytes: limit, name: '--memory-limit 90 MiB' })).toMatch(
    /^notice: at most [\d,]+ candidate pairs instead of [\d,]+, to stay within --memory-limit 90 MiB; (less than 0\.1|about \d+\.\d) % of the matches are missed for it, were 7 values in 10 equal$/,
  );
  expect(fewerPairs({ ...fit, wanted: undefined }, { bytes: 1, name: '' })).toBeUndefined();
});
