/**
 * q(β_kf) = Dirichlet(λ_kf) and the λ step of the paper (Section 5): λ_kfv ← A_fv + Σ_r φ_rk 1{x_rf = v}.
 *
 * λ differs from the prior only at values that a candidate record of the individual shows, and everything
 * else about it follows from the sum Σ_v λ_kfv. It is also needed for one individual at a time only: the scores
 * of that individual's records and its term in the ELBO. So one pass over the individuals does the λ step
 * without ever holding λ, and `touchedCounts` writes it out for those who want to see it.
 */
import { digamma } from '../math/digamma.ts';
import { lgamma } from '../math/gamma.ts';
import type { Column } from '../records/table.ts';
import type { CategoricalPrior } from './categorical-prior.ts';
import type { Candidates, Responsibilities } from './responsibilities.ts';

/** The entries of the responsibilities, individual by individual. */
interface Entries {
  /** Entries of individual k: starts[k] … starts[k + 1] − 1 of the two arrays below. */
  readonly starts: Int32Array;
  readonly entries: Int32Array;
  /** Record of each entry. */
  readonly rows: Int32Array;
}

/** λ less the prior: the values that candidate records show, with the mass they give. */
export interface TouchedCounts {
  /** Field f of individual k: values and counts from starts[k F + f] to starts[k F + f + 1] − 1. */
  readonly starts: Int32Array;
  readonly values: Int32Array;
  /** λ_kfv − A_fv, of each one among individuals that are alike. */
  readonly counts: Float64Array;
}

/**
 * The λ step. A pass costs O(entries × F) additions and one ψ and one log Γ for each touched value of each
 * individual and field. Beside φ it keeps 16 bytes an entry (the scores and the transposed order) and a
 * few numbers a value.
 */
export class CategoricalPosterior {
  /** E_q[log p(x_r | β_k)] = Σ_f [ψ(λ_kf,x) − ψ(Σ_v λ_kfv)] by entry, as of the last `update`. */
  readonly scores: Float64Array;
  readonly #columns: readonly Pick<Column, 'codes'>[];
  readonly #prior: CategoricalPrior;
  readonly #byIndividual: Entries;
  /** Mass by value code of the individual and field being looked at; NaN where the value is not touched. */
  readonly #mass: Float64Array;
  readonly #touched: Int32Array;
  /** ψ(A_fv) and log Γ(A_fv): most λ_kfv are the prior, as far as their digits go. */
  readonly #priorDigamma: readonly Float64Array[];
  readonly #priorLgamma: readonly Float64Array[];

  constructor(columns: readonly Pick<Column, 'codes'>[], prior: CategoricalPrior, candidates: Candidates) {
    this.#columns = columns;
    this.#prior = prior;
    this.#byIndividual = transpose(candidates);
    this.scores = new Float64Array(candidates.individuals.length);
    const most = prior.weights.reduce((length, weights) => Math.max(length, weights.length), 0);
    this.#mass = new Float64Array(most).fill(Number.NaN);
    this.#touched = new Int32Array(most);
    this.#priorDigamma = prior.weights.map((weights) => weights.map(digamma));
    this.#priorLgamma = prior.weights.map((weights) => weights.map(lgamma));
  }

  /** λ from φ, and from λ the scores. Returns Σ_kf [lnB(λ_kf) − lnB(A_f)], the evidence of the individuals. */
  update(responsibilities: Responsibilities): number {
    this.scores.fill(0);
    const { starts } = this.#byIndividual;
    let evidence = 0;
    for (let k = 0; k + 1 < starts.length; k++) {
      const alike = k === responsibilities.named ? responsibilities.alike : 1;
      for (let f = 0; f < this.#columns.length; f++) {
        evidence += alike * this.#updateField(k, f, responsibilities.probabilities, alike);
      }
    }
    return evidence;
  }

