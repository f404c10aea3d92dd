/** A blocking rule, as the plan holds it and the selection weighs it. */
/** A conjunction of keys. Pairs of records that agree on all of them are candidates. */
export interface Rule {
  /** Indices in the plan's keys. */
  readonly keys: readonly number[];
  readonly name: string;
  /** Blocks of more records than this are left to finer rules. */
  readonly largest: number;
  /** Number of pairs in the blocks used, exact in a plan; estimated while rules of a large table are chosen. */
  readonly pairs: number;
  /** Whether every block is used. */
  readonly complete: boolean;
  /** Whether the record of each simulated match is in a block that is used, length S. */
  readonly reaches: Uint8Array;
}
