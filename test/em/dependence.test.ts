import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MISSING, type Patterns } from '../../src/compare/patterns.ts';
import { type Dependence, findDependence, logDependence } from '../../src/em/dependence.ts';
import { type Random, random } from '../../src/math/random.ts';
import { distribution, type Pair, patternsOf } from './reference.ts';

/** Patterns that are all non-matches, one pair of which stands for `scale`. */
const nonMatches = (patterns: Patterns, scale = 1) => ({
  ...{ patterns, scale },
  probability: new Float64Array(patterns.size).fill(1),
});

function draw(p: readonly number[], r: Random): number {
  let rest = r.next();
  for (let i = 0; i < p.length; i++) {
    rest -= p[i]!;
    if (rest < 0) return i;
  }
  return p.length - 1;
}

/** City and postcode, say: equal together ten times as often as chance. Rows are the first column's levels. */
const JOINT = [
  [0.88, 0.02, 0.01],
  [0.03, 0.02, 0.01],
  [0.01, 0.005, 0.015],
];
const OF_ROW = JOINT.map((row) => row.reduce((a, b) => a + b));
const OF_COLUMN = JOINT[0]!.map((_, b) => JOINT.reduce((sum, row) => sum + row[b]!, 0));

/** Pairs of non-matches: two columns that depend as JOINT says, and a third that does not. */
function simulate(n: number, r: Random, missing = 0): Pair[] {
  return Array.from({ length: n }, () => {
    const cell = draw(JOINT.flat(), r);
    const levels: (number | null)[] = [Math.floor(cell / 3), cell % 3, draw([0.7, 0.3], r)];
    return { levels: levels.map((level) => (r.next() < missing ? null : level)), weight: 1 };
  });
}
const LEVELS = [3, 3, 2];

/** The ratio of two columns by definition, without shrinking. */
const ratio = (a: number, b: number): number => JOINT[a]![b]! / (OF_ROW[a]! * OF_COLUMN[b]!);

