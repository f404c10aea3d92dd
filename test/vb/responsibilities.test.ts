import { describe, expect, test } from 'vitest';
import {
  entropy,
  hardResponsibilities,
  mostProbable,
  type Responsibilities,
  UNASSIGNED,
  updateRow,
} from '../../src/vb/responsibilities.ts';
import { allIndividuals } from '../../src/vb/responsibilities-candidates.ts';

const rows = (alike: number, ...phi: number[][]): Responsibilities => {
  const width = phi[0]!.length;
  const named = alike > 0 ? width - 1 : width;
  return {
    ...allIndividuals(phi.length, named, named + alike),
    probabilities: Float64Array.from(phi.flat()),
  };
};

describe('hard responsibilities', () => {
  test('put each record in its individual, and unassigned records nowhere', () => {
    const { probabilities } = hardResponsibilities(allIndividuals(3, 2, 5), Int32Array.of(1, UNASSIGNED, 2));
    expect([...probabilities]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('refuse an individual that is no candidate', () => {
    const candidates = {
      offsets: Int32Array.of(0, 1, 3),
      individuals: Int32Array.of(1, 1, 0),
      named: 2,
      alike: 0,
    };
    expect([...hardResponsibilities(candidates, Int32Array.of(1, 0)).probabilities]).toEqual([1, 0, 1]);
    expect(() => hardResponsibilities(candidates, Int32Array.of(0, 0))).toThrow(
      'individual 0 is no candidate of record 0',
    );
  });
});

describe('the most probable individual', () => {
  test('is the lowest number among equals', () => {
    expect([...mostProbable(rows(0, [0.2, 0.4, 0.4], [0.1, 0.2, 0.7]))]).toEqual([1, 2]);
    const reversed = { ...rows(0, [0.4, 0.4, 0.2]), individuals: Int32Array.of(2, 0, 1) };
    expect([...mostProbable(reversed)]).toEqual([0]);
  });

  test('is one of those held together only where each of them alone is more probable', () => {
    expect([...mostProbable(rows(4, [0.2, 0.8], [0.1, 0.9], [0.25, 0.75]))]).toEqual([0, 1, 0]);
  });
});

test('the entropy counts every one of the individuals held together', () => {
  expect(entropy(rows(0, [0.5, 0.5], [1, 0]))).toBeCloseTo(Math.LN2, 14);
  expect(entropy(rows(3, [0.25, 0.75]))).toBeCloseTo(Math.log(4), 14);
});

describe('the φ step', () => {
  const step = (phi: Responsibilities, scores: number[], temperature: number) => {
    updateRow(phi, Float64Array.from(scores), 0, temperature);
    return [...phi.probabilities];
  };

  test('normalises the exponentials of the scores, however low they are', () => {
    const [a, b, c] = step(rows(0, [0, 0, 0]), [-2000, -2000 + Math.log(3), -9000], 1);
    expect([a, b, c]).toEqual([expect.closeTo(0.25, 12), expect.closeTo(0.75, 12), 0]);
  });

  test('flattens them by the temperature', () => {
    expect(step(rows(0, [0, 0]), [0, Math.log(9)], 2)[1]).toBeCloseTo(0.75, 14);
  });

  test('gives individuals held together the mass of all of them', () => {
    expect(step(rows(6, [0, 0]), [Math.log(2), 0], 1)[1]).toBeCloseTo(6 / 8, 14);
  });

  test('leaves other rows alone', () => {
    const phi = rows(0, [0, 0], [0.3, 0.7]);
    updateRow(phi, Float64Array.of(1, 1, 5, 5), 0, 1);
    expect([...phi.probabilities]).toEqual([0.5, 0.5, 0.3, 0.7]);
  });
});
