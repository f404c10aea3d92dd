import { describe, expect, it } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { equalPairs, visitUnequalPairs } from '../../src/compare/value-pairs.ts';
import { random } from '../../src/math/random.ts';
import { tableOf } from '../blocking/tables.ts';

const draws = { draws: 50_000, seed: 3 };

describe('visitUnequalPairs', () => {
  it('visits every pair of few values once, with the number of pairs of records it stands for', () => {
    const table = tableOf({ code: 'code' }, [['ab1'], ['ab2'], ['ab2'], ['xyz'], ['']]);
    const column = table.columns[0]!;
    const visited: [string, string, number, number][] = [];
    const scale = visitUnequalPairs(column, 0, new Comparison(table), draws, (a, b, level, weight) => {
      visited.push([column.values[a]!, column.values[b]!, level, weight]);
    });
    expect(scale).toBe(1);
    expect(visited).toEqual([
      ['ab1', 'ab2', 1, 2],
      ['ab1', 'xyz', 0, 1],
      ['ab2', 'xyz', 0, 2],
    ]);
    expect(equalPairs(column)).toBe(1);
  });

  it('draws pairs of many values, scaled to their number', () => {
    const rng = random(8);
    const rows = Array.from({ length: 4000 }, () => [`code${rng.below(3000)}`]);
    const table = tableOf({ code: 'code' }, rows);
    const column = table.columns[0]!;
    const comparison = new Comparison(table);
    let visits = 0;
    const scale = visitUnequalPairs(column, 0, comparison, draws, (a, b, level, weight) => {
      expect(a).not.toBe(b);
      expect(weight).toBe(1);
      if (visits++ % 100 === 0) expect(level).toBe(comparison.valueLevel(0, a, b));
    });
    expect(visits * scale).toBeCloseTo((4000 * 3999) / 2 - equalPairs(column), 3);
  });

  it('visits nothing where there is nothing', () => {
    const table = tableOf({ code: 'code' }, [[''], ['']]);
    const scale = visitUnequalPairs(table.columns[0]!, 0, new Comparison(table), draws, () => {
      throw new Error('visited');
    });
    expect(scale).toBe(1);
  });
});
