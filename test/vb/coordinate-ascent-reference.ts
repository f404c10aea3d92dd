/**
 * The paper's formulas as they stand there, on plain arrays of every record, individual, field and value:
 * slow, and written without a look at the implementation. The ELBO is appendix B.1's sum of expectations for
 * any φ and λ, with the prior of z that the text leaves out as a constant.
 */
import { digamma } from '../../src/math/digamma.ts';
import { lgamma } from '../../src/math/gamma.ts';
import type { Column } from '../../src/records/table.ts';
import type { Base } from '../../src/vb/categorical-prior.ts';

export interface Problem {
  /** x[r][f], a value's number or null. */
  x: (number | null)[][];
  /** A[f][v]. */
  A: number[][];
  K: number;
  /** mayBe[r][k]: whether φ_rk may differ from zero. */
  mayBe: boolean[][];
}

export type Phi = number[][];
export type Lambda = number[][][];

export function problem(
  columns: readonly Column[],
  A: number,
  base: Base,
  K: number,
  mayBe?: boolean[][],
): Problem {
  const records = Array.from(columns[0]!.codes.keys());
  return {
    x: records.map((r) => columns.map(({ codes }) => (codes[r]! < 0 ? null : codes[r]!))),
    A: columns.map(({ values, codes }) => {
      const seen = codes.filter((code) => code >= 0);
      return values.map((_, v) =>
        base === 'uniform' ? A : A * (seen.filter((code) => code === v).length / seen.length),
      );
    }),
    K,
    mayBe: mayBe ?? records.map(() => new Array(K).fill(true)),
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

export function lambdaStep({ x, A, K }: Problem, phi: Phi): Lambda {
  return Array.from({ length: K }, (_, k) =>
    A.map((prior, f) =>
      prior.map((weight, v) => weight + sum(x.map((record, r) => (record[f] === v ? phi[r]![k]! : 0)))),
    ),
  );
}

/** Σ_f [ψ(λ_kf,x) − ψ(Σ_u λ_kfu)] over the fields that record r shows. */
function expectedLog({ x }: Problem, lambda: Lambda, r: number, k: number): number {
  return sum(
    x[r]!.map((v, f) => (v === null ? 0 : digamma(lambda[k]![f]![v]!) - digamma(sum(lambda[k]![f]!)))),
  );
}

export function phiStep(given: Problem, lambda: Lambda, temperature = 1): Phi {
  return given.x.map((_, r) => {
    const scores = Array.from({ length: given.K }, (_, k) => expectedLog(given, lambda, r, k));
    const top = Math.max(...scores.filter((_, k) => given.mayBe[r]![k]));
    const weights = scores.map((score, k) =>
      given.mayBe[r]![k] ? Math.exp((score - top) / temperature) : 0,
    );
    return weights.map((weight) => weight / sum(weights));
  });
}

/** E_q[log Dirichlet(β | prior)] for β ~ Dirichlet(λ). */
function expectedLogDirichlet(prior: number[], lambda: number[]): number {
  if (prior.length === 0) return 0;
  const total = digamma(sum(lambda));
  return (
    lgamma(sum(prior)) -
    sum(prior.map(lgamma)) +
    sum(prior.map((a, v) => (a - 1) * (digamma(lambda[v]!) - total)))
  );
}

export function denseElbo(given: Problem, phi: Phi, lambda: Lambda): number {
  const { x, A, K } = given;
  let total = 0;
  for (let k = 0; k < K; k++) {
    A.forEach((prior, f) => {
      total += expectedLogDirichlet(prior, lambda[k]![f]!);
      total -= expectedLogDirichlet(lambda[k]![f]!, lambda[k]![f]!);
    });
  }
  x.forEach((_, r) => {
    for (let k = 0; k < K; k++) {
      const p = phi[r]![k]!;
      if (p > 0) total += p * (expectedLog(given, lambda, r, k) - Math.log(K) - Math.log(p));
    }
  });
  return total;
}
