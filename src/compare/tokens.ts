/**
 * Similarity of long text (titles, organisations, addresses, product names) by the tokens two values share.
 *
 * A value v is the vector of the weights idf(t) of its distinct tokens t. N is the number of records and df(t) the
 * number of records whose value holds t:
 *
 *     idf(t) = log(1 + N / df(t))
 *     cosine(v, w) = Σ idf(t)² over tokens of both / (‖v‖ · ‖w‖)
 *     soft(v, w)   = cosine's sum + Σ idf(t) · idf(u) · jaroWinkler(t, u) over matched tokens, / (‖v‖ · ‖w‖)
 *
 * Sources: W. W. Cohen (2000), "Data integration using similarity joins and a word-based information
 * representation language", ACM TOIS 18, 288–321; SoftTFIDF from W. W. Cohen, P. Ravikumar and S. E. Fienberg
 * (2003), "A comparison of string distance metrics for name-matching tasks", IIWeb, 73–78.
 */

import { type CodedStrings, jaroWinklerCoded } from './jaro-winkler.ts';

/** The distinct values of a text column as sets of tokens. */
export interface TokenColumn {
  /** Token ids of value v, ascending and distinct: `tokens[offsets[v] .. offsets[v + 1])`. */
  tokens: Int32Array;
  /** Where the tokens of each value start; V + 1 entries. */
  offsets: Int32Array;
  /** Weight of each token. */
  idf: Float64Array;
  /** Length of each value's vector, √Σ idf². */
  norms: Float64Array;
  /** Token of each id, in ascending order of code units, so that ids do not depend on the order of values. */
  vocabulary: string[];
  /** For each token, the set of its characters as 32 bits; two tokens that differ much here are not alike. */
  letters: Int32Array;
}

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Splits values at everything that is not a letter, digit or combining mark, in lower case. A border between
 * letters and digits does not split. `counts[v]` is the number of records that hold value v.
 *
 * @example tokenise(['sony DSC-W150'], [1]).vocabulary // ['dsc', 'sony', 'w150']
 */
export function tokenise(values: readonly string[], counts: ArrayLike<number>): TokenColumn {
  const offsets = new Int32Array(values.length + 1);
  const firstIds = new Map<string, number>();
  const found: number[] = [];
  const frequencies: number[] = [];
  let records = 0;
  for (let v = 0; v < values.length; v++) {
    const count = counts[v]!;
    records += count;
    for (const token of new Set(values[v]!.toLowerCase().match(TOKEN))) {
      let id = firstIds.get(token);
      if (id === undefined) {
        id = frequencies.push(0) - 1;
        firstIds.set(token, id);
      }
      frequencies[id]! += count;
      found.push(id);
    }
    offsets[v + 1] = found.length;
  }

  const vocabulary = [...firstIds.keys()].sort();
  const ids = new Int32Array(vocabulary.length);
  const idf = new Float64Array(vocabulary.length);
  for (let t = 0; t < vocabulary.length; t++) {
    const first = firstIds.get(vocabulary[t]!)!;
    ids[first] = t;
    idf[t] = Math.log(1 + records / frequencies[first]!);
  }
  const tokens = Int32Array.from(found, (first) => ids[first]!);
  const norms = new Float64Array(values.length);
  for (let v = 0; v < values.length; v++) {
    const own = tokens.subarray(offsets[v]!, offsets[v + 1]!).sort();
    norms[v] = Math.sqrt(own.reduce((sum, t) => sum + idf[t]! * idf[t]!, 0));
  }
  return { tokens, offsets, idf, norms, vocabulary, letters: Int32Array.from(vocabulary, letterSet) };
}

/**
 * Cosine, 0 to 1, of the token vectors of the values with codes `a` and `b`. Equal token sets give exactly 1 (so
 * do two values without any token), disjoint ones 0. Symmetric; allocates nothing; O(tokens).
 *
 * @example
 * const column = tokenise(['data matching', 'matching data', 'data mining'], [1, 1, 1]);
 * tokenCosineCoded(column, 0, 1) // 1
 * tokenCosineCoded(column, 0, 2) // 0.2698
 */
export function tokenCosineCoded(c: TokenColumn, a: number, b: number): number {
  if (a === b) return 1;
  const { tokens, offsets, idf } = c;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  const size = endA - i;
  const sameSize = size === endB - j;
  let shared = 0;
  let dot = 0;
  while (i < endA && j < endB) {
    const t = tokens[i]!;
    const u = tokens[j]!;
    if (t === u) {
      dot += idf[t]! * idf[t]!;
      shared++;
    }
    if (t <= u) i++;
    if (u <= t) j++;
  }
  if (sameSize && shared === size) return 1;
  return shared === 0 ? 0 : dot / (c.norms[a]! * c.norms[b]!);
}

