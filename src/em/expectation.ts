/**
 * The E-step of any number of classes of pairs that are no chance, and one of random pairs:
 *
 *     P(g, c) = π_c ∏_f x_c,f,g(f),     P(g, random) = π_0 d_g ∏_f u_f,g(f)
 *
 * (Fellegi & Sunter 1969; Winkler 1988; Larsen & Rubin, 2001). A missing comparison contributes no factor. d_g is the
 * ratio of the joint u of the pattern to the product of its fields' u, for values that are rare and fields that depend
 * on each other.
 *
 * The odds of class c against random, o_c = P(g, c)/P(g, random), are those of the pattern's vector of levels divided
 * by d_g. So one exponential for each vector and class is enough, and with o = Σ_c o_c
 *
 *     Σ_g n_g P(c | g) = o_c/o Σ_g n_g o/(1 + o),     log P(g) = log P(g, random) + log(1 + o).
 */

import type { Patterns } from '../compare/patterns.ts';
import { listedLevels } from './background.ts';
import { type LevelVectors, levelVectors, spreadHalves, sumHalves } from './level-vectors.ts';

/** Log odds are bounded by this where they could overflow: beyond, more makes no difference to any share. */
const CERTAIN = 300;
/** Odds below which log(1 + odds) is four terms of its series, to double precision. */
const SMALL = 1e-4;
/** Products of 1 + odds up to this, times one more, do not overflow. */
const LARGE = 1e40;

/** E-steps over one set of patterns; the buffers are reused from one to the next. */
export class Expectation {
  /** Of the last step: Σ_g n_g log P(g). */
  logLikelihood = 0;
  /** Of the last step: expected pairs of each class, the random one last; length C + 1. */
  readonly pairs: Float64Array;
  /** Of the last step: expected level counts of each class, the random one last, and a slot for missing comparisons. */
  readonly levels: readonly Float64Array[];
  /** Logs of the shares of the classes and of their level probabilities, with a 0 for missing comparisons. */
  private readonly logShares: Float64Array;
  private readonly logLevels: readonly Float64Array[];
  private readonly classes: number;
  private readonly vectors: LevelVectors;
  /** Vectors that are looked at; the pairs of the others are random. */
  private readonly visited: Int32Array;
  /** Level counts and pairs of the vectors looked at, and Σ n log d of their pairs. */
  private readonly listed: Float64Array;
  private readonly listedPairs: number;
  private readonly dependence: number;
  /** 1/d of each pattern, in the order of the members, and the largest |log d|. */
  private readonly factors: Float64Array;
  private readonly largestFactor: number;
  /** Log odds of the classes in each half, H × C, or the odds themselves where none can overflow. */
  private readonly halfOdds: readonly [Float64Array, Float64Array];
  private areLogs = false;
  /** Expected pairs of each half in each class, H × (C + 1). */
  private readonly halfCounts: readonly [Float64Array, Float64Array];
  /** Odds of the classes for the vector looked at, all of them less by a factor of e^beyond. */
  private readonly odds: Float64Array;
  private beyond = 0;

