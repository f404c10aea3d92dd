/** Pairs of records that were compared. */
export interface Links {
  /** The records of each link, as they are numbered in the partitions. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Their match probabilities, where they are known. */
  readonly probability: Float64Array | undefined;
}

/** A link is taken to be a match from this probability on. */
export const MATCH = 0.5;
