/**
 * The tokens (words, numbers) of wording: titles, organisations, addresses, product names. A value v becomes
 * the vector of the weights of its distinct tokens t. N is the number of records and df(t) the number of
 * records whose value holds t:
 *
 *     idf(t) = log(1 + N / df(t))
 *
 * Source: W. W. Cohen (2000), "Data integration using similarity joins and a word-based information
 * representation language", ACM TOIS 18, 288–321.
 */

import { letterSet, shape } from './jaro-winkler.ts';

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
