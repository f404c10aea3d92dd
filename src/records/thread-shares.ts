/** Which thread fills which column, so that all are done at the same time. */

/** Nanoseconds for a cell, and how many more where no text occurs twice; what reading takes for each column. */
const CELL = 90;
const NEW_CELL = 300;
const READING = 110;

/**
 * The thread of each column: 0 is the one that reads too. The longest work is given out first, always to whoever has
 * the least (Graham, Bounds on multiprocessing timing anomalies, 1969).
 *
 * @param distinct of each column, the share of cells so far that were new
 * @param others threads beside the one that reads
 * @example shareOut([1, 0.01, 0.9], 1) // => [1, 0, 0]
 */
export function shareOut(distinct: readonly number[], others: number): number[] {
  const busy = [READING * distinct.length, ...new Array<number>(others).fill(0)];
  // What is new among few rows is less so among many.
  const work = distinct.map((share) => CELL + NEW_CELL * share * share);
  const owners = new Array<number>(work.length).fill(0);
  const order = work.map((_, c) => c).sort((a, b) => work[b]! - work[a]!);
  for (const c of order) {
    const owner = busy.indexOf(Math.min(...busy));
    owners[c] = owner;
    busy[owner]! += work[c]!;
  }
  return owners;
}