// The tokens of either value without an equal partner; grown when needed.
let restA = new Int32Array(64);
let restB = new Int32Array(64);

/**
 * SoftTFIDF, 0 to 1: as `tokenCosineCoded`, and tokens without an equal partner count by their Jaro–Winkler
 * similarity when it is at least `threshold`. `s` is the coded `vocabulary`.
 *
 * The published measure lets several tokens of one value share a partner in the other, so that it depends on the
 * order of its arguments. Here partners are exclusive: alike pairs are taken from the most similar down, among
 * equally similar ones by the larger product of weights, then by the smaller token ids. This depends on the
 * pairs alone, so the result is symmetric, and by Cauchy–Schwarz at most 1. Allocates nothing.
 *
 * @example
 * const column = tokenise(['data matching', 'data matchin'], [1, 1]);
 * softTokenCosineCoded(column, codeStrings(column.vocabulary), 0, 1) // 0.9821
 */
export function softTokenCosineCoded(
  c: TokenColumn,
  s: CodedStrings,
  a: number,
  b: number,
  threshold = 0.9,
): number {
  if (a === b) return 1;
  const { tokens, offsets, idf } = c;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  const most = Math.max(endA - i, endB - j);
  if (most > restA.length) {
    restA = new Int32Array(2 * most);
    restB = new Int32Array(2 * most);
  }
  let countA = 0;
  let countB = 0;
  let dot = 0;
  while (i < endA && j < endB) {
    const t = tokens[i]!;
    const u = tokens[j]!;
    if (t === u) {
      dot += idf[t]! * idf[t]!;
      i++;
      j++;
    } else if (t < u) {
      restA[countA++] = t;
      i++;
    } else {
      restB[countB++] = u;
      j++;
    }
  }
  while (i < endA) restA[countA++] = tokens[i++]!;
  while (j < endB) restB[countB++] = tokens[j++]!;
  if (countA === 0 && countB === 0) return 1;
  if (countA > 0 && countB > 0) dot += softDot(c, s, countA, countB, threshold);
  if (dot === 0) return 0;
  const cosine = dot / (c.norms[a]! * c.norms[b]!);
  return Math.min(cosine, 1);
}

// The alike pairs of tokens of a pair of values, an entry of each array a pair; grown when needed.
let pairA = new Int32Array(64);
let pairB = new Int32Array(64);
let pairSimilarity = new Float64Array(64);

/** Sum of idf · idf · similarity over the exclusive partners among the first tokens of `restA` and `restB`. */
function softDot(c: TokenColumn, s: CodedStrings, countA: number, countB: number, threshold: number): number {
  if (threshold !== unlikeFor) fillUnlike(threshold);
  const { chars, offsets } = s;
  const { letters } = c;
  let pairs = 0;
  for (let i = 0; i < countA; i++) {
    const t = restA[i]!;
    const startT = offsets[t]!;
    const lengthT = offsets[t + 1]! - startT;
    const first = chars[startT]!;
    const lettersT = letters[t]!;
    const row = lengthT << 5;
    for (let j = 0; j < countB; j++) {
      const u = restB[j]!;
      const startU = offsets[u]!;
      const lengthU = offsets[u + 1]! - startU;
      if ((lengthT | lengthU) < 32) {
        const cell = row | lengthU | (chars[startU] === first ? 1024 : 0);
        if (bitCount(lettersT ^ letters[u]!) > unlike[cell]!) continue;
      }
      const similarity = jaroWinklerCoded(s, t, u);
      if (similarity < threshold) continue;
      if (pairs === pairA.length) growPairs();
      pairA[pairs] = t;
      pairB[pairs] = u;
      pairSimilarity[pairs++] = similarity;
    }
  }
  return pairs === 0 ? 0 : exclusiveSum(c.idf, pairs);
}

/** Takes the best of the first `pairs` pairs, drops those that share a token with it, and so on. */
function exclusiveSum(idf: Float64Array, pairs: number): number {
  let left = pairs;
  let sum = 0;
  while (left > 0) {
    let best = 0;
    for (let p = 1; p < left; p++) if (isBetter(idf, p, best)) best = p;
    const t = pairA[best]!;
    const u = pairB[best]!;
    sum += idf[t]! * idf[u]! * pairSimilarity[best]!;
    let kept = 0;
    for (let p = 0; p < left; p++) {
      if (pairA[p] === t || pairB[p] === u) continue;
      pairA[kept] = pairA[p]!;
      pairB[kept] = pairB[p]!;
      pairSimilarity[kept++] = pairSimilarity[p]!;
    }
    left = kept;
  }
  return sum;
}

