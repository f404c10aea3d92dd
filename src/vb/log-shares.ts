/** Logs of the shares that the values of a column have of all its records. */

/** Values that are equally frequent have one log: two bytes for each value are read faster than eight. */
export class LogShares {
  private readonly places: Uint16Array;
  private readonly logs: Float64Array;

  /** @param counts records of each value; of N records no more than √(2N) values differ in their counts */
  constructor(counts: Int32Array) {
    let all = 0;
    let most = 0;
    for (const count of counts) {
      all += count;
      if (count > most) most = count;
    }
    const placeOf = new Int32Array(most + 1).fill(-1);
    const logs: number[] = [];
    this.places = new Uint16Array(counts.length);
    for (let value = 0; value < counts.length; value++) {
      const count = counts[value]!;
      if (placeOf[count] === -1) placeOf[count] = logs.push(Math.log(count / all)) - 1;
      this.places[value] = placeOf[count]!;
    }
    this.logs = Float64Array.from(logs);
  }

  of(value: number): number {
    return this.logs[this.places[value]!]!;
  }
}
