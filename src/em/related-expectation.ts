/**
 * The E-step of three classes: for every pattern the probability of its pairs to be matches, related or
 * random, in log space, and the level counts expected in each class.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { Parameters } from './parameters.ts';

/** Probability of each pattern's pairs to be matches and to be related; length G. */
export interface ClassWeights {
  matches: Float64Array;
  related: Float64Array;
}

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

/** Logs of probability ratios below which a class is left out of a pattern: e⁻⁴⁰ is beyond double precision. */
const NEGLIGIBLE = -40;

/** E-steps over one set of patterns; the buffers are reused from one to the next. */
export class RelatedExpectation {
  /** Of the last step: Σ_g n_g log P(g), and the expected numbers of matches and related pairs. */
  logLikelihood = 0;
  matches = 0;
  related = 0;
  /** Of the last step: expected level counts of matches, related and random pairs, flat. */
  readonly m: Float64Array;
  readonly r: Float64Array;
  readonly u: Float64Array;
  private readonly patterns: Patterns;
  private readonly dependence: Float64Array;
  private readonly slots: number;
  /** Slot of every field in every pattern, G × F; the last slot for missing comparisons. */
  private readonly index: Int32Array;
  private readonly listed: Float64Array;
  private readonly logs: readonly [Float64Array, Float64Array, Float64Array];

  constructor(patterns: Patterns, logDependence: Float64Array) {
    const { levels, levelCounts, counts } = patterns;
    const offsets = levelOffsets(levelCounts);
    const fields = levelCounts.length;
    this.patterns = patterns;
    this.dependence = logDependence;
    this.slots = offsets[fields]!;
    this.index = new Int32Array(levels.length);
    this.listed = new Float64Array(this.slots + 1);
    for (let i = 0, g = 0; g < patterns.size; g++)
      for (let f = 0; f < fields; f++, i++) {
        this.index[i] = levels[i] === MISSING ? this.slots : offsets[f]! + levels[i]!;
        this.listed[this.index[i]!]! += counts[g]!;
      }
    const buffer = (): Float64Array => new Float64Array(this.slots + 1);
    [this.m, this.r, this.u] = [buffer(), buffer(), buffer()];
    this.logs = [buffer(), buffer(), buffer()];
  }

  /** The step under the given parameters; no allocation. */
  collect(parameters: ThreeClassParameters): void {
    const { counts, size, levelCounts } = this.patterns;
    const { index, dependence } = this;
    const [logM, logR, logU] = this.logs;
    const fields = levelCounts.length;
    const [logPrior, logRelated, logRandom] = this.takeLogs(parameters);
    this.begin();
    let logLikelihood = 0;
    for (let g = 0; g < size; g++) {
      let a = logPrior;
      let b = logRelated;
      let c = logRandom + dependence[g]!;
      for (let i = g * fields, end = i + fields; i < end; i++) {
        const slot = index[i]!;
        a += logM[slot]!;
        b += logR[slot]!;
        c += logU[slot]!;
      }
      const count = counts[g]!;
      const most = Math.max(a, b, c);
      // Most patterns are plainly random and cost no exponential.
      const match = a - most < NEGLIGIBLE ? 0 : Math.exp(a - most);
      const related = b - most < NEGLIGIBLE ? 0 : Math.exp(b - most);
      if (match === 0 && related === 0) {
        logLikelihood += count * most;
        continue;
      }
      const sum = match + related + Math.exp(c - most);
      logLikelihood += count * (most + Math.log(sum));
      this.add(g, (count * match) / sum, (count * related) / sum);
    }
    this.logLikelihood = logLikelihood;
    this.finish();
  }

  /** The step with the probabilities of the classes given. */
  collectWeights(matches: Float64Array, related: Float64Array): void {
    const { counts, size } = this.patterns;
    this.begin();
    for (let g = 0; g < size; g++) this.add(g, counts[g]! * matches[g]!, counts[g]! * related[g]!);
    this.finish();
  }

  /** Probabilities of the classes, and the natural log of P(g | match) / P(g | no match). */
  weigh(parameters: ThreeClassParameters): { weights: ClassWeights; logRatios: Float64Array } {
    const { size, levelCounts } = this.patterns;
    const fields = levelCounts.length;
    const [logPrior, logRelated, logRandom] = this.takeLogs(parameters);
    const logNonMatch = Math.log1p(-parameters.prior);
    const weights = { matches: new Float64Array(size), related: new Float64Array(size) };
    const logRatios = new Float64Array(size);
    for (let g = 0; g < size; g++) {
      let [a, b, c] = [logPrior, logRelated, logRandom + this.dependence[g]!];
      for (let i = g * fields, end = i + fields; i < end; i++) {
        const slot = this.index[i]!;
        a += this.logs[0][slot]!;
        b += this.logs[1][slot]!;
        c += this.logs[2][slot]!;
      }
      const others = Math.max(b, c) + Math.log1p(Math.exp(-Math.abs(b - c)));
      const all = Math.max(a, others) + Math.log1p(Math.exp(-Math.abs(a - others)));
      weights.matches[g] = Math.exp(a - all);
      weights.related[g] = Math.exp(b - all);
      logRatios[g] = a - logPrior - others + logNonMatch;
    }
    return { weights, logRatios };
  }

  private takeLogs(parameters: ThreeClassParameters): readonly [number, number, number] {
    const { prior, relatedPrior, ofMatches, ofRelated, ofRandom } = parameters;
    for (let slot = 0; slot < this.slots; slot++) {
      this.logs[0][slot] = Math.log(ofMatches[slot]!);
      this.logs[1][slot] = Math.log(ofRelated[slot]!);
      this.logs[2][slot] = Math.log(ofRandom[slot]!);
    }
    return [Math.log(prior), Math.log(relatedPrior), Math.log1p(-prior - relatedPrior)];
  }

  private begin(): void {
    this.matches = 0;
    this.related = 0;
    this.m.fill(0);
    this.r.fill(0);
  }

  private add(g: number, match: number, related: number): void {
    const { m, r, index } = this;
    const fields = this.patterns.levelCounts.length;
    this.matches += match;
    this.related += related;
    for (let i = g * fields, end = i + fields; i < end; i++) {
      const slot = index[i]!;
      m[slot]! += match;
      r[slot]! += related;
    }
  }

  /** What is listed and in neither class is random. */
  private finish(): void {
    for (let slot = 0; slot < this.slots; slot++)
      this.u[slot] = Math.max(0, this.listed[slot]! - this.m[slot]! - this.r[slot]!);
  }
}
