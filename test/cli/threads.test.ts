import { expect, test } from 'vitest';
import { CUSTOMERS, ORDERS, workshop } from './harness.ts';

const { er, save, load } = workshop();

test('resolve writes the same bytes whatever --threads', async () => {
  save('customers.csv', CUSTOMERS);
  save('orders.csv', ORDERS);
  const run = async (threads: number) => {
    const { stdout } = await er(
      `resolve customers.csv orders.csv --threads ${threads} --samples 3 --samples-output s.csv --entities e.csv --matches m.csv`,
    );
    return [stdout, load('s.csv'), load('e.csv'), load('m.csv')];
  };
  const once = await run(1);
  expect(once.every((text) => text.split('\n').length > 10)).toBe(true);
  expect(await run(2)).toEqual(once);
});
