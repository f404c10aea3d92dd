import { expect, test } from 'vitest';
import { link } from '../../src/pipeline/link.ts';
import { putRight } from '../../src/repair/exchanged.ts';
import { found, people, quality, tableOf } from './tables.ts';

test('more households than matches are told apart from them although they agree on most columns', async () => {
  const { files, entityOf } = await people({
    ...{ seed: 91, records: 306, files: 3, copies: 2, duplicates: 0.29, errors: 1.09 },
    ...{ missing: 0.058, sample: 0.284, moves: 0.011 },
  });
  const table = putRight(await tableOf(files));
  const { precision, recall } = quality(found(table, link(table), 0.5).keys(), entityOf);
  expect(precision).toBeGreaterThan(0.95);
  expect(recall).toBeGreaterThan(0.9);
});
