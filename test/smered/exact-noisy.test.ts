/** That draws of the noisy model, with charges on the edges, have its exact posterior. */
import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/compare/comparison.ts';
import type { Rarity } from '../../src/compare/rarity.ts';
import { lgamma } from '../../src/math/gamma.ts';
import type { Column, Table } from '../../src/records/table.ts';
import { noisyLikelihood } from '../../src/vb/noisy.ts';
import { allPairs } from '../partition/partitions.ts';
import {
  CHANCE,
  drawnAgainst,
  IS_SOAK,
  LACKING,
  type Records,
  startedChain,
  valuesOfK,
  weightOf,
} from './exact-chain.ts';
import { type ChargedPair, enumerated, few, overK, strongestForest } from './exact-posterior.ts';

const ROWS = [
  ['a', 'x'],
  ['a', 'x'],
  ['b', 'y'],
  ['a', null],
  ['c', 'y'],
  ['b', 'x'],
];

/** m and u of three levels of the first field and two of the second, the last of each for equal values. */
const LEVELS = [3, 2];
const M = [
  [0.15, 0.25, 0.6],
  [0.3, 0.7],
];
const U = [
  [0.5, 0.2, 0.3],
  [0.45, 0.55],
];
const levelOf = (f: number, a: number, b: number): number =>
  a === b ? LEVELS[f]! - 1 : f === 0 ? (a + b) % 2 : 0;
/** r(y, v), as if rare values were alike for a reason. */
const rarityOf = (f: number, a: number, b: number): number => 1 + 0.3 * ((a * b + f) % 3);

const comparison = { levelCounts: LEVELS, valueLevel: levelOf } as unknown as Comparison;
const rarity = {
  logValueRatio: (f: number, a: number, b: number) => Math.log(rarityOf(f, a, b)),
} as unknown as Rarity;

/** log p of the values that the records of an individual show in one field, term by term as the model has it. */
function logShown(f: number, { codes, counts }: Column, rows: readonly number[]): number {
  const x = rows.map((row) => codes[row]!).filter((value) => value >= 0);
  if (x.length === 0) return 0;
  const present = counts.reduce((sum, count) => sum + count, 0);
  const theta = (v: number): number => counts[v]! / present;
  const mTop = M[f]!.at(-1)!;
  const c = (1 - mTop) / mTop;
  const times = (v: number): number => x.filter((value) => value === v).length;
  const base = (v: number, y: number): number => {
    const level = levelOf(f, y, v);
    return (theta(v) * rarityOf(f, y, v) * M[f]![level]!) / (U[f]![level]! * (1 - mTop));
  };
  let sum = 0;
  for (const y of new Set(x)) {
    let log = Math.log((times(y) / x.length) * theta(y));
    log += lgamma(1 + c) - lgamma(x.length + c) + lgamma(times(y));
    for (const v of new Set(x))
      if (v !== y) log += lgamma(c * base(v, y) + times(v)) - lgamma(c * base(v, y));
    sum += Math.exp(log);
  }
  return Math.log(sum);
}

const charge = (a: number, b: number): number => ((a * b + a + b) % 7) / 3 - 0.5;
/** All but two pairs. */
const MOST = allPairs(6).filter(([a, b]) => a + b !== 5 || a === 2);
const free: Records = { ...few(ROWS, 1), edges: MOST, charge };
const held: Records = { ...few(ROWS, 1, [0, 0, 1, 1, 1, -1]), edges: MOST, charge };

/** Where one individual can have all, K stays near 1 for long, but seldom: only a long run says how often. */
const LONG: [string, Records, number, boolean][] = [
  ['K learned', free, 7, false],
  ['not all pairs candidates, K learned', { ...free, edges: LACKING }, 7, false],
];

describe('draws of the noisy model with charges are from its posterior', () => {
  const cases: [string, Records, number, boolean][] = [
    ['K given', free, 7, true],
    ['few individuals', free, 3, true],
    ...(IS_SOAK ? LONG : []),
    ['not all pairs candidates, K given', { ...free, edges: LACKING }, 7, true],
    ['files without duplicates, K given', held, 6, true],
    ['files without duplicates, K learned', held, 6, false],
    ['files without duplicates, not all pairs candidates', { ...held, edges: LACKING }, 6, true],
    ['files without duplicates, not all pairs candidates, K learned', { ...held, edges: LACKING }, 6, false],
  ];
  test.each(cases)('%s', (name, records, K, isFixed) => {
    const { columns, edges } = records;
    const pairs = edges.map(
      ([a, b]): ChargedPair => ({ rows: [a, b], weight: weightOf(a, b), charge: charge(a, b) }),
    );
    const joint = enumerated(records, valuesOfK({ K, isFixed }, 6), (_, individuals) =>
      individuals.reduce(
        (sum, rows) =>
          columns.reduce((log, column, f) => log + logShown(f, column, rows), sum) -
          strongestForest(rows, pairs),
        0,
      ),
    );
    const probabilities = { m: Float64Array.from(M.flat()), u: Float64Array.from(U.flat()) };
    const likelihood = noisyLikelihood({ columns } as unknown as Table, comparison, probabilities, rarity);
    const from = [0, 1, 0, 1, 2, 2];
    const chain = startedChain(records, likelihood, undefined, { K, isFixed, seed: 1, from });
    const { deviate, time } = drawnAgainst(name, chain, overK(joint));
    expect(time).toBeGreaterThan(0.9);
    expect(deviate).toBeLessThan(CHANCE);
  });
});
