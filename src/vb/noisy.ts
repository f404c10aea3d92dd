/**
 * The noisy model: what EM learned about pairs, as the base measure of an individual's value distribution
 * (Broderick & Steorts, 2014, with β no longer drawn from a flat Dirichlet).
 *
 * Of the records of an individual that show one of its eight commonest values one, each as likely, is the
 * founder and shows a value y ~ θ. The others follow a Pólya urn that starts with one ball for y and
 * c_f h_f(v | y) balls for every other value v:
 *
 *     p(x) = Σ_y (n_y/Σ_y n_y) θ_y Γ(1 + c)/Γ(n + c) Γ(n_y) ∏_{v≠y} Γ(c h(v|y) + n_v)/Γ(c h(v|y))
 *     c = (1 − m_top)/m_top,   h(v|y) = θ_v r(y, v) m_l / (u_l (1 − m_top)),   l the level of (y, v)
 *
 * with m and u from EM and r the rarity factor. For one record it is θ, for two it gives exactly EM's match
 * weight; for more, a value seen twice costs little the second time, since errors are copied.
 */
import type { Comparison } from '../compare/comparison.ts';
import { levelOffsets } from '../compare/patterns.ts';
import type { Rarity } from '../compare/rarity.ts';
import type { FieldCounts, IndividualLikelihood } from '../partition/likelihood.ts';
import type { Table } from '../records/table.ts';
import { FounderTerms } from './founder-terms.ts';
import { LogShares } from './log-shares.ts';
import { MarginalMemo } from './marginal-memo.ts';
import { PairCache } from './pair-cache.ts';

/** m and u of EM, flat over fields and levels. */
export interface LevelProbabilities {
  m: Float64Array;
  u: Float64Array;
}

/** Founders considered: the most frequent values of an individual. */
const MOST_FOUNDERS = 8;
/** Records with one value that count where errors are copied. */
const MOST_COPIES = 2;
/** c stays below this, however rarely matches are equal. */
const MOST_CONCENTRATION = 50;

/**
 * The noisy model of a table.
 *
 * @param rarity undefined leaves the rarity factor out
 * @param areCopied whether records are copies of each other, as citations are, so that how often a value comes
 *   again inside an individual says nothing: each counts twice at most
 */
