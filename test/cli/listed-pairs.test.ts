/** `er evaluate` with pairs: calibration, losses by step and the worst entities. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ErError } from '../../src/errors.ts';
import { workshop } from './harness.ts';

const { save, load, json, path, er } = workshop();

/** The result {1 2 3} {4} {5} against the truth {1 2} {3 4 5}. */
beforeEach(() => {
  save('r.csv', 'entity_id,id\nx,1\nx,2\nx,3\ny,4\nz,5\n');
  save('t.csv', 'id,entity\n1,a\n2,a\n3,b\n4,b\n5,b\n');
});

const PAIRS = 'id_l,id_r,match_probability\n1,2,0.4\n1,3,0.9\n3,4,0.5\n5,3,0.3\n';

async function evaluated(words: string): Promise<Record<string, string>> {
  const { rows } = await er(`evaluate r.csv --truth t.csv ${words}`);
  return Object.fromEntries(rows);
}

/** The metrics of a run whose names begin in one of some ways. */
async function starting(words: string, ...starts: string[]) {
  const metrics = Object.entries(await evaluated(words));
  return Object.fromEntries(
    metrics
      .filter(([name]) => starts.some((start) => name.startsWith(start)))
      .map(([name, value]) => [name, Number(value)]),
  );
}

async function failure(words: string): Promise<string> {
  try {
    await evaluated(words);
  } catch (error) {
    expect(error).toBeInstanceOf(ErError);
    return (error as ErError).located.replaceAll(`${path('')}/`, '');
  }
  throw new Error('nothing was wrong');
}

describe('calibration of pairs', () => {
  it('is that of the listed pairs', async () => {
    save('m.csv', PAIRS);
    expect(await starting('--matches m.csv --summary s.json', 'pair_')).toEqual({
      pair_predictions: 4,
      // 12, 34 and 35 are true pairs: (.36 + .81 + .25 + .49)/4.
      pair_brier_score: expect.closeTo(1.91 / 4, 12),
      pair_log_loss: expect.closeTo(-Math.log(0.4 * 0.1 * 0.5 * 0.3) / 4, 12),
      pair_calibration_error: expect.closeTo((0.6 + 0.9 + 0.5 + 0.7) / 4, 12),
    });
    const { bins } = json('s.json').calibration.pairs;
    expect(bins[9]).toEqual({ from: 0.9, to: 1, predictions: 1, mean_probability: 0.9, observed_share: 0 });
    expect(bins[0]).toEqual({
      from: 0,
      to: 0.1,
      predictions: 0,
      mean_probability: null,
      observed_share: null,
    });
  });

  it('leaves out pairs that were not compared', async () => {
    save('m.csv', `${PAIRS}4,5,\n`);
    const metrics = await evaluated('--matches m.csv');
    expect([metrics.pair_predictions, Number(metrics.pair_brier_score)]).toEqual([
      '4',
      expect.closeTo(1.91 / 4),
    ]);
  });

  it('refuses what is no probability', async () => {
    save('m.csv', `${PAIRS}4,5,1.5\n`);
    expect(await failure('--matches m.csv')).toBe(
      'm.csv:6: "match_probability" is "1.5"; it must be a number from 0 to 1, or empty where it is not known',
    );
    save('m.csv', 'id_l,id_r\n1,2\n');
    expect(await failure('--matches m.csv')).toBe(
      'm.csv:1: has no column match_probability, which --matches needs; give candidates as --pairs',
    );
  });
});

describe('calibration of records', () => {
  it('holds their probabilities against whether they are in place', async () => {
    // 1 and 2 are in place, 3 is not, nor is 4, alone; 5 has no probability.
    save('r.csv', 'entity_id,id,probability\nx,1,.9\nx,2,.8\nx,3,.3\ny,4,.6\nz,5,\n');
    expect(await starting('', 'record_')).toMatchObject({
      record_predictions: 4,
      record_brier_score: expect.closeTo((0.01 + 0.04 + 0.09 + 0.36) / 4, 12),
    });
  });

  it('is of "er resolve" only', async () => {
    save('r.csv', 'cluster_id,id,probability\nx,1,high\n');
    expect(await starting('', 'record_')).toEqual({});
  });
});

describe('losses', () => {
  const WON = { joined_by_scoring: 1, joined_by_clustering: 1, won_by_clustering: 1 };

  it('tell all steps apart with all candidates and their probabilities', async () => {
    save('p.csv', PAIRS);
    expect(await starting('--pairs p.csv', 'missed', 'joined', 'won')).toEqual({
      ...{ missed_by_blocking: 1, missed_by_scoring: 1, missed_by_clustering: 1, ...WON },
    });
  });

  it('do not tell blocking from scoring with matches', async () => {
    save('m.csv', PAIRS);
    expect(await starting('--matches m.csv', 'missed', 'joined', 'won')).toEqual({
      ...{ missed_by_blocking_or_scoring: 2, missed_by_clustering: 1, ...WON },
    });
  });

  it('do not tell scoring from clustering with candidates', async () => {
    save('m.csv', PAIRS);
    save('p.csv', 'id_l,id_r,name\n1,2,1\n1,3,2\n3,4,2\n5,3,0\n');
    expect(await starting('--pairs p.csv --matches m.csv', 'missed', 'joined', 'won')).toEqual({
      ...{ missed_by_blocking: 1, missed_by_scoring_or_clustering: 2 },
      ...{ joined_by_scoring_or_clustering: 1, joined_by_clustering: 1, won_by_clustering: 0 },
    });
  });
});