describe('dependence among non-matches', () => {
  test.each([0, 0.2])('is found with its ratios, a share of %d missing', (missing) => {
    const pairs = simulate(200_000, random(1), missing);
    const [edge, ...others] = findDependence(LEVELS, [nonMatches(patternsOf(pairs, LEVELS))]);
    expect(others).toHaveLength(0);
    expect(edge!.fields).toEqual([0, 1]);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const cellPairs = 200_000 * (1 - missing) ** 2 * JOINT[a]![b]!;
        const error = Math.abs(edge!.ratios[3 * a + b]! / ratio(a, b) - 1);
        expect(error).toBeLessThan(5 * Math.sqrt(3 / cellPairs));
      }
    expect(edge!.bothEqual).toBe(edge!.ratios[8]);
    const information = JOINT.flatMap((row, a) => row.map((p, b) => p * Math.log(ratio(a, b))));
    expect(edge!.information).toBeCloseTo(
      information.reduce((x, y) => x + y),
      2,
    );
  });

  test('is not found between independent columns', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const r = random(seed);
      const levelCounts = [2, 3, 4, 2];
      const u = levelCounts.map((count) => distribution(count, r));
      const pairs = Array.from({ length: 20_000 }, () => ({ levels: u.map((p) => draw(p, r)), weight: 1 }));
      expect(findDependence(levelCounts, [nonMatches(patternsOf(pairs, levelCounts))])).toEqual([]);
    }
  });

  test('takes pairs at their probability to be no match', () => {
    const r = random(3);
    const pairs = simulate(50_000, r);
    // As many matches, which agree on everything, are known for what they are.
    const matches: Pair = { levels: [2, 2, 1], weight: 50_000 };
    const patterns = patternsOf([...pairs, matches], LEVELS);
    const alone = patternsOf(pairs, LEVELS);
    const probability = Float64Array.from({ length: patterns.size }, (_, g) => {
      const equal = [0, 1, 2].every((f) => patterns.levels[3 * g + f] === [2, 2, 1][f]);
      return equal ? 1 - 50_000 / patterns.counts[g]! : 1;
    });
    const [edge] = findDependence(LEVELS, [{ patterns, scale: 1, probability }]);
    const [wanted] = findDependence(LEVELS, [nonMatches(alone)]);
    edge!.ratios.forEach((value, cell) => {
      expect(value).toBeCloseTo(wanted!.ratios[cell]!, 8);
    });
  });

  test('is estimated without bias from complete candidates and a sample of the others', () => {
    const rounds = 20;
    const mean = new Float64Array(9);
    for (let round = 0; round < rounds; round++) {
      const r = random(100 + round);
      const pairs = simulate(60_000, r);
      // Candidates agree on the first column or, once in two, on the second.
      const isCandidate = pairs.map(({ levels }) => levels[0] === 2 || (levels[1] === 2 && r.next() < 0.5));
      const candidates = pairs.filter((_, i) => isCandidate[i]);
      const sampled = pairs.filter((_, i) => !isCandidate[i] && r.next() < 0.25);
      const parts = [
        nonMatches(patternsOf(candidates, LEVELS)),
        nonMatches(patternsOf(sampled, LEVELS), (pairs.length - candidates.length) / sampled.length),
      ];
      const edge = findDependence(LEVELS, parts).find(({ fields }) => fields.join() === '0,1');
      edge!.ratios.forEach((value, cell) => {
        mean[cell]! += value / rounds;
      });
    }
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) expect(Math.abs(mean[3 * a + b]! / ratio(a, b) - 1)).toBeLessThan(0.03);
  });

  test('needs more than a handful of pairs', () => {
    const few: Pair[] = [
      { levels: [1, 1], weight: 10 },
      { levels: [1, 0], weight: 90 },
      { levels: [0, 1], weight: 90 },
      { levels: [0, 0], weight: 9810 },
    ];
    expect(findDependence([2, 2], [nonMatches(patternsOf(few, [2, 2]))])).toEqual([]);
    const many = few.map(({ levels, weight }) => ({ levels, weight: 10 * weight }));
    expect(findDependence([2, 2], [nonMatches(patternsOf(many, [2, 2]))])).toHaveLength(1);
    // Ten pairs that each stand for ten are no more than ten.
    expect(findDependence([2, 2], [nonMatches(patternsOf(few, [2, 2]), 10)])).toEqual([]);
  });

  test('may be fewer joint agreements than chance', () => {
    const exclusive: Pair[] = [
      { levels: [1, 1], weight: 10 },
      { levels: [1, 0], weight: 1990 },
      { levels: [0, 1], weight: 1990 },
      { levels: [0, 0], weight: 6010 },
    ];
    const [edge] = findDependence([2, 2], [nonMatches(patternsOf(exclusive, [2, 2]))]);
    expect(edge!.bothEqual).toBeCloseTo(11 / 401, 12);
  });

  test('is nothing where nothing is compared', () => {
    const none = patternsOf([], [2, 2]);
    expect(findDependence([2, 2], [nonMatches(none)])).toEqual([]);
    expect(findDependence([2, 2], [])).toEqual([]);
    const missing = patternsOf([{ levels: [null, 1], weight: 100 }], [2, 2]);
    expect(findDependence([2, 2], [nonMatches(missing)])).toEqual([]);
    const matches = { patterns: patternsOf([{ levels: [1, 1], weight: 100 }], [2, 2]), scale: 1 };
    expect(findDependence([2, 2], [{ ...matches, probability: Float64Array.of(0) }])).toEqual([]);
  });
});

/** Non-matches of F binary columns, each of which copies a hidden coin with a fidelity of its own. */
function copies(fidelity: readonly number[], n: number, r: Random): Pair[] {
  return Array.from({ length: n }, () => {
    const hidden = r.next() < 0.05 ? 1 : 0;
    const levels = fidelity.map((p) => (r.next() < p ? hidden : r.next() < 0.05 ? 1 : 0));
    return { levels, weight: 1 };
  });
}

/** The edge of two columns when only they are looked at. */
function edgeOf(pairs: Pair[], f: number, g: number): Dependence | undefined {
  const two = pairs.map(({ levels, weight }) => ({ levels: [levels[f]!, levels[g]!], weight }));
  return findDependence([2, 2], [nonMatches(patternsOf(two, [2, 2]))])[0];
}