export function noisyLikelihood(
  table: Table,
  comparison: Comparison,
  { m, u }: LevelProbabilities,
  rarity: Rarity | undefined,
  { areCopied = false } = {},
): IndividualLikelihood {
  const offsets = levelOffsets(comparison.levelCounts);
  const fields = comparison.levelCounts.length;
  const logTheta = table.columns.map((column) => new LogShares(column.counts));
  const concentration = comparison.levelCounts.map((_, f) => {
    const equal = m[offsets[f + 1]! - 1]!;
    return Math.min(MOST_CONCENTRATION, (1 - equal) / equal);
  });
  /** log(m_l / (u_l m_top)), so that log c h(v|y) = this + log r + log θ_v. */
  const logLevel = Float64Array.from(m, (value, i) => {
    let f = 0;
    while (i >= offsets[f + 1]!) f++;
    return Math.log(value / u[i]!) - Math.log(m[offsets[f + 1]! - 1]!);
  });
  const rising = concentration.map((c) => new RisingFactorial(1 + c));
  const factorial = new RisingFactorial(1);

  const most = areCopied ? MOST_COPIES : Number.POSITIVE_INFINITY;
  const founders = new Int32Array(MOST_FOUNDERS);
  const caches = table.columns.map((column) => new PairCache(column.values.length));
  /** log c h(v|y) − log θ_v, which is the same for (v, y) and (y, v). */
  const logKernel = (f: number, a: number, b: number): number => {
    const cache = caches[f]!;
    const known = cache.get(a, b);
    if (!Number.isNaN(known)) return known;
    const level = comparison.valueLevel(f, a, b);
    const factor = rarity === undefined ? 0 : rarity.logValueRatio(f, a, b, level);
    return cache.set(a, b, logLevel[offsets[f]! + level]! + factor);
  };

  const terms = new FounderTerms(MOST_FOUNDERS);
  /** The kernel of a pair is the same whichever of the two is the founder. */
  const logPair = (f: number, v: number, y: number): number =>
    v < y ? logKernel(f, v, y) : logKernel(f, y, v);

  /** log Σ_y n_y θ_y Γ(n_y) ∏_{v≠y} Γ(c h + n_v)/Γ(c h), each pair of founders looked at once. */
  const overFounders = (f: number, field: FieldCounts, count: number): number => {
    const { values, counts, at, distinct } = field;
    const shares = logTheta[f]!;
    let logs = 0;
    terms.begin(count);
    for (let i = 0; i < count; i++) {
      const y = values[at + founders[i]!]!;
      const times = Math.min(counts[at + founders[i]!]!, most);
      const log = shares.of(y);
      logs += log;
      terms.multiply(i, factorial.log(times - 1), times);
      for (let j = 0; j < i; j++) {
        const v = values[at + founders[j]!]!;
        const timesOther = Math.min(counts[at + founders[j]!]!, most);
        const kernel = logPair(f, v, y);
        terms.multiply(i, kernel, 1);
        terms.multiply(j, kernel, 1);
        if (timesOther > 1) terms.repeat(i, kernel + shares.of(v), timesOther);
        if (times > 1) terms.repeat(j, kernel + log, times);
      }
    }
    if (count === distinct) return logs + terms.logSum();
    for (let d = 0; d < distinct; d++) {
      if (founders.indexOf(d) >= 0) continue;
      const v = values[at + d]!;
      const times = Math.min(counts[at + d]!, most);
      const log = shares.of(v);
      logs += log;
      for (let i = 0; i < count; i++) {
        const kernel = logPair(f, v, values[at + founders[i]!]!);
        terms.multiply(i, kernel, 1);
        if (times > 1) terms.repeat(i, kernel + log, times);
      }
    }
    return logs + terms.logSum();
  };

  const memo = new MarginalMemo(table.size);
  const overSeveral = (f: number, field: FieldCounts): number => {
    const { counts, at, distinct } = field;
    let records = 0;
    for (let d = at; d < at + distinct; d++) records += Math.min(counts[d]!, most);
    const count = commonest(field, founders);
    let considered = 0;
    for (let i = 0; i < count; i++) considered += Math.min(counts[at + founders[i]!]!, most);
    return overFounders(f, field, count) - Math.log(considered) - rising[f]!.log(records - 1);
  };

  return {
    fields,
    logMarginal(f, field) {
      const { values, counts, at, distinct } = field;
      if (distinct === 0) return 0;
      if (distinct === 1) {
        const n = Math.min(counts[at]!, most);
        return logTheta[f]!.of(values[at]!) + factorial.log(n - 1) - rising[f]!.log(n - 1);
      }
      if (distinct === 2 && counts[at] === 1 && counts[at + 1] === 1) {
        const [a, b] = [values[at]!, values[at + 1]!];
        return logTheta[f]!.of(a) + (logPair(f, b, a) + logTheta[f]!.of(b)) - rising[f]!.log(1);
      }
      if (!MarginalMemo.takes(field)) return overSeveral(f, field);
      const known = memo.get(f, field);
      return Number.isNaN(known) ? memo.set(f, overSeveral(f, memo.field)) : known;
    },
  };
}

/** Places of the commonest values, of equally common ones the lower, written to `out`; answers how many. */
function commonest({ values, counts, at, distinct }: FieldCounts, out: Int32Array): number {
  if (distinct <= out.length) {
    for (let d = 0; d < distinct; d++) out[d] = d;
    return distinct;
  }
  const isBefore = (d: number, e: number): boolean =>
    counts[at + d]! > counts[at + e]! ||
    (counts[at + d] === counts[at + e] && values[at + d]! < values[at + e]!);
  let found = 0;
  for (let d = 0; d < distinct; d++) {
    let place = found;
    while (place > 0 && isBefore(d, out[place - 1]!)) place--;
    if (place === out.length) continue;
    if (found < out.length) found++;
    out.copyWithin(place + 1, place, found - 1);
    out[place] = d;
  }
  return found;
}

/** log Γ(x + n)/Γ(x) for whole n, from a table that grows. */
class RisingFactorial {
  private readonly x: number;
  private readonly table: number[] = [0];

  constructor(x: number) {
    this.x = x;
  }

  log(n: number): number {
    for (let i = this.table.length; i <= n; i++)
      this.table.push(this.table[i - 1]! + Math.log(this.x + i - 1));
    return this.table[n]!;
  }
}
