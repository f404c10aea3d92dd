import { expect, test } from 'vitest';
import { beta, dirichlet, LEAST_SHARE } from '../../src/math/dirichlet.ts';
import { random } from '../../src/math/random.ts';

const COUNT = 50_000;

/** How many standard errors the mean of the draws is from what it should be. */
function score(draws: readonly number[], mean: number): number {
  const own = draws.reduce((a, b) => a + b) / draws.length;
  const variance = draws.reduce((sum, draw) => sum + (draw - own) ** 2, 0) / draws.length;
  return Math.abs(own - mean) / Math.sqrt(variance / draws.length);
}

test.each([
  [3, 2, 5],
  [0.5, 1, 0.2],
  [0.02, 0.02, 0.01],
])('dirichlet draws have the moments of Dirichlet(%f, %f, %f)', (...shapes) => {
  const rng = random(1);
  const draws = Array.from({ length: COUNT }, () => dirichlet(Float64Array.from(shapes), rng));
  const total = shapes.reduce((a, b) => a + b);
  shapes.forEach((shape, v) => {
    const of = (power: number) => draws.map((draw) => draw[v]! ** power);
    expect(score(of(1), shape / total)).toBeLessThan(4);
    expect(score(of(2), (shape * (shape + 1)) / (total * (total + 1)))).toBeLessThan(4);
  });
  const products = draws.map((draw) => draw[0]! * draw[1]!);
  expect(score(products, (shapes[0]! * shapes[1]!) / (total * (total + 1)))).toBeLessThan(4);
});

test('very small shapes give shares that sum to 1, none of them nought', () => {
  const rng = random(2);
  for (let i = 0; i < 100; i++) {
    const draw = dirichlet(new Float64Array(50).fill(1e-5), rng);
    expect(draw.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(Math.min(...draw)).toBeGreaterThanOrEqual(LEAST_SHARE);
  }
});

test('the draw may take the place of its shapes', () => {
  const shapes = Float64Array.of(1, 2, 0.5);
  const draw = dirichlet(shapes.slice(), random(3));
  expect(dirichlet(shapes, random(3), shapes)).toBe(shapes);
  expect(shapes).toEqual(draw);
  expect(dirichlet(Float64Array.of(4), random(1))).toEqual(Float64Array.of(1));
  expect(dirichlet(new Float64Array(0), random(1))).toHaveLength(0);
});

test.each([
  [5, 100],
  [0.3, 0.6],
])('beta draws have the moments of Beta(%f, %f)', (a, b) => {
  const rng = random(4);
  const draws = Array.from({ length: COUNT }, () => beta(a, b, rng));
  expect(score(draws, a / (a + b))).toBeLessThan(4);
  const square = (a * (a + 1)) / ((a + b) * (a + b + 1));
  expect(
    score(
      draws.map((x) => x * x),
      square,
    ),
  ).toBeLessThan(4);
});

test('beta draws are never 0 or 1', () => {
  const rng = random(5);
  const draws = Array.from({ length: 1000 }, () => beta(1e-4, 1e-4, rng));
  expect(draws.every((x) => x >= LEAST_SHARE && x < 1)).toBe(true);
  expect(draws.filter((x) => x === LEAST_SHARE).length).toBeGreaterThan(100);
});
