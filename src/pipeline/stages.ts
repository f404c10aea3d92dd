/** Seconds of each stage of a run and the peak memory of the process by its end. */
export interface Stage {
  stage: string;
  seconds: number;
  peak_memory_mib: number;
}

export class Stages {
  readonly list: Stage[] = [];
  #since = performance.now();

  /** The stage that ran since the last call is over. */
  end(stage: string): void {
    const now = performance.now();
    const peak = process.resourceUsage().maxRSS / 1024;
    this.list.push({
      stage,
      seconds: Math.round(now - this.#since) / 1000,
      peak_memory_mib: Math.round(peak),
    });
    this.#since = now;
  }
}