/** Whether edges over F columns have no circle. */
function isForest(edges: readonly (readonly [number, number])[], fields: number): boolean {
  const group = Array.from({ length: fields }, (_, f) => f);
  return edges.every(([f, g]) => {
    const [from, to] = [group[f]!, group[g]!];
    group.forEach((of, i) => {
      if (of === from) group[i] = to;
    });
    return from !== to;
  });
}

test('the forest has no circle and of all forests the most information', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 0.5, 0.7, 0.9), { minLength: 3, maxLength: 5 }),
      fc.nat(),
      (fidelity, seed) => {
        const pairs = copies(fidelity, 5000, random(seed));
        const levelCounts = fidelity.map(() => 2);
        const forest = findDependence(levelCounts, [nonMatches(patternsOf(pairs, levelCounts))]);
        const all: { fields: [number, number]; information: number }[] = [];
        for (let f = 0; f < fidelity.length; f++)
          for (let g = f + 1; g < fidelity.length; g++) {
            const edge = edgeOf(pairs, f, g);
            if (edge) all.push({ fields: [f, g], information: edge.information });
          }
        let most = 0;
        for (let chosen = 0; chosen < 1 << all.length; chosen++) {
          const some = all.filter((_, i) => (chosen >> i) & 1);
          const is = isForest(
            some.map(({ fields }) => fields),
            fidelity.length,
          );
          if (is)
            most = Math.max(
              most,
              some.reduce((sum, { information }) => sum + information, 0),
            );
        }
        expect(
          isForest(
            forest.map(({ fields }) => fields),
            fidelity.length,
          ),
        ).toBe(true);
        expect(forest.reduce((sum, { information }) => sum + information, 0)).toBeCloseTo(most, 10);
      },
    ),
    { numRuns: 40 },
  );
});

describe('the log of the joint u over the product', () => {
  const edge: Dependence = {
    fields: [0, 2],
    ratios: Float64Array.of(1, 0.5, 0.25, 8),
    information: 0.1,
    bothEqual: 8,
  };

  test('is the ratio of the two levels, nothing where one is missing', () => {
    const patterns = patternsOf(
      [
        [0, 0, 0],
        [0, 1, 1],
        [1, 0, 0],
        [1, null, 1],
        [null, 1, 1],
        [1, 1, null],
      ].map((levels) => ({ levels, weight: 1 })),
      [2, 2, 2],
    );
    expect([...logDependence(patterns, [edge])]).toEqual([
      0,
      Math.log(0.5),
      Math.log(0.25),
      Math.log(8),
      0,
      0,
    ]);
    expect([...logDependence(patterns, [])]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('adds up over the edges, each with its own shape', () => {
    const other: Dependence = {
      fields: [1, 2],
      ratios: Float64Array.of(1, 2, 3, 4, 5, 6),
      information: 0.2,
      bothEqual: 6,
    };
    const patterns: Patterns = {
      size: 2,
      levelCounts: [2, 3, 2],
      levels: Uint8Array.of(1, 2, 1, MISSING, 1, 0),
      counts: Float64Array.of(1, 1),
    };
    expect([...logDependence(patterns, [edge, other])]).toEqual([Math.log(8) + Math.log(6), Math.log(3)]);
  });

  test('is a joint distribution: its sum over all levels is 1', () => {
    const patterns = patternsOf(simulate(100_000, random(5)), LEVELS);
    const forest = findDependence(LEVELS, [nonMatches(patterns)]);
    const log = logDependence(patterns, forest);
    const marginal = LEVELS.map((count, f) => {
      const p = new Array<number>(count).fill(0);
      for (let g = 0; g < patterns.size; g++)
        p[patterns.levels[3 * g + f]!]! += patterns.counts[g]! / 100_000;
      return p;
    });
    let sum = 0;
    for (let g = 0; g < patterns.size; g++) {
      const product = marginal.reduce((p, of, f) => p * of[patterns.levels[3 * g + f]!]!, 1);
      sum += product * Math.exp(log[g]!);
    }
    expect(sum).toBeCloseTo(1, 3);
  });
});
