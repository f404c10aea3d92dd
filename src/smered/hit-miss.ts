/**
 * The hit-and-miss model of an individual (Steorts, Hall & Fienberg 2014; Copas & Hilton 1990): it has a value
 * y ~ θ_f, and each of its records shows y or, with probability β_f, a value drawn from θ_f anew. With y and
 * the distortions summed out, and c_m records that show m,
 *
 *     log p = Σ_m c_m log βθ_m + log [ Σ_{m seen} θ_m ((βθ_m + 1 − β)/βθ_m)^{c_m} + 1 − Σ_{m seen} θ_m ] .
 */
import type { FieldCounts, IndividualLikelihood } from '../partition/likelihood.ts';
import type { HitMissParameters } from './hit-miss-parameters.ts';

/** What the likelihood needs of one field. */
interface FieldTable {
  /** log β. */
  logBeta: number;
  /** log β(2 − β): two different values u and v have log p = log θ_u + log θ_v + this. */
  logDiffering: number;
  /** Length V_f each: θ, log θ, log (βθ + 1 − β), `logMatchRatio`, log p of two records that both show v. */
  readonly theta: Float64Array;
  readonly logTheta: Float64Array;
  readonly logShown: Float64Array;
  readonly ratio: Float64Array;
  readonly logEqual: Float64Array;
}

/**
 * log p(x = m | y = m)/p(x = m | y ≠ m) = log (βθ_m + 1 − β)/βθ_m, never negative; Infinity where β or θ is 0.
 *
 * @example logMatchRatio(0.5, 0.5) // => 1.0986122886681096, log 0.75/0.25
 */
export function logMatchRatio(theta: number, beta: number): number {
  const odds = (1 - beta) / (beta * theta);
  if (odds < Number.POSITIVE_INFINITY) return Math.log1p(odds);
  return beta === 1 ? 0 : Math.log1p(-beta) - Math.log(beta) - Math.log(theta);
}

/**
 * The likelihood at one θ and β, which `use` replaces. A call costs the number of distinct values that the
 * individual shows, and one lookup where it has a record or two. It allocates nothing.
 */
export class HitMissLikelihood implements IndividualLikelihood {
  readonly fields: number;
  private readonly tables: readonly FieldTable[];

  /** @throws RangeError as `use` does */
  constructor(parameters: HitMissParameters) {
    this.fields = parameters.theta.length;
    this.tables = parameters.theta.map(({ length }) => ({
      ...{ logBeta: 0, logDiffering: 0 },
      ...{ theta: new Float64Array(length), logTheta: new Float64Array(length) },
      ...{ logShown: new Float64Array(length), ratio: new Float64Array(length) },
      logEqual: new Float64Array(length),
    }));
    this.use(parameters);
  }

  /**
   * Takes other parameters, of as many fields and values; they are copied. Cost linear in Σ V_f.
   *
   * @throws RangeError unless every β is in [0, 1]
   */
  use(parameters: HitMissParameters): void {
    this.tables.forEach((table, f) => {
      const beta = parameters.beta[f]!;
      if (!(beta >= 0 && beta <= 1)) throw new RangeError(`beta must be in [0, 1], not ${beta}`);
      table.logBeta = Math.log(beta);
      table.logDiffering = table.logBeta + Math.log(2 - beta);
      table.theta.set(parameters.theta[f]!);
      const { theta, logTheta, logShown, ratio, logEqual } = table;
      for (let v = 0; v < theta.length; v++) {
        logTheta[v] = Math.log(theta[v]!);
        logShown[v] = Math.log1p(-beta * (1 - theta[v]!));
        ratio[v] = logMatchRatio(theta[v]!, beta);
        // θ[(βθ + 1 − β)² + (1 − θ)β²θ]
        logEqual[v] = logTheta[v]! + Math.log(theta[v]! * beta * (2 - beta) + (1 - beta) ** 2);
      }
    });
  }

  logMarginal(field: number, { values, counts, at, distinct }: FieldCounts): number {
    if (distinct === 0) return 0;
    const { logBeta, logDiffering, theta, logTheta, logShown, ratio, logEqual } = this.tables[field]!;
    const first = values[at]!;
    if (distinct === 1) {
      if (counts[at] === 1) return logTheta[first]!;
      if (counts[at] === 2) return logEqual[first]!;
    } else if (distinct === 2 && counts[at]! + counts[at + 1]! === 2)
      return logTheta[first]! + logTheta[values[at + 1]!]! + logDiffering;
    const end = at + distinct;
    // The greatest term of the sum, in logarithms; that of all values together cannot exceed log 1.
    let best = -1;
    let most = 0;
    let logDistorted = 0;
    for (let i = at; i < end; i++) {
      const v = values[i]!;
      const term = logTheta[v]! + counts[i]! * ratio[v]!;
      logDistorted += counts[i]! * (logBeta + logTheta[v]!);
      if (term > most) {
        most = term;
        best = i;
      }
    }
    // Where β = 0 all records show y; where a θ = 0 nothing is possible.
    if (logDistorted === Number.NEGATIVE_INFINITY) return distinct === 1 ? logTheta[first]! : logDistorted;
    let sum = 0;
    let seen = 0;
    // log of the greatest term with the records' factors, without the difference of large numbers.
    let log = 0;
    for (let i = at; i < end; i++) {
      const v = values[i]!;
      seen += theta[v]!;
      if (i === best) {
        sum += 1;
        log += logTheta[v]! + counts[i]! * logShown[v]!;
      } else {
        sum += Math.exp(logTheta[v]! + counts[i]! * ratio[v]! - most);
        log += counts[i]! * (logBeta + logTheta[v]!);
      }
    }
    if (seen < 1) sum += (1 - seen) * Math.exp(-most);
    return log + Math.log(sum);
  }
}
