import { describe, expect, test } from 'vitest';
import { estimate } from '../../src/em/estimate.ts';
import { estimateFromStarts } from '../../src/em/several-starts.ts';
import { anchoredStart, defaultStart, randomStart } from '../../src/em/start.ts';
import { random } from '../../src/math/random.ts';
import { flat, type Model, patternsOf, simulate } from './reference.ts';

const TRUTH: Model = {
  prior: 0.05,
  m: [
    [0.05, 0.1, 0.85],
    [0.1, 0.9],
    [0.02, 0.08, 0.2, 0.7],
    [0.04, 0.96],
    [0.15, 0.05, 0.8],
  ],
  u: [
    [0.9, 0.08, 0.02],
    [0.95, 0.05],
    [0.6, 0.3, 0.07, 0.03],
    [0.5, 0.5],
    [0.85, 0.1, 0.05],
  ],
};
const LEVELS = TRUTH.m.map((row) => row.length);
const MISSING_SHARE = 0.1;
const N = 50_000;

/**
 * Standard error of a share among n observations were the classes known; EM's is larger by the information
 * lost with them, here less than twice.
 */
const band = (p: number, n: number) => 5 * 2 * Math.sqrt((p * (1 - p)) / n);

describe('from pairs simulated with known m, u and prior', () => {
  const { pairs, matches } = simulate(N, TRUTH, MISSING_SHARE, random(42));
  const patterns = patternsOf(pairs, LEVELS);

  test('EM finds them within the sampling error', () => {
    const { parameters, converged } = estimate(patterns, defaultStart(patterns));
    expect(converged).toBe(true);
    expect(Math.abs(parameters.prior - TRUTH.prior)).toBeLessThan(band(TRUTH.prior, N));
    const compared = N * (1 - MISSING_SHARE);
    for (const [i, m] of flat(TRUTH.m).entries()) {
      expect(Math.abs(parameters.m[i]! - m)).toBeLessThan(band(m, compared * TRUTH.prior));
    }
    for (const [i, u] of flat(TRUTH.u).entries()) {
      expect(Math.abs(parameters.u[i]! - u)).toBeLessThan(band(u, compared * (1 - TRUTH.prior)));
    }
  });

  test('the match probabilities are calibrated', () => {
    const { weights } = estimate(patterns, defaultStart(patterns));
    const index = new Map<string, number>();
    for (const { levels } of pairs) if (!index.has(levels.join())) index.set(levels.join(), index.size);
    const bins = Array.from({ length: 5 }, () => ({ n: 0, expected: 0, found: 0 }));
    pairs.forEach(({ levels }, i) => {
      const w = weights[index.get(levels.join())!]!;
      const bin = bins[Math.min(4, Math.floor(w * 5))]!;
      bin.n++;
      bin.expected += w;
      if (matches[i]) bin.found++;
    });
    for (const { n, expected, found } of bins) {
      expect(Math.abs(found - expected)).toBeLessThan(5 * Math.sqrt(n / 4));
    }
  });

  test('all starts lead to the same optimum', () => {
    const generator = random(1);
    const starts = [
      defaultStart(patterns),
      anchoredStart(patterns)!,
      ...Array.from({ length: 4 }, () => randomStart(patterns, generator)),
    ];
    const { optima, best } = estimateFromStarts(patterns, starts);
    expect(optima).toHaveLength(1);
    expect(best.starts).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('extrapolation needs fewer iterations to the same answer', () => {
    const start = defaultStart(patterns);
    const plain = estimate(patterns, start, { accelerate: false });
    const fast = estimate(patterns, start);
    expect(fast.iterations).toBeLessThan(plain.iterations);
    expect(fast.logPosterior).toBeCloseTo(plain.logPosterior, 6);
  });
});

test('when only the likeliest pairs are listed, a background of known level counts keeps u right', () => {
  const truth: Model = { ...TRUTH, prior: 0.01 };
  const { pairs } = simulate(200_000, truth, 0, random(7));
  // Listed: pairs that agree on the second field, as after blocking. The rest is known by its level counts alone.
  const listed = pairs.filter(({ levels }) => levels[1] === 1);
  const background = LEVELS.map((count) => new Array<number>(count).fill(0));
  for (const { levels } of pairs) {
    if (levels[1] === 1) continue;
    levels.forEach((level, field) => {
      background[field]![level!]! += 1;
    });
  }
  const patterns = patternsOf(listed, LEVELS);
  const options = { totalPairs: pairs.length, background: flat(background) };
  const { parameters } = estimate(patterns, defaultStart(patterns, options), options);
  for (const [i, u] of flat(truth.u).entries()) {
    // Matches that were not listed (one in ten) count as non-matches, which moves u by up to .001.
    expect(Math.abs(parameters.u[i]! - u)).toBeLessThan(0.001 + band(u, pairs.length));
  }
  expect(Math.abs(parameters.prior - 0.9 * truth.prior)).toBeLessThan(band(0.009, pairs.length));
});
