/** The entities of a table do not depend on the order of its rows and files. */
import { describe, expect, test } from 'vitest';
import { entityIds } from '../../src/entities/ids.ts';
import { random } from '../../src/math/random.ts';
import type { ResolveOptions } from '../../src/pipeline/resolution.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { catalogueFiles } from './catalogues.ts';
import { people, tableOf } from './tables.ts';

type Files = Record<string, string>;

/** The same files the other way round, their rows in another order. */
function shuffled(files: Files): Files {
  const { below } = random(7);
  const names = Object.keys(files).reverse();
  return Object.fromEntries(
    names.map((name) => {
      const [header, ...rows] = files[name]!.trimEnd().split('\n');
      for (let last = rows.length - 1; last > 0; last--) {
        const at = below(last + 1);
        [rows[last], rows[at]] = [rows[at]!, rows[last]!];
      }
      return [name, [header, ...rows].join('\n')];
    }),
  );
}

/** The entity of each record by its id, as found and as drawn, and how sure that is. */
async function resolved(files: Files, options: ResolveOptions) {
  const table = await tableOf(files);
  const { draws, unique, interval, ...found } = resolve(table, options);
  const byId = <T>(values: ArrayLike<T>) =>
    new Map(table.ids.map((id, row): [string, T] => [id, values[row]!]).sort());
  const idsOf = (entityOf: Int32Array) => {
    const ids = entityIds(table, { entityOf, entities: Math.max(...entityOf) + 1 });
    return byId(Array.from(entityOf, (entity) => ids[entity]!));
  };
  return {
    ...{ ids: idsOf(found.entityOf), probability: byId(found.probability), K: found.K, interval },
    drawn: draws.map(idsOf),
    unique: [...unique].map((source) => table.sources[source]!.source).sort(),
  };
}

describe.each<[string, () => Promise<Files>]>([
  ['people', async () => (await people({ files: 2, records: 600, copies: 4, duplicates: 0.5 })).files],
  ['works listed once', async () => catalogueFiles({ works: 150, kind: 'once' })],
  ['works listed twice', async () => catalogueFiles({ works: 150, kind: 'twice' })],
])('%s', (_, filesOf) => {
  test.each<[string, ResolveOptions]>([
    ['by default', { samples: 3 }],
    ['by the paper’s model', { model: 'categorical' }],
    ['by pairs', { engine: 'em' }],
    ['by smered', { engine: 'smered', samples: 4, burnIn: 4 }],
    ['by smered with EM’s levels', { engine: 'smered', model: 'noisy', samples: 4, burnIn: 4 }],
  ])('are the same entities when shuffled, %s', async (_, options) => {
    const files = await filesOf();
    expect(await resolved(shuffled(files), options)).toEqual(await resolved(files, options));
  });
});

test('equal records of a file said to be without duplicates keep their partners when shuffled', async () => {
  const files = catalogueFiles({ works: 150, kind: 'twice' });
  const options = { uniqueWithin: new Set([0, 1]) };
  const { ids } = await resolved(files, options);
  expect((await resolved(shuffled(files), options)).ids).toEqual(ids);
});
