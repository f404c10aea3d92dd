/** The parameters of matches, related pairs and random ones. */
import type { Parameters } from './parameters.ts';

/**
 * π, ρ, m, r and u, laid out as the parameters of two classes over more columns so that what extrapolates
 * those can extrapolate these: `m` holds m, r and the two shares ρ/(1 − π) and the rest; `u` holds u, and
 * constants beside r and the shares.
 */
export class ThreeClassParameters implements Parameters {
  prior = 0.5;
  readonly m: Float64Array;
  readonly u: Float64Array;
  /** m, r and u themselves, flat over fields and levels: views. */
  readonly ofMatches: Float64Array;
  readonly ofRelated: Float64Array;
  readonly ofRandom: Float64Array;

  constructor(levelCounts: readonly number[]) {
    const slots = levelCounts.reduce((sum, levels) => sum + levels, 0);
    this.m = new Float64Array(2 * slots + 2).fill(0.5);
    this.u = this.m.slice();
    this.ofMatches = this.m.subarray(0, slots);
    this.ofRelated = this.m.subarray(slots, 2 * slots);
    this.ofRandom = this.u.subarray(0, slots);
  }

  /** Level counts of this layout. */
  static layout(levelCounts: readonly number[]): number[] {
    return [...levelCounts, ...levelCounts, 2];
  }

  /** ρ, at most (1 − π)/2. */
  get relatedPrior(): number {
    return Math.min(this.m.at(-2)!, 0.5) * (1 - this.prior);
  }

  /** To be set after π. */
  set relatedPrior(share: number) {
    const ofRest = share / (1 - this.prior);
    this.m[this.m.length - 2] = ofRest;
    this.m[this.m.length - 1] = 1 - ofRest;
  }

  assign(other: ThreeClassParameters): void {
    this.prior = other.prior;
    this.m.set(other.m);
    this.u.set(other.u);
  }

  /** The largest change of an m or r, or of π or ρ as a share of itself. */
  changeFrom(before: ThreeClassParameters): number {
    let most = Math.max(
      Math.abs(this.prior - before.prior) / this.prior,
      Math.abs(this.relatedPrior - before.relatedPrior) / this.relatedPrior,
    );
    for (let i = 0; i < this.m.length; i++) most = Math.max(most, Math.abs(this.m[i]! - before.m[i]!));
    return most;
  }
}
