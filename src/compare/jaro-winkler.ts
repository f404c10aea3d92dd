/**
 * Jaro–Winkler similarity of short strings (names, towns), over strings interned in one flat array.
 *
 * With m characters in common within a window of ⌊max(|x|, |y|) / 2⌋ − 1 positions, and t half the number of
 * common characters that stand in another order, halved with integer division as in `strcmp95`:
 *
 *     jaro = (m / |x| + m / |y| + (m − t) / m) / 3
 *     jaroWinkler = jaro + 0.1 · prefix · (1 − jaro)    if jaro > 0.7, with prefix ≤ 4; else jaro
 *
 * Sources: M. A. Jaro (1989), JASA 84, 414–420; W. E. Winkler (1990), Proc. Survey Research Methods, ASA, 354–359.
 */

const PREFIX_SCALE = 0.1;
const PREFIX_MAX = 4;
const BOOST_ABOVE = 0.7;

/** Distinct strings of a column laid end to end: value v is `chars[offsets[v] .. offsets[v + 1])`. */
export interface CodedStrings {
  /** UTF-16 code units of all values. */
  chars: Uint16Array;
  /** Where each value starts; V + 1 entries for V values. */
  offsets: Int32Array;
}

/**
 * Lays strings end to end as UTF-16 code units; the code of a value is its index in `values`.
 *
 * @example codeStrings(['ann', 'bo']).offsets // Int32Array [0, 3, 5]
 */
export function codeStrings(values: readonly string[]): CodedStrings {
  const offsets = new Int32Array(values.length + 1);
  for (let v = 0; v < values.length; v++) offsets[v + 1] = offsets[v]! + values[v]!.length;
  const chars = new Uint16Array(offsets[values.length]!);
  let at = 0;
  for (const value of values) {
    for (let i = 0; i < value.length; i++) chars[at++] = value.charCodeAt(i);
  }
  return { chars, offsets };
}

/**
 * Jaro–Winkler similarity, 0 to 1, of the values with codes `a` and `b`. Symmetric; two empty strings give 1,
 * one empty string gives 0. Allocates nothing; O(|x| + |y|) up to 32 characters, O(|x| · |y|) above.
 *
 * @example jaroWinklerCoded(codeStrings(['MARTHA', 'MARHTA']), 0, 1) // 0.9611
 */
export function jaroWinklerCoded(s: CodedStrings, a: number, b: number): number {
  if (a === b) return 1;
  const { chars, offsets } = s;
  const startA = offsets[a]!;
  const startB = offsets[b]!;
  const lengthA = offsets[a + 1]! - startA;
  const lengthB = offsets[b + 1]! - startB;
  const shorter = Math.min(lengthA, lengthB);
  const longer = Math.max(lengthA, lengthB);
  if (shorter === 0) return longer === 0 ? 1 : 0;

  // The leading characters in common always match each other, so only what follows them is searched.
  let prefix = 0;
  while (prefix < shorter && chars[startA + prefix] === chars[startB + prefix]) prefix++;
  if (prefix === longer) return 1;

  const reach = longer > 3 ? (longer >> 1) - 1 : 0;
  if (longer <= 32) matchShort(chars, startA, lengthA, startB, lengthB, prefix, reach);
  else matchLong(chars, startA, lengthA, startB, lengthB, prefix, reach);
  const m = prefix + matches;
  if (m === 0) return 0;
  const jaro = (m / lengthA + m / lengthB + (m - (displaced >> 1)) / m) / 3;
  if (jaro <= BOOST_ABOVE) return jaro;
  return jaro + PREFIX_SCALE * Math.min(prefix, PREFIX_MAX) * (1 - jaro);
}

/**
 * Jaro–Winkler similarity of two strings; the same numbers as `jaroWinklerCoded`, for occasional use.
 *
 * @example jaroWinkler('DWAYNE', 'DUANE') // 0.84
 */
export function jaroWinkler(x: string, y: string): number {
  return jaroWinklerCoded(codeStrings([x, y]), 0, 1);
}

// Results of the two matchers below, which run inside the innermost loop and so return through the module.
let matches = 0;
let displaced = 0;

/** For each character, the bits of its positions in string b. All zero between calls. */
const positions = new Int32Array(0x10000);

/** Matching for at most 32 characters: the positions matched so far in a and b are the bits of two masks. */
function matchShort(
  chars: Uint16Array,
  startA: number,
  lengthA: number,
  startB: number,
  lengthB: number,
  from: number,
  reach: number,
): void {
  for (let j = from; j < lengthB; j++) positions[chars[startB + j]!]! |= 1 << j;

  let matchedA = 0;
  let matchedB = 0;
  let count = 0;
  for (let i = from; i < lengthA; i++) {
    const low = i - reach;
    const free =
      positions[chars[startA + i]!]! &
      ~matchedB &
      (low > 0 ? -1 << low : -1) &
      (-1 >>> (i + reach < 31 ? 31 - i - reach : 0));
    if (free !== 0) {
      matchedB |= free & -free;
      matchedA |= 1 << i;
      count++;
    }
  }
  for (let j = from; j < lengthB; j++) positions[chars[startB + j]!] = 0;

  let moved = 0;
  while (matchedA !== 0) {
    const i = 31 - Math.clz32(matchedA & -matchedA);
    const j = 31 - Math.clz32(matchedB & -matchedB);
    if (chars[startA + i] !== chars[startB + j]) moved++;
    matchedA &= matchedA - 1;
    matchedB &= matchedB - 1;
  }
  matches = count;
  displaced = moved;
}

/** Characters of a in matching order, and marks of the matched positions of b; grown when needed. */
let common = new Uint16Array(256);
let marked = new Uint8Array(256);

/** Matching for any length: a plain search of the window. */
function matchLong(
  chars: Uint16Array,
  startA: number,
  lengthA: number,
  startB: number,
  lengthB: number,
  from: number,
  reach: number,
): void {
  const longer = Math.max(lengthA, lengthB);
  if (longer > marked.length) {
    common = new Uint16Array(2 * longer);
    marked = new Uint8Array(2 * longer);
  }
  for (let j = from; j < lengthB; j++) marked[j] = 0;

  let count = 0;
  for (let i = from; i < lengthA; i++) {
    const char = chars[startA + i]!;
    const end = Math.min(i + reach + 1, lengthB);
    for (let j = Math.max(i - reach, from); j < end; j++) {
      if (chars[startB + j] === char && marked[j] === 0) {
        marked[j] = 1;
        common[count++] = char;
        break;
      }
    }
  }

  let moved = 0;
  for (let j = from, k = 0; k < count; j++) {
    if (marked[j] === 1 && chars[startB + j] !== common[k++]) moved++;
  }
  matches = count;
  displaced = moved;
}
