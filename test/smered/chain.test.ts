/** Where a chain is, whatever it began with. */
import { describe, expect, test } from 'vitest';
import { categoricalLikelihood } from '../../src/vb/categorical.ts';
import { allPairs } from '../partition/partitions.ts';
import { CHANCE, drawnAgainst, LACKING, type Records, startedChain } from './exact-chain.ts';
import { few, overK, posterior } from './exact-posterior.ts';

const ROWS = [
  ['a', 'x'],
  ['a', 'x'],
  ['b', 'y'],
  ['a', null],
  ['c', 'y'],
  ['b', 'x'],
];
const A = 0.5;
const it = few(ROWS, A);
const records: Records = { ...it, edges: allPairs(6) };
const likelihood = categoricalLikelihood(it.columns, A, 'uniform');

describe('a chain at a given K', () => {
  test.each([
    ['all pairs candidates', records],
    ['few pairs candidates', { ...records, edges: LACKING }],
  ])('goes down to it where it begins with more individuals: %s', (name, own) => {
    const K = 3;
    const chain = startedChain(own, likelihood, undefined, { K, isFixed: true, seed: 1 });
    expect(chain.K).toBe(6);
    const path = Array.from({ length: 200 }, () => {
      chain.sweep();
      return chain.K;
    });
    expect(path.at(-1)).toBe(K);
    path.forEach((now, i) => {
      expect(now).toBeLessThanOrEqual(path[i - 1] ?? 6);
    });
    expect(drawnAgainst(name, chain, overK(posterior(it, [K]))).deviate).toBeLessThan(CHANCE);
  });
});

describe('a chain with K learned', () => {
  test('begins at the highest K there can be where it is given a higher one', () => {
    const chain = startedChain(records, likelihood, undefined, { K: 1e9, isFixed: false, seed: 1 });
    expect(chain.K).toBe(360);
    const Ks = Array.from({ length: 200 }, () => {
      chain.sweep();
      expect(chain.K).toBeGreaterThanOrEqual(chain.individuals.occupied);
      return chain.K;
    });
    expect(Math.max(...Ks)).toBeLessThanOrEqual(360);
    expect(new Set(Ks).size).toBeGreaterThan(50);
  });
});
