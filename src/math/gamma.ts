/** Half of log 2π. */
const HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

/**
 * log Γ(x) for x > 0: Γ(x) = Γ(x + n) / x(x + 1)…(x + n − 1) up to x + n ≥ 10, there Stirling's series
 * (Abramowitz & Stegun 6.1.41) to its x⁻¹¹ term. The error stays below 1e-13, relative where |log Γ| > 1 and
 * absolute elsewhere (both zeros, x = 1 and x = 2, are exact). Infinity at 0, NaN below.
 *
 * @example lgamma(0.5) // => 0.5723649429247001, log √π
 */
export function lgamma(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (x === 1 || x === 2) return 0;
  let product = 1;
  let y = x;
  while (y < 10) product *= y++;
  const inverse = 1 / y;
  const square = inverse * inverse;
  const series =
    inverse *
    (1 / 12 -
      square *
        (1 / 360 -
          square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360)))));
  return (y - 0.5) * Math.log(y) - y + HALF_LOG_2_PI + series - (product === 1 ? 0 : Math.log(product));
}

/**
 * log K(K − 1)…(K − n + 1) = log Γ(K + 1) − log Γ(K − n + 1) for real K ≥ n ≥ 0, without the cancellation that
 * the difference suffers where K is large.
 *
 * @example logFalling(5, 2) // => 2.995732273553991, log 20
 */
export function logFalling(K: number, n: number): number {
  const rest = K - n;
  if (rest < 10) return lgamma(K + 1) - lgamma(rest + 1);
  const tail = (x: number): number => (1 / 12 - (1 / 360 - 1 / (1260 * x * x)) / (x * x)) / x;
  return n * Math.log(K) - (rest + 0.5) * Math.log1p(-n / K) - n + tail(K) - tail(rest);
}