describe('pairs', () => {
  it('may be those of Splink', async () => {
    save('r.csv', 'cluster_id,source_dataset,unique_id\nx,f,1\nx,g,1\n');
    save('t.csv', 'source,id,entity\nf,1,a\ng,1,a\n');
    save(
      'p.csv',
      'match_weight,match_probability,source_dataset_l,source_dataset_r,unique_id_l,unique_id_r\n9,.9,f,g,1,1\n',
    );
    expect((await evaluated('--pairs p.csv')).pair_predictions).toBe('1');
  });

  it('may lack sources where ids do not repeat', async () => {
    save('r.csv', 'entity_id,source,id\nx,f,1\nx,g,2\n');
    save('t.csv', 'source,id,entity\nf,1,a\ng,2,a\n');
    save('p.csv', 'id_l,id_r,match_probability\n1,2,.9\n');
    expect((await evaluated('--pairs p.csv')).pair_predictions).toBe('1');
    save('r.csv', 'entity_id,source,id\nx,f,1\nx,g,1\n');
    save('t.csv', 'source,id,entity\nf,1,a\ng,1,a\n');
    expect(await failure('--pairs p.csv')).toMatch(
      /^r\.csv:3: the record "1" stands on line 2 and on line 3;/,
    );
  });

  it('must be listed once, whichever way round, and be of two records', async () => {
    save('p.csv', `${PAIRS}4,3,.5\n`);
    expect(await failure('--pairs p.csv')).toBe(
      'p.csv:6: the pair of "4" and "3" stands on line 4 and on line 6; leave one of the rows out',
    );
    save('p.csv', `${PAIRS}4,4,.5\n`);
    expect(await failure('--pairs p.csv')).toMatch(/^p\.csv:6: pairs "4" with itself;/);
  });

  it('are left out, with a word, where their records are not scored or not known', async () => {
    save('r.csv', 'entity_id,id\nx,1\nx,2\nx,3\ny,4\nz,5\nz,6\n');
    save('p.csv', `${PAIRS}6,5,.5\n7,5,.5\n5,"8",.5\n`);
    const { stderr } = await er('evaluate r.csv --truth t.csv --pairs p.csv');
    expect(stderr).toMatch(/p\.csv: 1 pair left out, of records that are not in the truth/);
    expect(stderr).toMatch(
      /warning: .*p\.csv: 2 pairs left out, of records that neither file has \(the first on line 7\)/,
    );
    save('p.csv', 'id_l,id_r\n7,8\n');
    expect(await failure('--pairs p.csv')).toBe(
      'p.csv:2: no pair is of records of r.csv; give the pairs of the run that wrote that file',
    );
  });

  it('need columns of ids', async () => {
    save('p.csv', 'left,right\n1,2\n');
    expect(await failure('--pairs p.csv')).toBe(
      'p.csv:1: has no columns of the ids of a pair, such as id_l and id_r; it has left, right',
    );
  });
});

describe('the worst entities', () => {
  it('are written with the link that holds them together or was not taken', async () => {
    save('m.csv', PAIRS);
    await er('evaluate r.csv --truth t.csv --matches m.csv --errors e.csv --summary s.json');
    expect(load('e.csv')).toBe(
      [
        'error,entity,records,parts,pairs,links,source_l,id_l,source_r,id_r,match_probability',
        'merged,x,3,2,2,1,,1,,3,0.9',
        'split,b,3,3,3,1,,3,,4,0.5',
        '',
      ].join('\n'),
    );
    const { worst } = json('s.json');
    expect(worst).toMatchObject({ merged_entities: 1, split_entities: 1 });
    expect(worst.merged[0]).toEqual({
      ...{ error: 'merged', entity: 'x', records: 3, parts: 2, pairs: 2, links: 1 },
      ...{
        witness: [
          ['', '1'],
          ['', '3'],
        ],
        probability: 0.9,
      },
    });
  });

  it('are written with a record of the smallest part where no link is known', async () => {
    await er('evaluate r.csv --truth t.csv --errors e.csv');
    expect(load('e.csv').split('\n').slice(1, 3)).toEqual(['merged,x,3,2,2,,,3,,,', 'split,b,3,3,3,,,3,,,']);
  });

  it('stand on standard error in no more than 80 columns', async () => {
    const long = 'n'.repeat(70);
    save('r.csv', `entity_id,id\n${long},${long}1\n${long},2\n`);
    save('t.csv', `id,entity\n${long}1,a\n2,b\n`);
    save('m.csv', `id_l,id_r,match_probability\n2,${long}1,.875\n`);
    const { stderr } = await er('evaluate r.csv --truth t.csv --matches m.csv');
    const lines = stderr.split('\n');
    expect(lines.filter((line) => / {2}/.test(line) && line.length > 80)).toEqual([]);
    expect(stderr).toContain('held together by');
  });

  it('are not mentioned where there are none', async () => {
    save('t.csv', 'id,entity\n1,a\n2,a\n3,a\n4,b\n5,c\n');
    const { stderr } = await er('evaluate r.csv --truth t.csv --errors e.csv');
    expect(stderr).not.toContain('held together by');
    expect(load('e.csv').split('\n')).toHaveLength(2);
  });
});
