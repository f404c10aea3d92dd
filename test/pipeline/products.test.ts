/** Price lists in which only the model number tells the things of one series apart. */
import { describe, expect, test } from 'vitest';
import { resolve } from '../../src/pipeline/resolve.ts';
import { type Products, productFiles } from './products.ts';
import { tableOf } from './tables.ts';

async function scores(options: Products) {
  const { files, productOf } = productFiles(options);
  const table = await tableOf(files);
  const resolution = resolve(table);
  const of = table.ids.map((id) => productOf.get(id)!);
  let [right, found, all] = [0, 0, 0];
  for (let a = 0; a < table.size; a++)
    for (let b = a + 1; b < table.size; b++) {
      const together = resolution.entityOf[a] === resolution.entityOf[b];
      if (together) found++;
      if (of[a] === of[b]) all++;
      if (together && of[a] === of[b]) right++;
    }
  return { precision: right / found, recall: right / all, unique: [...resolution.unique], table };
}

describe('resolve', () => {
  test.each([1, 2, 3])('finds the same product in two shops by its model number, seed %i', async (seed) => {
    const { precision, recall, unique, table } = await scores({ series: 120, seed });
    expect(table.columns.map((column) => column.name)).toContain('title: codes');
    expect(precision).toBeGreaterThan(0.95);
    expect(recall).toBeGreaterThan(0.9);
    expect(unique).toEqual([0, 1]);
  });

  test('learns from the pairs between the shops where these list some products twice', async () => {
    const { precision, recall, unique } = await scores({ series: 120, twice: 0.1 });
    expect(unique).toEqual([]);
    expect(precision).toBeGreaterThan(0.85);
    expect(recall).toBeGreaterThan(0.9);
  });
});
