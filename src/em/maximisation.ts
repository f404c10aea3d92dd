/**
 * The M-step and the function it raises. With w_g from the E-step, n_g the counts and 1{g_f = l} the
 * patterns at level l of field f:
 *
 *     m_fl ∝ a_fl + Σ_g n_g w_g 1{g_f = l}
 *     u_fl ∝ b_fl + background_fl + Σ_g n_g (1 − w_g) 1{g_f = l}
 *     π    = (c + Σ_g n_g w_g) / (c + d + N)
 *
 * a, b, c, d are the pseudo-counts of the Dirichlet and Beta priors (0 gives maximum likelihood, the note's
 * M-step), background counts the levels of pairs that are not listed and are all non-matches, and N is the
 * number of pairs π refers to. Missing comparisons are in no numerator and no denominator of their field.
 */
import { levelOffsets } from '../compare/patterns.ts';
import type { Expectation } from './expectation.ts';
import { boundPrior, normalise, type Parameters } from './parameters.ts';

/** What the M-step needs to know besides the expected counts. Flat arrays are laid out as m. */
export interface MaximisationOptions {
  /** N, the pairs π refers to; default Σ n_g. Pairs that are not listed are non-matches. */
  totalPairs?: number | undefined;
  /** Expected count of each level among the pairs that are not listed, all of them non-matches. */
  background?: Float64Array | undefined;
  fixM?: boolean | undefined;
  fixU?: boolean | undefined;
  fixPrior?: boolean | undefined;
  /** Dirichlet pseudo-counts of m (each the prior's parameter less one, at least 0). */
  mPrior?: Float64Array | undefined;
  /** Dirichlet pseudo-counts of u. */
  uPrior?: Float64Array | undefined;
  /** Beta pseudo-counts of π: matches, non-matches. */
  priorPrior?: readonly [number, number] | undefined;
}

/** The M-step of one set of patterns; buffers are made once. */
export class Maximisation {
  readonly #options: MaximisationOptions;
  readonly #offsets: Int32Array;
  readonly #listed: number;
  readonly #total: number;
  readonly #pseudo: readonly [number, number];
  readonly #buffer: Float64Array;

  /** `listed` is Σ n_g. */
  constructor(levelCounts: readonly number[], listed: number, options: MaximisationOptions) {
    this.#options = options;
    this.#offsets = levelOffsets(levelCounts);
    this.#listed = listed;
    this.#total = Math.max(listed, options.totalPairs ?? listed);
    this.#pseudo = options.priorPrior ?? [0, 0];
    this.#buffer = new Float64Array(this.#offsets.at(-1)!);
  }

  /** Writes to `out` the parameters that maximise the expected log posterior; fixed ones stay as they are there. */
  maximise(expected: Expectation, out: Parameters): void {
    const { fixM, fixU, fixPrior, mPrior, uPrior, background } = this.#options;
    const [matches, unmatches] = this.#pseudo;
    const pairs = matches + unmatches + this.#total;
    if (!fixPrior && pairs > 0) out.prior = boundPrior((matches + expected.pairs[0]!) / pairs);
    if (!fixM) this.#distribute(expected.levels[0]!, mPrior, undefined, out.m);
    if (!fixU) this.#distribute(expected.levels[1]!, uPrior, background, out.u);
  }

  #distribute(
    expected: Float64Array,
    pseudo: Float64Array | undefined,
    background: Float64Array | undefined,
    out: Float64Array,
  ): void {
    const buffer = this.#buffer;
    const offsets = this.#offsets;
    for (let i = 0; i < buffer.length; i++) {
      buffer[i] = expected[i]! + (pseudo ? pseudo[i]! : 0) + (background ? background[i]! : 0);
    }
    for (let field = 0; field + 1 < offsets.length; field++) {
      normalise(buffer, out, offsets[field]!, offsets[field + 1]!);
    }
  }

  /** Log likelihood of everything: the listed patterns (already in `expected`) and the pairs not listed. */
  logLikelihood(expected: Expectation, parameters: Parameters): number {
    const unlisted = this.#total - this.#listed;
    let sum = expected.logLikelihood;
    if (unlisted > 0) sum += unlisted * Math.log1p(-parameters.prior);
    return sum + weightedLogs(this.#options.background, parameters.u);
  }

  /** Log density of the priors at these parameters, without its constant. */
  logPrior(parameters: Parameters): number {
    const { mPrior, uPrior } = this.#options;
    const [matches, unmatches] = this.#pseudo;
    return (
      weightedLogs(mPrior, parameters.m) +
      weightedLogs(uPrior, parameters.u) +
      matches * Math.log(parameters.prior) +
      unmatches * Math.log1p(-parameters.prior)
    );
  }
}

/** Σ weights · log values: the log density of counts, without its constant; 0 without weights. */
export function weightedLogs(weights: Float64Array | undefined, values: Float64Array): number {
  if (weights === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) sum += weights[i]! * Math.log(values[i]!);
  return sum;
}
