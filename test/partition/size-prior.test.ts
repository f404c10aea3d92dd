/** The prior of the sizes of individuals against the urn it comes from, and what is learned from drawn sizes. */
import { describe, expect, test } from 'vitest';
import { lgamma, logFalling } from '../../src/math/gamma.ts';
import { random } from '../../src/math/random.ts';
import { learnSizes, logDrawn, sizePrior } from '../../src/partition/size-prior.ts';
import { allPartitions } from './partitions.ts';

const INFINITE = Number.POSITIVE_INFINITY;

const tally = (list: Iterable<number>): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

/** log p(z) as the search has it: labels, what was drawn, and a term for each individual. */
function logPartition(sizes: readonly number[], K: number, r: number): number {
  const drawn = logDrawn({ single: sum(sizes), unique: [] }, K, r);
  return logFalling(K, sizes.length) + drawn + sum(sizes.map(sizePrior(r)));
}

/** The same record by record: the next joins n others in proportion to n + r, and a new individual to (K − C) r. */
function byTheUrn(z: readonly number[], K: number, r: number): number {
  let log = 0;
  z.forEach((k, i) => {
    const before = z.slice(0, i);
    const [n, unseen] = [before.filter((other) => other === k).length, K - new Set(before).size];
    const share = n === 0 ? unseen : 1;
    log += Math.log(r === INFINITE ? share / K : (n === 0 ? share * r : n + r) / (K * r + i));
  });
  return log;
}

const sizesOf = (z: readonly number[]) => [...tally(z).values()];

describe('the probability of a partition', () => {
  const cases = [0.01, 0.5, 1, 7, INFINITE].flatMap((r) => [6, 6.5, 20, 1e4].map((K) => ({ K, r })));

  test.each(cases)('is that of the urn, and 1 for all together: K = $K, r = $r', ({ K, r }) => {
    for (let N = 1; N <= 6; N++) {
      const partitions = allPartitions(N);
      const logs = partitions.map((z) => logPartition(sizesOf(z), K, r));
      logs.forEach((log, i) => {
        expect(log).toBeCloseTo(byTheUrn(partitions[i]!, K, r), 9);
      });
      expect(sum(logs.map(Math.exp))).toBeCloseTo(1, 10);
    }
  });

  test('is 1 for all that few individuals can have', () => {
    for (const K of [1, 2, 3])
      for (const r of [0.3, INFINITE]) {
        const possible = allPartitions(6).filter((z) => new Set(z).size <= K);
        expect(sum(possible.map((z) => Math.exp(logPartition(sizesOf(z), K, r))))).toBeCloseTo(1, 10);
      }
  });

  test('tends to even draws where r grows, and to Ewens’ where it vanishes with Kr the same', () => {
    const mass = 1.7;
    for (const z of allPartitions(6)) {
      const sizes = sizesOf(z);
      expect(logPartition(sizes, 9, 1e9)).toBeCloseTo(logPartition(sizes, 9, INFINITE), 6);
      const ewens =
        sizes.length * Math.log(mass) + lgamma(mass) - lgamma(mass + 6) + sum(sizes.map((n) => lgamma(n)));
      expect(logPartition(sizes, mass / 1e-9, 1e-9)).toBeCloseTo(ewens, 6);
    }
  });

  test('keeps its digits where K is as large as it can be', () => {
    // Of a million all alone, or all but two: a pair has 1/K (1 + 1/r) in the urn.
    const [N, r] = [1e6, 300];
    const K = N ** 2;
    const sizes = { alone: new Array(N).fill(1), pair: [2, ...new Array(N - 2).fill(1)] };
    const ratio = Math.log1p(1 / r) - Math.log(K - N + 1);
    expect(logPartition(sizes.pair, K, r) - logPartition(sizes.alone, K, r)).toBeCloseTo(ratio, 6);
    // No two together: ∏ (1 − i (1 + 1/r)/K) nearly.
    expect(logPartition(sizes.alone, K, r)).toBeCloseTo(-(1 + 1 / r) / 2, 4);
  });
});

test('the probability of what was drawn is one by the ways to draw it, files without duplicates among them', () => {
  const K = 4;
  for (const files of [
    [-1, -1, -1],
    [0, 0, -1],
    [0, 0, 0, 1, 1],
    [0, 0, 1, 1, -1, -1],
  ]) {
    const ways = Array.from({ length: K ** files.length }, (_, code) =>
      files.map((file, i) => (file < 0 ? `${i}` : `${file} ${Math.floor(code / K ** i) % K}`)),
    ).filter((drawn) => new Set(drawn).size === drawn.length).length;
    const sizes = tally(files);
    const draws = { single: sizes.get(-1) ?? 0, unique: [0, 1].flatMap((file) => sizes.get(file) ?? []) };
    expect(logDrawn(draws, K, INFINITE)).toBeCloseTo(-Math.log(ways), 12);
  }
});

describe('the sizes learned', () => {
  /** How many of K individuals have each size, of records drawn one by one from the urn. */
  function drawnSizes(K: number, r: number, records: number, seed: number): Map<number, number> {
    const { next, below } = random(seed);
    const of: number[] = [];
    for (let i = 0; i < records; i++)
      of.push(r < INFINITE && next() * (K * r + i) < i ? of[below(i)]! : below(K));
    return tally(tally(of).values());
  }
  const listOf = (counts: ReadonlyMap<number, number>) =>
    [...counts].flatMap(([n, individuals]) => new Array<number>(individuals).fill(n));

  test.each([1, 2, 3, 4])('are those drawn by, seed %i', (seed) => {
    for (const [K, r, records] of [
      [1000, 0.3, 20_000],
      [500, 2, 5000],
      [3000, 1, 9000],
    ] as const) {
      const found = learnSizes(drawnSizes(K, r, records, seed), 1);
      // Seen: K from 15 % below to 8 % above, r within a factor of 1.4, which is what apart r are tried at.
      expect(Math.abs(Math.log(found.K / K))).toBeLessThan(0.2);
      expect(Math.abs(Math.log(found.r / r))).toBeLessThan(Math.log(1.5));
    }
  });

  test.each([1, 2, 3, 4])('are even where draws are, seed %i', (seed) => {
    for (const [K, records] of [
      [1000, 3000],
      [5000, 1000],
      [50, 5000],
    ] as const) {
      const { K: learned, r } = learnSizes(drawnSizes(K, INFINITE, records, seed), K);
      expect([learned, r]).toEqual([K, INFINITE]);
    }
  });

  test('have the probability said, and hardly less than any on a finer grid', () => {
    let finite = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { below, next } = random(seed);
      const records = 50 + below(500);
      const counts = drawnSizes(20 + below(400), 0.05 * 40 ** next(), records, seed);
      const sizes = listOf(counts);
      const found = learnSizes(counts, 1e6);
      expect(found.logProbability).toBeCloseTo(logPartition(sizes, found.K, found.r), 8);
      if (found.r === INFINITE) continue;
      finite++;
      let best = Number.NEGATIVE_INFINITY;
      for (let r = 0.02; r < 300; r *= 1.1)
        for (let beyond = 0.01; beyond < records ** 2; beyond *= 1.2)
          best = Math.max(best, logPartition(sizes, sizes.length + beyond, r));
      // Seen: .03 at most.
      expect(best - found.logProbability).toBeLessThan(0.05);
    }
    expect(finite).toBeGreaterThan(15);
  });
});
