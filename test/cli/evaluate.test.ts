import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ErError, UnknownName } from '../../src/errors.ts';
import { CUSTOMERS, ORDERS, type Outcome, workshop } from './harness.ts';

const { save, load, json, path, er } = workshop();

const TRUTH = readFileSync(join(import.meta.dirname, '../../fixtures/truth.csv'), 'utf8');

/** The result {1 2 3} {4} {5} against the truth {1 2} {3 4 5}. */
const RESOLVED = 'entity_id,id\nx,1\nx,2\nx,3\ny,4\nz,5\n';
const TRUE = 'id,entity\n1,a\n2,a\n3,b\n4,b\n5,b\n';

/** Values by name, NaN for an empty one. */
function metricsOf({ rows }: Outcome): Record<string, number> {
  expect(rows[0]).toEqual(['metric', 'value']);
  return Object.fromEntries(
    rows.slice(1).map(([name, value]) => [name, value === '' ? Number.NaN : Number(value)]),
  );
}

async function evaluated(words: string, stdin = ''): Promise<Record<string, number>> {
  return metricsOf(await er(`evaluate ${words}`, stdin));
}

/** The error of a run, without the folder of the test. */
async function failure(words: string): Promise<string> {
  try {
    await er(`evaluate ${words}`);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located.replaceAll(`${path('')}/`, '');
  }
  throw new Error('nothing was wrong');
}

describe('er evaluate', () => {
  it('writes all scores of a small result', async () => {
    save('r.csv', RESOLVED);
    save('t.csv', TRUE);
    expect(await evaluated('r.csv --truth t.csv')).toEqual({
      ...{ records: 5, entities: 3, true_entities: 2, entity_count_error: 1 },
      // 12 is right, 13 and 23 are wrong, 34, 35 and 45 are missed.
      ...{ pairwise_precision: 1 / 3, pairwise_recall: 0.25, pairwise_f1: 2 / 7 },
      ...{ true_positives: 1, false_positives: 2, false_negatives: 3 },
      // Precision (2·2/3 + 1/3 + 1 + 1)/5, recall (1 + 1 + 3·1/3)/5.
      ...{ b_cubed_precision: expect.closeTo(11 / 15), b_cubed_recall: 0.6 },
      b_cubed_f1: expect.closeTo((2 * (11 / 15) * 0.6) / (11 / 15 + 0.6)),
      ...{ exact_entities: 0, exact_precision: 0, exact_recall: 0 },
      // 3 and 4 of 10 pairs: (1 − 1.2)/(3.5 − 1.2).
      adjusted_rand_index: expect.closeTo(-0.2 / 2.3),
      variation_of_information: expect.closeTo(0.6 * Math.log(3) + 0.6 * (Math.log(3) - (2 / 3) * Math.LN2)),
      vi_merged: expect.closeTo(0.6 * (Math.log(3) - (2 / 3) * Math.LN2)),
      vi_split: expect.closeTo(0.6 * Math.log(3)),
    });
  });

  it('leaves a value empty that is 0/0', async () => {
    save('r.csv', 'entity,id\nx,1\ny,2\n');
    save('t.csv', 'id,entity\n1,a\n2,b\n');
    const { stdout } = await er('evaluate r.csv --truth t.csv --summary s.json');
    expect(stdout).toContain('pairwise_precision,\npairwise_recall,\npairwise_f1,\n');
    expect(stdout).toContain('adjusted_rand_index,\n');
    expect(stdout).toContain('exact_recall,1\n');
    expect(json('s.json').metrics.pairwise_precision).toBeNull();
  });

  it('does not depend on the order of rows', async () => {
    const shuffled = (text: string) => {
      const [header, ...rows] = text.trimEnd().split('\n');
      return [header, ...rows.reverse(), ''].join('\n');
    };
    save('customers.csv', CUSTOMERS);
    save('orders.csv', ORDERS);
    await er('resolve customers.csv orders.csv -o r.csv --matches m.csv');
    save('t.csv', TRUTH);
    const plain = await er('evaluate r.csv --truth t.csv --matches m.csv --errors e.csv');
    const errors = load('e.csv');
    for (const name of ['r.csv', 't.csv', 'm.csv']) save(name, shuffled(load(name)));
    const other = await er('evaluate r.csv --truth t.csv --matches m.csv --errors e.csv');
    expect([other.stdout, other.stderr, load('e.csv')]).toEqual([plain.stdout, plain.stderr, errors]);
  });

  it('reads quoted cells as it reads plain ones', async () => {
    const quoted = (text: string) => text.replace(/[^,\n]+/g, '"$&"');
    save('customers.csv', CUSTOMERS);
    save('orders.csv', ORDERS);
    await er('resolve customers.csv orders.csv -o r.csv --matches m.csv');
    save('r.csv', load('r.csv').replace(/^((?:[^,\n]*,){3}[^,\n]*).*$/gm, '$1'));
    save('t.csv', TRUTH);
    const words = 'evaluate r.csv --truth t.csv --matches m.csv --errors e.csv';
    const plain = await er(words);
    for (const name of ['r.csv', 't.csv', 'm.csv']) save(name, quoted(load(name)));
    expect(load('r.csv')).toContain('"entity_id","source","id","probability"\n');
    const other = await er(words);
    expect([other.stdout, other.stderr]).toEqual([plain.stdout, plain.stderr]);
    expect(plain.stdout).toContain('record_predictions,110\n');
  });

  it('reads compressed files and standard input', async () => {
    save('r.csv', RESOLVED);
    save('t.gz', gzipSync(TRUE));
    const piped = await evaluated('- --truth t.gz', RESOLVED);
    expect(piped).toEqual(await evaluated('r.csv --truth t.gz'));
    expect(await failure('- --truth -')).toBe('two inputs are standard input; read one of them from a file');
  });
});

