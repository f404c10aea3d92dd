/**
 * Draws what the hit-and-miss model leaves unseen, given the partition, θ and β: the value y of each individual
 * in each field that it shows, and whether each value of its records is distorted (z̃),
 *
 *     p(y | x) ∝ θ_y ρ_y^{c_y} ,  ρ_m = (βθ_m + 1 − β)/βθ_m ;   p(z̃ = 1 | x = y) = 1/ρ_y ,  z̃ = 1 where x ≠ y .
 *
 * θ_m ρ_m^{c_m} = θ_m + θ_m(ρ_m^{c_m} − 1): with weight 1 y is drawn from θ, be its value shown or not, and with
 * weight θ_m(ρ_m^{c_m} − 1) it is the shown value m. Kept are the counts that θ and β depend on.
 */
import type { Random } from '../math/random.ts';
import { logMatchRatio } from './hit-miss.ts';
import type { HitMissParameters } from './hit-miss-parameters.ts';

export class Distortion {
  /** By field and value code: how many of the individuals have it for their y, and distorted values show it. */
  readonly drawn: readonly Int32Array[];
  /** Distorted values, by field. */
  readonly distorted: Int32Array;
  /** Values that are not, by field; missing ones are neither. */
  readonly intact: Int32Array;
  private readonly codes: readonly Int32Array[];
  /** Records by individual: those of k are rows[starts[k] … starts[k + 1] − 1]. */
  private readonly rows: Int32Array;
  private readonly starts: Int32Array;
  /** Records of the individual at hand that show each value. */
  private readonly tally: Int32Array;
  /** The values m that it shows, c_m log ρ_m, and the weight that each has besides that in θ. */
  private readonly shown: Int32Array;
  private readonly ratios: Float64Array;
  private readonly weights: Float64Array;
  /** θ_0 + … + θ_v of the field at hand. */
  private readonly cumulative: Float64Array;

  /**
   * @param codes value codes of each field, −1 missing, length N each; read anew at each draw
   * @param widths V_f, length F
   */
  constructor(codes: readonly Int32Array[], widths: readonly number[]) {
    const size = codes[0]?.length ?? 0;
    const widest = Math.max(0, ...widths);
    this.codes = codes;
    this.drawn = widths.map((V) => new Int32Array(V));
    this.distorted = new Int32Array(codes.length);
    this.intact = new Int32Array(codes.length);
    this.rows = new Int32Array(size);
    this.starts = new Int32Array(size + 1);
    this.tally = new Int32Array(widest);
    this.shown = new Int32Array(Math.min(size, widest));
    this.ratios = new Float64Array(this.shown.length);
    this.weights = new Float64Array(this.shown.length);
    this.cumulative = new Float64Array(widest);
  }

  /**
   * Draws all anew. Cost linear in F N + Σ V_f, and log V_f for each y that is drawn from θ.
   *
   * @param of individual of each record, 0 … N − 1, length N
   * @param parameters 0 < θ and 0 < β < 1
   */
  draw(of: Int32Array, { theta, beta }: HitMissParameters, rng: Random): void {
    this.group(of);
    for (let f = 0; f < this.codes.length; f++) this.drawField(f, theta[f]!, beta[f]!, rng);
  }

  /** A counting sort of the records by their individual. */
  private group(of: Int32Array): void {
    const { rows, starts } = this;
    starts.fill(0);
    for (let row = 0; row < of.length; row++) starts[of[row]!]!++;
    for (let k = 0, end = 0; k < starts.length; k++) {
      end += starts[k]!;
      starts[k] = end;
    }
    for (let row = of.length - 1; row >= 0; row--) rows[--starts[of[row]!]!] = row;
  }

  private drawField(f: number, theta: Float64Array, beta: number, rng: Random): void {
    const { rows, starts, tally, shown, cumulative } = this;
    const codes = this.codes[f]!;
    const drawn = this.drawn[f]!.fill(0);
    let total = 0;
    for (let v = 0; v < theta.length; v++) {
      total += theta[v]!;
      cumulative[v] = total;
    }
    let [distorted, intact] = [0, 0];
    for (let k = 0; k + 1 < starts.length; k++) {
      let distinct = 0;
      for (let i = starts[k]!; i < starts[k + 1]!; i++) {
        const value = codes[rows[i]!]!;
        if (value >= 0 && tally[value]!++ === 0) shown[distinct++] = value;
      }
      if (distinct === 0) continue;
      const y = this.drawValue(distinct, theta, beta, rng);
      drawn[y]!++;
      const chance = beta * theta[y]!;
      for (let d = 0; d < distinct; d++) {
        const value = shown[d]!;
        const records = tally[value]!;
        const hits = value === y ? intactOf(records, chance / (chance + 1 - beta), rng) : 0;
        drawn[value]! += records - hits;
        distorted += records - hits;
        intact += hits;
        tally[value] = 0;
      }
    }
    this.distorted[f] = distorted;
    this.intact[f] = intact;
  }

  /** The y of an individual that shows shown[0 … distinct − 1]. */
  private drawValue(distinct: number, theta: Float64Array, beta: number, rng: Random): number {
    const { shown, tally, ratios, weights, cumulative } = this;
    // θ_m(ρ_m − 1) = (1 − β)/β: y of one record is drawn from θ with probability β.
    if (distinct === 1 && tally[shown[0]!] === 1)
      return rng.next() < beta ? valueAt(cumulative, theta.length, rng) : shown[0]!;
    let most = 0;
    for (let d = 0; d < distinct; d++) {
      const value = shown[d]!;
      ratios[d] = tally[value]! * logMatchRatio(theta[value]!, beta);
      weights[d] = Math.log(theta[value]!) + ratios[d]!;
      most = Math.max(most, weights[d]!);
    }
    const fromTheta = Math.exp(-most);
    let total = fromTheta;
    for (let d = 0; d < distinct; d++) {
      weights[d] = Math.exp(weights[d]! - most) * -Math.expm1(-ratios[d]!);
      total += weights[d]!;
    }
    let left = rng.next() * total - fromTheta;
    if (left < 0) return valueAt(cumulative, theta.length, rng);
    let d = 0;
    while (d + 1 < distinct && left >= weights[d]!) left -= weights[d++]!;
    return shown[d]!;
  }
}

/** How many of the records are not distorted, each distorted with the probability given. */
function intactOf(records: number, probability: number, { next }: Random): number {
  let intact = 0;
  for (let i = 0; i < records; i++) if (next() >= probability) intact++;
  return intact;
}

/** A value drawn from θ by its cumulative shares, to 53 bits. */
function valueAt(cumulative: Float64Array, V: number, { next }: Random): number {
  const point = (next() + next() * 2 ** -32) * cumulative[V - 1]!;
  let [low, high] = [0, V - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulative[middle]! > point) high = middle;
    else low = middle + 1;
  }
  return low;
}
