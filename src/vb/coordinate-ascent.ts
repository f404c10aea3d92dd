/**
 * The paper's mean-field coordinate ascent (Section 5, appendix B.2), to the letter: in each sweep
 *
 *     λ_kfv ← A_fv + Σ_r φ_rk 1{x_rf = v}
 *     φ_rk  ∝ exp Σ_f [ψ(λ_kf,x_rf) − ψ(Σ_u λ_kfu)]
 *
 * with the ELBO taken between the two. A missing field contributes to neither.
 *
 * K is the number of latent individuals of the model, whether any record is of them or not: an occupied one
 * is the most probable for some record, the others are empty. It may be far above the number of records.
 *
 * Where it ends depends on where it starts. As ψ(A) ≈ −1/A, an individual that has never shown a value loses
 * about 1/A nats by it, so with a small A records hardly ever move, and equal φ for all individuals is a
 * fixed point. This is the paper's algorithm as it stands; the collapsed engine is the one to use.
 */
import { random } from '../math/random.ts';
import { type Column, canonicalOrder } from '../records/table.ts';
import { type Annealing, temperature } from './annealing.ts';
import { CategoricalPosterior, type TouchedCounts } from './categorical-posterior.ts';
import { type Base, categoricalPrior } from './categorical-prior.ts';
import { elbo } from './elbo.ts';
import { type Candidates, mostProbable, type Responsibilities, updateRow } from './responsibilities.ts';
import { checkCandidates, type OwnedCandidates } from './responsibilities-candidates.ts';
import { firstResponsibilities, isRandom, type Start } from './responsibilities-start.ts';

export interface CoordinateAscentOptions {
  /** Number of latent individuals, at least 1. */
  K: number;
  /** Dirichlet hyperparameter; its meaning depends on the base. */
  A: number;
  base: Base;
  /** The individuals each record may be of; default all K. */
  candidates?: Candidates | OwnedCandidates | undefined;
  /** Default `one-each`. */
  start?: Start | undefined;
  /** Runs of a random start, of which the one with the highest ELBO is returned; default 1. */
  restarts?: number | undefined;
  /** Default 1. */
  seed?: number | undefined;
  /** Sweeps at most in each run; default 1000. */
  maxIterations?: number | undefined;
  /** A run has converged when a sweep raises the ELBO by no more than this, in nats; default 1e-6. */
  tolerance?: number | undefined;
  annealing?: Annealing | undefined;
  /** Called after the λ step of each sweep. */
  onSweep?: ((sweep: Sweep) => void) | undefined;
}

/** One sweep as seen between its λ step and its φ step. */
export interface Sweep {
  /** Number of the run, from 0. */
  readonly run: number;
  /** Number of the sweep, from 0. */
  readonly sweep: number;
  /** Temperature of the φ step to come. */
  readonly temperature: number;
  readonly elbo: number;
  /** φ; changes with the next sweep. */
  readonly responsibilities: Responsibilities;
  /** E_q[log p(x_r | β_k)] by entry of φ; changes with the next sweep. */
  readonly scores: Float64Array;
  /** λ less the prior, written out on demand. */
  touchedCounts(): TouchedCounts;
}

export interface CoordinateAscentResult {
  /** φ of the last λ step, to which `elbo` belongs. */
  readonly responsibilities: Responsibilities;
  /** ELBO of the best run in nats. */
  readonly elbo: number;
  /** ELBO after the λ step of each sweep of the best run. */
  readonly trace: Float64Array;
  readonly converged: boolean;
  /** Most probable individual of each record, length N. */
  readonly assignment: Int32Array;
  /** Final ELBO of every run. */
  readonly runs: readonly number[];
}

type Run = Omit<CoordinateAscentResult, 'runs' | 'assignment'>;

/**
 * Maximises the ELBO over φ and λ. With E entries of φ (N K for all individuals, the alike ones counted once;
 * N + 2 × edges for a candidate graph) a sweep takes O(E F) and everything together 28 bytes an entry.
 *
 * The seed's draws do not depend on the order of the rows; the last digits of the sums do.
 *
 * @throws RangeError for K, A or candidates that make no sense
 */
export function coordinateAscent(
  columns: readonly Column[],
  options: CoordinateAscentOptions,
): CoordinateAscentResult {
  const { K, A, base, candidates, start = 'one-each', restarts = 1, seed = 1 } = options;
  if (!(Number.isInteger(K) && K >= 1)) throw new RangeError(`K must be a whole number above 0, not ${K}`);
  const prior = categoricalPrior(columns, A, base);
  const size = columns[0]?.codes.length ?? 0;
  const order = canonicalOrder({ size, columns });
  const generator = random(seed);
  const runs: number[] = [];
  let best: Run | undefined;
  do {
    const first = firstResponsibilities(start, order, K, candidates, generator);
    checkCandidates(first, size, K);
    const posterior = new CategoricalPosterior(columns, prior, first);
    const run = ascend(first, posterior, runs.length, options);
    runs.push(run.elbo);
    if (best === undefined || run.elbo > best.elbo) best = run;
  } while (runs.length < restarts && isRandom(start, size, K, candidates));
  return { ...best, assignment: mostProbable(best.responsibilities), runs };
}

function ascend(
  responsibilities: Responsibilities,
  posterior: CategoricalPosterior,
  run: number,
  { K, annealing, maxIterations = 1000, tolerance = 1e-6, onSweep }: CoordinateAscentOptions,
): Run {
  const size = responsibilities.offsets.length - 1;
  placeUnassigned(responsibilities, posterior);
  const trace: number[] = [];
  let converged = false;
  for (let sweep = 0; ; sweep++) {
    const value = elbo(responsibilities, posterior.update(responsibilities), K);
    const heat = temperature(annealing, sweep);
    onSweep?.({
      run,
      sweep,
      temperature: heat,
      elbo: value,
      responsibilities,
      scores: posterior.scores,
      touchedCounts: () => posterior.touchedCounts(responsibilities),
    });
    // Two sweeps compare when the φ step between them was at temperature 1.
    const comparable = sweep > 0 && temperature(annealing, sweep - 1) === 1;
    converged = comparable && value - trace[sweep - 1]! <= tolerance;
    trace.push(value);
    if (converged || sweep + 1 >= maxIterations) break;
    for (let r = 0; r < size; r++) updateRow(responsibilities, posterior.scores, r, heat);
  }
  return { responsibilities, elbo: trace.at(-1)!, trace: Float64Array.from(trace), converged };
}

/** A φ step for the records that start in no individual, from the λ of those that do. */
function placeUnassigned(responsibilities: Responsibilities, posterior: CategoricalPosterior): void {
  const { offsets, probabilities } = responsibilities;
  const rows: number[] = [];
  for (let r = 0; r + 1 < offsets.length; r++) {
    if (probabilities.subarray(offsets[r]!, offsets[r + 1]!).every((phi) => phi === 0)) rows.push(r);
  }
  if (rows.length === 0) return;
  posterior.update(responsibilities);
  for (const r of rows) updateRow(responsibilities, posterior.scores, r, 1);
}
