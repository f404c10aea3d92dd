import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { levelOffsets } from '../../src/compare/patterns.ts';
import { Rarity } from '../../src/compare/rarity.ts';
import { matchWeights } from '../../src/em/likelihood.ts';
import type { IndividualLikelihood } from '../../src/partition/likelihood.ts';
import type { Table } from '../../src/records/table.ts';
import { type LevelProbabilities, noisyLikelihood } from '../../src/vb/noisy.ts';
import { SAMPLE_TYPES, sampleRows, tableOf } from '../blocking/tables.ts';

/** log p of a list of values of one field, counted in order of first appearance. */
function logOf(likelihood: IndividualLikelihood, field: number, shown: readonly number[]): number {
  const distinct = [...new Set(shown)];
  return likelihood.logMarginal(field, {
    values: Int32Array.from(distinct),
    counts: Int32Array.from(distinct, (v) => shown.filter((other) => other === v).length),
    ...{ at: 0, distinct: distinct.length },
  });
}

const present = (table: Table, f: number) => table.columns[f]!.counts.reduce((a, b) => a + b, 0);
const theta = (table: Table, f: number, v: number) => table.columns[f]!.counts[v]! / present(table, f);

/** Probabilities of each level of each field from positive weights. */
function distributions(levelCounts: readonly number[], weights: readonly number[]): Float64Array {
  const offsets = levelOffsets(levelCounts);
  return Float64Array.from({ length: offsets.at(-1)! }, (_, i) => {
    const f = offsets.findLastIndex((from) => from <= i);
    const field = Array.from({ length: levelCounts[f]! }, (_, l) => weights[(offsets[f]! + l) % 32]!);
    return field[i - offsets[f]!]! / field.reduce((a, b) => a + b);
  });
}

const someWeights = fc.array(fc.double({ min: 0.12, max: 1, noNaN: true }), { minLength: 32, maxLength: 32 });
/** A table, its comparison, and m and u drawn at random, with rarity and without. */
const models = fc
  .record({
    rows: sampleRows(12).filter((rows) => rows.length > 1),
    ...{ forM: someWeights, forU: someWeights, isRarer: fc.boolean() },
  })
  .map(({ rows, forM, forU, isRarer }) => {
    const table = tableOf(SAMPLE_TYPES, rows);
    const comparison = new Comparison(table);
    const rarity = isRarer ? new Rarity(table, comparison, 1) : undefined;
    const levels: LevelProbabilities = {
      m: distributions(comparison.levelCounts, forM),
      u: distributions(comparison.levelCounts, forU),
    };
    return { table, comparison, rarity, ...levels };
  });
type Model = typeof models extends fc.Arbitrary<infer T> ? T : never;

const likelihoodOf = ({ table, comparison, rarity, m, u }: Model, options?: { areCopied: boolean }) =>
  noisyLikelihood(table, comparison, { m, u }, rarity, options);

/** log ∏m/u of two rows as EM has it, in nats; rarity is what it adds to log u, with its sign turned. */
function emWeight({ comparison, rarity, m, u }: Model, a: number, b: number): number {
  const { levelCounts } = comparison;
  const levels = new Uint8Array(levelCounts.length);
  comparison.compare(Int32Array.of(a), Int32Array.of(b), 1, levels);
  const patterns = { size: 1, levelCounts, levels, counts: Float64Array.of(1) };
  const logRarity = rarity === undefined ? 0 : -rarity.logRatio(a, b, levels, 0);
  const [bits] = matchWeights(patterns, { prior: 0.5, m, u }, Float64Array.of(logRarity));
  return bits! * Math.LN2;
}

/**
 * p(x) as it is told: a founder, each record as likely, shows y ~ θ; the others draw in turn from an urn of one
 * ball for y and c h(v|y) balls for every other value, each draw adding one of its kind.
 */
function byTheUrn(model: Model, f: number, shown: readonly number[]): number {
  const { table, comparison, rarity, m, u } = model;
  const [from, top] = [levelOffsets(comparison.levelCounts)[f]!, comparison.levelCounts[f]! - 1];
  const c = (1 - m[from + top]!) / m[from + top]!;
  const balls = (y: number, v: number) => {
    if (v === y) return 1;
    const level = comparison.valueLevel(f, Math.min(v, y), Math.max(v, y));
    const r = rarity === undefined ? 1 : Math.exp(rarity.logValueRatio(f, v, y, level));
    return (c * theta(table, f, v) * r * m[from + level]!) / (u[from + level]! * (1 - m[from + top]!));
  };
  // Of many different values only the eight most frequent can be the founder's, of equally frequent ones the lower.
  const times = (v: number) => shown.filter((other) => other === v).length;
  const commonest = [...new Set(shown)].sort((v, w) => times(w) - times(v) || v - w).slice(0, 8);
  const founders = shown.filter((v) => commonest.includes(v)).length;
  let p = 0;
  for (const [founder, y] of shown.entries()) {
    if (!commonest.includes(y)) continue;
    let product = theta(table, f, y) / founders;
    const drawn = [y];
    for (const v of shown.toSpliced(founder, 1)) {
      const again = drawn.filter((other) => other === v).length - (v === y ? 1 : 0);
      product *= (balls(y, v) + again) / (1 + c + drawn.length - 1);
      drawn.push(v);
    }
    p += product;
  }
  return Math.log(p);
}

