/** What the collapsed engine reaches with the paper's model: on its own data, and on a public set. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paperFiles } from '../../fixtures/paper.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { individualsOf, logLabels } from '../partition/partitions.ts';
import { numbered, pairwiseF1 } from '../vb/categorical-columns.ts';
import { PUBLIC_DATA, publicTable, tableOf } from './tables.ts';

const MODEL = { model: 'categorical', inference: 'collapsed', base: 'uniform' } as const;

const folder = join(PUBLIC_DATA, 'rldata500');
const here = existsSync(folder);

describe.skipIf(!here)(here ? 'on rldata500' : `is not there: no folder ${folder}`, () => {
  const fields = ['fname_c1', 'fname_c2', 'lname_c1', 'by', 'bm', 'bd'];
  const resolved = async (options: { A: number; K: number }) => {
    const { table, entities } = await publicTable(folder, { fields });
    const resolution = resolve(table, { ...MODEL, ...options });
    /** log p(x, z) of a partition. */
    const objective = (z: readonly number[]) =>
      individualsOf(table.columns, { ...MODEL, ...options }, z).logLikelihood() -
      table.size * Math.log(options.K);
    return { ...resolution, truth: numbered(entities), objective, found: resolution.objective };
  };

  test('K = 450, A = 0.01: the entities found are worth at least the true ones', async () => {
    const { truth, entityOf, found, objective } = await resolved({ A: 0.01, K: 450 });
    expect(objective([...truth])).toBeCloseTo(-12_529.7, 1);
    expect(objective([...truth.keys()])).toBeCloseTo(-13_161.9, 1);
    expect(found).toBeCloseTo(objective([...entityOf]), 8);
    expect(found).toBeGreaterThanOrEqual(objective([...truth]));
    const labelled = (z: Int32Array) => objective([...z]) + logLabels(new Set(z).size, 450);
    expect(labelled(entityOf)).toBeGreaterThanOrEqual(labelled(truth));
  });

  test('K = 2500, A = 0.001: F1 is .94', async () => {
    const { truth, entityOf, found, objective } = await resolved({ A: 0.001, K: 2500 });
    expect(pairwiseF1(entityOf, truth)).toBeGreaterThanOrEqual(0.94);
    expect(found).toBeCloseTo(objective([...entityOf]), 8);
  });
});

test.each([1, 2, 3])(
  'on data drawn from the paper’s model, K known, individuals are found, seed %d',
  async (seed) => {
    const drawn = { records: 400, files: 1, seed, individuals: 200, fields: 6, values: 30, A: 0.002 };
    const { files, rows } = paperFiles(drawn);
    const people = [...rows];
    const lines = [files[0]!.columns, ...people.map(({ cells }) => cells)].map((cells) => cells.join(','));
    const table = await tableOf({ 'people.csv': lines.join('\n') });
    const truth = numbered(people.map(({ entity }) => entity));
    const { entityOf } = resolve(table, { ...MODEL, K: drawn.individuals, A: drawn.A });
    expect(pairwiseF1(entityOf, truth)).toBeGreaterThanOrEqual(0.99);
  },
);
