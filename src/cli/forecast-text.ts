/** What a run would take, for people and for the summary. */
import type { Forecast } from '../pipeline/forecast.ts';
import { sizeText } from './memory-limit.ts';
import { duration, short } from './terminal.ts';

/** `er link would take about 8 s and 300 MiB`. */
export function forecastText(command: string, { seconds, bytes }: Forecast): string {
  return `er ${command} would take about ${duration(Number(short(seconds, 2)))} and ${sizeText(Number(short(bytes / 2 ** 20, 2)) * 2 ** 20)}`;
}

/** The forecast as the summary holds it. */
export function describeForecast({ seconds, bytes, stages }: Forecast) {
  return {
    ...{ seconds: rounded(seconds), peak_memory_mib: Math.round(bytes / 2 ** 20) },
    stages: stages.map((stage) => ({
      ...{ stage: stage.stage, seconds: rounded(stage.seconds) },
      peak_memory_mib: Math.round(stage.bytes / 2 ** 20),
    })),
  };
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(3));
}