  /**
   * @param classes how many besides the random one
   * @param logDependence log d of each pattern, length G; 0 where undefined
   * @param visited vectors that are looked at; those of all patterns by default
   */
  constructor(
    patterns: Patterns,
    classes: number,
    logDependence: Float64Array | undefined,
    visited = everyIndex(levelVectors(patterns).distinct.size),
  ) {
    const vectors = levelVectors(patterns);
    const { distinct, halves, slots } = vectors;
    this.classes = classes;
    this.vectors = vectors;
    this.visited = visited;
    const counts = new Float64Array(distinct.size);
    for (const v of visited) counts[v] = distinct.counts[v]!;
    this.listed = listedLevels({ ...distinct, counts });
    this.listedPairs = counts.reduce((sum, count) => sum + count, 0);
    const { members } = vectors;
    this.factors = new Float64Array(members.length).fill(1);
    this.odds = new Float64Array(classes);
    let [dependence, largest] = [0, 0];
    if (logDependence !== undefined)
      for (let i = 0; i < members.length; i++) {
        const log = logDependence[members[i]!]!;
        dependence += vectors.counts[i]! * log;
        largest = Math.max(largest, Math.abs(log));
        this.factors[i] = Math.exp(Math.min(CERTAIN, -log));
      }
    [this.dependence, this.largestFactor] = [dependence, largest];
    const lists = (length: number): Float64Array[] =>
      Array.from({ length: classes + 1 }, () => new Float64Array(length));
    this.pairs = new Float64Array(classes + 1);
    this.levels = lists(slots + 1);
    [this.logShares, this.logLevels] = [new Float64Array(classes + 1), lists(slots + 1)];
    const ofHalves = (width: number) =>
      halves.map(({ size }) => new Float64Array(size * width)) as [Float64Array, Float64Array];
    [this.halfOdds, this.halfCounts] = [ofHalves(classes), ofHalves(classes + 1)];
  }

  /** Takes over the parameters of one class; the random one is the last. @param levels flat over fields and levels */
  assume(c: number, logShare: number, levels: Float64Array): void {
    this.logShares[c] = logShare;
    const logs = this.logLevels[c]!;
    for (let i = 0; i < this.vectors.slots; i++) logs[i] = Math.log(levels[i]!);
  }

  /** The step under the parameters assumed; no allocation but for a few numbers. */
  collect(): void {
    const { classes, vectors, visited, factors, odds } = this;
    const { first, counts } = vectors;
    const { ofVector: firstHalf } = vectors.halves[0];
    const { ofVector: secondHalf } = vectors.halves[1];
    const [countsA, countsB] = this.halfCounts;
    const width = classes + 1;
    this.takeOdds();
    this.begin();
    let gain = 0;
    let product = 1;
    for (let k = 0; k < visited.length; k++) {
      const v = visited[k]!;
      const sum = this.oddsOf(v);
      const { beyond } = this;
      let inside = 0;
      let random = 0;
      for (let i = first[v]!, end = first[v + 1]!; i < end; i++) {
        const own = sum * factors[i]!;
        const count = counts[i]!;
        const rest = count / (1 + own);
        random += rest;
        inside += rest * own;
        // Many patterns are shown by one pair: for those one logarithm of a product does.
        if (count === 1) {
          product *= 1 + own;
          if (product > LARGE) {
            gain += Math.log(product);
            product = 1;
          }
        } else if (own < SMALL) gain += count * own * (1 - own * (0.5 - own * (1 / 3 - own * 0.25)));
        else gain += count * Math.log1p(own);
        if (beyond > 0) gain += count * beyond;
      }
      const share = sum > 0 ? inside / sum : 0;
      let a = firstHalf[v]! * width;
      let b = secondHalf[v]! * width;
      for (let c = 0; c < classes; c++, a++, b++) {
        const ofClass = share * odds[c]!;
        countsA[a]! += ofClass;
        countsB[b]! += ofClass;
      }
      countsA[a]! += random;
      countsB[b]! += random;
    }
    const random = this.logLevels[classes]!;
    let sum = gain + Math.log(product) + this.listedPairs * this.logShares[classes]! + this.dependence;
    for (let i = 0; i < this.listed.length; i++) sum += this.listed[i]! * random[i]!;
    this.logLikelihood = sum;
    this.finish();
  }

  /** The step with the probabilities of the classes given, C lists of length G. */
  collectWeights(weights: readonly Float64Array[]): void {
    const { classes, vectors } = this;
    const { members, counts, halves, distinct } = vectors;
    const { ofVector: firstHalf } = halves[0];
    const { ofVector: secondHalf } = halves[1];
    const [countsA, countsB] = this.halfCounts;
    const width = classes + 1;
    this.begin();
    for (const v of this.visited) {
      const [a, b] = [firstHalf[v]! * width, secondHalf[v]! * width];
      let random = distinct.counts[v]!;
      for (let c = 0; c < classes; c++) {
        const of = weights[c]!;
        let inside = 0;
        for (let i = vectors.first[v]!; i < vectors.first[v + 1]!; i++)
          inside += counts[i]! * of[members[i]!]!;
        countsA[a + c]! += inside;
        countsB[b + c]! += inside;
        random -= inside;
      }
      random = Math.max(0, random);
      countsA[a + classes]! += random;
      countsB[b + classes]! += random;
    }
    this.finish();
  }

