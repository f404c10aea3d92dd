/** How the values of one column are compared: ordered levels from 0 (different) to L − 1 (equal). */
export interface FieldLevels {
  /** What each level means, from different to equal; L names. */
  readonly names: readonly string[];
  /**
   * Levels that are a kind of their own rather than a degree: what they are worth depends on the data, and they may
   * speak less for a match than a lower level.
   */
  readonly kinds?: readonly number[];
  /** Level of two different value codes; symmetric, 0 … L − 1. Equal codes are always L − 1. */
  compare(a: number, b: number): number;
}
