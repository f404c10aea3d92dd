import { expect, test } from 'vitest';
import { candidateGraph } from '../../src/partition/candidate-graph.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import type { FieldCounts } from '../../src/partition/likelihood.ts';
import { Moving } from '../../src/vb/moving.ts';
import { driven } from '../partition/partitions.ts';
import { columnar } from './random-pairs.ts';

const LABELS = { merge: () => 0, split: () => 0, most: Number.POSITIVE_INFINITY };
const [A, B] = [0, 1];

/** Two different values are worth 1, three times the same value 5 more. */
function logMarginal(_: number, { counts, at, distinct }: FieldCounts): number {
  const isThrice = counts.subarray(at, at + distinct).some((n) => n >= 3);
  return distinct - 1 + (isThrice ? 5 : 0);
}

/** Record 0 (A) is with record 1 (B) and could go to 2 (A), which 3 (A) may join, or not. */
function begin() {
  let asked = 0;
  const individuals = new Individuals(5, [Int32Array.of(A, B, A, A, B)], { fields: 1, logMarginal });
  const logWithout = individuals.logWithout.bind(individuals);
  individuals.logWithout = (individual, row) => {
    asked++;
    return logWithout(individual, row);
  };
  individuals.merge(0, 1);
  const pair = (left: number, right: number) => ({ left, right, weight: 0, ratio: 0, charge: 0 });
  const graph = candidateGraph(5, columnar([pair(0, 1), pair(0, 2), pair(3, 4)]));
  const moving = new Moving(individuals, graph);
  const move = () => {
    asked = 0;
    return { gain: driven(moving.run(LABELS)), asked };
  };
  return { individuals, move };
}

test('a record that stayed is tried again when a place it could go to has changed', () => {
  const { individuals, move } = begin();
  expect(move().gain).toBe(0);
  individuals.merge(2, 3);
  expect(move().gain).toBe(4);
  expect([...individuals.of]).toEqual([2, 0, 2, 2, 4]);
});

test('it is tried again when its own individual has changed', () => {
  const { individuals, move } = begin();
  expect(move().gain).toBe(0);
  individuals.move(3, 0, 0, individuals.logWith(0, 3));
  individuals.move(4, 2, 0, individuals.logWith(2, 4));
  const before = individuals.logLikelihood();
  const { gain, asked } = move();
  expect(asked).toBeGreaterThan(0);
  expect(gain).toBeCloseTo(individuals.logLikelihood() - before, 12);
});

test('it is not tried again before anything near it has changed', () => {
  const { individuals, move } = begin();
  expect(move().asked).toBeGreaterThan(0);
  expect(move()).toEqual({ gain: 0, asked: 0 });
  individuals.merge(4, 3);
  // Only the two that are in company anew are tried.
  const { asked } = move();
  expect(asked).toBeGreaterThan(0);
  expect(move()).toEqual({ gain: 0, asked: 0 });
});