  /** Probabilities of the classes under the parameters assumed, C lists of length G. */
  weigh(): Float64Array[] {
    const { classes, factors, odds, visited } = this;
    const { first, members } = this.vectors;
    this.takeOdds();
    const weights = Array.from({ length: classes }, () => new Float64Array(members.length));
    for (let k = 0; k < visited.length; k++) {
      const v = visited[k]!;
      const sum = this.oddsOf(v);
      for (let i = first[v]!, end = first[v + 1]!; i < end; i++) {
        const factor = factors[i]!;
        const all = 1 + sum * factor;
        for (let c = 0; c < classes; c++) weights[c]![members[i]!] = (odds[c]! * factor) / all;
      }
    }
    return weights;
  }

  /** The odds of the classes for a vector, d left out; answers with their sum. */
  private oddsOf(v: number): number {
    const { classes, odds } = this;
    const { halves } = this.vectors;
    const [ofA, ofB] = this.halfOdds;
    const a = halves[0].ofVector[v]! * classes;
    const b = halves[1].ofVector[v]! * classes;
    let sum = 0;
    if (!this.areLogs) {
      for (let c = 0; c < classes; c++) {
        const product = ofA[a + c]! * ofB[b + c]!;
        odds[c] = product;
        sum += product;
      }
      return sum;
    }
    let most = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < classes; c++) most = Math.max(most, ofA[a + c]! + ofB[b + c]!);
    this.beyond = Math.max(0, most - CERTAIN);
    for (let c = 0; c < classes; c++) {
      odds[c] = Math.exp(ofA[a + c]! + ofB[b + c]! - this.beyond);
      sum += odds[c]!;
    }
    return sum;
  }

  /** Makes ready for `oddsOf`: one exponential for each half and class, unless odds could overflow. */
  private takeOdds(): void {
    const { classes, vectors, logShares, logLevels } = this;
    const random = logLevels[classes]!;
    const ratios = new Float64Array(random.length);
    let largest = this.largestFactor;
    vectors.halves.forEach((half, side) => {
      const odds = this.halfOdds[side]!;
      for (let c = 0; c < classes; c++) {
        for (let i = 0; i < ratios.length; i++) ratios[i] = logLevels[c]![i]! - random[i]!;
        const share = side === 0 ? logShares[c]! - logShares[classes]! : 0;
        sumHalves(half, ratios, share, odds, classes, c);
      }
      let most = 0;
      for (let i = 0; i < odds.length; i++) most = Math.max(most, Math.abs(odds[i]!));
      largest += most;
    });
    this.beyond = 0;
    this.areLogs = largest > 2 * CERTAIN;
    if (this.areLogs) return;
    for (const odds of this.halfOdds) for (let i = 0; i < odds.length; i++) odds[i] = Math.exp(odds[i]!);
  }

  private begin(): void {
    for (const counts of this.halfCounts) counts.fill(0);
  }

  private finish(): void {
    const width = this.classes + 1;
    const [first] = this.halfCounts;
    this.levels.forEach((to, c) => {
      to.fill(0);
      this.vectors.halves.forEach((half, side) => {
        spreadHalves(half, this.halfCounts[side]!, width, c, to);
      });
      let pairs = 0;
      for (let i = c; i < first.length; i += width) pairs += first[i]!;
      this.pairs[c] = pairs;
    });
  }
}

function everyIndex(size: number): Int32Array {
  const indices = new Int32Array(size);
  for (let i = 0; i < size; i++) indices[i] = i;
  return indices;
}
