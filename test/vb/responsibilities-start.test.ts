import { describe, expect, test } from 'vitest';
import { random } from '../../src/math/random.ts';
import { mostProbable, UNASSIGNED } from '../../src/vb/responsibilities.ts';
import { allIndividuals, graphIndividuals } from '../../src/vb/responsibilities-candidates.ts';
import { firstResponsibilities, isRandom } from '../../src/vb/responsibilities-start.ts';

const inOrder = (size: number) => Int32Array.from({ length: size }, (_, r) => r);
const pair = { starts: Int32Array.of(0, 1, 2, 2), neighbours: Int32Array.of(1, 0) };

describe('one record per individual', () => {
  test('holds the K − N that stay empty as one', () => {
    const first = firstResponsibilities('one-each', inOrder(4), 100, undefined, random(1));
    expect([...mostProbable(first)]).toEqual([0, 1, 2, 3]);
    expect([first.named, first.alike, first.individuals.length]).toEqual([4, 96, 20]);
  });

  test('leaves N − K records, another choice for another seed, to the first φ step', () => {
    const left = (seed: number) =>
      mostProbable(firstResponsibilities('one-each', inOrder(40), 37, undefined, random(seed)));
    const assigned = [...left(1)].filter((k) => k !== UNASSIGNED);
    expect(assigned.toSorted((a, b) => a - b)).toEqual([...inOrder(37)]);
    expect(left(1)).toEqual(left(1));
    expect(left(2)).not.toEqual(left(1));
  });

  test('is where the owners of given candidates start', () => {
    const candidates = graphIndividuals(pair, 2);
    const first = firstResponsibilities('one-each', inOrder(3), 2, candidates, random(1));
    expect([...mostProbable(first)]).toEqual([UNASSIGNED, 0, 1]);
    expect(() =>
      firstResponsibilities('one-each', inOrder(3), 3, allIndividuals(3, 3, 3), random(1)),
    ).toThrow('do not say which record owns which');
  });
});

describe('a random start', () => {
  test('draws from all K alike, and numbers those drawn in their order', () => {
    const first = firstResponsibilities('random', inOrder(2000), 4, undefined, random(1));
    const assignment = mostProbable(first);
    for (let k = 0; k < 4; k++) {
      // Five standard deviations of a binomial count.
      const count = assignment.filter((other) => other === k).length;
      expect(Math.abs(count - 500)).toBeLessThan(5 * Math.sqrt(375));
    }
    const large = firstResponsibilities('random', inOrder(10), 1e6, undefined, random(1));
    expect([...mostProbable(large)]).toEqual([...inOrder(10)]);
    expect(large.alike).toBe(1e6 - 10);
  });

  test('draws from the candidates that there are', () => {
    const candidates = graphIndividuals(pair, 3);
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const first = firstResponsibilities('random', inOrder(3), 3, candidates, random(seed));
      seen.add(mostProbable(first).join(''));
    }
    expect([...seen].sort()).toEqual(['002', '012', '102', '112']);
  });

  test('draws for the records in the order it is given', () => {
    const drawn = (order: number[]) =>
      mostProbable(firstResponsibilities('random', Int32Array.from(order), 3, undefined, random(9)));
    const straight = drawn([0, 1, 2, 3, 4]);
    const turned = drawn([4, 2, 0, 1, 3]);
    expect([4, 2, 0, 1, 3].map((r) => turned[r])).toEqual([...straight]);
  });
});

describe('a given start', () => {
  test('keeps its numbers, and holds those beyond the greatest as one', () => {
    const start = { assignment: Int32Array.of(2, UNASSIGNED, 0) };
    const first = firstResponsibilities(start, inOrder(3), 5, undefined, random(1));
    expect([...mostProbable(first)]).toEqual([2, UNASSIGNED, 0]);
    expect([first.named, first.alike]).toEqual([3, 2]);
    expect(() => firstResponsibilities(start, inOrder(3), 2, undefined, random(1))).toThrow(
      'individual 2 exceeds K = 2',
    );
  });

  test('of responsibilities is copied', () => {
    const responsibilities = { ...allIndividuals(1, 2, 2), probabilities: Float64Array.of(0.5, 0.5) };
    const first = firstResponsibilities({ responsibilities }, inOrder(1), 2, undefined, random(1));
    first.probabilities[0] = 9;
    expect(responsibilities.probabilities[0]).toBe(0.5);
  });
});

test('only a start that draws is random', () => {
  const assignment = { assignment: Int32Array.of(0) };
  expect(isRandom('random', 5, 9, undefined)).toBe(true);
  expect(isRandom('one-each', 5, 4, undefined)).toBe(true);
  expect(isRandom('one-each', 5, 5, undefined)).toBe(false);
  expect(isRandom('one-each', 5, 4, graphIndividuals(pair, 3))).toBe(false);
  expect(isRandom(assignment, 1, 9, undefined)).toBe(false);
});