/** Whether pair p goes before pair q: a strict order that does not know which value is a and which is b. */
function isBetter(idf: Float64Array, p: number, q: number): boolean {
  if (pairSimilarity[p] !== pairSimilarity[q]) return pairSimilarity[p]! > pairSimilarity[q]!;
  const tp = pairA[p]!;
  const up = pairB[p]!;
  const tq = pairA[q]!;
  const uq = pairB[q]!;
  const weightP = idf[tp]! * idf[up]!;
  const weightQ = idf[tq]! * idf[uq]!;
  if (weightP !== weightQ) return weightP > weightQ;
  const lowP = Math.min(tp, up);
  const lowQ = Math.min(tq, uq);
  return lowP !== lowQ ? lowP < lowQ : tp + up < tq + uq;
}

function growPairs(): void {
  const [a, b, similarity] = [pairA, pairB, pairSimilarity];
  pairA = new Int32Array(2 * a.length);
  pairB = new Int32Array(2 * a.length);
  pairSimilarity = new Float64Array(2 * a.length);
  pairA.set(a);
  pairB.set(b);
  pairSimilarity.set(similarity);
}

/**
 * How many bits the letter sets of two tokens may differ in if they are to reach the threshold, by
 * [first characters equal][length][length]; −1 if no two tokens of these lengths reach it. With m characters in
 * common, jaro ≤ (m / |t| + m / |u| + 1) / 3, and at most |t| + |u| − 2m characters are in one token only.
 */
const unlike = new Int8Array(2 * 32 * 32);
let unlikeFor = Number.NaN;

function fillUnlike(threshold: number): void {
  for (const sameFirst of [0, 1]) {
    const leastJaro = sameFirst === 1 ? (threshold - 0.4) / 0.6 : threshold;
    for (let x = 1; x < 32; x++) {
      for (let y = 1; y < 32; y++) {
        const common = Math.max(0, Math.ceil(((3 * leastJaro - 1) * x * y) / (x + y) - 1e-9));
        unlike[(sameFirst << 10) | (x << 5) | y] = common > Math.min(x, y) ? -1 : x + y - 2 * common;
      }
    }
  }
  unlikeFor = threshold;
}

function letterSet(token: string): number {
  let set = 0;
  for (let i = 0; i < token.length; i++) set |= 1 << (token.charCodeAt(i) & 31);
  return set;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The distinct values of a column as multisets of q-grams. */
export interface GramColumn {
  /** Gram ids of value v, ascending, repeats kept: `grams[offsets[v] .. offsets[v + 1])`. */
  grams: Int32Array;
  /** Where the grams of each value start; V + 1 entries. */
  offsets: Int32Array;
}

/**
 * Cuts values into their overlapping pieces of `q` UTF-16 units, with q − 1 pad characters (U+0000) before and
 * after, so that a value of n > 0 units has n + q − 1 grams; an empty one has none.
 *
 * @example qgrams(['ann', 'anna'], 2).offsets // Int32Array [0, 4, 9]: ·a an nn n· and ·a an nn na a·
 */
export function qgrams(values: readonly string[], q: 2 | 3): GramColumn {
  const offsets = new Int32Array(values.length + 1);
  for (let v = 0; v < values.length; v++) {
    const n = values[v]!.length;
    offsets[v + 1] = offsets[v]! + (n === 0 ? 0 : n + q - 1);
  }
  const grams = new Int32Array(offsets[values.length]!);
  const ids = new Map<number, number>();
  for (let v = 0; v < values.length; v++) {
    const value = values[v]!;
    const start = offsets[v]!;
    const end = offsets[v + 1]!;
    let gram = 0;
    for (let i = 0; i < end - start; i++) {
      gram = (gram * 0x10000 + (i < value.length ? value.charCodeAt(i) : 0)) % 0x10000 ** q;
      let id = ids.get(gram);
      if (id === undefined) {
        id = ids.size;
        ids.set(gram, id);
      }
      grams[start + i] = id;
    }
    grams.subarray(start, end).sort();
  }
  return { grams, offsets };
}

/**
 * Dice coefficient 2 |A ∩ B| / (|A| + |B|), 0 to 1, of the q-gram multisets of two values (L. R. Dice 1945,
 * Ecology 26, 297–302): a gram counts as often as it occurs in both. Symmetric; two empty values give 1, one gives
 * 0. Allocates nothing.
 *
 * @example qgramDiceCoded(qgrams(['ann', 'anna'], 2), 0, 1) // 0.6667, 3 grams of 4 and 5 in common
 */
export function qgramDiceCoded(c: GramColumn, a: number, b: number): number {
  if (a === b) return 1;
  const { grams, offsets } = c;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  const size = endA - i + endB - j;
  if (size === 0) return 1;
  let shared = 0;
  while (i < endA && j < endB) {
    const g = grams[i]!;
    const h = grams[j]!;
    if (g === h) shared++;
    if (g <= h) i++;
    if (h <= g) j++;
  }
  return (2 * shared) / size;
}
