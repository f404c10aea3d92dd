/** Scores of a partition beside pairwise ones: B-cubed, and F1 from counts of pairs. */

/** F1 of so many pairs found, of which so many are right, against all true pairs. */
export function pairF1(right: number, found: number, all: number): number {
  return found + all === 0 ? 1 : (2 * right) / (found + all);
}

/** Pairs of records of one entity. */
export function truePairs(entities: readonly string[]): number {
  return [...tally(entities).values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
}

/**
 * B-cubed F1 (Bagga & Baldwin 1998): of each record the share of its found entity that is of its true one (precision)
 * and the share of its true entity that was found with it (recall), each averaged over the records.
 *
 * @param found, truth names of the entities of each record, in the same order
 */
export function bCubedF1(found: readonly string[], truth: readonly string[]): number {
  const both = found.map((name, i) => `${name}\t${truth[i]}`);
  const [ofFound, ofTruth, ofBoth] = [tally(found), tally(truth), tally(both)];
  let precision = 0;
  let recall = 0;
  both.forEach((name, i) => {
    const shared = ofBoth.get(name)!;
    precision += shared / ofFound.get(found[i]!)!;
    recall += shared / ofTruth.get(truth[i]!)!;
  });
  return both.length === 0 ? 1 : (2 * precision * recall) / (precision + recall) / both.length;
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
