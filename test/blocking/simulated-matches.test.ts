import { describe, expect, it } from 'vitest';
import { blockingKeys } from '../../src/blocking/keys.ts';
import { DRAWS, simulateMatches } from '../../src/blocking/simulated-matches.ts';
import { tableOf } from './tables.ts';

/** Two columns, the first missing in a quarter of the records, and e-mail addresses with two keys. */
const rows = Array.from({ length: 400 }, (_, row) => [
  row % 4 === 0 ? '' : `x${row % 50}`,
  `u${row % 100}@${['a.org', 'b.org', 'c.org'][row % 3]}`,
]);
const table = tableOf({ code: 'code', mail: 'email' }, rows);
const keys = blockingKeys(table);
const rates = [
  { equal: 0.6, near: 0.3 },
  { equal: 0.5, near: 0.4 },
];
const share = (matches: ReturnType<typeof simulateMatches>, key: number, of = (_row: number) => true) => {
  let [agree, all] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw++) {
    if (!of(matches.rows[draw]!)) continue;
    all++;
    agree += matches.agrees[draw * keys.length + key]!;
  }
  return agree / all;
};
/** Within four standard errors of a share of 4,000 draws or of 3,000. */
const CLOSE = 4 * Math.sqrt(0.25 / 3000);

describe('simulateMatches', () => {
  const matches = simulateMatches(table, keys, rates, 1);

  it('agrees on values at the rate of equality, on coarser keys also at half the rate of near misses', () => {
    expect(keys.map((key) => key.name)).toEqual(['code', 'mail: mailbox name', 'mail']);
    const hasCode = (row: number) => row % 4 !== 0;
    expect(Math.abs(share(matches, 0, hasCode) - 0.6 * 0.75)).toBeLessThan(CLOSE);
    expect(share(matches, 0, (row) => !hasCode(row))).toBe(0);
    expect(Math.abs(share(matches, 1) - (0.5 + 0.4 / 2))).toBeLessThan(CLOSE);
    expect(Math.abs(share(matches, 2) - 0.5)).toBeLessThan(CLOSE);
  });

  it('has similar wording wherever values are equal or near', () => {
    let similar = 0;
    for (let draw = 0; draw < DRAWS; draw++) similar += matches.similar[2 * draw + 1]!;
    expect(Math.abs(similar / DRAWS - 0.9)).toBeLessThan(CLOSE);
    for (let draw = 0; draw < DRAWS; draw++)
      if (matches.rows[draw]! % 4 === 0) expect(matches.similar[2 * draw]).toBe(0);
  });

  it('agrees on the value only where it agrees on all coarser keys', () => {
    for (let draw = 0; draw < DRAWS; draw++)
      expect(matches.agrees[3 * draw + 1]!).toBeGreaterThanOrEqual(matches.agrees[3 * draw + 2]!);
  });

  it('takes one pair of rates for all columns', () => {
    const one = { equal: 0.7, near: 0.2 };
    expect(simulateMatches(table, keys, one, 5)).toEqual(simulateMatches(table, keys, [one, one], 5));
  });

  it('draws the same from the same records in another order', () => {
    const turned = tableOf({ code: 'code', mail: 'email' }, rows.toReversed());
    const again = simulateMatches(turned, blockingKeys(turned), rates, 1);
    expect(again.agrees).toEqual(matches.agrees);
    expect(again.similar).toEqual(matches.similar);
  });
});
