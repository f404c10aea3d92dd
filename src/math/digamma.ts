/**
 * ψ(x) = d/dx log Γ(x) for x > 0: ψ(x) = ψ(x + 1) − 1/x up to x ≥ 10, there the asymptotic series
 * log x − 1/2x − Σ B₂ₙ / 2n x²ⁿ (Abramowitz & Stegun 6.3.18) to B₁₄. The error stays below 1e-13, relative
 * where |ψ| > 1 and absolute elsewhere. −Infinity at 0, NaN below.
 *
 * Near zero ψ(x) ≈ −1/x: a value that an individual has never shown costs 1/A nats under q.
 *
 * @example digamma(1) // => -0.5772156649015329, minus Euler's constant
 */
export function digamma(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  let shift = 0;
  let y = x;
  while (y < 10) shift += 1 / y++;
  const square = 1 / (y * y);
  const series =
    square *
    (1 / 12 -
      square *
        (1 / 120 -
          square *
            (1 / 252 - square * (1 / 240 - square * (1 / 132 - square * (691 / 32760 - square / 12))))));
  return Math.log(y) - 0.5 / y - series - shift;
}
