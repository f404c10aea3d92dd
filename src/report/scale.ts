/** Scales: from numbers to places along an axis, and the round numbers to mark on it. */

/** From a number to a place. */
export type Scale = (x: number) => number;

/** Places in proportion; in the middle where all numbers are the same. */
export function linear([low, high]: readonly [number, number], length: number): Scale {
  const span = high - low;
  return (x) => (span > 0 ? (length * (x - low)) / span : length / 2);
}

/**
 * Places by the logarithm of 1 + x, so that nothing stands at 0 and thousands beside ones can be seen.
 *
 * @example logarithmic(99, 100)(9) // => 50
 */
export function logarithmic(high: number, length: number): Scale {
  const most = Math.log1p(high);
  return (x) => (most > 0 ? (length * Math.log1p(Math.max(0, x))) / most : 0);
}

/**
 * Round numbers inside a domain, about as many as asked for.
 *
 * @example ticks([0, 9.7], 5) // => [0, 2, 4, 6, 8]
 */
export function ticks([low, high]: readonly [number, number], about: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const step = roundStep(span / about);
  const marks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) marks.push(i * step + 0);
  return marks;
}

/** The same where only whole numbers make sense. */
export function wholeTicks([low, high]: readonly [number, number], about: number): number[] {
  const marks = ticks([low, high], about).filter((x) => Math.abs(x - Math.round(x)) < 1e-9);
  return marks.length > 0 ? marks.map(Math.round) : [Math.round(low)];
}

/** 0, and powers of ten up to the most: marks of a logarithmic scale. */
export function powerTicks(high: number): number[] {
  const last = Math.floor(Math.log10(Math.max(1, high)) + 1e-9);
  const step = Math.max(1, Math.ceil((last + 1) / 6));
  const marks: number[] = [];
  for (let power = last; power >= 0; power -= step) marks.unshift(10 ** power);
  // 1 stands close to 0 where there are thousands.
  return [0, ...marks.filter((mark) => mark > 1 || high < 200)];
}

/** A step of 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((it) => it * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Decimals that tell marks apart. */
export function decimalsOf(marks: readonly number[]): number {
  const steps = marks.slice(1).map((x, i) => Math.abs(x - marks[i]!));
  const least = Math.min(...steps.filter((step) => step > 0));
  return Number.isFinite(least) ? Math.min(12, Math.max(0, -Math.floor(Math.log10(least) + 1e-9))) : 0;
}
