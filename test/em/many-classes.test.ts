import { describe, expect, it } from 'vitest';
import type { Patterns } from '../../src/compare/patterns.ts';
import { coherence } from '../../src/em/coherence.ts';
import { estimateMany, startingMany, takenOut } from '../../src/em/many-classes.ts';
import { sharesAgreed } from '../../src/em/start.ts';

const FIELDS = 8;
const U = 0.01;
/** Probability of agreement in the four fields of a name and the four of an address, and the number of pairs. */
const KINDS = [
  { name: 0.95, address: 0.95, pairs: 1000 },
  { name: 0.95, address: 0.02, pairs: 200 },
  { name: 0.1, address: 0.95, pairs: 400 },
  { name: U, address: U, pairs: 1e6 },
];

/** Every pattern with as many pairs as expected of it. */
function patterns(): Patterns {
  const size = 2 ** FIELDS;
  const levels = new Uint8Array(size * FIELDS);
  const counts = new Float64Array(size);
  for (let g = 0; g < size; g++) {
    for (let f = 0; f < FIELDS; f++) levels[g * FIELDS + f] = (g >> f) & 1;
    for (const { name, address, pairs } of KINDS) {
      let expected = pairs;
      for (let f = 0; f < FIELDS; f++) {
        const agrees = f < FIELDS / 2 ? name : address;
        expected *= levels[g * FIELDS + f] === 1 ? agrees : 1 - agrees;
      }
      counts[g]! += expected;
    }
  }
  return { size, levelCounts: Array.from({ length: FIELDS }, () => 2), levels, counts };
}

const data = patterns();
const total = KINDS.reduce((sum, { pairs }) => sum + pairs, 0);
const u = Float64Array.from({ length: 2 * FIELDS }, (_, i) => (i % 2 === 0 ? 1 - U : U));
const agreed = sharesAgreed(data, u, total);
const options = {
  maxIterations: 1000,
  leastGain: 1e-4,
  ...{
    totalPairs: total,
    background: new Float64Array(2 * FIELDS),
    logDependence: new Float64Array(data.size),
  },
  mPrior: Float64Array.from({ length: 2 * FIELDS }, (_, i) => (i % 2 === 0 ? 0.2 : 0.8)),
  uPrior: new Float64Array(2 * FIELDS).fill(0.5),
};

describe('EM of many classes', () => {
  const start = startingMany(agreed, [0.8, 0.45]);
  const found = estimateMany(data, start, [true, true, false], options);

  it('never lowers the log posterior', () => {
    for (let i = 1; i < found.trace.length; i++)
      expect(found.trace[i]).toBeGreaterThanOrEqual(found.trace[i - 1]! - 1e-6);
    expect(found.converged).toBe(true);
  });

  it('has shares that sum to 1 over the classes of each pattern', () => {
    for (let g = 0; g < data.size; g++) {
      const inside = found.weights.reduce((sum, of) => sum + of[g]!, 0);
      expect(inside).toBeGreaterThanOrEqual(0);
      expect(inside).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('finds as many matches of the first kind as there are', () => {
    expect(Math.abs(found.classes[0]!.pairs / KINDS[0]!.pairs - 1)).toBeLessThan(0.05);
    expect(coherence(data.levelCounts, found.classes[0]!.levels, found.u)).toBeGreaterThan(0.9);
  });
});

it('takes what agrees on a share out of all classes but the first', () => {
  const start = startingMany(agreed, [0.8, 0.3]);
  const [matches, taken, ...others] = takenOut(start, agreed, 0.6);
  expect(matches).toEqual(start[0]);
  agreed.forEach((share, g) => {
    expect(taken![g]).toBe(share >= 0.6 && share < 0.8 ? 1 : 0);
    for (const of of others) if (share >= 0.6) expect(of[g]).toBe(0);
  });
});
