/** Sums that do not depend on the order in which their terms were found. */

/**
 * The sum of the terms from the least to the greatest, which sorts them in place.
 *
 * @example orderedSum(Float64Array.of(1, 1e-16, 1e-16)) === orderedSum(Float64Array.of(1e-16, 1, 1e-16)) // => true
 */
export function orderedSum(terms: Float64Array): number {
  terms.sort();
  let sum = 0;
  for (const term of terms) sum += term;
  return sum;
}