describe('columns of er evaluate', () => {
  it.each([
    ['of Splink', 'cluster_id,source_dataset,unique_id', 'x,a,1\nx,a,2\ny,a,3', 'source,id,entity'],
    ['of dedupe', 'Cluster ID,confidence_score,source,Id', '0,.9,a,1\n0,.9,a,2\n1,1,a,3', 'source,id,entity'],
    [
      'of goldenmatch',
      '__cluster_id__,__source__,__row_id__',
      '7,a,1\n7,a,2\n8,a,3',
      'source,rec_id,cluster',
    ],
  ])('are found by the names %s', async (_, header, rows, truthHeader) => {
    save('r.csv', `${header}\n${rows}\n`);
    save('t.csv', `${truthHeader}\na,1,x\na,2,x\na,3,y\n`);
    const metrics = await evaluated('r.csv --truth t.csv');
    expect([metrics.records, metrics.pairwise_f1]).toEqual([3, 1]);
  });

  it('are those that are named', async () => {
    save('r.csv', 'entity_id,group,key,file,id\nx,1,a,f,9\nx,2,b,f,9\n');
    save('t.csv', 'who,no,from\np,a,f\nq,b,f\n');
    const named =
      '--entity group --id key --source file --truth-entity who --truth-id no --truth-source from';
    expect((await evaluated(`r.csv --truth t.csv ${named}`)).exact_recall).toBe(1);
  });

  it('are told where others could be meant', async () => {
    save('r.csv', 'cluster,cluster_id,id\np,x,1\np,x,2\n');
    save('t.csv', 'id,entity\n1,a\n2,a\n');
    expect((await er('evaluate r.csv --truth t.csv')).stderr).toContain(
      'entities are read from "cluster_id"; there is "cluster" too, which --entity would choose',
    );
  });

  it('are asked for where they are not found', async () => {
    save('r.csv', 'group,id\nx,1\n');
    save('t.csv', TRUE);
    expect(await failure('r.csv --truth t.csv')).toBe(
      'r.csv:1: has no column of entities (entity_id, cluster_id, cluster id, …); name it with --entity; its columns are group, id',
    );
    expect(await failure('r.csv --truth t.csv --entity grup')).toBe(
      'r.csv:1: has no column "grup" for --entity; its columns are group, id',
    );
    await expect(er('evaluate r.csv --truth t.csv --entity grup')).rejects.toBeInstanceOf(UnknownName);
    expect(await failure('t.csv --truth r.csv')).toMatch(/^r\.csv:1: .* --truth-entity/);
  });
});

