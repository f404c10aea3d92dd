import { expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';

const draws = (seed: number, n: number) => {
  const generator = random(seed);
  return Array.from({ length: n }, () => generator.next());
};

function moments(values: number[]): { mean: number; variance: number } {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return { mean, variance: values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length };
}

test('the same seed gives the same numbers, another seed others', () => {
  expect(draws(1, 100)).toEqual(draws(1, 100));
  expect(draws(1, 4)).not.toEqual(draws(2, 4));
  expect(draws(1, 4)).not.toEqual(draws(1.5, 4));
  expect(new Set([0, 1, 2, 3, -1, 2 ** 40].map((seed) => draws(seed, 1)[0])).size).toBe(6);
});

test('the numbers never change between versions', () => {
  expect(draws(1, 3)).toEqual([0.45258649555034935, 0.67116988170892, 0.4301994922570884]);
});

test('uniform numbers fill [0, 1) evenly', () => {
  const values = draws(7, 100_000);
  expect(values.every((x) => x >= 0 && x < 1)).toBe(true);
  const tenths = new Array(10).fill(0);
  for (const x of values) tenths[Math.floor(x * 10)]++;
  // Five standard deviations of a binomial count.
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(9000));
});

test('below(n) gives each of 0 … n − 1', () => {
  const generator = random(3);
  const counts = new Array(7).fill(0);
  for (let i = 0; i < 70_000; i++) counts[generator.below(7)]++;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(10_000));
});

test('normal and gamma numbers have the moments of their distributions', () => {
  const generator = random(11);
  const n = 200_000;
  const normal = moments(Array.from({ length: n }, () => generator.normal()));
  expect(Math.abs(normal.mean)).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(normal.variance - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
  for (const shape of [0.3, 1, 4.5]) {
    const gamma = moments(Array.from({ length: n }, () => generator.gamma(shape)));
    expect(Math.abs(gamma.mean - shape)).toBeLessThan(5 * Math.sqrt(shape / n));
    // Var of the sample variance is (μ₄ − σ⁴)/n with μ₄ = 3k² + 6k.
    expect(Math.abs(gamma.variance - shape)).toBeLessThan(5 * Math.sqrt((2 * shape ** 2 + 6 * shape) / n));
  }
});
