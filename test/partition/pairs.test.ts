import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldCounts } from '../../src/partition/likelihood.ts';
import { logsOfPairs } from '../../src/partition/pairs.ts';

const RECORDS = 12;
/** A likelihood that tells apart the fields, the values and how often each is shown. */
const likelihood = {
  fields: 3,
  logMarginal(f: number, { values, counts, at, distinct }: FieldCounts): number {
    let sum = 0;
    for (let d = at; d < at + distinct; d++) sum -= Math.log(2 + values[d]!) * counts[d]! ** (1 + f / 4);
    return sum;
  },
};

test('each pair has what its values have, counted in each field', () => {
  const column = fc.array(fc.integer({ min: -1, max: 4 }), { minLength: RECORDS, maxLength: RECORDS });
  const row = fc.nat(RECORDS - 1);
  const cases = fc.record({
    columns: fc.array(column, { minLength: 3, maxLength: 3 }),
    pairs: fc.array(fc.tuple(row, row), { maxLength: 40 }),
  });
  fc.assert(
    fc.property(cases, ({ columns, pairs }) => {
      const [left, right] = [0, 1].map((side) => Int32Array.from(pairs, (pair) => pair[side]!));
      const codes = columns.map((values) => Int32Array.from(values));
      const logs = logsOfPairs(left!, right!, codes, likelihood);
      pairs.forEach((pair, i) => {
        const expected = columns.reduce((sum, values, f) => {
          const shown = pair.map((record) => values[record]!).filter((value) => value >= 0);
          const distinct = [...new Set(shown)];
          const times = distinct.map((value) => shown.filter((other) => other === value).length);
          const counts = { values: Int32Array.from(distinct), counts: Int32Array.from(times) };
          return sum + likelihood.logMarginal(f, { ...counts, at: 0, distinct: distinct.length });
        }, 0);
        expect(logs[i]).toBe(expected);
      });
    }),
    { numRuns: 300, seed: 1 },
  );
});
