import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../src/math/random.ts';
import { bulkEffectiveSize, rankNormalisedRhat } from '../../src/smered/convergence.ts';

interface Walk {
  draws: number;
  /** Correlation of a draw with the next, ρ. */
  keep: number;
  shift?: number;
  scale?: number;
  /** Rounded down to whole multiples of 1/steps, times steps. */
  steps?: number;
}

/** A chain of Park & Miller's (1988) uniform numbers u: v ← ρv + u − ½. Whole numbers below 2⁵³ in any language. */
function walk(seed: number, { draws, keep, shift = 0, scale = 1, steps }: Walk): Float64Array {
  let state = seed;
  let value = 0;
  return new Float64Array(draws).map(() => {
    state = (state * 16807) % 2147483647;
    value = keep * value + (state / 2147483647 - 0.5);
    const moved = shift + scale * value;
    return steps === undefined ? moved : Math.floor(moved * steps);
  });
}

const of = (...chains: number[][]): Float64Array[] => chains.map((chain) => Float64Array.from(chain));
const same = (value: number, draws: number): number[] => new Array(draws).fill(value);
const upTo = (draws: number): number[] => Array.from({ length: draws }, (_, i) => i);

/** Chains by what they are, R̂ and bulk effective size: arviz 0.23.4, `rhat(method='rank')` and `ess(method='bulk')`. */
const KNOWN: [string, Float64Array[], number, number][] = [
  ['four draws', of([1, 2, 3, 4], [2, 1, 4, 3]), 1.618658569695271, 7.224719895935548],
  ['five draws with ties', of([1, 5, 2, 4, 3], [3, 1, 2, 2, 5]), 1.037577015482582, 7.224719895935548],
  [
    'seven draws',
    of([3, 1, 4, 1, 5, 9, 2], [6, 5, 3, 5, 8, 9, 7], [9, 3, 2, 3, 8, 4, 6]),
    1.048438967863914,
    22.594905091859506,
  ],
  [
    'alternating draws',
    of([1, -1, 1, -1, 1, -1, 1, -1, 1, -1], [-1, 1, -1, 1, -1, 1, -1, 1, -1, 1.5]),
    1,
    26.020599913279625,
  ],
  ['a trend', of(upTo(20), upTo(20)), 1.8044538816716356, 4.4479618511557275],
  ['two constants', of(same(0, 6), same(1, 6)), Number.POSITIVE_INFINITY, 12.9501749525715],
  ['three constants', of(same(0, 6), same(1, 6), same(5, 6)), Number.POSITIVE_INFINITY, 22.594905091859506],
  [
    'hardly ever another value',
    of([0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0]),
    0.957427107756338,
    19.265919722494797,
  ],
  [
    'independent draws',
    [1, 2, 3, 4].map((s) => walk(s, { draws: 200, keep: 0 })),
    1.001436622203954,
    773.3245003738763,
  ],
  [
    'an odd number of slow draws',
    [1, 2, 3, 4].map((s) => walk(s, { draws: 201, keep: 0.9 })),
    1.0666022147977121,
    46.60444470179659,
  ],
  [
    'draws that swing',
    [1, 2].map((s) => walk(s, { draws: 200, keep: -0.6 })),
    0.9960428381878187,
    1040.823996531185,
  ],
  [
    'counts',
    [5, 6, 7].map((s) => walk(s, { draws: 300, keep: 0.8, steps: 3 })),
    1.0329212133230015,
    88.65465746478222,
  ],
  [
    'chains apart',
    [1, 2, 3].map((s) => walk(s, { draws: 200, keep: 0.3, shift: s })),
    2.339573891093702,
    3.9126726695304512,
  ],
  [
    'chains of different spread',
    [1, 2, 3].map((s) => walk(s, { draws: 200, keep: 0.3, scale: s === 3 ? 8 : 1 })),
    1.4388354658780638,
    286.56168903298374,
  ],
];

