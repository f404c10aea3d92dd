/** What `er evaluate` measures, by the names under which it is written. */
import type { Calibration } from '../evaluate/calibration.ts';
import type { Losses } from '../evaluate/losses.ts';
import type { PartitionScores } from '../evaluate/partition-scores.ts';

/** A name, and a value that is NaN where it is 0/0. */
export type Metric = readonly [name: string, value: number];

/** In the order in which they are written. */
export function partitionMetrics(scores: PartitionScores): Metric[] {
  const { precision, recall, f1, records, entities, trueEntities, ...others } = scores;
  const { truePositives, falsePositives, falseNegatives, trueNegatives, ...rest } = others;
  return [
    ...metrics({ records, entities, trueEntities, entityCountError: entities - trueEntities }),
    ...metrics({ pairwisePrecision: precision, pairwiseRecall: recall, pairwiseF1: f1 }),
    ...metrics({ truePositives, falsePositives, falseNegatives, ...rest }),
  ];
}

/** @param subject what was predicted: `pair` or `record` */
export function calibrationMetrics(subject: string, found: Calibration): Metric[] {
  return [
    [`${subject}_predictions`, found.predictions],
    [`${subject}_brier_score`, found.brierScore],
    [`${subject}_log_loss`, found.logLoss],
    [`${subject}_calibration_error`, found.expectedError],
  ];
}

/** Calibration with its bins, for a summary. */
export function describeCalibration(found: Calibration | undefined) {
  if (found === undefined) return undefined;
  const { predictions, brierScore, logLoss, expectedError, bins } = found;
  return {
    predictions,
    ...{ brier_score: brierScore, log_loss: logLoss, calibration_error: expectedError },
    bins: bins.map(({ from, to, predictions, meanProbability, observedShare }) => ({
      ...{ from, to, predictions },
      ...{ mean_probability: meanProbability, observed_share: observedShare },
    })),
  };
}

export function lossMetrics(losses: Losses): Metric[] {
  return metrics(losses);
}

/** The shortest text that reads back as the value, nothing where it is not defined. */
export function metricText(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

function metrics(values: Partial<Record<string, number>>): Metric[] {
  return Object.entries(values).map(([name, value]) => [snakeCase(name), value!]);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
