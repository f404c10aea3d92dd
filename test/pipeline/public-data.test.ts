/**
 * Public data sets with truth, kept beside the repository and not in it: skipped where they are missing.
 * No label and no setting but the name of the id column.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { link, matchedPairs } from '../../src/pipeline/link.ts';
import { PUBLIC_DATA, publicTable } from './tables.ts';

/** Least F1 of the pairs at .5, over all true pairs. */
const BARS = { rldata10000: 0.97, febrl3: 0.999, febrl4: 0.999, fake1000: 0.86 };

describe.each(Object.entries(BARS))('%s', (set, bar) => {
  const folder = join(PUBLIC_DATA, set);
  const here = existsSync(folder);

  test.skipIf(!here)(
    here ? `gives pairs with F1 of ${bar}` : `is not there: no folder ${folder}`,
    async () => {
      const { table, entities } = await publicTable(folder);
      const sizes = new Map<string, number>();
      for (const entity of entities) sizes.set(entity, (sizes.get(entity) ?? 0) + 1);
      const wanted = [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);

      const linkage = link(table);
      const { left, right } = linkage.evidence;
      const pairs = matchedPairs(linkage, 0.5, table.size);
      const correct = pairs.filter((i) => entities[left[i]!] === entities[right[i]!]).length;
      expect(pairs.length).toBeLessThan(2 * wanted);
      expect((2 * correct) / (pairs.length + wanted)).toBeGreaterThanOrEqual(bar);
    },
  );
});
