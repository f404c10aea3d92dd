/**
 * Several chains side by side, with a burn-in before the first draw that is kept and steps between the draws.
 * What they were can be saved after any sweep, and a run that goes on from there ends with the same draws.
 */
import type { Chain, ChainState } from './chain.ts';
import { DrawLog } from './draw-log.ts';

export interface RunLength {
  /** Sweeps before the first draw. */
  burnIn: number;
  /** Sweeps from one draw to the next, at least 1. */
  thinning: number;
  /** Draws of each chain. */
  draws: number;
}

/** What one chain has drawn. */
export interface Traces {
  /** Number of individuals in each draw. */
  individuals: number[];
  /** log p(z, K, θ, β, x) up to a constant, of each draw. */
  logPosterior: number[];
  /** K in each draw. */
  K: number[];
  /** Share of distorted values by field in each draw; empty lists where the model has none. */
  beta: number[][];
}

/** Where a run is. */
export interface RunState {
  /** Sweeps that each chain has done. */
  readonly sweeps: number;
  readonly chains: readonly ChainState[];
  readonly traces: readonly Traces[];
  /** See `DrawLog`. */
  readonly changes: readonly (readonly Int32Array[])[];
}

export class Chains {
  readonly traces: Traces[];
  readonly logs: DrawLog[];
  private sweeps = 0;
  private readonly chains: readonly Chain[];
  private readonly length: RunLength;

  constructor(chains: readonly Chain[], length: RunLength) {
    this.chains = chains;
    this.length = length;
    this.traces = chains.map(() => ({ individuals: [], logPosterior: [], K: [], beta: [] }));
    this.logs = chains.map(({ individuals }) => new DrawLog(individuals.size));
  }

  /** Sweeps of the whole run, and done so far. */
  get total(): number {
    return this.length.burnIn + this.length.thinning * this.length.draws;
  }
  get done(): number {
    return this.sweeps;
  }

  /** Runs to the end, from wherever it is; yields after each sweep of a chain, `true` when all are level. */
  *run(): Generator<boolean, void> {
    const { chains, length } = this;
    while (this.sweeps < this.total) {
      const isDraw =
        this.sweeps >= length.burnIn && (this.sweeps + 1 - length.burnIn) % length.thinning === 0;
      for (const [c, chain] of chains.entries()) {
        chain.sweep();
        if (isDraw) this.keep(c, chain);
        if (c + 1 < chains.length) yield false;
      }
      this.sweeps++;
      yield true;
    }
  }

  private keep(c: number, chain: Chain): void {
    const { individuals, logPosterior, K, beta } = this.traces[c]!;
    individuals.push(chain.individuals.occupied);
    logPosterior.push(chain.logPosterior());
    K.push(chain.K);
    beta.push(Array.from(chain.beta ?? []));
    this.logs[c]!.add(chain.individuals.of);
  }

  /** Where the run is; to be asked when the chains are level. */
  save(): RunState {
    return {
      sweeps: this.sweeps,
      chains: this.chains.map((chain) => chain.save()),
      traces: this.traces.map((traces) => first(traces, traces.K.length)),
      changes: this.logs.map(({ changes }) => changes.slice()),
    };
  }

  /**
   * Goes on from where a run was, which may have been shorter; of one that was longer the first draws are kept.
   *
   * @throws RangeError if it was one of other chains
   */
  restore({ sweeps, chains, traces, changes }: RunState): void {
    if (chains.length !== this.chains.length)
      throw new RangeError(`the run has ${chains.length} chains, not ${this.chains.length}`);
    this.sweeps = sweeps;
    for (const [c, chain] of this.chains.entries()) {
      chain.restore(chains[c]!);
      this.traces[c] = first(traces[c]!, this.length.draws);
      this.logs[c] = new DrawLog(chain.individuals.size, changes[c]!.slice(0, this.length.draws));
    }
  }
}

/** A copy of the first draws. */
function first({ individuals, logPosterior, K, beta }: Traces, draws: number): Traces {
  return {
    individuals: individuals.slice(0, draws),
    logPosterior: logPosterior.slice(0, draws),
    K: K.slice(0, draws),
    beta: beta.slice(0, draws),
  };
}
