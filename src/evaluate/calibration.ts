/** Whether probabilities are what they say: how they compare with how often they came true. */

/** Probabilities of one tenth of the range. */
export interface Bin {
  /** From `from`, below `to`; the last one holds 1 too. */
  from: number;
  to: number;
  predictions: number;
  /** The mean of the probabilities, and the share of them that came true; NaN in an empty bin. */
  meanProbability: number;
  observedShare: number;
}

export interface Calibration {
  predictions: number;
  /** The mean of (p − y)², where y is 1 if it came true and 0 if not (Brier 1950). */
  brierScore: number;
  /** The mean of −log of the probability of what came true, in nats (Good 1952). */
  logLoss: number;
  /** The mean distance of a bin's mean probability from its share (Naeini, Cooper & Hauskrecht 2015). */
  expectedError: number;
  bins: Bin[];
}

const BINS = 10;

/** A probability written as 0 or 1 in ten digits is so far from there at most; without it a loss would be infinite. */
const ROUNDING = 5e-11;

/**
 * Calibration over ten bins of equal width, in whatever order the predictions come. NaN without any.
 *
 * @param probabilities from 0 to 1
 * @param outcomes 1 where the prediction came true, else 0
 * @example calibration([0.8, 0.6], [1, 0]).brierScore // => 0.2
 */
export function calibration(probabilities: ArrayLike<number>, outcomes: ArrayLike<number>): Calibration {
  const predictions = probabilities.length;
  let hits = 0;
  for (let i = 0; i < predictions; i++) if (outcomes[i] === 1) hits++;
  const groups = [new Float64Array(predictions - hits), new Float64Array(hits)];
  const filled = [0, 0];
  for (let i = 0; i < predictions; i++) {
    const outcome = outcomes[i] === 1 ? 1 : 0;
    groups[outcome]![filled[outcome]!++] = probabilities[i]!;
  }
  const tally = new Tally();
  // Sorted, so that sums do not depend on the order of the predictions.
  groups.forEach((group, outcome) => {
    for (const probability of group.sort()) tally.add(probability, outcome);
  });
  return tally.result();
}

class Tally {
  private readonly numbers = new Float64Array(BINS);
  private readonly hits = new Float64Array(BINS);
  private readonly sums = new Float64Array(BINS);
  private squares = 0;
  private losses = 0;

  add(probability: number, outcome: number): void {
    const bin = Math.min(Math.floor(probability * BINS), BINS - 1);
    this.numbers[bin]!++;
    this.hits[bin]! += outcome;
    this.sums[bin]! += probability;
    this.squares += (probability - outcome) ** 2;
    const ofOutcome = outcome === 1 ? probability : 1 - probability;
    this.losses -= Math.log(Math.max(ofOutcome, ROUNDING));
  }

  result(): Calibration {
    const { numbers, hits, sums } = this;
    const predictions = numbers.reduce((all, number) => all + number, 0);
    const off = numbers.reduce((all, _, bin) => all + Math.abs(sums[bin]! - hits[bin]!), 0);
    return {
      predictions,
      brierScore: this.squares / predictions,
      logLoss: this.losses / predictions,
      expectedError: off / predictions,
      bins: Array.from(numbers, (number, bin) => ({
        ...{ from: bin / BINS, to: (bin + 1) / BINS, predictions: number },
        meanProbability: sums[bin]! / number,
        observedShare: hits[bin]! / number,
      })),
    };
  }
}
