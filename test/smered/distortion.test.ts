/** That y and z̃ are drawn from their distribution given the partition, θ and β, against all there are. */
import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { Distortion } from '../../src/smered/distortion.ts';
import { deviate } from './exact-posterior.ts';
import { latents, marginal } from './hit-miss-enumeration.ts';

/** Standard normal deviates beyond this are no chance: 1 in 30,000. */
const CHANCE = 4;
const MISSING = -1;

/** The counts that y and z̃ make: n by value, distorted, intact. */
const nameOf = (drawn: ArrayLike<number>, distorted: number, intact: number) =>
  `${Array.from(drawn)} ${distorted} ${intact}`;

/** The probability of each name, for the values of one individual. */
function exact(x: readonly number[], theta: readonly number[], beta: number): Map<string, number> {
  const total = marginal(x, theta, beta);
  const shares = new Map<string, number>();
  for (const { y, distorted, probability } of latents(x, theta, beta)) {
    const drawn = theta.map(
      (_, v) => Number(v === y) + x.filter((own, i) => own === v && distorted[i]).length,
    );
    const wrong = distorted.filter(Boolean).length;
    const name = nameOf(drawn, wrong, x.length - wrong);
    shares.set(name, (shares.get(name) ?? 0) + probability / total);
  }
  return shares;
}

const fixed = (theta: readonly number[], beta: number) => ({
  theta: [Float64Array.from(theta)],
  beta: Float64Array.of(beta),
});

describe('Distortion', () => {
  test.each([
    ['one record', [0], [0.5, 0.3, 0.2], 0.4],
    ['equal records', [1, 1, 1], [0.5, 0.3, 0.2], 0.6],
    ['different records', [0, 1, 0], [0.5, 0.3, 0.2], 0.6],
    ['every value', [0, 1, 2, 2], [0.2, 0.3, 0.5], 0.7],
    ['a value that nobody shows, nearly always distorted', [0, 1, 1], [0.1, 0.1, 0.2, 0.6], 0.95],
    ['rare values, rarely distorted', [0, 0, 1, 1], [1e-8, 1e-7, 0.5, 0.5 - 1.1e-7], 0.01],
  ])('draws y and z̃ of %s from their distribution', (_, x, theta, beta) => {
    const distortion = new Distortion([Int32Array.from(x)], [theta.length]);
    const [of, rng] = [new Int32Array(x.length), random(1)];
    const names = Array.from({ length: 20_000 }, () => {
      distortion.draw(of, fixed(theta, beta), rng);
      return nameOf(distortion.drawn[0]!, distortion.distorted[0]!, distortion.intact[0]!);
    });
    const shares = exact(x, theta, beta);
    if (shares.size > 1) expect(new Set(names).size).toBeGreaterThan(1);
    expect(deviate(names, shares)).toBeLessThan(CHANCE);
  });

  test('keeps individuals and fields apart, and leaves out what is missing', () => {
    // β so small that records that agree are intact, and θ so that y is what most records show.
    const codes = [
      Int32Array.of(0, 1, 0, MISSING, 1, 2, 0),
      Int32Array.of(MISSING, 0, MISSING, MISSING, 0, 0, 1),
      new Int32Array(7).fill(MISSING),
    ];
    const distortion = new Distortion(codes, [3, 2, 0]);
    const parameters = {
      theta: [Float64Array.of(0.3, 0.3, 0.4), Float64Array.of(0.5, 0.5), new Float64Array(0)],
      beta: new Float64Array(3).fill(1e-12),
    };
    // Individuals: records 0, 2, 6; records 1, 4, 5; record 3.
    distortion.draw(Int32Array.of(6, 1, 6, 4, 1, 1, 6), parameters, random(1));
    expect(distortion.drawn.map((n) => [...n])).toEqual([[1, 1, 1], [1, 1], []]);
    expect([...distortion.distorted]).toEqual([1, 0, 0]);
    expect([...distortion.intact]).toEqual([5, 4, 0]);
  });

  test('reads partition and codes anew at each draw', () => {
    const codes = [Int32Array.of(0, 1)];
    const distortion = new Distortion(codes, [2]);
    const apart = { theta: [Float64Array.of(0.5, 0.5)], beta: Float64Array.of(1e-12) };
    distortion.draw(Int32Array.of(0, 0), apart, random(1));
    expect([distortion.distorted[0], distortion.intact[0]]).toEqual([1, 1]);
    distortion.draw(Int32Array.of(1, 0), apart, random(1));
    expect([[...distortion.drawn[0]!], distortion.distorted[0]]).toEqual([[1, 1], 0]);
    codes[0]!.set([1, MISSING]);
    distortion.draw(Int32Array.of(0, 0), apart, random(1));
    expect([[...distortion.drawn[0]!], distortion.intact[0]]).toEqual([[0, 1], 1]);
  });

  test('holds for many records of one individual, and shares as small as can be', () => {
    const many = Int32Array.from({ length: 20_000 }, (_, i) => Number(i % 100 === 0));
    const distortion = new Distortion([many], [3]);
    const least = 2 ** -1022;
    // 99 of 100 records show value 0; the others make y theirs where they could not show it by chance.
    for (const [theta, expected] of [
      [[least, 0.5, 0.5], 200],
      [[0.5, least, 0.5], 1],
      [[least, least, 1], 200],
    ] as const) {
      distortion.draw(new Int32Array(20_000), fixed(theta, 0.01), random(1));
      const drawn = distortion.drawn[0]!;
      expect(drawn[0]! + drawn[1]!).toBe(distortion.distorted[0]! + 1);
      expect(distortion.distorted[0]! + distortion.intact[0]!).toBe(20_000);
      expect(drawn[1]).toBe(expected);
    }
  });
});
