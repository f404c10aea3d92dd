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
import { lgamma } from '../math/gamma.ts';
import { logSumExp } from '../math/log-sum-exp.ts';
import type { FieldCounts, IndividualLikelihood } from '../partition/likelihood.ts';
import type { Table } from '../records/table.ts';
import { LogShares } from './log-shares.ts';

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

  /** log c h(v|y). */
  const logBase = (f: number, v: number, y: number): number =>
    (v < y ? logKernel(f, v, y) : logKernel(f, y, v)) + logTheta[f]!.of(v);

  const givenFounder = (
    f: number,
    { values, counts, at, distinct }: FieldCounts,
    founder: number,
  ): number => {
    const y = values[at + founder]!;
    let sum = logTheta[f]!.of(y) + factorial.log(Math.min(counts[at + founder]!, most) - 1);
    for (let d = 0; d < distinct; d++) {
      if (d === founder) continue;
      const v = values[at + d]!;
      const base = logBase(f, v, y);
      sum += base;
      const times = Math.min(counts[at + d]!, most);
      if (times > 1) sum += logRepeats(Math.exp(base), times);
    }
    return sum;
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
        return logTheta[f]!.of(a) + logBase(f, b, a) - rising[f]!.log(1);
      }
      let records = 0;
      for (let d = at; d < at + distinct; d++) records += Math.min(counts[d]!, most);
      const count = commonest(field, founders);
      let considered = 0;
      let total = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        const d = founders[i]!;
        const n = Math.min(counts[at + d]!, most);
        considered += n;
        const term = Math.log(n) + givenFounder(f, field, d);
        total = logSumExp(total, term);
      }
      return total - Math.log(considered) - rising[f]!.log(records - 1);
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

/** Repeats up to which their logs are summed one by one. */
const FEW_REPEATS = 16;

/** log (w + 1)(w + 2)…(w + n − 1). */
function logRepeats(weight: number, times: number): number {
  if (times > FEW_REPEATS) return lgamma(weight + times) - lgamma(weight + 1);
  let sum = 0;
  for (let i = 1; i < times; i++) sum += Math.log(weight + i);
  return sum;
}

/** A cache has about this many slots for each value of its column, a power of two from 2^10 to 2^19. */
const SLOTS_PER_VALUE = 32;
const FEWEST_BITS = 10;
const MOST_BITS = 19;

/** A direct-mapped cache of one number per pair of values a < b. */
class PairCache {
  private readonly bits: number;
  private readonly distinct: number;
  /** In each slot the pair as one number, and what it has: side by side, to be read at once. */
  private readonly slots: Float64Array;

  constructor(distinct: number) {
    const wanted = Math.ceil(Math.log2(SLOTS_PER_VALUE * Math.max(1, distinct)));
    this.bits = Math.max(FEWEST_BITS, Math.min(MOST_BITS, wanted));
    this.distinct = distinct;
    this.slots = new Float64Array(2 << this.bits).fill(-1);
  }

  /** NaN where it is not known. */
  get(a: number, b: number): number {
    const slot = this.slotOf(a, b);
    return this.slots[slot] === a * this.distinct + b ? this.slots[slot + 1]! : Number.NaN;
  }

  set(a: number, b: number, value: number): number {
    const slot = this.slotOf(a, b);
    this.slots[slot] = a * this.distinct + b;
    this.slots[slot + 1] = value;
    return value;
  }

  private slotOf(a: number, b: number): number {
    return 2 * ((Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - this.bits));
  }
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
