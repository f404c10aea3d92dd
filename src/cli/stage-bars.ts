/** What a person sees of the long stages: a bar for each, with the time left where the amount of work is known. */
import type { BlockingPlan } from '../blocking/plan.ts';
import type { Stages } from '../pipeline/stages.ts';
import type { Bar, Io } from './terminal.ts';

/** What a bar of shares counts to. */
const WHOLE = 1000;

/** Options of `linking` and `resolving`. */
export interface Hooks {
  progress: (pairs: number) => void;
  estimating: (share: number) => void;
  onStage: (stage: string) => void;
}

/** The hooks of `linking` and `resolving` that keep the bars and the times of the stages. */
export class StageBars {
  private readonly io: Io;
  private readonly stages: Stages;
  private bar: Bar | undefined;

  constructor(io: Io, stages: Stages) {
    this.io = io;
    this.stages = stages;
  }

  /** Shows the next stage; a total of 0 shows its name only. */
  start(label: string, total = 0): void {
    this.stop();
    this.bar = this.io.bar(label, total);
  }

  update(done: number): void {
    this.bar?.update(done);
  }

  /** Takes the bar away. */
  stop(): void {
    this.bar?.stop();
    this.bar = undefined;
  }

  /** Options for a run under this plan. */
  hooks(plan: BlockingPlan): Hooks {
    return {
      progress: (pairs) => this.update(pairs),
      estimating: (share) => this.update(WHOLE * share),
      onStage: (stage) => {
        this.stages.end(stage);
        if (stage === 'block') this.start('surveying values');
        else if (stage === 'survey') this.start('comparing', plan.mostPairs);
        else if (stage === 'compare') this.start('estimating', WHOLE);
        else this.stop();
      },
    };
  }
}
