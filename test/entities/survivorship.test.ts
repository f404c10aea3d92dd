import { describe, expect, it } from 'vitest';
import {
  type Preference,
  rankBy,
  rulesOf,
  type SurvivorshipRule,
  survivors,
} from '../../src/entities/survivorship.ts';

const LONGEST: SurvivorshipRule = { kind: 'longest' };
const NEWEST: SurvivorshipRule = { kind: 'newest', column: 1 };
const SOURCE: SurvivorshipRule = { kind: 'source', order: [[1, 3], [0]] };
const VOTE: SurvivorshipRule = { kind: 'most-frequent' };

describe('rulesOf', () => {
  const all = (rule: SurvivorshipRule): Preference => ({ column: undefined, rule });

  it('asks the rules of a column before those for all, each in their order', () => {
    const preferences = [
      all(NEWEST),
      { column: 2, rule: LONGEST },
      all(LONGEST),
      { column: 2, rule: SOURCE },
    ];
    expect(rulesOf(preferences, 2)).toEqual([LONGEST, SOURCE, NEWEST, LONGEST]);
    expect(rulesOf(preferences, 0)).toEqual([NEWEST, LONGEST]);
  });

  it('asks none after the vote, which leaves nothing open', () => {
    expect(rulesOf([all(SOURCE), { column: 2, rule: VOTE }], 2)).toEqual([]);
    expect(rulesOf([all(SOURCE), all(VOTE), all(LONGEST)], 2)).toEqual([SOURCE]);
    expect(rulesOf([], 2)).toEqual([]);
  });
});

describe('rankBy', () => {
  const spellings = ['Rome', 'Roma Capitale', ''];
  const dates = [20240305, 0, 20231231, 20240305];
  const evidence = { sourceOf: [0, 1, 2, 3], datesOf: () => ({ of: (record: number) => dates[record]! }) };
  const order = (rule: SurvivorshipRule, cells: readonly number[]): number[] => {
    const rank = rankBy(rule, evidence, spellings);
    return cells.map((spelling, record) => rank(record, spelling));
  };

  it('has the preferred sources first, those of one place alike, and the others last', () => {
    expect(order(SOURCE, [0, 0, 0, 0])).toEqual([1, 0, 2, 0]);
  });

  it('keeps to the first place of a source that is named twice', () => {
    expect(order({ kind: 'source', order: [[0], [1], [0]] }, [0, 0, 0, 0])).toEqual([0, 1, 3, 3]);
  });

  it('has the latest date first and records without one last', () => {
    const [first, none, second, tie] = order(NEWEST, [0, 0, 0, 0]);
    expect(first).toBeLessThan(second!);
    expect(second).toBeLessThan(none!);
    expect(tie).toBe(first);
  });

  it('has the spelling of most characters first', () => {
    const [short, long] = order(LONGEST, [0, 1]);
    expect(long).toBeLessThan(short!);
  });
});

describe('survivors', () => {
  const ranks = [
    [1, 0, 0, 2],
    [0, 5, 5, 0],
    [0, 2, 1, 0],
  ].map((all) => (record: number) => all[record]!);

  it('are those that each rank in turn has first among those left', () => {
    const spellings = [0, 0, 0, 0];
    expect(survivors([0, 1, 2, 3], spellings, [])).toEqual([0, 1, 2, 3]);
    expect(survivors([0, 1, 2, 3], spellings, ranks.slice(0, 2))).toEqual([1, 2]);
    expect(survivors([0, 1, 2, 3], spellings, ranks)).toEqual([2]);
    expect(survivors([0, 3], spellings, ranks)).toEqual([0]);
    expect(survivors([], spellings, ranks)).toEqual([]);
  });
});
