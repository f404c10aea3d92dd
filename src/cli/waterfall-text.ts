/** A waterfall for terminals: a bar for each step of a sum, from where it begins to where it ends. */

/** What the whole width of the bars stands for. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** The span of a running total, zero in it. */
export function spanOf(totals: readonly number[]): Span {
  return { low: Math.min(0, ...totals), high: Math.max(0, ...totals) };
}

/**
 * A step from one total to the next as a bar, at least one sign wide, and `│` where zero is if the bar does not
 * cover it; a dot where nothing is added.
 *
 * @param width signs, at least 1
 * @example stepBar(0, 4, { low: -4, high: 4 }, 8) // => '    ████'
 * @example stepBar(-4, -2, { low: -4, high: 4 }, 8) // => '██  │   '
 */
export function stepBar(from: number, to: number, { low, high }: Span, width: number): string {
  const scale = high - low > LEAST_SPAN ? width / (high - low) : 0;
  const signOf = (total: number): number => (total - low) * scale;
  const [start, end] = [signOf(Math.min(from, to)), signOf(Math.max(from, to))];
  const first = Math.min(width - 1, Math.floor(start + ROUNDING));
  const last = Math.min(width, Math.max(first + 1, Math.ceil(end - ROUNDING)));
  const zero = Math.min(width - 1, Math.floor(signOf(0) + ROUNDING));
  return Array.from({ length: width }, (_, sign) => {
    if (sign >= first && sign < last) return from === to ? '·' : '█';
    return sign === zero ? '│' : ' ';
  }).join('');
}

/** Bits too few to be shown. */
const LEAST_SPAN = 1e-6;
/** Totals this near to the edge of a sign, in signs, are at it. */
const ROUNDING = 1e-9;
