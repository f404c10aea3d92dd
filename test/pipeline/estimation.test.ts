import { describe, expect, test } from 'vitest';
import { levelOffsets, MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { anchoredStart, defaultStart, identifyingStarts } from '../../src/em/start.ts';
import { random } from '../../src/math/random.ts';
import {
  type Estimation,
  estimateFromEvidence,
  type Limits,
  type Material,
} from '../../src/pipeline/estimation.ts';
import { finish } from '../../src/pipeline/steps.ts';
import { type Pair, patternsOf, simulate } from '../em/reference.ts';

/** How the pairs of one kind agree: for each column the shares of its levels. */
type Kind = number[][];

const MATCH: Kind = [
  [0.05, 0.05, 0.9],
  [0.05, 0.05, 0.9],
  [0.02, 0.08, 0.9],
  [0.1, 0.9],
  [0.1, 0.05, 0.85],
  [0.05, 0.95],
];
/** Wife and husband: surname, street and town, not first name and birth. */
const HOUSEHOLD: Kind = [
  [0.97, 0.02, 0.01],
  [0.05, 0.05, 0.9],
  [0.97, 0.029, 0.001],
  [0.02, 0.98],
  [0.02, 0.03, 0.95],
  [0.6, 0.4],
];
/** Namesakes: both names, nothing else. */
const NAMESAKE: Kind = [
  [0.02, 0.08, 0.9],
  [0.02, 0.08, 0.9],
  [0.995, 0.004, 0.001],
  [0.95, 0.05],
  [0.98, 0.01, 0.01],
  [0.9, 0.1],
];
const RANDOM: Kind = [
  [0.98, 0.015, 0.005],
  [0.99, 0.008, 0.002],
  [0.995, 0.004, 0.001],
  [0.95, 0.05],
  [0.98, 0.015, 0.005],
  [0.9, 0.1],
];
const LEVELS = RANDOM.map((levels) => levels.length);
const NAMES = ['first', 'surname', 'born', 'town', 'street', 'area'];

/** So many pairs of each kind, a share of the comparisons missing. */
function pairsOf(numbers: readonly (readonly [Kind, number])[], seed: number, missing = 0.05): Pair[] {
  const r = random(seed);
  return numbers.flatMap(([m, count]) => simulate(count, { prior: 1, m, u: m }, missing, r).pairs);
}

function levelCounts({ levels, counts, levelCounts, size }: Patterns): Float64Array {
  const offsets = levelOffsets(levelCounts);
  const sums = new Float64Array(offsets.at(-1)!);
  for (let g = 0; g < size; g++)
    levelCounts.forEach((_, f) => {
      const level = levels[g * levelCounts.length + f]!;
      if (level !== MISSING) sums[offsets[f]! + level]! += counts[g]!;
    });
  return sums;
}

/** The pairs as material: those listed as candidates, one in so many of the others as the sample. */
function material(pairs: Pair[], isListed: (pair: Pair) => boolean = () => true, oneIn = 20): Material {
  const patterns = patternsOf(pairs.filter(isListed), LEVELS);
  const others = pairs.filter((pair) => !isListed(pair));
  return {
    names: NAMES,
    evidence: {
      ...{ patterns, logRarity: new Float64Array(patterns.size) },
      ...{ left: new Int32Array(), right: new Int32Array(), pattern: new Int32Array() },
      ...{ dropped: patterns.counts, compared: pairs.length - others.length, byRule: new Float64Array(1) },
    },
    others: {
      patterns: patternsOf(
        others.filter((_, i) => i % oneIn === 0),
        LEVELS,
      ),
      scale: oneIn,
    },
    crossProduct: levelCounts(patternsOf(pairs, LEVELS)),
    totalPairs: pairs.length,
  };
}

const estimate = (given: Material, limits?: Limits): Estimation =>
  finish(estimateFromEvidence(given, limits));

const matchesOf = (estimation: Estimation) => estimation.estimates.best.matches;

describe('the classes of pairs', () => {
  test('are two where all that is too alike for chance is the same', () => {
    const numbers = [
      [MATCH, 500],
      [RANDOM, 200_000],
    ] as const;
    const estimation = estimate(material(pairsOf(numbers, 1)));
    expect(estimation.related?.pairs ?? 0).toBeLessThan(10);
    expect(estimation.held).toBe(false);
    expect(Math.abs(matchesOf(estimation) - 500)).toBeLessThan(15);
    expect(estimation.coherence).toBeGreaterThan(0.9);
    expect(estimation.dependence).toEqual([]);
    expect(estimation.estimates.best.converged).toBe(true);
  });

  test.each([
    ['few', 120],
    ['as many', 500],
    ['many', 4000],
  ])('are three where %s pairs share a household', (_, households) => {
    const numbers = [
      [MATCH, 500],
      [HOUSEHOLD, households],
      [RANDOM, 200_000],
    ] as const;
    const estimation = estimate(material(pairsOf(numbers, 2)));
    expect(estimation.held).toBe(false);
    expect(Math.abs(matchesOf(estimation) - 500)).toBeLessThan(25);
    expect(Math.abs(estimation.related!.pairs / households - 1)).toBeLessThan(0.25);
    expect(estimation.coherence).toBeGreaterThan(0.85);
    expect(estimation.related!.coherence).toBeLessThan(0.6);
  });

  test('are found from candidates and a sample of the others as well', () => {
    const numbers = [
      [MATCH, 500],
      [HOUSEHOLD, 500],
      [RANDOM, 200_000],
    ] as const;
    // Listed: equal surnames, or equal first names.
    const isListed = ({ levels }: Pair) => levels[1] === 2 || levels[0] === 2;
    const all = pairsOf(numbers, 3);
    const listed = material(all, isListed);
    expect(listed.evidence.compared).toBeLessThan(5000);
    const estimation = estimate(listed);
    const reachable = 500 * (1 - (1 - 0.95 * 0.9) ** 2);
    expect(Math.abs(matchesOf(estimation) / reachable - 1)).toBeLessThan(0.06);
  });

  test.each([
    ['households', [[HOUSEHOLD, 600]]],
    ['namesakes', [[NAMESAKE, 600]]],
    [
      'households and namesakes',
      [
        [HOUSEHOLD, 600],
        [NAMESAKE, 300],
      ],
    ],
  ] satisfies [string, [Kind, number][]][])('hold no matches where there are only %s', (_, kinds) => {
    const estimation = estimate(material(pairsOf([...kinds, [RANDOM, 200_000]], 4)));
    expect(matchesOf(estimation)).toBeLessThan(6);
    expect(estimation.related!.pairs).toBeGreaterThan(200);
  });

  test('hold the few matches among many households and namesakes, and say that m was assumed', () => {
    const numbers = [
      [MATCH, 25],
      [HOUSEHOLD, 600],
      [NAMESAKE, 300],
      [RANDOM, 200_000],
    ] as const;
    const estimation = estimate(material(pairsOf(numbers, 5)));
    expect(Math.abs(matchesOf(estimation) - 25)).toBeLessThan(8);
    expect(estimation.coherence).toBeGreaterThan(0.7);
    expect(estimation.held).toBe(estimation.warnings[0]?.code === 'm_held');
  });
});

describe('dependence between columns', () => {
  /** Towns that have one area code each: pairs of one town are mostly of one area. */
  const neighbours: Kind = RANDOM.with(3, [0.01, 0.99]).with(5, [0.03, 0.97]);

  test('is found and does not make matches of neighbours', () => {
    const numbers = [
      [MATCH, 500],
      [neighbours, 10_000],
      [RANDOM, 190_000],
    ] as const;
    const estimation = estimate(material(pairsOf(numbers, 6)));
    expect(estimation.dependence.map(({ fields }) => fields)).toEqual([[3, 5]]);
    expect(estimation.dependence[0]!.bothEqual).toBeGreaterThan(3);
    expect(Math.abs(matchesOf(estimation) - 500)).toBeLessThan(20);
  });

  test('weighs in the match weights: both columns together say less than each alone added up', () => {
    const numbers = [
      [MATCH, 500],
      [neighbours, 10_000],
      [RANDOM, 190_000],
    ] as const;
    const given = material(pairsOf(numbers, 7, 0));
    const { matchWeights, estimates, dependence } = estimate(given);
    const { m, u } = estimates.best.parameters;
    const offsets = levelOffsets(LEVELS);
    const { patterns } = given.evidence;
    for (let g = 0; g < patterns.size; g++) {
      const levels = patterns.levels.subarray(g * 6, g * 6 + 6);
      let sum = 0;
      levels.forEach((level, f) => {
        sum += Math.log2(m[offsets[f]! + level]! / u[offsets[f]! + level]!);
      });
      const ratio = dependence[0]!.ratios[levels[3]! * 2 + levels[5]!]!;
      expect(matchWeights[g]).toBeCloseTo(sum - Math.log2(ratio), 8);
    }
  });
});

describe('whatever there is to estimate from', () => {
  test('no pairs give no NaN', () => {
    const estimation = estimate(material([]));
    const { prior, m, u } = estimation.estimates.best.parameters;
    for (const p of [prior, ...m, ...u]) expect(p >= 0 && p <= 1).toBe(true);
    expect(matchesOf(estimation)).toBe(0);
    expect(estimation.warnings.map(({ code }) => code)).toEqual(['no_pairs']);
  });

  test('no iteration leaves the start as it is', () => {
    const given = material(pairsOf([[MATCH, 50] as const, [RANDOM, 5000] as const], 8));
    const estimation = estimate(given, { maxIterations: 0 });
    expect(estimation.estimates.best.iterations).toBe(0);
    expect(estimation.related).toBeUndefined();
    const options = { totalPairs: given.totalPairs, background: new Float64Array(16) };
    const starts = [defaultStart, anchoredStart, identifyingStarts].flatMap(
      (start) => start(given.evidence.patterns, options) ?? [],
    );
    expect(starts.map((start) => start.m)).toContainEqual(estimation.estimates.best.parameters.m);
  });

  test('an iteration cap is heeded and told', () => {
    const given = material(pairsOf([[MATCH, 50] as const, [RANDOM, 5000] as const], 9));
    const { warnings, estimates } = estimate(given, { maxIterations: 2 });
    expect(estimates.best.iterations).toBeLessThanOrEqual(2);
    expect(warnings.map(({ code }) => code)).toContain('iteration_cap');
  });
});
