/** Sparse results written out for every individual and value, to set beside the reference. */
import type { TouchedCounts } from '../../src/vb/categorical-posterior.ts';
import type { Candidates, Responsibilities } from '../../src/vb/responsibilities.ts';
import type { Lambda, Phi, Problem } from './coordinate-ascent-reference.ts';

export function densePhi({ offsets, individuals, named, alike, probabilities }: Responsibilities, K: number) {
  const phi: Phi = Array.from({ length: offsets.length - 1 }, () => new Array(K).fill(0));
  phi.forEach((row, r) => {
    for (let e = offsets[r]!; e < offsets[r + 1]!; e++) {
      if (individuals[e] === named) row.fill(probabilities[e]! / alike, named, named + alike);
      else row[individuals[e]!] = probabilities[e]!;
    }
  });
  return phi;
}

export function denseLambda(counts: TouchedCounts, { named, alike }: Candidates, { A, K }: Problem): Lambda {
  const lambda: Lambda = Array.from({ length: K }, () => A.map((weights) => [...weights]));
  lambda.forEach((fields, k) => {
    if (k >= named + alike) return;
    fields.forEach((weights, f) => {
      const at = Math.min(k, named) * A.length + f;
      for (let i = counts.starts[at]!; i < counts.starts[at + 1]!; i++) {
        weights[counts.values[i]!]! += counts.counts[i]!;
      }
    });
  });
  return lambda;
}

/** The greatest difference of two arrays of numbers, however nested. */
export function difference(a: unknown[], b: unknown[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return a.reduce<number>((most, item, i) => {
    const other = b[i];
    const here =
      Array.isArray(item) && Array.isArray(other)
        ? difference(item, other)
        : Math.abs((item as number) - (other as number));
    return Number.isNaN(here) ? Number.POSITIVE_INFINITY : Math.max(most, here);
  }, 0);
}