describe('records of er evaluate', () => {
  it('are known by source and id if both files have sources', async () => {
    save('r.csv', 'entity_id,source,id\nx,f,1\nx,g,1\ny,f,2\n');
    save('t.csv', 'source,id,entity\ng,1,a\nf,1,a\nf,2,b\n');
    expect((await evaluated('r.csv --truth t.csv')).pairwise_f1).toBe(1);
  });

  it('are known by id where one file has no sources, if ids do not repeat', async () => {
    save('r.csv', 'entity_id,source,id\nx,f,1\nx,g,2\n');
    save('t.csv', 'id,entity\n1,a\n2,a\n');
    expect((await evaluated('r.csv --truth t.csv')).pairwise_f1).toBe(1);
    save('r.csv', 'entity_id,source,id\nx,f,1\nx,g,1\n');
    expect(await failure('r.csv --truth t.csv')).toBe(
      'r.csv:3: the record "1" stands on line 2 and on line 3; records are known by their ids alone where not all files say the source, so add that column to all of them',
    );
  });

  it('are known by id alone with --no-source', async () => {
    save('r.csv', 'entity_id,source,id\nx,f.csv,1\nx,f.csv,2\n');
    save('t.csv', 'source,id,entity\nf,1,a\nf,2,a\n');
    expect(await failure('r.csv --truth t.csv')).toBe(
      't.csv: has no record of r.csv: it has records such as f 1, and that has records such as f.csv 1; name the columns with --id, --source, --truth-id and --truth-source, or join by the id alone with --no-source',
    );
    expect((await evaluated('r.csv --truth t.csv --no-source')).pairwise_f1).toBe(1);
  });

  it('must stand once in each file', async () => {
    save('r.csv', `${RESOLVED}y,2\n`);
    save('t.csv', TRUE);
    expect(await failure('r.csv --truth t.csv')).toBe(
      'r.csv:7: the record "2" stands on line 3 and on line 7; a record can have one entity only, so leave one of the rows out, or name the columns that tell them apart with --id and --source',
    );
    save('r.csv', RESOLVED);
    save('t.csv', `${TRUE} 5 ,c\n`);
    expect(await failure('r.csv --truth t.csv')).toMatch(
      /^t\.csv:7: the record "5" stands on line 6 and on line 7/,
    );
  });

  it('must have an id', async () => {
    save('r.csv', `${RESOLVED}y,\n`);
    save('t.csv', TRUE);
    expect(await failure('r.csv --truth t.csv')).toMatch(/^r\.csv:7: the id column "id" is empty; .* --id$/);
    // Long files without quotes are read as bytes.
    const many = Array.from({ length: 1000 }, (_, i) => `x,n${i}\n`).join('');
    save('r.csv', `${RESOLVED}${many}y, \n`);
    expect(await failure('r.csv --truth t.csv')).toMatch(/^r\.csv:1007: the id column "id" is empty;/);
  });

  it('are left out with a notice where the truth does not have them', async () => {
    save('r.csv', `${RESOLVED}z,6\nz,7\nz,8\nz,9\n`);
    save('t.csv', TRUE);
    const outcome = await er('evaluate r.csv --truth t.csv --summary s.json');
    expect(metricsOf(outcome).records).toBe(5);
    expect(outcome.stderr).toContain('4 records (6, 7, 8, … and 1 more) are not in ');
    expect(json('s.json').unlabelled).toEqual({ number: 4, first: ['6', '7', '8'] });
  });

  it('count as records on their own with a warning where the result does not have them', async () => {
    save('r.csv', 'entity_id,id\nx,1\nx,2\n');
    save('t.csv', TRUE);
    const outcome = await er('evaluate r.csv --truth t.csv');
    const metrics = metricsOf(outcome);
    expect([metrics.records, metrics.entities, metrics.false_negatives]).toEqual([5, 4, 3]);
    expect(outcome.stderr).toMatch(
      /warning: 3 records \(3, 4, 5\) are not in .*r\.csv and count as records on their own/,
    );
  });

  it('count as records on their own where their entity is empty', async () => {
    save('r.csv', 'entity_id,id\n,1\n,2\nx,3\n');
    save('t.csv', 'id,entity\n1,a\n2,\n3,\n');
    const outcome = await er('evaluate r.csv --truth t.csv');
    expect(metricsOf(outcome)).toMatchObject({ entities: 3, true_entities: 3, exact_recall: 1 });
    expect(outcome.stderr).toMatch(/2 records of .*r\.csv without an entity: each counts as one on its own/);
  });
});
