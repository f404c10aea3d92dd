/**
 * log(eᵃ + eᵇ) without overflow or underflow: max + log(1 + e^−|a−b|). −∞ stands for probability zero.
 *
 * @example logSumExp(Math.log(0.1), Math.log(0.3)) // => Math.log(0.4)
 * @example logSumExp(-1000, -1000) // => -1000 + Math.LN2
 */
export function logSumExp(a: number, b: number): number {
  const high = Math.max(a, b);
  if (high === Number.NEGATIVE_INFINITY) return high;
  return high + Math.log1p(Math.exp(-Math.abs(a - b)));
}