/** A field that shows something and up to nine values of it. */
const shownIn = (model: Model) =>
  fc
    .constantFrom(...model.table.columns.keys())
    .filter((f) => present(model.table, f) > 0)
    .chain((f) =>
      fc.record({
        f: fc.constant(f),
        shown: fc.array(fc.nat(model.table.columns[f]!.values.length - 1), { minLength: 1, maxLength: 9 }),
      }),
    );
const modelsAndValues = models
  .filter(({ table }) => table.columns.some(({ values }) => values.length > 0))
  .chain((model) => shownIn(model).map((values) => ({ model, ...values })));

test('one record has the frequency of its value, and nothing shown says nothing', () => {
  fc.assert(
    fc.property(modelsAndValues, ({ model, f, shown }) => {
      const likelihood = likelihoodOf(model);
      expect(likelihood.fields).toBe(model.table.columns.length);
      expect(logOf(likelihood, f, [shown[0]!])).toBe(Math.log(theta(model.table, f, shown[0]!)));
      expect(logOf(likelihood, f, [])).toBe(0);
    }),
    { numRuns: 100, seed: 1 },
  );
});

test('is the urn of its founder, draw by draw, with every record the founder once', () => {
  fc.assert(
    fc.property(modelsAndValues, ({ model, f, shown }) => {
      expect(logOf(likelihoodOf(model), f, shown)).toBeCloseTo(byTheUrn(model, f, shown), 12);
    }),
    { numRuns: 500, seed: 2 },
  );
});

test('does not depend on the order of the records', () => {
  const shuffled = modelsAndValues.chain(({ shown, ...rest }) =>
    fc
      .shuffledSubarray(shown, { minLength: shown.length })
      .map((again) => ({ shown, again: again as number[], ...rest })),
  );
  fc.assert(
    fc.property(shuffled, ({ model, f, shown, again }) => {
      expect(logOf(likelihoodOf(model), f, again)).toBeCloseTo(logOf(likelihoodOf(model), f, shown), 12);
    }),
    { numRuns: 300, seed: 3 },
  );
});

