/**
 * Starting values for EM. EM only climbs to the optimum nearest to its start, so the start decides which
 * of several classes is called "match": every start here puts the mass of m on equality.
 */
import { levelOffsets, MISSING, type Patterns } from '../compare/patterns.ts';
import type { Random } from '../math/random.ts';
import { listedLevels } from './background.ts';
import { levelVectors, ofEachPattern } from './level-vectors.ts';
import { boundPrior, normalise, type Parameters } from './parameters.ts';

export interface StartOptions {
  /** Pairs that π refers to; default Σ counts. */
  totalPairs?: number | undefined;
  /** u to start from, flat, when it is known; default the frequency of each level among all pairs. */
  u?: Float64Array | undefined;
  /** Expected count of each level among the pairs that are not listed, flat; counts towards that frequency. */
  background?: Float64Array | undefined;
}

/** Share of the listed pairs taken as matches where nothing is known. */
const SHARE_OF_MATCHES = 0.1;

/**
 * The usual start: m is .9 at the top level and halves from level to level below it; u is given or the
 * frequency of each level among all pairs; one listed pair in ten is a match. Where a field agrees by
 * chance that often itself, its m goes half the way from u to 1 instead of .9.
 */
export function defaultStart(patterns: Patterns, options: StartOptions = {}): Parameters {
  const u = startingU(patterns, options);
  const m = new Float64Array(u.length);
  eachField(patterns, (from, to) => peak(m, from, to, 0.9, u[to - 1]!));
  return { prior: boundPrior(SHARE_OF_MATCHES * listedShare(patterns, options)), m, u };
}

/**
 * A start anchored on the pairs that agree too well to be chance: with s = Σ_f log 1/P(level or higher | u)
 * over the fields compared, patterns with s > log(total pairs) are expected less than once among that many
 * non-matches. They are taken as the matches; π and m are their share and their level frequencies, with
 * one pseudo-match laid out as in `defaultStart`. Undefined when there is no such pattern.
 */
export function anchoredStart(patterns: Patterns, options: StartOptions = {}): Parameters | undefined {
  const { size, levelCounts, levels, counts } = levelVectors(patterns).distinct;
  const start = defaultStart(patterns, options);
  const offsets = levelOffsets(levelCounts);
  const surprise = tailSurprise(patterns, start.u);
  const total = Math.max(options.totalPairs ?? 0, listedPairs(patterns));
  const threshold = Math.log(Math.max(1, total));
  const weights = start.m.slice();
  let anchored = 0;
  for (let v = 0; v < size; v++) {
    let sum = 0;
    for (let field = 0; field < levelCounts.length; field++) {
      const level = levels[v * levelCounts.length + field]!;
      if (level !== MISSING) sum += surprise[offsets[field]! + level]!;
    }
    if (!(sum > threshold) || counts[v] === 0) continue;
    anchored += counts[v]!;
    for (let field = 0; field < levelCounts.length; field++) {
      const level = levels[v * levelCounts.length + field]!;
      if (level !== MISSING) weights[offsets[field]! + level]! += counts[v]!;
    }
  }
  if (anchored === 0) return undefined;
  eachField(patterns, (from, to) => normalise(weights, start.m, from, to));
  return { prior: boundPrior(Math.min(anchored / total, 0.99)), m: start.m, u: start.u };
}

/** Pairs equal in a field that a start from them needs. */
const ENOUGH_EQUAL = 5;

/**
 * A start for each field that may identify records by itself: the matches are the pairs that are equal in it, if
 * these are no more than about one a record, √(2 · total pairs). Where most matches agree on little but a number
 * (one product in two shops), only such a start finds them.
 */
export function identifyingStarts(patterns: Patterns, options: StartOptions = {}): Parameters[] {
  const { size, levelCounts, levels, counts } = levelVectors(patterns).distinct;
  const total = Math.max(options.totalPairs ?? 0, listedPairs(patterns));
  const fields = levelCounts.length;
  const usual = defaultStart(patterns, options);
  return levelCounts.flatMap((count, field) => {
    const [m, u] = [usual.m.slice(), usual.u.slice()];
    const [equal, rest] = [m.slice(), u.map((share) => share * total)];
    const offsets = levelOffsets(levelCounts);
    let matches = 0;
    for (let v = 0; v < size; v++) {
      if (levels[v * fields + field] !== count - 1) continue;
      matches += counts[v]!;
      for (let f = 0; f < fields; f++) {
        const level = levels[v * fields + f]!;
        if (level === MISSING) continue;
        equal[offsets[f]! + level]! += counts[v]!;
        rest[offsets[f]! + level]! = Math.max(0.5, rest[offsets[f]! + level]! - counts[v]!);
      }
    }
    if (matches < ENOUGH_EQUAL || matches > Math.sqrt(2 * total)) return [];
    eachField(patterns, (from, to) => {
      normalise(equal, m, from, to);
      normalise(rest, u, from, to);
    });
    return [{ prior: boundPrior(matches / total), m, u }];
  });
}

