import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { MISSING } from '../../src/compare/patterns.ts';
import { explainPairs, matchProbability, pairWeights } from '../../src/pipeline/explanation.ts';
import { type Linkage, link } from '../../src/pipeline/link.ts';
import type { Mechanism } from '../../src/pipeline/mechanisms.ts';
import { CLASS_WIDTH } from '../../src/pipeline/pair-tally.ts';
import { resolve } from '../../src/pipeline/resolve.ts';
import { NO_VALUE, type Table } from '../../src/records/table.ts';
import { copiesWithErrors } from './error-copies.ts';
import { productFiles } from './products.ts';
import { people, tableOf } from './tables.ts';

/** Left out for two classes without more. */
const PLAIN: Mechanism[] = ['related', 'changed', 'error-repulsion'];

/** Pairs looked at in each case. */
const MOST = 20_000;

interface Run {
  table: Table;
  linkage: Linkage;
}

async function linked(options: Parameters<typeof people>[0], without: Mechanism[] = []): Promise<Run> {
  const table = await tableOf((await people(options)).files);
  return { table, linkage: link(table, { threshold: 0.001, without: new Set(without) }) };
}

describe.each([
  [
    'matches and the rest',
    () => linked({ records: 1500, sample: 0.03 }, PLAIN),
    ({ estimation }: Linkage) => estimation.related === undefined && estimation.errorRepulsion === 0,
  ],
  [
    'no rarity',
    () => linked({ records: 1500, sample: 0.03 }, ['rarity']),
    ({ rarity }: Linkage) => rarity === undefined,
  ],
  [
    'related pairs',
    () => linked({ records: 2000, sample: 1, seed: 2 }),
    ({ estimation }: Linkage) => estimation.related !== undefined,
  ],
  [
    'errors that avoid each other',
    async () => {
      const table = await copiesWithErrors(1, () => 1);
      return { table, linkage: resolve(table).linkage };
    },
    ({ estimation }: Linkage) => estimation.errorRepulsion > 0,
  ],
  [
    'what was learned between the files',
    async () => {
      const table = await tableOf(productFiles({ series: 60 }).files);
      return { table, linkage: resolve(table).linkage };
    },
    ({ isFromBetween }: Linkage) => isFromBetween === true,
  ],
])('a pair explained, with %s,', (_, run, isMeant) => {
  let it: Run;
  beforeAll(async () => {
    it = await run();
  }, 60_000);

  test('is a case of what it is to be', () => {
    expect(isMeant(it.linkage)).toBe(true);
    expect(it.linkage.evidence.left.length).toBeGreaterThan(20);
  });

  test('has the weight and probability that the run gave it', () => {
    const { evidence, weights, probabilities } = it.linkage;
    const [left, right] = [evidence.left.slice(0, MOST), evidence.right.slice(0, MOST)];
    let [ofWeight, ofProbability] = [0, 0];
    for (const [i, pair] of explainPairs(it.linkage, left, right).entries()) {
      const g = evidence.pattern[i]!;
      ofWeight = Math.max(ofWeight, Math.abs(pair.weight - weights[g]!));
      ofProbability = Math.max(ofProbability, Math.abs(pair.probability - probabilities[g]!));
    }
    expect(ofWeight).toBeLessThan(1e-9);
    expect(ofProbability).toBeLessThan(1e-6);
    const alone = pairWeights(it.linkage, left, right);
    expect(alone[7]).toBeCloseTo(weights[evidence.pattern[7]!]!, 9);
  });

  test('has parts that add up to it, each as the parameters say', () => {
    const { table, linkage } = it;
    const { evidence, comparison, parameters, rarity } = linkage;
    for (const pair of explainPairs(linkage, evidence.left.slice(0, 300), evidence.right.slice(0, 300))) {
      let [sum, slot] = [pair.rest, 0];
      table.columns.forEach(({ codes }, f) => {
        const [a, b] = [codes[pair.left]!, codes[pair.right]!];
        const isMissing = a === NO_VALUE || b === NO_VALUE;
        expect(pair.levels[f] === MISSING).toBe(isMissing);
        const level = comparison.fieldLevel(f, pair.left, pair.right);
        const bits = isMissing ? 0 : Math.log2(parameters.m[slot + level]! / parameters.u[slot + level]!);
        const rare = isMissing || !rarity ? 0 : rarity.logValueRatio(f, a, b, level) / Math.LN2;
        expect(pair.ofLevels[f]).toBeCloseTo(bits, 9);
        expect(pair.ofRarity[f]).toBeCloseTo(rare, 9);
        sum += bits + rare;
        slot += comparison.levelCounts[f]!;
      });
      for (const { fields, weight } of pair.ofDependence) {
        expect(fields.every((f) => pair.levels[f] !== MISSING)).toBe(true);
        sum += weight;
      }
      expect(sum).toBeCloseTo(pair.weight, 9);
      expect(matchProbability(pair.weight, pair.priorWeight)).toBe(pair.probability);
    }
  });

  test('is the same from either side, candidate or not', () => {
    const record = fc.nat({ max: it.table.size - 1 });
    fc.assert(
      fc.property(record, record, (a, b) => {
        const [there, back] = explainPairs(it.linkage, [a, b], [b, a]) as [Explained, Explained];
        expect(back.weight).toBeCloseTo(there.weight, 9);
        expect(Number.isFinite(there.weight)).toBe(true);
        expect(there.probability >= 0 && there.probability <= 1).toBe(true);
      }),
    );
  });
});

type Explained = ReturnType<typeof explainPairs>[number];

test('with two classes nothing is left over but the rounding of rarity', async () => {
  const { linkage } = await linked({ records: 1500, sample: 0.03 }, PLAIN);
  const [left, right] = [linkage.evidence.left, linkage.evidence.right].map((rows) => rows.slice(0, MOST));
  const rest = explainPairs(linkage, left!, right!).reduce(
    (most, it) => Math.max(most, Math.abs(it.rest)),
    0,
  );
  expect(rest).toBeLessThanOrEqual(CLASS_WIDTH / 2 / Math.LN2 + 1e-9);
});
