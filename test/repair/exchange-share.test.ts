import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeShare } from '../../src/repair/exchange-share.ts';

const evidence = (exchanged: number, asItStands = -30) => ({ exchanged, asItStands });

describe('exchangeShare', () => {
  it('believes in one exchange that is too surprising to be chance, and not in one that is not', () => {
    const chance = Math.log(10 * 1000);
    expect(exchangeShare([evidence(chance + 8)], 10, 1000).logOdds[0]).toBeGreaterThan(Math.log(9));
    expect(exchangeShare([evidence(chance - 1)], 10, 1000).logOdds[0]).toBeLessThan(0);
  });

  it('learns from sure exchanges what doubtful ones are worth', () => {
    const chance = Math.log(100 * 1000);
    const doubtful = evidence(chance - 1);
    const alone = exchangeShare([doubtful], 100, 1000).logOdds[0]!;
    const beside = exchangeShare([doubtful, ...Array(90).fill(evidence(chance + 20))], 100, 1000);
    expect(beside.expected).toBeGreaterThan(90);
    expect(beside.logOdds[0]! - alone).toBeGreaterThan(4);
  });

  it('takes a pair that agrees as well as it stands for no exchange', () => {
    expect(exchangeShare([evidence(40, 40)], 10, 1000).logOdds[0]).toBeLessThan(0);
  });

  it('is a solution of X = ½ + Σ p, whatever the order of the pairs', () => {
    const some = fc.array(
      fc.tuple(fc.double({ min: -5, max: 40, noNaN: true }), fc.double({ min: -5, max: 20, noNaN: true })),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(some, (pairs) => {
        const list = pairs.map(([x, y]) => evidence(x, y));
        const { expected, logOdds } = exchangeShare(list, 20, 500);
        const total = logOdds.reduce((sum, odds) => sum + 1 / (1 + Math.exp(-odds)), 0.5);
        expect(total).toBeCloseTo(expected, 2);
        expect(exchangeShare(list.toReversed(), 20, 500).expected).toBe(expected);
      }),
    );
  });
});