describe('the log likelihood ratio of two records', () => {
  /** Σ_f of a pair less each alone, over the fields that both show; those that agree or not as asked. */
  function logRatio(model: Model, a: number, b: number): number {
    const likelihood = likelihoodOf(model);
    let sum = 0;
    model.table.columns.forEach(({ codes }, f) => {
      const [v, w] = [codes[a]!, codes[b]!];
      if (v < 0 || w < 0) return;
      sum += logOf(likelihood, f, [v, w]) - logOf(likelihood, f, [v]) - logOf(likelihood, f, [w]);
    });
    return sum;
  }

  test('is EM’s match weight where no value is equal, with rarity and without', () => {
    fc.assert(
      fc.property(models, (model) => {
        const differ = model.table.columns.every(({ codes }) => codes[0] !== codes[1] || codes[0]! < 0);
        fc.pre(differ);
        expect(logRatio(model, 0, 1)).toBeCloseTo(emWeight(model, 0, 1), 10);
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  test('is EM’s match weight with rarity where u of equality is the chance of drawing a value twice', () => {
    let equal = 0;
    fc.assert(
      fc.property(models, (drawn) => {
        const { table, comparison } = drawn;
        const u = drawn.u.slice();
        const ends = levelOffsets(comparison.levelCounts).slice(1);
        table.columns.forEach(({ values }, f) => {
          if (values.length === 0) return;
          u[ends[f]! - 1] = values.reduce((sum, _, v) => sum + theta(table, f, v) ** 2, 0);
          // Values that count as equal though they are not written alike are drawn together, too.
          for (const v of values.keys())
            for (const w of values.keys())
              if (v < w && comparison.valueLevel(f, v, w) === comparison.levelCounts[f]! - 1)
                u[ends[f]! - 1]! += 2 * theta(table, f, v) * theta(table, f, w);
        });
        const model = { ...drawn, u, rarity: new Rarity(table, comparison, 1) };
        if (table.columns.some(({ codes }) => codes[0]! >= 0 && codes[0] === codes[1])) equal++;
        expect(logRatio(model, 0, 1)).toBeCloseTo(emWeight(model, 0, 1), 9);
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(equal).toBeGreaterThan(100);
  });

  test('takes an equal value’s own frequency for u, rarity or not', () => {
    const table = tableOf({ name: 'person' }, [['smith'], ['smith'], ['jones'], ['kowalski']]);
    const comparison = new Comparison(table);
    const m = Float64Array.of(0.05, 0.05, 0.1, 0.8);
    const likelihood = noisyLikelihood(table, comparison, { m, u: m.toReversed() }, undefined);
    const smith = 2;
    const ratio = logOf(likelihood, 0, [smith, smith]) - 2 * logOf(likelihood, 0, [smith]);
    expect(ratio).toBeCloseTo(Math.log(0.8 / (1 / 2)), 12);
  });
});

test('sums to one over all that n records can show, where every value has as many others at each level', () => {
  // Each code is one edit from one other and unlike the two others.
  const table = tableOf({ code: 'code' }, [['xxaa1'], ['xxab1'], ['yyaa2'], ['yyab2']]);
  const comparison = new Comparison(table);
  const V = 4;
  const levels = [1, 2, 3].map((v) => comparison.valueLevel(0, 0, v));
  for (let y = 1; y < V; y++) {
    const ofOther = [0, 1, 2, 3]
      .filter((v) => v !== y)
      .map((v) => comparison.valueLevel(0, Math.min(v, y), Math.max(v, y)));
    expect(ofOther.sort()).toEqual(levels.sort());
  }
  const top = comparison.levelCounts[0]! - 1;
  const u = Float64Array.from(
    { length: top + 1 },
    (_, l) => ((l === top ? 1 : 0) + levels.filter((level) => level === l).length) / V,
  );
  const weights = u.map((share, l) => (share > 0 ? 1 + l * l : 0));
  const m = weights.map((weight) => weight / weights.reduce((a, b) => a + b));
  for (const rarity of [undefined, new Rarity(table, comparison, 1)]) {
    const likelihood = noisyLikelihood(table, comparison, { m, u }, rarity);
    for (let n = 1; n <= 5; n++) {
      let sum = 0;
      for (let code = 0; code < V ** n; code++) {
        const shown = Array.from({ length: n }, (_, i) => Math.floor(code / V ** i) % V);
        sum += Math.exp(logOf(likelihood, 0, shown));
      }
      expect(sum).toBeCloseTo(1, 12);
    }
  }
});

test('remembers no pair of values for another, of however many', () => {
  const values = Array.from({ length: 400 }, (_, i) => String(1000 + 7 * i));
  const table = tableOf(
    { code: 'code' },
    values.map((value) => [value]),
  );
  const comparison = new Comparison(table);
  const u = distributions(comparison.levelCounts, [8, 3, 1]);
  const likelihood = noisyLikelihood(table, comparison, { m: u.toReversed(), u }, undefined);
  for (let round = 0; round < 2; round++)
    for (let a = 0; a < values.length; a++)
      for (let b = a + 1; b < values.length; b++) {
        const level = comparison.valueLevel(0, a, b);
        const weight = Math.log(u.at(-1 - level)! / u[level]!);
        if (Math.abs(logOf(likelihood, 0, [a, b]) - weight + 2 * Math.log(400)) > 1e-9)
          throw new Error(`${values[a]} and ${values[b]}`);
      }
});

test('an error seen a second time costs less than the first', () => {
  const rows = [
    ...new Array(40).fill(['walker']),
    ['walkar'],
    ['walkar'],
    ['walkar'],
    ...new Array(40).fill(['brown']),
  ];
  const table = tableOf({ name: 'person' }, rows);
  const comparison = new Comparison(table);
  const m = Float64Array.of(0.01, 0.02, 0.07, 0.9);
  const likelihood = noisyLikelihood(
    table,
    comparison,
    { m, u: Float64Array.of(0.4, 0.05, 0.05, 0.5) },
    undefined,
  );
  const [walkar, walker] = [1, 2];
  const cost = (before: number[]) => logOf(likelihood, 0, [...before, walkar]) - logOf(likelihood, 0, before);
  expect(cost([walker, walker, walkar])).toBeGreaterThan(cost([walker, walker]) + 1);
});

describe('where records are copied', () => {
  const copied = (model: Model) => likelihoodOf(model, { areCopied: true });

  test('a list is worth what it is with no value more than twice, in any order', () => {
    let longer = 0;
    fc.assert(
      fc.property(modelsAndValues, ({ model, f, shown }) => {
        const twice = shown.filter((v, i) => shown.slice(0, i).filter((other) => other === v).length < 2);
        if (twice.length < shown.length) longer++;
        expect(logOf(copied(model), f, shown)).toBe(logOf(likelihoodOf(model), f, twice));
        expect(logOf(copied(model), f, shown.toReversed())).toBeCloseTo(byTheUrn(model, f, twice), 12);
      }),
      { numRuns: 150, seed: 6 },
    );
    expect(longer).toBeGreaterThan(50);
  });

  test('one record and two are worth what they are elsewhere, and a third copy costs nothing', () => {
    fc.assert(
      fc.property(modelsAndValues, ({ model, f, shown }) => {
        const [v, w] = [shown[0]!, shown.at(-1)!];
        const [here, elsewhere] = [copied(model), likelihoodOf(model)];
        expect(logOf(here, f, [v])).toBe(logOf(elsewhere, f, [v]));
        expect(logOf(here, f, [v, w])).toBe(logOf(elsewhere, f, [v, w]));
        expect(logOf(here, f, [v, v, v])).toBe(logOf(here, f, [v, v]));
        expect(logOf(here, f, [...shown, v, v, v])).toBe(logOf(here, f, [...shown, v, v]));
      }),
      { numRuns: 100, seed: 7 },
    );
  });
});
