/**
 * Seeded random numbers: sfc32 (Doty-Humphrey, PractRand), 128 bits of state, period at least 2³². The
 * same seed gives the same sequence on every machine.
 */

export interface Random {
  /** Uniform on [0, 1), a multiple of 2⁻³². */
  next(): number;
  /** Uniform on the integers 0 … n − 1; n at most 2³². */
  below(n: number): number;
  /** Standard normal (Marsaglia & Bray 1964, polar method). */
  normal(): number;
  /** Gamma with the given shape > 0 and scale 1 (Marsaglia & Tsang 2000). */
  gamma(shape: number): number;
  /** The state, four integers: `resumedRandom` goes on from it. */
  state(): RandomState;
}

export type RandomState = readonly [a: number, b: number, c: number, counter: number];

/**
 * A generator for one seed (any finite number; its fraction counts too).
 *
 * @example random(1).below(6) === random(1).below(6) // => true
 */
export function random(seed: number): Random {
  const words = new Uint32Array(new Float64Array([seed]).buffer);
  const generator = resumedRandom([words[0]! | 0, words[1]! | 0, 0x9e3779b9 | 0, 1]);
  // The first outputs still show the seed; sfc32's author discards 12 to 15 of them.
  for (let i = 0; i < 15; i++) generator.next();
  return generator;
}

/** A generator that goes on from a state. */
export function resumedRandom(from: RandomState): Random {
  let [a, b, c, counter] = from;

  function bits(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  const next = () => bits() / 4294967296;

  function normal(): number {
    for (;;) {
      const x = 2 * next() - 1;
      const y = 2 * next() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  }

  function gamma(shape: number): number {
    if (shape < 1) return gamma(shape + 1) * (1 - next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
    }
  }

  const below = (n: number): number => Math.floor(next() * n);
  return { next, below, normal, gamma, state: () => [a, b, c, counter] };
}