describe('R̂', () => {
  it.each(KNOWN)('of %s is arviz’s', (_, chains, rhat) => {
    if (rhat === Number.POSITIVE_INFINITY) expect(rankNormalisedRhat(chains)).toBe(rhat);
    else expect(rankNormalisedRhat(chains)).toBeCloseTo(rhat, 10);
  });

  it('is 1 where all draws are the same', () => {
    expect(rankNormalisedRhat(of(same(0.1, 9), same(0.1, 9)))).toBe(1);
  });

  it('is infinite where each chain has stayed at a value of its own', () => {
    // Sums of equal scores are not always exact, their mean has to be.
    for (let draws = 4; draws < 60; draws++) {
      const apart = of(same(0.1, draws), same(0.7, draws), same(0.3, draws));
      expect(rankNormalisedRhat(apart)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('compares the halves of a single chain', () => {
    expect(rankNormalisedRhat([walk(1, { draws: 400, keep: 0 })])).toBeLessThan(1.02);
    expect(rankNormalisedRhat(of(upTo(400)))).toBeGreaterThan(1.5);
  });
});

describe('bulk effective size', () => {
  it.each(KNOWN)('of %s is arviz’s', (_, chains, _rhat, size) => {
    expect(Math.abs(bulkEffectiveSize(chains) / size - 1)).toBeLessThan(1e-11);
  });

  it.each([
    ['four draws', of([1, 2, 3, 4]), 2.4082399653118496],
    ['independent draws', [walk(1, { draws: 200, keep: 0 })], 192.27714768165288],
    ['slow draws', [walk(1, { draws: 201, keep: 0.9 })], 15.910068615305946],
  ])('of a single chain of %s is arviz’s', (_, chains, size) => {
    expect(Math.abs(bulkEffectiveSize(chains) / size - 1)).toBeLessThan(1e-11);
  });

  it('is the number of draws where all are the same', () => {
    expect(bulkEffectiveSize(of(same(0.1, 8), same(0.1, 8)))).toBe(16);
  });

  // Bands of four standard deviations, over 40 seeds.
  it.each([
    [-0.4, 0.11],
    [0, 0.06],
    [0.5, 0.1],
    [0.9, 0.25],
  ])('is S(1 − ρ)/(1 + ρ) for an autoregression of ρ = %d, to %d', (keep, band) => {
    const { normal } = random(7);
    const chains = Array.from({ length: 4 }, () => {
      let value = normal() / Math.sqrt(1 - keep * keep);
      return new Float64Array(10_000).map(() => {
        value = keep * value + normal();
        return value;
      });
    });
    const expected = (40_000 * (1 - keep)) / (1 + keep);
    expect(Math.abs(bulkEffectiveSize(chains) / expected - 1)).toBeLessThan(band);
    expect(Math.abs(rankNormalisedRhat(chains) - 1)).toBeLessThan(0.01);
  });
});

const chains = fc
  .record({ count: fc.integer({ min: 1, max: 4 }), draws: fc.integer({ min: 4, max: 12 }) })
  .chain(({ count, draws }) => {
    const chain = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: draws, maxLength: draws });
    return fc.array(chain, { minLength: count, maxLength: count });
  });

describe.each([
  ['R̂', rankNormalisedRhat],
  ['bulk effective size', bulkEffectiveSize],
])('%s', (_, diagnose) => {
  it('depends on the draws’ order alone where that is kept, and not on the chains’', () => {
    fc.assert(
      fc.property(chains, (drawn) => {
        const value = diagnose(of(...drawn));
        // A linear map, since distances from the median count too.
        expect(diagnose(of(...drawn.map((chain) => chain.map((v) => 8 * v - 24))))).toBeCloseTo(value, 8);
        expect(diagnose(of(...drawn.toReversed()))).toBeCloseTo(value, 8);
        expect(value).toBeGreaterThan(0);
      }),
    );
  });

  it('is unknown for fewer than 4 draws, no chains and draws that are not finite', () => {
    expect(diagnose(of([1, 2, 3], [1, 2, 3]))).toBeNaN();
    expect(diagnose([])).toBeNaN();
    expect(diagnose(of([1, 2, 3, Number.NaN]))).toBeNaN();
    expect(diagnose(of([1, 2, 3, Number.NEGATIVE_INFINITY]))).toBeNaN();
  });

  it('refuses chains of different length', () => {
    expect(() => diagnose(of([1, 2, 3, 4], [1, 2, 3, 4, 5]))).toThrow(RangeError);
  });
});
