/** Numbers as the page writes them. Each is a number of the summary, rounded, or as a percentage. */

const MINUS = '\u2212';

/** A count with separators. `1234.4` gives `1,234`. */
export function count(n: number): string {
  return fixed(Math.round(n), 0);
}

/** A count where it has its noun: `1 record`, `2 records`. */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${count(n)} ${Math.round(n) === 1 ? noun : plural}`;
}

/** Most decimals of a percentage. */
const MOST_DECIMALS = 4;

/**
 * A share as a percentage, with as many decimals as tell it from none and from all.
 *
 * @example [percent(0.735), percent(0.99994), percent(1 - 1e-9)] // => ['73.5 %', '99.994 %', '≈ 100 %']
 */
export function percent(share: number): string {
  const all = 100 * share;
  const left = Math.min(Math.abs(all), Math.abs(100 - all));
  if (left === 0) return `${count(all)} %`;
  const decimals = Math.max(1, -Math.floor(Math.log10(left)));
  if (decimals > MOST_DECIMALS) return `≈ ${count(all)} %`;
  return `${plain(Number(all.toFixed(decimals)))} %`;
}

/** A weight in bits, with its sign. */
export function bits(weight: number): string {
  const text = fixed(weight, 2);
  return weight > 0 && Number(weight.toFixed(2)) > 0 ? `+${text}` : text;
}

/** Three significant digits, the shortest way. */
export function significant(x: number): string {
  return plain(Number(x.toPrecision(3)));
}

/** A fixed number of decimals. */
export function fixed(x: number, decimals: number): string {
  const text = Math.abs(x) < 1e21 ? x.toFixed(decimals) : String(x);
  return grouped(Number(text) === 0 ? text.replace('-', '') : text);
}

/** A number as it stands. */
export function plain(x: number): string {
  return grouped(String(x));
}

function grouped(text: string): string {
  const [whole = '', ...rest] = text.split('.');
  const digits = /e/.test(whole) ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return [digits, ...rest].join('.').replaceAll('-', MINUS);
}
