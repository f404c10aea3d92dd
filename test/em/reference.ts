/**
 * The note's EM written down as it reads: over single pairs, with plain products and plain sums, for
 * comparison. Nothing here is shared with src/em.
 */
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import type { Random } from '../../src/math/random.ts';

export interface Pair {
  /** Level of each field, null if not compared. */
  levels: (number | null)[];
  weight: number;
  /** Factor of its joint u over the product of the fields' u. */
  dependence?: number;
}

export interface Model {
  prior: number;
  m: number[][];
  u: number[][];
}

export interface ReferenceOptions {
  totalPairs?: number;
  background?: number[][];
  mPrior?: number[][];
  uPrior?: number[][];
  priorPrior?: [number, number];
  fixU?: boolean;
  fixM?: boolean;
  fixPrior?: boolean;
}

export function posterior({ levels, dependence = 1 }: Pair, { prior, m, u }: Model): number {
  let match = prior;
  let unmatch = (1 - prior) * dependence;
  levels.forEach((level, field) => {
    if (level === null) return;
    match *= m[field]![level]!;
    unmatch *= u[field]![level]!;
  });
  return match / (match + unmatch);
}

export function emStep(pairs: Pair[], model: Model, options: ReferenceOptions = {}): Model {
  const w = pairs.map((pair) => posterior(pair, model));
  const listed = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const matches = pairs.reduce((sum, { weight }, i) => sum + weight * w[i]!, 0);
  const [a, b] = options.priorPrior ?? [0, 0];
  const level = (share: number[], base: (number[][] | undefined)[]) => (row: number[], field: number) => {
    const counts = row.map((_, l) => {
      const extra = base.reduce((sum, table) => sum + (table?.[field]?.[l] ?? 0), 0);
      return pairs.reduce(
        (sum, { levels, weight }, i) => sum + (levels[field] === l ? weight * share[i]! : 0),
        extra,
      );
    });
    const total = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count) => count / total);
  };
  return {
    prior: options.fixPrior ? model.prior : (a + matches) / (a + b + (options.totalPairs ?? listed)),
    m: options.fixM ? model.m : model.m.map(level(w, [options.mPrior])),
    u: options.fixU
      ? model.u
      : model.u.map(
          level(
            w.map((x) => 1 - x),
            [options.uPrior, options.background],
          ),
        ),
  };
}

export function logPosterior(pairs: Pair[], { prior, m, u }: Model, options: ReferenceOptions = {}): number {
  let sum = 0;
  let listed = 0;
  for (const { levels, weight, dependence = 1 } of pairs) {
    let match = prior;
    let unmatch = (1 - prior) * dependence;
    levels.forEach((level, field) => {
      if (level === null) return;
      match *= m[field]![level]!;
      unmatch *= u[field]![level]!;
    });
    sum += weight * Math.log(match + unmatch);
    listed += weight;
  }
  sum += ((options.totalPairs ?? listed) - listed) * Math.log(1 - prior);
  const dot = (table: number[][] | undefined, p: number[][]) =>
    (table ?? []).forEach((row, f) => {
      row.forEach((count, l) => {
        sum += count * Math.log(p[f]![l]!);
      });
    });
  dot(options.background, u);
  dot(options.uPrior, u);
  dot(options.mPrior, m);
  const [a, b] = options.priorPrior ?? [0, 0];
  return sum + a * Math.log(prior) + b * Math.log(1 - prior);
}

/** The pairs as patterns, one per distinct combination of levels, in order of appearance. */
export function patternsOf(pairs: Pair[], levelCounts: number[]): Patterns {
  const counts = new Map<string, { levels: (number | null)[]; count: number }>();
  for (const { levels, weight } of pairs) {
    const known = counts.get(levels.join());
    if (known) known.count += weight;
    else counts.set(levels.join(), { levels, count: weight });
  }
  const rows = [...counts.values()];
  return {
    size: rows.length,
    levelCounts,
    levels: Uint8Array.from(rows.flatMap(({ levels }) => levels.map((level) => level ?? MISSING))),
    counts: Float64Array.from(rows, ({ count }) => count),
  };
}

/** A point drawn uniformly from the inside of a simplex. */
export function distribution(length: number, random: Random): number[] {
  const draws = Array.from({ length }, () => random.gamma(1) + 0.02);
  const total = draws.reduce((a, b) => a + b);
  return draws.map((x) => x / total);
}

function draw(p: number[], random: Random): number {
  let rest = random.next();
  for (let i = 0; i < p.length; i++) {
    rest -= p[i]!;
    if (rest < 0) return i;
  }
  return p.length - 1;
}

/** Pairs drawn from the model, each comparison missing with the given probability. */
export function simulate(n: number, { prior, m, u }: Model, missing: number, random: Random) {
  const matches: boolean[] = [];
  const pairs: Pair[] = Array.from({ length: n }, () => {
    const match = random.next() < prior;
    matches.push(match);
    const levels = (match ? m : u).map((p) => {
      const level = draw(p, random);
      return random.next() < missing ? null : level;
    });
    return { levels, weight: 1 };
  });
  return { pairs, matches };
}

export const flat = (table: number[][]): Float64Array => Float64Array.from(table.flat());
