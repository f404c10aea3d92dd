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

/** Log odds below which pairs are random and nothing else: e⁻⁶⁰ is beyond double precision. */
const NEGLIGIBLE = -60;
/** Log odds above which more makes no difference to any share. */
const CERTAIN = 600;
/** Odds below which log(1 + odds) is four terms of its series, to double precision. */
const SMALL = 1e-4;

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
  /** Largest −log d of each vector, and the share of it that each of its patterns has, in the order of the members. */
  private readonly top: Float64Array;
  private readonly below: Float64Array;
  /** Log odds of the classes in each half, H × C, and what is expected of it, H × (C + 1). */
  private readonly halfOdds: readonly [Float64Array, Float64Array];
  private readonly halfCounts: readonly [Float64Array, Float64Array];

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
    [this.top, this.below] = [new Float64Array(distinct.size), new Float64Array(patterns.size).fill(1)];
    this.dependence = logDependence === undefined ? 0 : this.takeDependence(logDependence);
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
    const { classes, vectors, visited, top, below } = this;
    const { first, counts, distinct, halves } = vectors;
    const { logShares: shares } = this;
    const base = shares.subarray(0, classes).map((share) => share - shares[classes]!);
    const part = new Float64Array(classes);
    this.takeOdds();
    this.begin();
    const [{ ofVector: firstHalf }, { ofVector: secondHalf }] = halves;
    const [oddsA, oddsB] = this.halfOdds;
    const [countsA, countsB] = this.halfCounts;
    const width = classes + 1;
    let gain = 0;
    for (let k = 0; k < visited.length; k++) {
      const v = visited[k]!;
      const a = firstHalf[v]!;
      const b = secondHalf[v]!;
      let most = Number.NEGATIVE_INFINITY;
      for (let c = 0, i = a * classes, j = b * classes; c < classes; c++, i++, j++) {
        const logOdds = base[c]! + oddsA[i]! + oddsB[j]!;
        part[c] = logOdds;
        if (logOdds > most) most = logOdds;
      }
      let random = distinct.counts[v]!;
      const lead = most + top[v]!;
      if (lead > NEGLIGIBLE) {
        let sum = 0;
        for (let c = 0; c < classes; c++) {
          const share = part[c] === most ? 1 : Math.exp(part[c]! - most);
          part[c] = share;
          sum += share;
        }
        const beyond = lead > CERTAIN ? lead - CERTAIN : 0;
        const odds = Math.exp(lead - beyond) * sum;
        let inside = 0;
        random = 0;
        for (let i = first[v]!, end = first[v + 1]!; i < end; i++) {
          const own = odds * below[i]!;
          const count = counts[i]!;
          const rest = count / (1 + own);
          random += rest;
          inside += rest * own;
          gain +=
            own < SMALL
              ? count * own * (1 - own * (0.5 - own * (1 / 3 - own * 0.25)))
              : count * (Math.log1p(own) + beyond);
        }
        const share = inside / sum;
        for (let c = 0, i = a * width, j = b * width; c < classes; c++, i++, j++) {
          const ofClass = share * part[c]!;
          countsA[i]! += ofClass;
          countsB[j]! += ofClass;
          this.pairs[c]! += ofClass;
        }
      }
      countsA[a * width + classes]! += random;
      countsB[b * width + classes]! += random;
      this.pairs[classes]! += random;
    }
    this.logLikelihood = gain + this.listedPairs * shares[classes]! + this.dependence;
    const u = this.logLevels[classes]!;
    for (let i = 0; i < this.listed.length; i++) this.logLikelihood += this.listed[i]! * u[i]!;
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
        this.pairs[c]! += inside;
        random -= inside;
      }
      random = Math.max(0, random);
      countsA[a + classes]! += random;
      countsB[b + classes]! += random;
      this.pairs[classes]! += random;
    }
    this.finish();
  }

  /** Probabilities of the classes under the parameters assumed, C lists of length G. */
  weigh(): Float64Array[] {
    const { classes, vectors, visited, top, below } = this;
    const { first, members, halves } = vectors;
    const { logShares: shares } = this;
    this.takeOdds();
    const weights = Array.from({ length: classes }, () => new Float64Array(members.length));
    const part = new Float64Array(classes);
    for (const v of visited) {
      const [a, b] = [halves[0].ofVector[v]! * classes, halves[1].ofVector[v]! * classes];
      let most = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < classes; c++) {
        part[c] = shares[c]! - shares[classes]! + this.halfOdds[0][a + c]! + this.halfOdds[1][b + c]!;
        most = Math.max(most, part[c]!);
      }
      let sum = 0;
      for (let c = 0; c < classes; c++) {
        part[c] = Math.exp(part[c]! - most);
        sum += part[c]!;
      }
      const odds = Math.exp(Math.min(CERTAIN, most + top[v]!)) * sum;
      for (let i = first[v]!; i < first[v + 1]!; i++) {
        const own = odds * below[i]!;
        const inside = own / (1 + own) / sum;
        for (let c = 0; c < classes; c++) weights[c]![members[i]!] = inside * part[c]!;
      }
    }
    return weights;
  }

  /** Sets `top` and `below`; answers with Σ n log d over the vectors looked at. */
  private takeDependence(logDependence: Float64Array): number {
    const { first, members, counts } = this.vectors;
    let sum = 0;
    for (const v of this.visited) {
      let most = Number.NEGATIVE_INFINITY;
      for (let i = first[v]!; i < first[v + 1]!; i++) {
        const log = logDependence[members[i]!]!;
        most = Math.max(most, -log);
        sum += counts[i]! * log;
      }
      this.top[v] = most;
      for (let i = first[v]!; i < first[v + 1]!; i++)
        this.below[i] = Math.exp(-logDependence[members[i]!]! - most);
    }
    return sum;
  }

  private takeOdds(): void {
    const { classes, vectors, logLevels } = this;
    const random = logLevels[classes]!;
    const ratios = new Float64Array(random.length);
    for (let c = 0; c < classes; c++) {
      const of = logLevels[c]!;
      for (let i = 0; i < ratios.length; i++) ratios[i] = of[i]! - random[i]!;
      vectors.halves.forEach((half, side) => {
        sumHalves(half, ratios, this.halfOdds[side]!, classes, c);
      });
    }
  }

  private begin(): void {
    this.pairs.fill(0);
    for (const counts of this.halfCounts) counts.fill(0);
  }

  private finish(): void {
    this.levels.forEach((to, c) => {
      to.fill(0);
      this.vectors.halves.forEach((half, side) => {
        spreadHalves(half, this.halfCounts[side]!, this.classes + 1, c, to);
      });
    });
  }
}

function everyIndex(size: number): Int32Array {
  const indices = new Int32Array(size);
  for (let i = 0; i < size; i++) indices[i] = i;
  return indices;
}
