/**
 * The vote of the records of one entity on the value of one column, and how probable the winner is.
 */

/** How often a value was written, and how. */
export interface Vote {
  /** The winning spelling. */
  spelling: number;
  /** Records of each group of spellings that are one value, the winner's first. */
  counts: number[];
}

/** Whether spelling a is to be preferred to b where their counts are the same. */
export type Preferred = (a: number, b: number) => boolean;

/**
 * The value with the most votes, as it is written most often; ties go to the preferred spelling.
 *
 * @param spellings the spelling of each record that has one; sorted here
 * @param groupOf the value that each spelling stands for
 * @param isEligible the spellings, at least one, that may win, all by default; the others vote all the same
 * @returns undefined if there is no spelling
 */
export function elect(
  spellings: number[],
  groupOf: ArrayLike<number>,
  preferred: Preferred,
  isEligible: (spelling: number) => boolean = everyone,
): Vote | undefined {
  if (spellings.length === 0) return undefined;
  if (spellings.length === 1) return { spelling: spellings[0]!, counts: [1] };
  spellings.sort((a, b) => groupOf[a]! - groupOf[b]! || a - b);
  const counts: number[] = [];
  let winner = -1;
  let most = 0;
  for (let from = 0, to = 0; from < spellings.length; from = to) {
    const group = groupOf[spellings[from]!]!;
    while (to < spellings.length && groupOf[spellings[to]!] === group) to++;
    counts.push(to - from);
    if (to - from < most) continue;
    const spelling = mostFrequent(spellings, from, to, preferred, isEligible);
    if (spelling < 0) continue;
    if (to - from > most || preferred(spelling, winner)) {
      winner = spelling;
      counts.unshift(counts.pop()!);
    }
    most = to - from;
  }
  return { spelling: winner, counts };
}

const everyone = (): boolean => true;

/** The most frequent of the eligible spellings from `start` to `end`; −1 if there is none. */
function mostFrequent(
  sorted: readonly number[],
  start: number,
  end: number,
  preferred: Preferred,
  isEligible: (spelling: number) => boolean,
): number {
  let winner = -1;
  let most = 0;
  for (let from = start, to = start; from < end; from = to) {
    const spelling = sorted[from]!;
    while (to < end && sorted[to] === spelling) to++;
    if (!isEligible(spelling)) continue;
    if (to - from > most || (to - from === most && preferred(spelling, winner))) winner = spelling;
    most = Math.max(most, to - from);
  }
  return winner;
}

/**
 * The probability that the first of the values written is the true one. Every record of the entity shows the true
 * value with probability a, and otherwise one of the V − 1 others, each as likely; before looking, each of the V
 * values of the column is as likely to be the true one. With n_v records for value v, and ρ = a(V − 1)/(1 − a),
 *
 *     P(v true | n) = ρ^n_v / (Σ_w ρ^n_w + V − k),   w over the k values written, V − k being never written here.
 *
 * A value written once and alone is true with probability a. Two records of one entity agree with probability a² (but
 * for two equal errors), so a = √m, m being EM's probability of equality. An a below 1/V counts as 1/V: a record
 * speaks at worst neither for nor against what it shows.
 *
 * @param counts n of each value written, the one asked about first
 * @param fidelity a, from 0 to 1
 * @param values V, the number of values of the column, at least k
 * @example probabilityOf([1], 0.9, 10) // => 0.9
 * @example probabilityOf([2, 1], 0.9, 10) // => 0.9866…
 */
export function probabilityOf(counts: readonly number[], fidelity: number, values: number): number {
  const ratio = values > 1 ? Math.max(1, (fidelity * (values - 1)) / (1 - fidelity)) : 1;
  const own = counts[0]!;
  let others = Math.max(0, values - counts.length) * ratio ** -own;
  for (let w = 1; w < counts.length; w++) others += ratio ** (counts[w]! - own);
  return 1 / (1 + others);
}
