/**
 * Similarity of long text by the words two values share, equal or alike (SoftTFIDF):
 *
 *     cosine(v, w) = Σ idf(t)² over tokens of both / (‖v‖ · ‖w‖)
 *     soft(v, w)   = cosine's sum + Σ idf(t) · idf(u) · jaroWinkler(t, u) over matched tokens, / (‖v‖ · ‖w‖)
 *
 * Source: W. W. Cohen, P. Ravikumar and S. E. Fienberg (2003), "A comparison of string distance metrics for
 * name-matching tasks", IIWeb, 73–78. The weights are those of `tokens.ts`.
 */

import { bitCount, type CodedStrings, jaroWinklerCoded, letterLimits, limitIndex } from './jaro-winkler.ts';
import type { TokenColumn } from './tokens.ts';

/** Jaro–Winkler similarity from which two tokens are alike. */
const ALIKE = 0.9;

/** Vocabularies of more tokens are not searched for tokens that are alike to no other. */
const LARGEST_SEARCHED = 20_000;

/**
 * The same column with the tokens marked that are alike to another one of the vocabulary at all; comparing goes past
 * all others. Similarities stay the same.
 */
export function withAlikeMarked(c: TokenColumn, s: CodedStrings, threshold = ALIKE): TokenColumn {
  const { letters, shapes } = c;
  const candidates = Int32Array.from(shapes.keys()).filter((t) => shapes[t] !== 0);
  if (candidates.length > LARGEST_SEARCHED) return c;
  const unlike = letterLimits(threshold);
  const marked = new Int32Array(shapes.length);
  for (let i = 0; i < candidates.length; i++) {
    const t = candidates[i]!;
    const [lettersT, shapeT] = [letters[t]!, shapes[t]!];
    for (let j = i + 1; j < candidates.length; j++) {
      const u = candidates[j]!;
      if (marked[t] !== 0 && marked[u] !== 0) continue;
      if (bitCount(lettersT ^ letters[u]!) > unlike[limitIndex(shapeT, shapes[u]!)]!) continue;
      if (jaroWinklerCoded(s, t, u) < threshold) continue;
      marked[t] = shapeT;
      marked[u] = shapes[u]!;
    }
  }
  return { ...c, shapes: marked };
}

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
 * SoftTFIDF, 0 to 1, of the values with codes `a` and `b`: the cosine of their tokens, in which tokens of at
 * least four characters without an equal partner count by their Jaro–Winkler similarity to the closest when it
 * is at least `threshold`. `s` is the coded `vocabulary`. Equal token sets give exactly 1, values without any
 * token in common 0, two without any token at all included.
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
  threshold = ALIKE,
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
  if (shared === sizeA && shared === sizeB) return shared === 0 ? 0 : 1;
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
