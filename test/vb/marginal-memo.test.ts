import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarginalMemo } from '../../src/vb/marginal-memo.ts';

const fieldOf = (pairs: readonly (readonly [number, number])[], shift = 0) => ({
  values: Int32Array.from([...new Array(shift).fill(99), ...pairs.map(([value]) => value)]),
  counts: Int32Array.from([...new Array(shift).fill(99), ...pairs.map(([, count]) => count)]),
  ...{ at: shift, distinct: pairs.length },
});

const shown = fc.uniqueArray(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 3 })), {
  ...{ minLength: 2, maxLength: 8, selector: ([value]: [number, number]) => value },
});

it('gives a number only for the field, values and counts it was set for, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), shown), { minLength: 1, maxLength: 60 }), (asked) => {
      const memo = new MarginalMemo(1);
      const numbers = new Map<string, number>();
      asked.forEach(([f, pairs], n) => {
        const name = `${f}: ${pairs.toSorted((a, b) => a[0] - b[0]).join(' ')}`;
        const known = memo.get(f, fieldOf(pairs, 3));
        if (Number.isNaN(known)) numbers.set(name, memo.set(f, n));
        else expect(known).toBe(numbers.get(name));
        expect(memo.get(f, fieldOf(pairs.toReversed()))).toBe(numbers.get(name));
        expect([...memo.field.values.subarray(0, pairs.length)]).toEqual(
          pairs.map(([value]) => value).sort((a, b) => a - b),
        );
      });
    }),
  );
});

it('remembers no more values than it has room for', () => {
  const many = Array.from({ length: 9 }, (_, value) => [value, 1] as const);
  expect(MarginalMemo.takes(fieldOf(many))).toBe(false);
  expect(MarginalMemo.takes(fieldOf(many.slice(1)))).toBe(true);
});
