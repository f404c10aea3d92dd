/**
 * The E-step: for every agreement pattern g the posterior probability of a match,
 *
 *     w_g = π ∏_f m_f,g(f) / (π ∏_f m_f,g(f) + (1 − π) d_g ∏_f u_f,g(f)),
 *
 * in log space (Fellegi & Sunter 1969; Winkler 1988). A missing comparison contributes no factor. d_g, 1
 * unless given, is the ratio of the joint u of the pattern to the product of its fields' u, for fields that
 * depend on each other among non-matches.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { Parameters } from './parameters.ts';

/** What one pass over the patterns collects; the buffers are reused from pass to pass. */
export interface Expectation {
  /** Σ_g n_g log(π ∏m + (1 − π) d ∏u). */
  logLikelihood: number;
  /** Σ_g n_g w_g. */
  matches: number;
  /** Expected count of every level among matches, flat like m, and one last slot for missing comparisons. */
  readonly m: Float64Array;
  /** The same among non-matches. */
  readonly u: Float64Array;
}

/** Patterns prepared for repeated passes: G × F indices into flat parameter arrays. */
export class PatternTable {
  readonly fields: number;
  /** Total number of levels, T. */
  readonly slots: number;
  readonly #size: number;
  readonly #counts: Float64Array;
  readonly #dependence: Float64Array;
  /** Slot of every field in every pattern; T for a missing comparison, whose log probability is kept at 0. */
  readonly #index: Int32Array;
  readonly #logM: Float64Array;
  readonly #logU: Float64Array;

  constructor(patterns: Patterns, logDependence?: Float64Array) {
    const { size, levels, levelCounts } = patterns;
    const offsets = levelOffsets(levelCounts);
    this.fields = levelCounts.length;
    this.slots = offsets[this.fields]!;
    this.#size = size;
    this.#counts = patterns.counts;
    this.#dependence = logDependence ?? new Float64Array(size);
    this.#index = new Int32Array(size * this.fields);
    for (let i = 0, g = 0; g < size; g++) {
      for (let field = 0; field < this.fields; field++, i++) {
        this.#index[i] = levels[i] === MISSING ? this.slots : offsets[field]! + levels[i]!;
      }
    }
    this.#logM = new Float64Array(this.slots + 1);
    this.#logU = new Float64Array(this.slots + 1);
  }

  /** Empty buffers for `collect`. */
  expectation(): Expectation {
    const length = this.slots + 1;
    return { logLikelihood: 0, matches: 0, m: new Float64Array(length), u: new Float64Array(length) };
  }

  /** One pass of the E-step, summed into `out`. */
  collect(parameters: Parameters, out: Expectation): void {
    const { fields } = this;
    const index = this.#index;
    const { m, u } = out;
    m.fill(0);
    u.fill(0);
    this.#takeLogs(parameters);
    const logPrior = Math.log(parameters.prior);
    const logRest = Math.log1p(-parameters.prior);
    let logLikelihood = 0;
    let matches = 0;
    for (let g = 0; g < this.#size; g++) {
      const count = this.#counts[g]!;
      const logMatch = logPrior + this.#sum(this.#logM, g);
      const logUnmatch = logRest + this.#sum(this.#logU, g) + this.#dependence[g]!;
      // log-sum-exp and both posteriors from one exponential: e = exp(−|difference|) never overflows.
      const matchLeads = logMatch > logUnmatch;
      const e = Math.exp(matchLeads ? logUnmatch - logMatch : logMatch - logUnmatch);
      const leader = count / (1 + e);
      const match = matchLeads ? leader : leader * e;
      const unmatch = matchLeads ? leader * e : leader;
      logLikelihood += count * ((matchLeads ? logMatch : logUnmatch) + Math.log1p(e));
      matches += match;
      for (let i = g * fields, end = i + fields; i < end; i++) {
        const slot = index[i]!;
        m[slot] = m[slot]! + match;
        u[slot] = u[slot]! + unmatch;
      }
    }
    out.logLikelihood = logLikelihood;
    out.matches = matches;
  }

  /** Natural logarithm of ∏m / (d ∏u) of every pattern, without the prior. Length G. */
  logRatios(parameters: Parameters): Float64Array {
    this.#takeLogs(parameters);
    return Float64Array.from(
      { length: this.#size },
      (_, g) => this.#sum(this.#logM, g) - this.#sum(this.#logU, g) - this.#dependence[g]!,
    );
  }

  #takeLogs(parameters: Parameters): void {
    for (let slot = 0; slot < this.slots; slot++) {
      this.#logM[slot] = Math.log(parameters.m[slot]!);
      this.#logU[slot] = Math.log(parameters.u[slot]!);
    }
  }

  #sum(logs: Float64Array, g: number): number {
    let sum = 0;
    for (let i = g * this.fields, end = i + this.fields; i < end; i++) sum += logs[this.#index[i]!]!;
    return sum;
  }
}

/**
 * Match probability of every pattern, length G.
 *
 * @example // NAME 1, ZIP 0, GENDER 0 with m = .9, .55, .99, u = .01, .005, .5 and prior .1: 0.08295
 */
export function matchProbabilities(
  patterns: Patterns,
  parameters: Parameters,
  logDependence?: Float64Array,
): Float64Array {
  const logOdds = Math.log(parameters.prior) - Math.log1p(-parameters.prior);
  return new PatternTable(patterns, logDependence)
    .logRatios(parameters)
    .map((ratio) => 1 / (1 + Math.exp(-(ratio + logOdds))));
}

/** Match weight of every pattern, log₂ of ∏m / (d ∏u), without the prior. Length G. */
export function matchWeights(
  patterns: Patterns,
  parameters: Parameters,
  logDependence?: Float64Array,
): Float64Array {
  return new PatternTable(patterns, logDependence).logRatios(parameters).map((ratio) => ratio / Math.LN2);
}
