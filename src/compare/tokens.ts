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

import {
  bitCount,
  type CodedStrings,
  jaroWinklerCoded,
  letterLimits,
  letterSet,
  limitIndex,
  shape,
} from './jaro-winkler.ts';

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
  /** `letterSet` of each token. */
  letters: Int32Array;
  /** `shape` of each token; 0 if it is too short to be alike to another without being equal. */
  shapes: Int32Array;
}

/** Shorter tokens (initials, articles, units) match equal ones only: 'of' and 'off' are 0.91 alike. */
const SHORTEST_ALIKE = 4;

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
  const letters = Int32Array.from(vocabulary, letterSet);
  const shapes = Int32Array.from(vocabulary, (token) => (token.length < SHORTEST_ALIKE ? 0 : shape(token)));
  return { tokens, offsets, idf, norms, vocabulary, letters, shapes };
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
    const order = t - tokens[j]!;
    const below = order >>> 31; // 1 or 0: which list moves on is a guess the processor would often get wrong
    const above = (tokens[j]! - t) >>> 31;
    if (order === 0) {
      dot += idf[t]! * idf[t]!;
      shared++;
    }
    i += 1 - above;
    j += 1 - below;
  }
  if (sameSize && shared === size) return 1;
  return shared === 0 ? 0 : dot / (c.norms[a]! * c.norms[b]!);
}

// The longer tokens of either value without an equal partner, and the letters and shapes of b's. Grown when needed.
let restA = new Int32Array(64);
let restB = new Int32Array(64);
let restLetters = new Int32Array(64);
let restShapes = new Int32Array(64);

function growRests(size: number): void {
  restA = new Int32Array(2 * size);
  restB = new Int32Array(2 * size);
  restLetters = new Int32Array(2 * size);
  restShapes = new Int32Array(2 * size);
}

/**
 * SoftTFIDF, 0 to 1: as `tokenCosineCoded`, and tokens of at least four characters without an equal partner count
 * by their Jaro–Winkler similarity to the closest when it is at least `threshold`. `s` is the coded `vocabulary`.
 *
 * The published measure lets several tokens of one value share a partner in the other, so that it depends on the
 * order of its arguments. Here partners are exclusive: alike pairs are taken from the most similar down, equally similar
 * ones by the smaller of their ids, then the larger. This depends on the pairs alone, so the result is symmetric,
 * and by Cauchy–Schwarz at most 1. Allocates nothing.
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
  const { tokens, offsets, idf, shapes } = c;
  let i = offsets[a]!;
  let j = offsets[b]!;
  const endA = offsets[a + 1]!;
  const endB = offsets[b + 1]!;
  const sizeA = endA - i;
  const sizeB = endB - j;
  if (sizeA > restA.length || sizeB > restA.length) growRests(Math.max(sizeA, sizeB));
  const onlyA = restA;
  const onlyB = restB;
  let countA = 0;
  let countB = 0;
  let shared = 0;
  let dot = 0;
  while (i < endA && j < endB) {
    const t = tokens[i]!;
    const u = tokens[j]!;
    const below = (t - u) >>> 31;
    const above = (u - t) >>> 31;
    if (t === u) {
      dot += idf[t]! * idf[t]!;
      shared++;
    }
    onlyA[countA] = t;
    onlyB[countB] = u;
    countA += below & (-shapes[t]! >>> 31);
    countB += above & (-shapes[u]! >>> 31);
    i += 1 - above;
    j += 1 - below;
  }
  for (; i < endA; i++) {
    const t = tokens[i]!;
    onlyA[countA] = t;
    countA += -shapes[t]! >>> 31;
  }
  for (; j < endB; j++) {
    const u = tokens[j]!;
    onlyB[countB] = u;
    countB += -shapes[u]! >>> 31;
  }
  if (shared === sizeA && shared === sizeB) return 1;
  if (countA > 0 && countB > 0) dot += softDot(c, s, countA, countB, threshold);
  return dot === 0 ? 0 : Math.min(1, dot / (c.norms[a]! * c.norms[b]!));
}

/** The alike pairs of the values in hand: token of a, token of b, similarity. Grown when needed. */
let alike = new Float64Array(3 * 64);

/** Sum of idf · idf · similarity over the exclusive partners among the first tokens of `restA` and `restB`. */
function softDot(c: TokenColumn, s: CodedStrings, countA: number, countB: number, threshold: number): number {
  const { letters, shapes } = c;
  const unlike = letterLimits(threshold);
  const lettersB = restLetters;
  const shapesB = restShapes;
  for (let j = 0; j < countB; j++) {
    lettersB[j] = letters[restB[j]!]!;
    shapesB[j] = shapes[restB[j]!]!;
  }
  let end = 0;
  for (let i = 0; i < countA; i++) {
    const t = restA[i]!;
    const lettersT = letters[t]!;
    const shapeT = shapes[t]!;
    for (let j = 0; j < countB; j++) {
      if (bitCount(lettersT ^ lettersB[j]!) > unlike[limitIndex(shapeT, shapesB[j]!)]!) continue;
      const u = restB[j]!;
      const similarity = jaroWinklerCoded(s, t, u);
      if (similarity < threshold) continue;
      if (end === alike.length) growAlike();
      alike[end] = t;
      alike[end + 1] = u;
      alike[end + 2] = similarity;
      end += 3;
    }
  }
  return end === 0 ? 0 : exclusiveSum(c.idf, end);
}

function growAlike(): void {
  const before = alike;
  alike = new Float64Array(2 * before.length);
  alike.set(before);
}

/** Takes the best of the pairs in `alike[0 .. end)`, drops those that share a token with it, and so on. */
function exclusiveSum(idf: Float64Array, end: number): number {
  let sum = 0;
  while (end > 0) {
    let best = 0;
    for (let p = 3; p < end; p += 3) if (isBetter(p, best)) best = p;
    const t = alike[best]!;
    const u = alike[best + 1]!;
    sum += idf[t]! * idf[u]! * alike[best + 2]!;
    let kept = 0;
    for (let p = 0; p < end; p += 3) {
      if (alike[p] === t || alike[p + 1] === u) continue;
      alike.copyWithin(kept, p, p + 3);
      kept += 3;
    }
    end = kept;
  }
  return sum;
}

/** Whether the pair at p goes before the pair at q: a strict order that does not know which value is a or b. */
function isBetter(p: number, q: number): boolean {
  if (alike[p + 2] !== alike[q + 2]) return alike[p + 2]! > alike[q + 2]!;
  const lowP = Math.min(alike[p]!, alike[p + 1]!);
  const lowQ = Math.min(alike[q]!, alike[q + 1]!);
  return lowP !== lowQ ? lowP < lowQ : alike[p]! + alike[p + 1]! < alike[q]! + alike[q + 1]!;
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
      gram = (gram % 0x10000 ** (q - 1)) * 0x10000 + (i < value.length ? value.charCodeAt(i) : 0);
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
    const order = grams[i]! - grams[j]!;
    const below = order >>> 31;
    const above = -order >>> 31;
    shared += 1 - above - below;
    i += 1 - above;
    j += 1 - below;
  }
  return (2 * shared) / size;
}
