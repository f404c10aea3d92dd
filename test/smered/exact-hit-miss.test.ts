/** That draws of the hit-and-miss model, θ and β drawn with the partition, have its exact posterior. */
import { describe, expect, test } from 'vitest';
import { lgamma } from '../../src/math/gamma.ts';
import type { Column } from '../../src/records/table.ts';
import { HitMissModel } from '../../src/smered/hit-miss-model.ts';
import type { HitMissPrior } from '../../src/smered/hit-miss-parameters.ts';
import { allPairs } from '../partition/partitions.ts';
import {
  CHANCE,
  drawnAgainst,
  IS_SOAK,
  LACKING,
  type Records,
  startedChain,
  valuesOfK,
} from './exact-chain.ts';
import { enumerated, few, overK } from './exact-posterior.ts';

const PRIOR: HitMissPrior = { mu: 0.8, a: 1.5, b: 4 };

const ROWS = [
  ['a', 'x'],
  ['a', 'x'],
  ['b', 'y'],
  ['a', null],
  ['c', 'y'],
  ['b', 'x'],
];

/** Counts of the values that were drawn from θ and of the distorted ones, as the digits of one number. */
const DIGIT = 16;
const ofValue = (value: number): number => DIGIT ** value;
const ofDistortion = (values: number): number => DIGIT ** values;

/** How often each y and z̃ of an individual that can have made its values lead to the same counts. */
function latentCounts(x: readonly number[], values: number): Map<number, number> {
  const ways = new Map<number, number>();
  for (let y = 0; y < values; y++)
    for (let distorted = 0; distorted < 2 ** x.length; distorted++) {
      const isDistorted = (i: number): boolean => ((distorted >> i) & 1) === 1;
      if (x.some((value, i) => !isDistorted(i) && value !== y)) continue;
      let key = ofValue(y);
      x.forEach((value, i) => {
        if (isDistorted(i)) key += ofValue(value) + ofDistortion(values);
      });
      ways.set(key, (ways.get(key) ?? 0) + 1);
    }
  return ways;
}

const logBeta = (a: number, b: number): number => lgamma(a) + lgamma(b) - lgamma(a + b);

/** log p(x | z) of one field, θ and β integrated out: Σ over all y and z̃ of p(y, distorted values) p(z̃). */
function logField({ codes, counts }: Column, individuals: readonly number[][], prior: HitMissPrior): number {
  const values = counts.length;
  let ways = new Map([[0, 1]]);
  let cells = 0;
  for (const rows of individuals) {
    const x = rows.map((row) => codes[row]!).filter((value) => value >= 0);
    if (x.length === 0) continue;
    cells += x.length;
    const more = new Map<number, number>();
    for (const [key, count] of latentCounts(x, values))
      for (const [known, times] of ways) more.set(key + known, (more.get(key + known) ?? 0) + count * times);
    ways = more;
  }
  let sum = 0;
  for (const [key, count] of ways) {
    const digits = Array.from({ length: values + 1 }, (_, at) => Math.floor(key / DIGIT ** at) % DIGIT);
    const distorted = digits.pop()!;
    const drawn = digits.reduce((all, n) => all + n, 0);
    let log = lgamma(values * prior.mu) - lgamma(values * prior.mu + drawn);
    for (const n of digits) log += lgamma(prior.mu + n) - lgamma(prior.mu);
    log += logBeta(prior.a + distorted, prior.b + cells - distorted) - logBeta(prior.a, prior.b);
    sum += count * Math.exp(log);
  }
  return Math.log(sum);
}

const free: Records = { ...few(ROWS, 1), edges: allPairs(6) };
const held: Records = { ...few(ROWS, 1, [0, 0, 1, 1, 1, -1]), edges: allPairs(6) };

/** Where one individual can have all, K stays near 1 for long, but seldom: only a long run says how often. */
const LONG: [string, Records, number, boolean][] = [
  ['K learned', free, 7, false],
  ['not all pairs candidates, K learned', { ...free, edges: LACKING }, 7, false],
];

describe('draws of the hit-and-miss model are from its posterior', () => {
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
    const { columns } = records;
    const codes = columns.map((column) => column.codes);
    const joint = enumerated(records, valuesOfK({ K, isFixed }, 6), (_, individuals) =>
      columns.reduce((sum, column) => sum + logField(column, individuals, PRIOR), 0),
    );
    const model = new HitMissModel(columns, codes, PRIOR);
    const from = [0, 1, 0, 1, 2, 2];
    const chain = startedChain(records, model.likelihood, model, { K, isFixed, seed: 1, from });
    const { deviate, time } = drawnAgainst(name, chain, overK(joint));
    expect(time).toBeGreaterThan(0.9);
    expect(deviate).toBeLessThan(CHANCE);
  });
});
