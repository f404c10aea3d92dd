/**
 * What a model of individuals must say for the collapsed engine: the log probability of the values that the
 * records of one individual show in one field, everything else integrated out. The engine knows nothing
 * about fields; the models (categorical, noisy) know nothing about partitions.
 */

/** The values of one field in one individual: `distinct` codes and how many records show each. */
export interface FieldCounts {
  /** Value codes, values[at … at + distinct − 1], each once, in any order. */
  values: Int32Array;
  /** Records that show each value, parallel to `values`; at least 1. */
  counts: Int32Array;
  at: number;
  distinct: number;
}

export interface IndividualLikelihood {
  /** Number of fields, F. */
  readonly fields: number;
  /**
   * log p(values of field f in one individual | they are one individual), natural logarithm. 0 when
   * `distinct` is 0. For one record alone this is the log probability of its value.
   */
  logMarginal(field: number, counts: FieldCounts): number;
}
