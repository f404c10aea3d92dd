/**
 * The terms of the founders of one column (see `noisy.ts`), log Σ_y ∏ …, gathered value by value for all founders at
 * once. Rising factorials are multiplied and not added as logs: one logarithm serves them all.
 */
import { lgamma } from '../math/gamma.ts';

/** Repeats, and a weight, up to which a rising factorial is multiplied out. */
const FEW_REPEATS = 16;
const MOST_WEIGHT = 1e6;
/** Above this a product is turned into its log: times 15 factors of 10^6 it is still a number. */
const LARGE = 1e150;

export class FounderTerms {
  /** The term of founder i is exp(logs[i]) · products[i]. */
  private readonly logs: Float64Array;
  private readonly products: Float64Array;
  private count = 0;

  /** @param most founders there can be */
  constructor(most: number) {
    this.logs = new Float64Array(most);
    this.products = new Float64Array(most);
  }

  /** So many founders, their terms all 1. */
  begin(count: number): void {
    this.count = count;
    this.logs.fill(0, 0, count);
    this.products.fill(1, 0, count);
  }

  /** Multiplies the term of a founder by factor · exp(log). */
  multiply(founder: number, log: number, factor: number): void {
    this.logs[founder]! += log;
    this.products[founder]! *= factor;
  }

  /** Multiplies the term of a founder by (w + 1)(w + 2)…(w + n − 1), w the exponential of the log, n the times. */
  repeat(founder: number, logWeight: number, times: number): void {
    const weight = Math.exp(logWeight);
    if (times > FEW_REPEATS || weight > MOST_WEIGHT) {
      this.logs[founder]! += lgamma(weight + times) - lgamma(weight + 1);
      return;
    }
    let product = this.products[founder]!;
    for (let i = 1; i < times; i++) product *= weight + i;
    if (product > LARGE) {
      this.logs[founder]! += Math.log(product);
      product = 1;
    }
    this.products[founder] = product;
  }

  /** Log of the sum of the terms. */
  logSum(): number {
    const { count, logs, products } = this;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) most = Math.max(most, logs[i]!);
    let sum = 0;
    for (let i = 0; i < count; i++) sum += Math.exp(logs[i]! - most) * products[i]!;
    return most + Math.log(sum);
  }
}
