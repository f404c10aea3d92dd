/** What a person sees of the long stages: a bar for each, with the time left where the amount of work is known. */
import type { FittingPlan } from '../pipeline/fitting-plan.ts';
import type { Forecast } from '../pipeline/forecast.ts';
import type { Stages } from '../pipeline/stages.ts';
import { type Bar, duration, type Io } from './terminal.ts';

/** What a bar of shares counts to. */
const WHOLE = 1000;

/** Seconds that a stage without a bar is expected to take, from which on it says so. */
const LEAST_TOLD = 2;

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
  private forecast: Forecast | undefined;

  constructor(io: Io, stages: Stages) {
    this.io = io;
    this.stages = stages;
  }

  /**
   * Shows the next stage; a total of 0 shows its name only, and what it is expected to take.
   *
   * @param stage its name in the forecast
   */
  start(label: string, total = 0, stage?: string): void {
    this.stop();
    const { seconds = 0 } = this.forecast?.stages.find((it) => it.stage === stage) ?? {};
    const time = total === 0 && seconds >= LEAST_TOLD ? `, about ${duration(seconds)}` : '';
    this.bar = this.io.bar(`${label}${time}`, total);
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
  hooks({ plan, forecast }: Pick<FittingPlan, 'plan' | 'forecast'>): Hooks {
    this.forecast = forecast;
    return {
      progress: (pairs) => this.update(pairs),
      estimating: (share) => this.update(WHOLE * share),
      onStage: (stage) => {
        this.stages.end(stage);
        if (stage === 'block') this.start('surveying values', 0, 'survey');
        else if (stage === 'survey') this.start('comparing', plan.mostPairs);
        else if (stage === 'compare') this.start('estimating', WHOLE);
        else this.stop();
      },
    };
  }
}
