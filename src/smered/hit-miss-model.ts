/** The hit-and-miss model as a chain needs it: the likelihood of individuals, and parameters drawn with the partition. */
import type { Random } from '../math/random.ts';
import type { Column } from '../records/table.ts';
import type { Parameters } from './chain.ts';
import { Distortion } from './distortion.ts';
import { HitMissLikelihood } from './hit-miss.ts';
import {
  type HitMissParameters,
  type HitMissPrior,
  logPrior,
  parametersOf,
  startingParameters,
  stateOf,
  USUAL_PRIOR,
} from './hit-miss-parameters.ts';
import { drawParameters } from './parameter-draws.ts';

export class HitMissModel implements Parameters {
  /** log p(x_k | θ, β) at the parameters as they are. */
  readonly likelihood: HitMissLikelihood;
  private parameters: HitMissParameters;
  private readonly prior: HitMissPrior;
  private readonly distortion: Distortion;

  /**
   * @param codes value codes by field, in the order of the records of the chain
   * @throws RangeError unless the prior's numbers are positive
   */
  constructor(
    columns: readonly Pick<Column, 'counts'>[],
    codes: readonly Int32Array[],
    prior: HitMissPrior = USUAL_PRIOR,
  ) {
    this.prior = prior;
    this.parameters = startingParameters(columns, prior);
    this.likelihood = new HitMissLikelihood(this.parameters);
    this.distortion = new Distortion(
      codes,
      columns.map(({ counts }) => counts.length),
    );
  }

  get beta(): Float64Array {
    return this.parameters.beta;
  }

  redraw(of: Int32Array, rng: Random): void {
    drawParameters(of, this.parameters, this.prior, this.distortion, rng);
    this.likelihood.use(this.parameters);
  }

  logPrior(): number {
    return logPrior(this.parameters, this.prior);
  }

  save(): (readonly number[])[] {
    const { theta, beta } = stateOf(this.parameters);
    return [...theta, beta];
  }

  restore(saved: readonly (readonly number[])[]): void {
    this.parameters = parametersOf({ theta: saved.slice(0, -1), beta: saved[saved.length - 1]! });
    this.likelihood.use(this.parameters);
  }
}