/**
 * A start drawn at random: m uniform between u and 1 at the top level (at least .5 where u is lower) and
 * decreasing below it, u moved by a log-normal factor unless it is given, and the share of matches among
 * the listed pairs log-uniform between .001 and .5.
 */
export function randomStart(patterns: Patterns, random: Random, options: StartOptions = {}): Parameters {
  const u = startingU(patterns, options);
  if (options.u === undefined) {
    const moved = u.map((value) => value * Math.exp(0.5 * random.normal()));
    eachField(patterns, (from, to) => normalise(moved, u, from, to));
  }
  const m = new Float64Array(u.length);
  eachField(patterns, (from, to) => {
    const least = Math.max(0.5, u[to - 1]!);
    peak(m, from, to, least + (1 - least) * random.next(), u[to - 1]!);
  });
  const share = 0.5 * 500 ** (random.next() - 1);
  return { prior: boundPrior(share * listedShare(patterns, options)), m, u };
}

/** m of one field: `top` (or half the way from `u` to 1) at the last level, then halving downwards. */
function peak(m: Float64Array, from: number, to: number, top: number, u: number): void {
  const highest = Math.max(top, (1 + u) / 2);
  if (to - from === 1) {
    m[from] = 1;
    return;
  }
  const rest = 2 ** (to - from - 1) - 1;
  for (let i = from; i < to - 1; i++) m[i] = ((1 - highest) * 2 ** (i - from)) / rest;
  m[to - 1] = highest;
}

/** Frequency of every level among listed pairs and background, each level with half a pair more. */
function startingU(patterns: Patterns, options: StartOptions): Float64Array {
  if (options.u !== undefined) return options.u.slice();
  const weights = listedLevels(levelVectors(patterns).distinct).map(
    (count, i) => 0.5 + count + (options.background?.[i] ?? 0),
  );
  const u = new Float64Array(weights.length);
  eachField(patterns, (from, to) => normalise(weights, u, from, to));
  return u;
}

/** −log P(this level or a higher one | u) of every level, flat. */
function tailSurprise(patterns: Patterns, u: Float64Array): Float64Array {
  const surprise = new Float64Array(u.length);
  eachField(patterns, (from, to) => {
    let tail = 0;
    for (let i = to - 1; i >= from; i--) {
      tail += u[i]!;
      surprise[i] = -Math.log(Math.min(1, tail));
    }
  });
  return surprise;
}

function eachField(patterns: Patterns, visit: (from: number, to: number) => void): void {
  const offsets = levelOffsets(patterns.levelCounts);
  for (let field = 0; field < patterns.levelCounts.length; field++)
    visit(offsets[field]!, offsets[field + 1]!);
}

function listedPairs(patterns: Patterns): number {
  return patterns.counts.reduce((sum, count) => sum + count, 0);
}

function listedShare(patterns: Patterns, { totalPairs }: StartOptions): number {
  const listed = listedPairs(patterns);
  return totalPairs === undefined || totalPairs <= listed ? 1 : listed / totalPairs;
}

/**
 * Of the patterns whose pairs are too alike to be chance the share of the information compared on which they
 * agree, of the others −1; length G.
 *
 * @param u level frequencies of all pairs, flat
 */
export function sharesAgreed(patterns: Patterns, u: Float64Array, totalPairs: number): Float64Array {
  const vectors = levelVectors(patterns);
  const { size, levels, levelCounts } = vectors.distinct;
  const offsets = levelOffsets(levelCounts);
  const surprise = tailSurprise(patterns, u);
  const threshold = Math.log(Math.max(1, totalPairs));
  const shares = new Float64Array(size).fill(-1);
  for (let v = 0; v < size; v++) {
    let sum = 0;
    let possible = 0;
    for (let f = 0; f < levelCounts.length; f++) {
      const level = levels[v * levelCounts.length + f]!;
      if (level === MISSING) continue;
      sum += surprise[offsets[f]! + level]!;
      possible += surprise[offsets[f + 1]! - 1]!;
    }
    if (sum > threshold) shares[v] = sum / possible;
  }
  return ofEachPattern(vectors, shares);
}