  /** λ_kf, its scores, and lnB(λ_kf) − lnB(A_f). */
  #updateField(k: number, f: number, probabilities: Float64Array, alike: number): number {
    const distinct = this.#gather(k, f, probabilities, alike);
    if (distinct === 0) return 0;
    const [mass, touched] = [this.#mass, this.#touched];
    const weights = this.#prior.weights[f]!;
    const [priorDigamma, priorLgamma] = [this.#priorDigamma[f]!, this.#priorLgamma[f]!];
    let total = 0;
    for (let i = 0; i < distinct; i++) total += mass[touched[i]!]!;
    const sum = this.#prior.totals[f]! + total;
    const normaliser = digamma(sum);
    let evidence = total === 0 ? 0 : lgamma(this.#prior.totals[f]!) - lgamma(sum);
    for (let i = 0; i < distinct; i++) {
      const v = touched[i]!;
      const lambda = weights[v]! + mass[v]!;
      const same = lambda === weights[v];
      if (!same) evidence += lgamma(lambda) - priorLgamma[v]!;
      mass[v] = (same ? priorDigamma[v]! : digamma(lambda)) - normaliser;
    }
    this.#addToScores(k, f);
    for (let i = 0; i < distinct; i++) mass[touched[i]!] = Number.NaN;
    return evidence;
  }

  /** Sums φ by value; returns how many values are touched. */
  #gather(k: number, f: number, probabilities: Float64Array, alike: number): number {
    const { starts, entries, rows } = this.#byIndividual;
    const { codes } = this.#columns[f]!;
    const [mass, touched] = [this.#mass, this.#touched];
    let distinct = 0;
    for (let i = starts[k]!; i < starts[k + 1]!; i++) {
      const v = codes[rows[i]!]!;
      if (v < 0) continue;
      if (Number.isNaN(mass[v])) {
        touched[distinct++] = v;
        mass[v] = 0;
      }
      mass[v]! += probabilities[entries[i]!]! / alike;
    }
    return distinct;
  }

  #addToScores(k: number, f: number): void {
    const { starts, entries, rows } = this.#byIndividual;
    const { codes } = this.#columns[f]!;
    for (let i = starts[k]!; i < starts[k + 1]!; i++) {
      const v = codes[rows[i]!]!;
      if (v >= 0) this.scores[entries[i]!]! += this.#mass[v]!;
    }
  }

  /** λ less the prior, for all individuals; costs a pass and 12 bytes a touched value. */
  touchedCounts({ probabilities, named, alike }: Responsibilities): TouchedCounts {
    const individuals = this.#byIndividual.starts.length - 1;
    const starts = [0];
    const values: number[] = [];
    const counts: number[] = [];
    for (let k = 0; k < individuals; k++) {
      for (let f = 0; f < this.#columns.length; f++) {
        const distinct = this.#gather(k, f, probabilities, k === named ? alike : 1);
        for (const v of this.#touched.subarray(0, distinct)) {
          values.push(v);
          counts.push(this.#mass[v]!);
          this.#mass[v] = Number.NaN;
        }
        starts.push(values.length);
      }
    }
    return {
      starts: Int32Array.from(starts),
      values: Int32Array.from(values),
      counts: Float64Array.from(counts),
    };
  }
}

function transpose({ offsets, individuals, named, alike }: Candidates): Entries {
  const width = alike > 0 ? named + 1 : named;
  const starts = new Int32Array(width + 1);
  for (const k of individuals) starts[k + 1]!++;
  for (let k = 0; k < width; k++) starts[k + 1]! += starts[k]!;
  const next = starts.slice();
  const entries = new Int32Array(individuals.length);
  const rows = new Int32Array(individuals.length);
  for (let r = 0; r + 1 < offsets.length; r++) {
    for (let e = offsets[r]!; e < offsets[r + 1]!; e++) {
      const at = next[individuals[e]!]!++;
      entries[at] = e;
      rows[at] = r;
    }
  }
  return { starts, entries, rows };
}
