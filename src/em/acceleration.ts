/**
 * Squared extrapolation of EM (SQUAREM, Varadhan & Roland 2008, step length S3). From three successive
 * iterates θ₀, θ₁, θ₂ with r = θ₁ − θ₀ and v = (θ₂ − θ₁) − r it proposes θ₀ − 2αr + α²v with α = −|r|/|v|.
 * The coordinates are log m and log u, renormalised, and the log odds of π, so every proposal is a valid
 * set of parameters. A proposal is only that: the caller keeps it when it raises the log posterior.
 */
import { levelOffsets } from '../compare/patterns.ts';
import { boundPrior, normalise, type Parameters } from './parameters.ts';

export class Extrapolation {
  readonly #offsets: Int32Array;
  readonly #r: Float64Array;
  readonly #v: Float64Array;
  readonly #buffer: Float64Array;
  #longest = 4;
  #tookLongest = false;

  constructor(levelCounts: readonly number[]) {
    this.#offsets = levelOffsets(levelCounts);
    const slots = this.#offsets.at(-1)!;
    this.#r = new Float64Array(2 * slots + 1);
    this.#v = new Float64Array(2 * slots + 1);
    this.#buffer = new Float64Array(slots);
  }

  /**
   * Writes the proposal to `out`, which holds θ₂; false when it would be θ₂ itself. Fields that do not move
   * (held, or never observed) stay as they are to the last digit.
   */
  propose(first: Parameters, second: Parameters, third: Parameters, out: Parameters): boolean {
    const slots = this.#buffer.length;
    const r = this.#r;
    const v = this.#v;
    for (let i = 0; i < slots; i++) {
      differences(r, v, i, Math.log(first.m[i]!), Math.log(second.m[i]!), Math.log(third.m[i]!));
      differences(r, v, slots + i, Math.log(first.u[i]!), Math.log(second.u[i]!), Math.log(third.u[i]!));
    }
    differences(r, v, 2 * slots, logOdds(first.prior), logOdds(second.prior), logOdds(third.prior));

    let squareR = 0;
    let squareV = 0;
    for (let i = 0; i < r.length; i++) {
      squareR += r[i]! * r[i]!;
      squareV += v[i]! * v[i]!;
    }
    const length = squareV > 0 ? Math.sqrt(squareR / squareV) : 1;
    const step = Math.min(this.#longest, length);
    this.#tookLongest = step === this.#longest;
    if (!(step > 1)) return false;

    this.#write(first.m, 0, step, out.m);
    this.#write(first.u, slots, step, out.u);
    const move = this.#move(2 * slots, step);
    if (move !== 0) out.prior = boundPrior(logistic(logOdds(first.prior) + move));
    return true;
  }

  /** Tells how the proposal went, which sets how long the next may be. */
  learn(accepted: boolean): void {
    if (!accepted) this.#longest = Math.max(4, this.#longest / 4);
    else if (this.#tookLongest) this.#longest *= 4;
  }

  #move(i: number, step: number): number {
    return 2 * step * this.#r[i]! + step * step * this.#v[i]!;
  }

  #write(first: Float64Array, at: number, step: number, out: Float64Array): void {
    const buffer = this.#buffer;
    for (let field = 0; field + 1 < this.#offsets.length; field++) {
      const from = this.#offsets[field]!;
      const to = this.#offsets[field + 1]!;
      let greatest = Number.NEGATIVE_INFINITY;
      let moves = false;
      for (let i = from; i < to; i++) {
        const move = this.#move(at + i, step);
        buffer[i] = Math.log(first[i]!) + move;
        if (move !== 0) moves = true;
        if (buffer[i]! > greatest) greatest = buffer[i]!;
      }
      if (!moves) continue;
      for (let i = from; i < to; i++) buffer[i] = Math.exp(buffer[i]! - greatest);
      normalise(buffer, out, from, to);
    }
  }
}

function differences(r: Float64Array, v: Float64Array, i: number, a: number, b: number, c: number): void {
  r[i] = b - a;
  v[i] = c - b - (b - a);
}

function logOdds(p: number): number {
  return Math.log(p) - Math.log1p(-p);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
