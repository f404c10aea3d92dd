import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Comparison } from '../../src/compare/comparison.ts';
import { random } from '../../src/math/random.ts';
import { Individuals } from '../../src/partition/individuals.ts';
import { sizePrior } from '../../src/partition/size-prior.ts';
import { countValues, fieldCounts, joined, type ValueCounts } from '../../src/partition/value-counts.ts';
import { noisyLikelihood } from '../../src/vb/noisy.ts';
import { tableOf } from '../blocking/tables.ts';

/** Up to three fields of up to 30 records, and two lists of rows without a record in both. */
const someLists = fc
  .record({ fields: fc.integer({ min: 0, max: 3 }), size: fc.integer({ min: 0, max: 30 }) })
  .chain(({ fields, size }) => {
    const column = fc.array(fc.integer({ min: -1, max: 6 }), { minLength: size, maxLength: size });
    return fc.record({
      codes: fc.array(
        column.map((codes) => Int32Array.from(codes)),
        { minLength: fields, maxLength: fields },
      ),
      order: fc.shuffledSubarray([...Array(size).keys()]),
      cut: fc.nat(size),
    });
  })
  .map(({ codes, order, cut }) => ({ codes, first: order.slice(0, cut), second: order.slice(cut) }));

/** The values of each field, ascending, each with its count, one by one. */
const counted = (codes: readonly Int32Array[], rows: readonly number[]) =>
  codes.map((column) => {
    const shown = rows.map((row) => column[row]!).filter((value) => value >= 0);
    const distinct = [...new Set(shown)].sort((a, b) => a - b);
    return distinct.map((value) => [value, shown.filter((other) => other === value).length]);
  });

/** The same as they stand. */
function fieldsOf(counts: ValueCounts): number[][][] {
  const into = { values: new Int32Array(), counts: new Int32Array(), at: 0, distinct: 0 };
  return Array.from({ length: counts.starts.length - 1 }, (_, f) => {
    const { values, counts: times, at, distinct } = fieldCounts(counts, f, into);
    return Array.from({ length: distinct }, (_, i) => [values[at + i]!, times[at + i]!]);
  });
}

test('values are counted, put together and taken away as a list of the records would have it', () => {
  fc.assert(
    fc.property(someLists, ({ codes, first, second }) => {
      // More rows may stand behind those that count.
      const of = (rows: number[]) => countValues(codes, Int32Array.from([...rows, 0, 0]), rows.length);
      const [a, b] = [of(first), of(second)];
      expect(fieldsOf(a)).toEqual(counted(codes, first));
      const both = joined(a, b);
      expect(fieldsOf(both)).toEqual(counted(codes, [...first, ...second]));
      expect(both).toEqual(joined(b, a));
      // What is none any more does not stand there with 0.
      for (const [rest, gone] of [
        [a, b],
        [b, a],
      ] as const) {
        const left = fieldsOf(joined(both, gone, -1)).map((field) => field.filter(([, n]) => n! > 0));
        expect(left).toEqual(fieldsOf(rest));
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

test('individuals of many records are worth what a list of the same records is, whatever becomes of them', () => {
  const r = random(1);
  const size = 300;
  const pick = (most: number) => (r.next() < 0.1 ? '' : `${Math.floor(most * r.next() ** 3)}`);
  const table = tableOf(
    { code: 'code', zip: 'postcode', sex: 'category' },
    Array.from({ length: size }, () => [`ab${pick(40)}x`, `10${pick(90)}`, pick(2)]),
  );
  const comparison = new Comparison(table);
  const even = comparison.levelCounts.flatMap((count) => Array<number>(count).fill(1 / count));
  const model = { m: Float64Array.from(even), u: Float64Array.from(even) };
  const individuals = new Individuals(
    size,
    table.columns.map(({ codes }) => codes),
    noisyLikelihood(table, comparison, model, undefined),
  );
  const { of, sizes } = individuals;
  const rowsOf = (k: number) => [...of.keys()].filter((row) => of[row] === k);
  const near = (found: number, rows: number[]) => {
    const wanted = individuals.logOf(rows, rows.length);
    expect(Math.abs(found - wanted)).toBeLessThan(1e-9 * Math.max(1, Math.abs(wanted)));
  };
  for (let row = 0; row < size; row++) if (row % 3 !== row) individuals.merge(row % 3, row);
  for (let step = 0; step < 120; step++) {
    const row = r.below(size);
    const from = of[row]!;
    const to = r.next() < 0.1 ? individuals.empty(row) : (from + 1 + r.below(2)) % 3;
    const others = rowsOf(from).filter((other) => other !== row);
    const [rest, more] = [individuals.logWithout(from, row), individuals.logWith(to, row)];
    near(rest, others);
    near(more, [...rowsOf(to), row]);
    individuals.move(row, to, rest, more);
    near(individuals.logMerged(from, to), [...others, ...rowsOf(to)]);
    if (step === 50) individuals.useSizes(sizePrior(2));
    if (step % 30 === 0) individuals.merge(0, row % 2 === 0 ? 1 : 2);
    for (const k of [0, 1, 2]) if (sizes[k]! > 0) near(individuals.logs[k]!, rowsOf(k));
  }
});
