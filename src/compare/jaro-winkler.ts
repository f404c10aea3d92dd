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
 * one empty string gives 0. Allocates nothing; O(|x| + |y|).
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
  const reach = longer > 3 ? (longer >> 1) - 1 : 0;
  if (longer > 32) return jaroWinklerLong(chars, startA, lengthA, startB, lengthB, prefix, reach);

  // Bit j of `window` is set if position j of b is within reach of position i of a.
  const high = reach + prefix + 1;
  let window = (high < 32 ? (1 << high) - 1 : -1) & (prefix > reach ? -1 << (prefix - reach) : -1);
  let matchedA = 0;
  let matchedB = 0;
  for (let j = prefix; j < lengthB; j++) positions[chars[startB + j]!]! |= 1 << j;
  for (let i = prefix; i < lengthA; i++) {
    const free = positions[chars[startA + i]!]! & window & ~matchedB;
    matchedB |= free & -free;
    matchedA |= (free === 0 ? 0 : 1) << i;
    window = (window << 1) | (i < reach ? 1 : 0);
  }
  for (let j = prefix; j < lengthB; j++) positions[chars[startB + j]!] = 0;

  let m = prefix;
  let displaced = 0;
  while (matchedA !== 0) {
    const i = 31 - Math.clz32(matchedA);
    const j = 31 - Math.clz32(matchedB);
    displaced += chars[startA + i] === chars[startB + j] ? 0 : 1;
    matchedA ^= 1 << i;
    matchedB ^= 1 << j;
    m++;
  }
  return boosted(m, displaced, lengthA, lengthB, prefix);
}

/**
 * Jaro–Winkler similarity of two strings; the same numbers as `jaroWinklerCoded`, for occasional use.
 *
 * @example jaroWinkler('DWAYNE', 'DUANE') // 0.84
 */
export function jaroWinkler(x: string, y: string): number {
  return jaroWinklerCoded(codeStrings([x, y]), 0, 1);
}

/**
 * For each character, where it stands in string b: a bit a position in strings of at most 32 characters, else one
 * more than its first position not yet passed. All zero between calls.
 */
const positions = new Int32Array(0x10000);

// For strings above 32 characters: for each position of b one more than the next of the same character, whether
// it is matched, and the matched characters of a in order. Grown when needed.
let next = new Int32Array(256);
let matched = new Uint8Array(256);
let common = new Uint16Array(256);

/**
 * The same without masks. As the window only moves on, positions of b that it has left are dropped for good.
 */
function jaroWinklerLong(
  chars: Uint16Array,
  startA: number,
  lengthA: number,
  startB: number,
  lengthB: number,
  prefix: number,
  reach: number,
): number {
  const longer = Math.max(lengthA, lengthB);
  if (longer > next.length) {
    next = new Int32Array(2 * longer);
    matched = new Uint8Array(2 * longer);
    common = new Uint16Array(2 * longer);
  }
  for (let j = lengthB - 1; j >= prefix; j--) {
    const char = chars[startB + j]!;
    next[j] = positions[char]!;
    positions[char] = j + 1;
    matched[j] = 0;
  }

  let count = 0;
  for (let i = prefix; i < lengthA; i++) {
    const char = chars[startA + i]!;
    let at = positions[char]!;
    while (at !== 0 && at - 1 < i - reach) at = next[at - 1]!;
    if (at !== 0 && at - 1 <= i + reach) {
      matched[at - 1] = 1;
      common[count++] = char;
      at = next[at - 1]!;
    }
    positions[char] = at;
  }

  let displaced = 0;
  let k = 0;
  for (let j = prefix; j < lengthB; j++) {
    const char = chars[startB + j]!;
    positions[char] = 0;
    if (matched[j] === 1 && char !== common[k++]) displaced++;
  }
  return boosted(prefix + count, displaced, lengthA, lengthB, prefix);
}

function boosted(m: number, displaced: number, lengthA: number, lengthB: number, prefix: number): number {
  if (m === 0) return 0;
  const jaro = (m / lengthA + m / lengthB + (m - (displaced >> 1)) / m) / 3;
  if (jaro <= BOOST_ABOVE) return jaro;
  return jaro + PREFIX_SCALE * Math.min(prefix, PREFIX_MAX) * (1 - jaro);
}

// A screen for many comparisons against one threshold: letter sets that differ in too many bits rule it out.

/** The set of the characters of a string as 32 bits, by their last five binary digits. */
export function letterSet(x: string): number {
  let set = 0;
  for (let i = 0; i < x.length; i++) set |= 1 << (x.charCodeAt(i) & 31);
  return set;
}

/** 32 · first character + length, the length 0 if it is above 31. */
export function shape(x: string): number {
  return (x.charCodeAt(0) << 5) | (x.length < 32 ? x.length : 0);
}

/** The place of two shapes in `letterLimits`. */
export function limitIndex(shapeX: number, shapeY: number): number {
  const sameFirst = (((shapeX ^ shapeY) >> 5) - 1) >>> 31;
  return (sameFirst << 10) | ((shapeX & 31) << 5) | (shapeY & 31);
}

const limits = new Int8Array(2 * 32 * 32).fill(32);
let limitsThreshold = Number.NaN;

/**
 * In how many bits the letter sets of two strings may differ if their similarity is to reach `threshold`, by
 * `limitIndex` of their shapes; −1 if no two strings of such lengths reach it, 32 where a length is above 31. With
 * m characters in common jaro is at most (m / |x| + m / |y| + 1) / 3, and |x| + |y| − 2m characters are not.
 * The array is overwritten at the next call with another threshold.
 */
export function letterLimits(threshold: number): Int8Array {
  if (threshold === limitsThreshold) return limits;
  for (const sameFirst of [0, 1]) {
    const most = PREFIX_SCALE * PREFIX_MAX * sameFirst;
    const sum = (3 * (threshold - most)) / (1 - most) - 1; // what m / |x| + m / |y| has to be
    for (let x = 1; x < 32; x++) {
      for (let y = 1; y < 32; y++) {
        const least = Math.max(0, Math.ceil((sum * x * y) / (x + y) - 1e-9));
        limits[(sameFirst << 10) | (x << 5) | y] = least > Math.min(x, y) ? -1 : x + y - 2 * least;
      }
    }
  }
  limitsThreshold = threshold;
  return limits;
}

/** Number of bits set. */
export function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
